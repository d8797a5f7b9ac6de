/// The running result of an aggregate over the blocks of one chunk, for numbered groups: a table with a cell for
/// every number, filled in one pass.
package enum DenseAccumulator: Sendable {
  case counts(DenseCounts)
  case floats(DenseFloats)
  case ints(DenseInts)
  case distinct(DistinctCount, groups: Int)
  case extremes(DenseExtremes)

  package struct DenseFloats: Sendable {
    var sums: DenseFloatSums
    let isAverage: Bool
  }

  package struct DenseInts: Sendable {
    var sums: DenseIntegerSums
    let isAverage: Bool
  }

  /// Returns true if a table exists for an aggregate over values of a type. Nil means that rows are counted.
  package static func serves(_ function: Accumulator.Function, _ type: DataType?) -> Bool {
    switch (function, type) {
    case (.count, _), (.countDistinct, _), (.sum, .float64?), (.average, .float64?), (.sum, .int64?),
      (.average, .int64?):
      true
    case (.sum, .decimal(let precision, _)?), (.average, .decimal(let precision, _)?): precision <= 18
    case (.minimum, let type?), (.maximum, let type?): DenseExtremes.serves(type)
    default: false
    }
  }

  /// Creates an empty table for a supported aggregate.
  package init(_ function: Accumulator.Function, _ type: DataType?, groups: Int, known: KnownValues? = nil) {
    precondition(Self.serves(function, type), "no table for this aggregate")
    let isAverage = function == .average
    switch type {
    case _ where function == .count: self = .counts(DenseCounts(groups: groups))
    case _ where function == .countDistinct: self = .distinct(DistinctCount(type ?? .int64, known), groups: groups)
    case let type? where function == .minimum || function == .maximum:
      self = .extremes(DenseExtremes(type, isMaximum: function == .maximum, groups: groups))
    case .float64: self = .floats(DenseFloats(sums: DenseFloatSums(groups: groups), isAverage: isAverage))
    default:
      self = .ints(DenseInts(sums: DenseIntegerSums(type ?? .int64, groups: groups), isAverage: isAverage))
    }
  }

  /// Adds the used rows of a block. Returns true if every row leaves a mark; rows with null do not.
  @discardableResult
  package mutating func add(_ values: Column?, _ rows: BlockRows) -> Bool {
    let (numbers, positions) = rows.present(in: values)
    switch consume self {
    case .counts(var counts):
      counts.add(numbers.span)
      self = .counts(counts)
    case .floats(var floats):
      guard case .float64(let buffer)? = values?.values else { preconditionFailure("float sums are of floats") }
      if let positions {
        floats.sums.add(Gather.taken(buffer.span, at: positions).span, numbers.span)
      } else {
        floats.sums.add(buffer.span, numbers.span)
      }
      self = .floats(floats)
    case .ints(var ints):
      switch values?.values {
      case .int64(let buffer)?, .decimal64(let buffer)?:
        if let positions {
          ints.sums.add(Gather.taken(buffer.span, at: positions).span, numbers.span)
        } else {
          ints.sums.add(buffer.span, numbers.span)
        }
      default: preconditionFailure("integer sums are of integers")
      }
      self = .ints(ints)
    case .distinct(var distinct, let groups):
      if let values { distinct.update(values, numbers, positions, groups: groups) }
      self = .distinct(distinct, groups: groups)
    case .extremes(var extremes):
      if let values { extremes.add(values, numbers, positions) }
      self = .extremes(extremes)
    }
    return numbers.count == rows.count
  }

  /// Marks the groups that have a row with a value.
  package func markPresent(_ present: inout [Bool]) {
    switch self {
    case .counts(let counts): counts.markPresent(&present)
    case .floats(let floats): floats.sums.markPresent(&present)
    case .ints(let ints): ints.sums.markPresent(&present)
    case .distinct(let distinct, _): distinct.markPresent(&present)
    case .extremes(let extremes): extremes.markPresent(&present)
    }
  }

  /// Returns the results of some groups, in that order, for merging.
  package func accumulator(of order: [UInt16]) -> Accumulator {
    switch self {
    case .counts(let counts): .count(counts.counts(of: order))
    case .floats(let floats): .floatSum(floats.sums.sums(of: order, isAverage: floats.isAverage))
    case .ints(let ints): .intSum(ints.sums.sums(of: order, isAverage: ints.isAverage))
    case .distinct(let distinct, _): .distinct(distinct.counts(of: order))
    case .extremes(let extremes): .extremum(extremes.extremes(of: order))
    }
  }
}

/// The number of rows of one chunk by group number.
package struct DenseCounts: Sendable {
  let groups: Int
  private var cells: [Int64]

  package init(groups: Int) {
    self.groups = groups
    cells = [Int64](repeating: 0, count: groups * DenseLoops.Copies.count(groups: groups))
  }

  mutating func add(_ numbers: Span<UInt16>) { DenseLoops.count(numbers, groups, &cells) }

  package mutating func add(_ rows: BlockRows) { add(rows.taken.span) }

  private func cell(_ group: Int) -> Int64 {
    var total: Int64 = 0
    for copy in 0..<DenseLoops.Copies.count(groups: groups) { total += cells[copy * groups + group] }
    return total
  }

  package func markPresent(_ present: inout [Bool]) {
    for group in 0..<groups where cell(group) > 0 { present[group] = true }
  }

  func counts(of order: [UInt16]) -> CountAccumulator { CountAccumulator(counts: order.map { cell(Int($0)) }) }
}

extension SIMD8<Double> {
  /// The bits of all elements.
  @inline(__always) var bits: SIMD8<Int64> {
    var result = SIMD8<Int64>.zero
    for index in 0..<8 { result[index] = Int64(bitPattern: self[index].bitPattern) }
    return result
  }
}

extension SIMD2<Double> {
  /// The bits of both elements.
  @inline(__always) var bits: SIMD2<Int64> {
    SIMD2<Int64>(Int64(bitPattern: self[0].bitPattern), Int64(bitPattern: self[1].bitPattern))
  }
}
