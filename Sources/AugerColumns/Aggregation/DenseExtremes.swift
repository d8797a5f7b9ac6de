/// The minimum or maximum of numbers, dates or timestamps of one chunk by group number.
package struct DenseExtremes: Sendable {
  private let type: DataType
  private let isMaximum: Bool
  /// The greatest integer of each group. Values are inverted for a minimum.
  private var cells: [Int64]
  /// True for each group that had the least integer, which is also the initial value of its cell.
  private var hasLeast: [Bool]
  private let turn: Int64

  /// Returns true for types whose values have the order of 64-bit integers.
  static func serves(_ type: DataType) -> Bool {
    switch type {
    case .int64, .float64, .date, .timestamp, .time: true
    case .decimal(let precision, _): precision <= 18
    case .bool, .string, .interval, .binary: false
    }
  }

  init(_ type: DataType, isMaximum: Bool, groups: Int) {
    self.type = type
    self.isMaximum = isMaximum
    cells = [Int64](repeating: .min, count: groups)
    hasLeast = [Bool](repeating: false, count: groups)
    turn = isMaximum ? 0 : -1
  }

  /// Adds the rows at `positions`, or all rows if nil. Each row has a number.
  mutating func add(_ values: Column, _ numbers: [UInt16], _ positions: [UInt16]?) {
    switch values.values {
    case .date(let buffer): add(buffer, numbers, positions) { Int64($0) }
    case .float64(let buffer): add(buffer, numbers, positions, Self.ordered)
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      add(buffer, numbers, positions) { $0 }
    default: preconditionFailure("a column does not have the layout of its type")
    }
  }

  @inline(__always)
  private mutating func add<T: BitwiseCopyable & Sendable>(
    _ buffer: Buffer<T>, _ numbers: [UInt16], _ positions: [UInt16]?, _ ordered: (T) -> Int64
  ) {
    let buffer = positions.map { Buffer(Gather.taken(buffer.span, at: $0)) } ?? buffer
    let turn = turn
    if DenseLoops.keepGreatest(buffer.span, numbers.span, &cells, { ordered($0) ^ turn }) {
      for row in numbers.indices where ordered(buffer[row]) ^ turn == .min { hasLeast[Int(numbers[row])] = true }
    }
  }

  private func isPresent(_ group: Int) -> Bool { cells[group] > .min || hasLeast[group] }

  func markPresent(_ present: inout [Bool]) {
    for group in cells.indices where isPresent(group) { present[group] = true }
  }

  /// Returns the extremes of some groups, in that order.
  func extremes(of order: [UInt16]) -> Extremum {
    var result = Extremum(type, isMaximum: isMaximum)
    result.best = order.map { group in
      guard isPresent(Int(group)) else { return .null }
      let value = cells[Int(group)] ^ turn
      return switch type {
      case .date: .date(CivilDate(days: Int32(truncatingIfNeeded: value)))
      case .timestamp: .timestamp(Timestamp(microseconds: value))
      case .time: .time(TimeOfDay(microseconds: value))
      case .decimal(_, let scale): .decimal(Decimal128(unscaled: Int128(value), scale: scale))
      case .float64: .float(Self.float(value))
      default: .int(value)
      }
    }
    return result
  }

  /// Returns an integer with the order of the float. Both zeros are equal, and NaN is the greatest.
  @inline(__always)
  static func ordered(_ value: Double) -> Int64 {
    let bits = Int64(bitPattern: KeyWords.bits(of: value))
    return bits < 0 ? bits ^ .max : bits
  }

  /// Returns the float of such an integer.
  static func float(_ ordered: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: ordered < 0 ? ordered ^ .max : ordered))
  }
}
