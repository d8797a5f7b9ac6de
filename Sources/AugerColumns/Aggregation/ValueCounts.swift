import AugerDiagnostics

/// The frequency of each value in each group, for the mode.
///
/// Counts are stored by chunk and merged at the end. The memory is proportional to the number of distinct values of
/// each group in each chunk.
package struct ValueCounts: Sendable {
  /// The distinct values of the groups of one chunk, one row for each value of each group.
  private struct Part: Sendable {
    /// The number here of the group of each row.
    var groups: [Int]
    let values: Column
    let counts: [Int64]

    var byteCount: Int { groups.count * 16 + values.byteCount }
  }

  private let type: DataType
  private var parts: [Part] = []

  init(_ type: DataType) { self.type = type }

  mutating func update(_ values: Column, _ grouping: Grouping) {
    var present: [Int32] = []
    present.reserveCapacity(values.count)
    values.forEachPresent { present.append(Int32(truncatingIfNeeded: $0)) }
    if present.isEmpty { return }
    let taken = present.count == values.count ? values : values.gathered(present)
    let groups = present.map { Int64(grouping.groups[Int($0)]) }
    let (pairs, counts) = Self.pairs(groups, taken, [Int64](repeating: 1, count: groups.count))
    parts.append(
      Part(
        groups: pairs.firstRows.map { Int(groups[Int($0)]) }, values: taken.gathered(pairs.firstRows), counts: counts))
  }

  /// Returns the distinct pairs of groups and values, and the sum of `counts` over the rows of each.
  private static func pairs(
    _ groups: [Int64], _ values: Column, _ counts: [Int64]
  ) -> (pairs: Grouping, counts: [Int64]) {
    let pairs = Grouping(keys: [Column(groups), values], rowCount: groups.count)
    var sums = [Int64](repeating: 0, count: pairs.count)
    for row in groups.indices { sums[Int(pairs.groups[row])] += counts[row] }
    return (pairs, sums)
  }

  mutating func merge(_ other: ValueCounts, _ mapping: [Int]) {
    for var part in other.parts {
      part.groups = part.groups.map { mapping[$0] }
      parts.append(part)
    }
  }

  package func split(_ shards: GroupShards) -> [ValueCounts] {
    var results = [ValueCounts](repeating: ValueCounts(type), count: GroupShards.count)
    for part in parts {
      var rows = [[Int32]](repeating: [], count: GroupShards.count)
      for (row, group) in part.groups.enumerated() {
        rows[Int(shards.shards[group])].append(Int32(truncatingIfNeeded: row))
      }
      for (shard, rows) in rows.enumerated() where !rows.isEmpty {
        results[shard].parts.append(
          Part(
            groups: rows.map { Int(shards.places[part.groups[Int($0)]]) }, values: part.values.gathered(rows),
            counts: rows.map { part.counts[Int($0)] }))
      }
    }
    return results
  }

  var byteCount: Int { parts.reduce(0) { $0 + $1.byteCount } }

  /// Returns the most frequent values. The least value wins a tie.
  func finish(_ count: Int) throws(AugerError) -> Column {
    var builder = ColumnBuilder(type)
    for part in parts { builder.append(contentsOf: part.values) }
    let values = builder.finish()
    let groups = parts.flatMap(\.groups)
    let (pairs, counts) = Self.pairs(groups.map { Int64($0) }, values, parts.flatMap(\.counts))
    /// The best pair of each group so far; −1 means none.
    var best = [Int](repeating: -1, count: count)
    func value(_ pair: Int) -> Scalar { values[Int(pairs.firstRows[pair])] }
    for pair in 0..<pairs.count {
      let group = groups[Int(pairs.firstRows[pair])]
      let held = best[group]
      let isBetter =
        held < 0 || counts[pair] > counts[held]
        || counts[pair] == counts[held] && Scalar.compare(value(pair), value(held)) < 0
      if isBetter { best[group] = pair }
    }
    return try Column(type, best.map { pair -> Scalar in pair < 0 ? .null : value(pair) })
  }
}
