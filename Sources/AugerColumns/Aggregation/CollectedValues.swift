import AugerDiagnostics

/// All values of each group, for exact medians, quartiles and box plot whiskers. The median of an even number of
/// values is the mean of the two middle values. Quartiles are interpolated.
///
/// Values are stored by chunk, and within a chunk by group. Merging chunks moves no values.
package struct CollectedValues: Sendable {
  /// The values of one chunk as integers with the order of the floats.
  private struct Part: Sendable {
    /// The number here of each of the part's groups.
    var groups: [Int]
    /// The start of each group's values, followed by the end of the last.
    let starts: [Int]
    let values: [UInt64]

    func range(_ index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }
  }

  /// The requested value: the median, a quantile from 0 to 1, or a whisker. A whisker is the outermost value within
  /// 1.5 interquartile ranges of the quartile.
  package enum Quantile: Sendable { case middle, at(Double), lowerWhisker, upperWhisker }

  private let type: DataType
  private let quantile: Quantile
  private var parts: [Part] = []

  init(_ type: DataType, _ quantile: Quantile = .middle) {
    self.type = type
    self.quantile = quantile
  }

  mutating func update(_ values: Column, _ grouping: Grouping) {
    if case .float64(let buffer) = values.values {
      update(buffer.span, values, grouping)
    } else {
      update(values.doubles.span, values, grouping)
    }
  }

  private mutating func update(_ numbers: Span<Double>, _ values: Column, _ grouping: Grouping) {
    let groups = grouping.groups.span
    var starts = [Int](repeating: 0, count: grouping.count + 1)
    var own = starts.mutableSpan
    values.forEachPresent { own[Int(groups[$0]) + 1] += 1 }
    for group in 0..<grouping.count { starts[group + 1] += starts[group] }
    var next = starts
    var sorted = [UInt64](repeating: 0, count: starts[grouping.count])
    var places = next.mutableSpan
    var words = sorted.mutableSpan
    values.forEachPresent { row in
      let group = Int(groups[row])
      words[places[group]] = Extremum.ascending(numbers[row])
      places[group] += 1
    }
    parts.append(Part(groups: Array(0..<grouping.count), starts: starts, values: sorted))
  }

  mutating func merge(_ other: CollectedValues, _ mapping: [Int], _ count: Int) {
    for var part in other.parts {
      part.groups = part.groups.map { mapping[$0] }
      parts.append(part)
    }
  }

  func split(_ shards: GroupShards) -> [CollectedValues] {
    var results = [CollectedValues](repeating: CollectedValues(type, quantile), count: GroupShards.count)
    for part in parts {
      var indices = [[Int]](repeating: [], count: GroupShards.count)
      for (index, group) in part.groups.enumerated() { indices[Int(shards.shards[group])].append(index) }
      for (shard, indices) in indices.enumerated() where !indices.isEmpty {
        var starts = [0]
        var values: [UInt64] = []
        for index in indices {
          values += part.values[part.range(index)]
          starts.append(values.count)
        }
        let groups = indices.map { Int(shards.places[part.groups[$0]]) }
        results[shard].parts.append(Part(groups: groups, starts: starts, values: values))
      }
    }
    return results
  }

  var byteCount: Int { parts.reduce(0) { $0 + ($1.values.count + $1.groups.count + $1.starts.count) * 8 } }

  /// Returns the results. `spread` computes several groups in parallel.
  func finish(_ count: Int, _ spread: Accumulator.Spread?) -> Column {
    var found = [[(part: Int, index: Int)]](repeating: [], count: count)
    var total = 0
    for (number, part) in parts.enumerated() {
      total += part.values.count
      for (index, group) in part.groups.enumerated() where !part.range(index).isEmpty {
        found[group].append((number, index))
      }
    }
    let compute = { @Sendable [found] (group: Int) -> Double? in
      let values = GroupValues(
        found[group].map { parts[$0.part].values[parts[$0.part].range($0.index)] })
      return switch quantile {
      case .middle: Self.median(values)
      case .at(let part): Self.value(at: part, of: values)
      case .lowerWhisker: Self.whisker(values, isUpper: false)
      case .upperWhisker: Self.whisker(values, isUpper: true)
      }
    }
    if let spread, count > 1, total >= Self.fewestSpread { return Column(spread(count, compute)) }
    return Column((0..<count).map(compute))
  }

  /// The number of values below which another thread does not pay off.
  private static let fewestSpread = 1 << 17

  /// The values of one group in their original storage, chunk by chunk.
  private struct GroupValues {
    let slices: [ArraySlice<UInt64>]
    let count: Int

    init(_ slices: [ArraySlice<UInt64>]) {
      self.slices = slices
      count = slices.reduce(0) { $0 + $1.count }
    }

    var isEmpty: Bool { count == 0 }

    @inline(__always)
    func forEach(_ body: (UInt64) -> Void) {
      for slice in slices {
        let span = slice.span
        for index in span.indices { body(span[index]) }
      }
    }
  }

  private static func median(_ values: GroupValues) -> Double? {
    guard !values.isEmpty else { return nil }
    let isEven = values.count % 2 == 0
    let (lower, upper) = neighbors(ofRank: (values.count - 1) / 2, in: values)
    return isEven ? middle(Self.float(lower), Self.float(upper)) : Self.float(lower)
  }

  /// Returns a quantile like numpy's `quantile`: linear interpolation between the neighbors of a position between
  /// first and last.
  private static func value(at part: Double, of values: GroupValues) -> Double? {
    guard !values.isEmpty else { return nil }
    // Exact for quarters.
    let place = Double(values.count - 1) * part
    let rank = min(Int(clamping: place), values.count - 1)
    let (lower, upper) = neighbors(ofRank: rank, in: values)
    let rest = place - Double(rank)
    let (a, b) = (float(lower), float(upper))
    if rest == 0 { return a }
    let distance = b - a
    guard distance.isFinite else { return a * (1 - rest) + b * rest }
    return rest < 0.5 ? a + distance * rest : b - distance * (1 - rest)
  }

  /// Returns a whisker like matplotlib's `boxplot_stats`: the quartile itself if no value lies between it and the
  /// fence.
  private static func whisker(_ values: GroupValues, isUpper: Bool) -> Double? {
    guard let lower = value(at: 0.25, of: values), let upper = value(at: 0.75, of: values) else { return nil }
    let reach = 1.5 * (upper - lower)
    let edge = isUpper ? upper : lower
    var end: Double?
    values.forEach { value in
      let number = float(value)
      guard isUpper ? number <= upper + reach : number >= lower - reach else { return }
      end = end.map { isUpper ? max($0, number) : min($0, number) } ?? number
    }
    guard let end, isUpper ? end >= edge : end <= edge else { return edge }
    return end
  }

  /// Returns the mean of two numbers, rounded once. Halves that are too small for a float are added before halving.
  package static func middle(_ a: Double, _ b: Double) -> Double {
    let sum = a + b
    return sum.isFinite ? sum / 2 : a / 2 + b / 2
  }

  /// Returns the values at an index and at the next one in sorted order, NaN last. Most values are never moved, so
  /// the time is linear.
  private static func neighbors(ofRank rank: Int, in values: GroupValues) -> (UInt64, UInt64) {
    var candidates: [UInt64] = []
    var rank = rank
    // The least value above the remaining candidates.
    var beyond = UInt64.max
    guard values.count > fewest else {
      values.forEach { candidates.append($0) }
      return picked(rank, &candidates, beyond)
    }
    // Sixteen bits at a time, highest first: only one bucket remains.
    candidates = bucket(of: &rank, shift: 48, &beyond) { values.forEach($0) }
    for shift in [32, 16, 0] as [UInt64] where candidates.count > fewest {
      candidates = bucket(of: &rank, shift: shift, &beyond) { candidates.forEach($0) }
    }
    return picked(rank, &candidates, beyond)
  }

  /// The number of values up to which they are sorted.
  private static let fewest = 1 << 14

  private static func picked(_ rank: Int, _ candidates: inout [UInt64], _ beyond: UInt64) -> (UInt64, UInt64) {
    candidates.sort()
    return (candidates[rank], rank + 1 < candidates.count ? candidates[rank + 1] : beyond)
  }

  /// Returns the values that share sixteen bits with the value of a rank, which becomes its rank among them.
  @inline(__always)
  private static func bucket(
    of rank: inout Int, shift: UInt64, _ beyond: inout UInt64, _ forEach: (_ body: (UInt64) -> Void) -> Void
  ) -> [UInt64] {
    var counts = [Int](repeating: 0, count: 1 << 16)
    forEach { counts[Int(truncatingIfNeeded: $0 >> shift & 0xFFFF)] += 1 }
    var bucket = 0
    while rank >= counts[bucket] {
      rank -= counts[bucket]
      bucket += 1
    }
    let wanted = UInt64(truncatingIfNeeded: bucket)
    var kept: [UInt64] = []
    kept.reserveCapacity(counts[bucket])
    var least = beyond
    forEach { value in
      let own = value >> shift & 0xFFFF
      if own == wanted { kept.append(value) } else if own > wanted { least = min(least, value) }
    }
    beyond = least
    return kept
  }

  private static func float(_ ascending: UInt64) -> Double {
    DenseExtremes.float(Int64(bitPattern: ascending ^ 1 << 63))
  }
}
