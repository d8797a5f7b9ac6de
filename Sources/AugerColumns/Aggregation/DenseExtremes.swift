/// The least or greatest integers, days or moments of one chunk by group number.
package struct DenseExtremes: Sendable {
  private let type: DataType
  private let isMaximum: Bool
  private var cells: [Int64]
  private var isPresent: [Bool]

  /// Types whose values are in the order of their integers.
  static func serves(_ type: DataType) -> Bool {
    switch type {
    case .int64, .date, .timestamp, .time: true
    case .decimal(let precision, _): precision <= 18
    case .bool, .float64, .string, .interval, .binary: false
    }
  }

  init(_ type: DataType, isMaximum: Bool, groups: Int) {
    self.type = type
    self.isMaximum = isMaximum
    cells = [Int64](repeating: isMaximum ? .min : .max, count: groups)
    isPresent = [Bool](repeating: false, count: groups)
  }

  /// Adds the rows at `positions`, nil for all; each has a number.
  mutating func add(_ values: Column, _ numbers: [UInt16], _ positions: [UInt16]?) {
    switch values.values {
    case .date(let buffer): add(positions.map { Buffer(Gather.taken(buffer.span, at: $0)) } ?? buffer, numbers)
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      add(positions.map { Buffer(Gather.taken(buffer.span, at: $0)) } ?? buffer, numbers)
    default: preconditionFailure("a column is not laid out as its type says")
    }
  }

  @inline(__always)
  private mutating func add<T: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable>(
    _ buffer: Buffer<T>, _ numbers: [UInt16]
  ) {
    var cells = taken(&self.cells)
    var isPresent = taken(&self.isPresent)
    let (values, groups) = (buffer.span, numbers.span)
    for row in groups.indices {
      let group = Int(groups[row])
      let value = Int64(values[row])
      if isMaximum ? value > cells[group] : value < cells[group] { cells[group] = value }
      isPresent[group] = true
    }
    self.cells = cells
    self.isPresent = isPresent
  }

  func markPresent(_ present: inout [Bool]) {
    for group in isPresent.indices where isPresent[group] { present[group] = true }
  }

  /// The extremes of some groups, in that order.
  func extremes(of order: [UInt16]) -> Extremum {
    var result = Extremum(type, isMaximum: isMaximum)
    result.best = order.map { group in
      guard isPresent[Int(group)] else { return .null }
      let value = cells[Int(group)]
      return switch type {
      case .date: .date(CivilDate(days: Int32(truncatingIfNeeded: value)))
      case .timestamp: .timestamp(Timestamp(microseconds: value))
      case .time: .time(TimeOfDay(microseconds: value))
      case .decimal(_, let scale): .decimal(Decimal128(unscaled: Int128(value), scale: scale))
      default: .int(value)
      }
    }
    return result
  }
}
