import AugerDiagnostics

/// The running results of one aggregate for a set of groups, updated batch by batch and merged chunk by chunk.
///
/// A partial accumulator belongs to one chunk. Merging partials in chunk order gives identical bits for any number of
/// threads. Nulls are skipped, like in SQL. A group without values has the result null, or 0 for a count.
package enum Accumulator: Sendable {
  case count(CountAccumulator)
  case intSum(IntegerSum)
  case floatSum(FloatSum)
  case extremum(Extremum)
  case edge(EdgeValue)
  case distinct(DistinctCount)
  case values(CollectedValues)
  case moments(Moments)
  case pairs(PairMoments)
  case weighted(WeightedMean)
  case counted(ValueCounts)

  /// The function to compute. The engine maps aggregates of the language to these cases.
  package enum Function: Sendable, Hashable {
    case count, countDistinct, sum, average, minimum, maximum, median, lowerWhisker, upperWhisker, standardDeviation,
      variance, correlation, weightedAverage, mode, first, last
    /// The value below which a given share of the values lies, from 0 to 1.
    case quantile(Double)
  }

  /// Creates an empty accumulator for values of a type. Nil means that rows are counted.
  package init(_ function: Function, _ type: DataType?, known: KnownValues? = nil) {
    let type = type ?? .int64
    switch function {
    case .count: self = .count(CountAccumulator())
    case .countDistinct: self = .distinct(DistinctCount(type, known))
    case .sum, .average:
      if type == .float64 {
        self = .floatSum(FloatSum(isAverage: function == .average))
      } else {
        self = .intSum(IntegerSum(type, isAverage: function == .average))
      }
    case .minimum, .maximum: self = .extremum(Extremum(type, isMaximum: function == .maximum))
    case .first, .last: self = .edge(EdgeValue(type, isLast: function == .last))
    case .median: self = .values(CollectedValues(type))
    case .quantile(let part): self = .values(CollectedValues(type, .at(part)))
    case .lowerWhisker: self = .values(CollectedValues(type, .lowerWhisker))
    case .upperWhisker: self = .values(CollectedValues(type, .upperWhisker))
    case .standardDeviation: self = .moments(Moments(isVariance: false))
    case .variance: self = .moments(Moments(isVariance: true))
    case .correlation: self = .pairs(PairMoments())
    case .weightedAverage: self = .weighted(WeightedMean())
    case .mode: self = .counted(ValueCounts(type))
    }
  }

  /// Adds the rows of a batch to the groups in `grouping`. If `values` is nil, every row counts. `second` is the
  /// additional input of an aggregate: the other value of a pair, a weight, or a filter of rows.
  package mutating func update(
    _ values: Column?, beside second: Column? = nil, _ grouping: Grouping
  ) throws(AugerError) {
    switch consume self {
    case .count(var accumulator):
      accumulator.update(values, grouping)
      self = .count(accumulator)
    case .intSum(var accumulator):
      defer { self = .intSum(accumulator) }
      if let values { try accumulator.update(values, grouping) }
    case .floatSum(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .floatSum(accumulator)
    case .extremum(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .extremum(accumulator)
    case .edge(var accumulator):
      if let values { accumulator.update(values, where: second?.truth, grouping) }
      self = .edge(accumulator)
    case .distinct(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .distinct(accumulator)
    case .values(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .values(accumulator)
    case .moments(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .moments(accumulator)
    case .pairs(var accumulator):
      if let values, let second { accumulator.update(values, second, grouping) }
      self = .pairs(accumulator)
    case .weighted(var accumulator):
      if let values, let second { accumulator.update(values, second, grouping) }
      self = .weighted(accumulator)
    case .counted(var accumulator):
      if let values { accumulator.update(values, grouping) }
      self = .counted(accumulator)
    }
  }

  /// Adds a later partial of the same aggregate. Its group g is group `mapping[g]` here, and `count` is the number of
  /// groups here.
  package mutating func merge(_ other: Accumulator, _ mapping: [Int], count: Int) throws(AugerError) {
    // Only the accumulator is moved out of its case. In one pattern with the other one, its tables would be copied.
    switch consume self {
    case .count(var accumulator):
      guard case .count(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .count(accumulator)
    case .intSum(var accumulator):
      guard case .intSum(let part) = other else { Self.refuse() }
      defer { self = .intSum(accumulator) }
      try accumulator.merge(part, mapping, count)
    case .floatSum(var accumulator):
      guard case .floatSum(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .floatSum(accumulator)
    case .extremum(var accumulator):
      guard case .extremum(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .extremum(accumulator)
    case .edge(var accumulator):
      guard case .edge(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .edge(accumulator)
    case .distinct(var accumulator):
      guard case .distinct(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .distinct(accumulator)
    case .values(var accumulator):
      guard case .values(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .values(accumulator)
    case .moments(var accumulator):
      guard case .moments(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .moments(accumulator)
    case .pairs(var accumulator):
      guard case .pairs(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .pairs(accumulator)
    case .weighted(var accumulator):
      guard case .weighted(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping, count)
      self = .weighted(accumulator)
    case .counted(var accumulator):
      guard case .counted(let part) = other else { Self.refuse() }
      accumulator.merge(part, mapping)
      self = .counted(accumulator)
    }
  }

  /// Returns the values that partials of later chunks can share, for a count of distinct values. Nil if the number of
  /// values has grown only little.
  package mutating func publish() -> KnownValues? {
    switch consume self {
    case .distinct(var accumulator):
      let known = accumulator.publish()
      self = .distinct(accumulator)
      return known
    case let other:
      self = other
      return nil
    }
  }

  private static func refuse() -> Never { preconditionFailure("partials of different aggregates") }

  /// A function that computes one number for each of `count` groups in parallel.
  package typealias Spread = (_ count: Int, _ value: @escaping @Sendable (Int) -> Double?) -> [Double?]

  /// Returns a column with one row for each of `count` groups. `spread` parallelizes the expensive work of groups.
  /// Nil means sequential work.
  package func finish(count: Int, spread: Spread? = nil) throws(AugerError) -> Column {
    switch self {
    case .count(let accumulator): accumulator.finish(count)
    case .intSum(let accumulator): try accumulator.finish(count)
    case .floatSum(let accumulator): accumulator.finish(count)
    case .extremum(let accumulator): try accumulator.finish(count)
    case .edge(let accumulator): try accumulator.finish(count)
    case .distinct(let accumulator): accumulator.finish(count)
    case .values(let accumulator): accumulator.finish(count, spread)
    case .moments(let accumulator): accumulator.finish(count)
    case .pairs(let accumulator): accumulator.finish(count)
    case .weighted(let accumulator): accumulator.finish(count)
    case .counted(let accumulator): try accumulator.finish(count)
    }
  }
}

extension Array {
  /// Extends the array to a length with a value, when new groups appear.
  mutating func grow(to count: Int, _ value: Element) {
    if self.count < count { append(contentsOf: repeatElement(value, count: count - self.count)) }
  }
}

/// Moves an array out of a stored property, so that a loop over a local variable changes it in place.
func taken<Element>(_ array: inout [Element]) -> [Element] {
  var result: [Element] = []
  swap(&result, &array)
  return result
}

extension Column {
  /// Calls `body` with each row that is not null, word by word.
  @inline(__always) func forEachPresent(_ body: (Int) -> Void) {
    guard let validity else {
      for row in 0..<count { body(row) }
      return
    }
    for index in 0..<validity.wordCount {
      var rest = validity.word(index)
      while rest != 0 {
        body(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
