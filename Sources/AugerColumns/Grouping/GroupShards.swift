/// Groups partitioned by their keys. Each shard is merged separately, in tables that fit a cache.
///
/// Equal keys are in one shard, regardless of chunks and dictionaries.
package struct GroupShards: Sendable {
  /// The groups of each shard, ascending.
  package let groups: [[Int32]]
  /// The shard of each group, and its index there.
  let shards: [UInt8]
  let places: [Int32]

  package static let count = 64

  /// Partitions groups by their keys, one row per group.
  package init(keys: [Column], groupCount: Int) {
    let words = KeyWords.encode(keys, rowCount: groupCount, codes: keys.map { Self.hashes($0, groupCount) })
    let width = KeyWords.width(of: keys.map(\.type))
    var groups = [[Int32]](repeating: [], count: Self.count)
    var shards = [UInt8](repeating: 0, count: groupCount)
    var places = [Int32](repeating: 0, count: groupCount)
    for group in 0..<groupCount {
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      for word in group * width..<(group + 1) * width { state = ByteHash.mix(state ^ words[word]) }
      let shard = Int(truncatingIfNeeded: state >> 58)
      shards[group] = UInt8(truncatingIfNeeded: shard)
      places[group] = Int32(truncatingIfNeeded: groups[shard].count)
      groups[shard].append(Int32(truncatingIfNeeded: group))
    }
    (self.groups, self.shards, self.places) = (groups, shards, places)
  }

  /// Returns hashes of the values. They replace codes, which differ between the dictionaries of chunks.
  private static func hashes(_ key: Column, _ groupCount: Int) -> [UInt32]? {
    switch key.values {
    case .string(let codes, let dictionary):
      var hashes = [UInt32](repeating: 0, count: dictionary.count)
      if dictionary.count <= groupCount {
        for code in hashes.indices { hashes[code] = UInt32(truncatingIfNeeded: ByteHash.hash(dictionary.utf8(code))) }
      } else {
        for row in 0..<groupCount where !key.isNull(row) {
          hashes[codes[row]] = UInt32(truncatingIfNeeded: ByteHash.hash(dictionary.utf8(codes[row])))
        }
      }
      return hashes
    case .binary(let buffer):
      return (0..<groupCount).map { UInt32(truncatingIfNeeded: ByteHash.hash(buffer.bytes($0))) }
    default: return nil
    }
  }
}

extension Accumulator {
  package func split(_ shards: GroupShards) -> [Accumulator] {
    switch self {
    case .count(let accumulator): accumulator.split(shards).map(Accumulator.count)
    case .intSum(let accumulator): accumulator.split(shards).map(Accumulator.intSum)
    case .floatSum(let accumulator): accumulator.split(shards).map(Accumulator.floatSum)
    case .extremum(let accumulator): accumulator.split(shards).map(Accumulator.extremum)
    case .edge(let accumulator): accumulator.split(shards).map(Accumulator.edge)
    case .distinct(let accumulator): accumulator.split(shards).map(Accumulator.distinct)
    case .values(let accumulator): accumulator.split(shards).map(Accumulator.values)
    case .moments(let accumulator): accumulator.split(shards).map(Accumulator.moments)
    case .pairs(let accumulator): accumulator.split(shards).map(Accumulator.pairs)
    case .weighted(let accumulator): accumulator.split(shards).map(Accumulator.weighted)
    case .counted(let accumulator): accumulator.split(shards).map(Accumulator.counted)
    }
  }
}

extension GroupShards {
  /// Returns the elements of each shard's groups. A missing element becomes `none`.
  func split<Element>(_ elements: [Element], _ none: Element) -> [[Element]] {
    var all = elements
    all.grow(to: shards.count, none)
    return groups.map { groups in groups.map { all[Int($0)] } }
  }
}

extension CountAccumulator {
  fileprivate func split(_ shards: GroupShards) -> [CountAccumulator] {
    shards.split(counts, 0).map { CountAccumulator(counts: $0) }
  }
}

extension IntegerSum {
  fileprivate func split(_ shards: GroupShards) -> [IntegerSum] {
    zip(shards.split(sums, 0), shards.split(counts, 0)).map { sums, counts in
      var part = IntegerSum(type, isAverage: isAverage)
      (part.sums, part.counts) = (sums, counts)
      return part
    }
  }
}

extension FloatSum {
  func split(_ shards: GroupShards) -> [FloatSum] {
    let (sums, errors, counts) = (shards.split(sums, 0), shards.split(errors, 0), shards.split(counts, 0))
    return sums.indices.map { shard in
      var part = FloatSum(isAverage: isAverage)
      (part.sums, part.errors, part.counts) = (sums[shard], errors[shard], counts[shard])
      return part
    }
  }
}

extension Extremum {
  fileprivate func split(_ shards: GroupShards) -> [Extremum] {
    shards.split(best, .null).map { best in
      var part = Extremum(type, isMaximum: isMaximum)
      part.best = best
      return part
    }
  }
}

extension EdgeValue {
  fileprivate func split(_ shards: GroupShards) -> [EdgeValue] {
    shards.split(values, nil).map { values in
      var part = EdgeValue(type, isLast: isLast)
      part.values = values
      return part
    }
  }
}

extension PairMoments {
  fileprivate func split(_ shards: GroupShards) -> [PairMoments] {
    shards.split(cells, Cell()).map { PairMoments(cells: $0) }
  }
}

extension WeightedMean {
  fileprivate func split(_ shards: GroupShards) -> [WeightedMean] {
    zip(products.split(shards), weights.split(shards)).map { WeightedMean(products: $0, weights: $1) }
  }
}

extension Moments {
  fileprivate func split(_ shards: GroupShards) -> [Moments] {
    let (counts, means, squares) = (shards.split(counts, 0), shards.split(means, 0), shards.split(squares, 0))
    return counts.indices.map { shard in
      var part = Moments(isVariance: isVariance)
      (part.counts, part.means, part.squares) = (counts[shard], means[shard], squares[shard])
      return part
    }
  }
}
