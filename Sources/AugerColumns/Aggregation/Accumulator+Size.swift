extension Accumulator {
  /// The size of the running results in bytes. Memory limits apply to it.
  package var byteCount: Int {
    switch self {
    case .count(let accumulator): accumulator.counts.count * 8
    case .intSum(let accumulator): accumulator.sums.count * 24
    case .floatSum(let accumulator): accumulator.sums.count * 24
    case .extremum(let accumulator): accumulator.best.count * MemoryLayout<Scalar>.stride
    case .edge(let accumulator): accumulator.values.count * MemoryLayout<Scalar?>.stride
    case .distinct(let accumulator): accumulator.byteCount
    case .values(let accumulator): accumulator.byteCount
    case .moments(let accumulator): accumulator.counts.count * 24
    case .pairs(let accumulator): accumulator.cells.count * MemoryLayout<PairMoments.Cell>.stride
    case .weighted(let accumulator): accumulator.products.sums.count * 48
    case .counted(let accumulator): accumulator.byteCount
    }
  }

  /// Returns the additional bytes needed temporarily while a partial result is merged.
  package func growthBytes(merging other: Accumulator) -> Int {
    switch (self, other) {
    case (.distinct(let accumulator), .distinct(let part)): accumulator.growthBytes(merging: part)
    case (.values, _), (.counted, _): 0
    default: byteCount
    }
  }
}
