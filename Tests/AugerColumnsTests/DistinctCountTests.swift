import AugerColumns
import TestSupport
import Testing

/// Distinct counts equal those of sets of scalars, for every internal numbering.
@Suite struct DistinctCountTests {
  /// Returns columns for every layout: dense and sparse values, few and many.
  private static func columns(_ count: Int, _ chance: inout Chance) throws -> [Column] {
    let kinds: [(DataType, (inout Chance) -> Scalar)] = [
      (.bool, { .bool($0.isOneIn(2)) }), (.int64, { .int(Int64($0.below(300)) - 100) }),
      (.int64, { .int(Int64(bitPattern: $0.next())) }), (.int64, { .int(Int64($0.below(40)) * 100_000_000) }),
      (.float64, { .float(Double($0.below(9)) / 4) }),
      (.float64, { .float(Double($0.below(9000)) / 100 - 20) }),
      (.float64, { .float($0.isOneIn(300) ? 1 / 3 : Double($0.below(700)) / 10) }),
      (
        .float64,
        { .float($0.isOneIn(300) ? [Double.nan, .infinity, 1e300, -0.0][$0.below(4)] : Double($0.below(70))) }
      ),
      (.float64, { .float($0.isOneIn(3) ? -0.0 : Double($0.below(1 << 40))) }),
      (.string, { .string("text \($0.below(400))") }), (.date, { .date(CivilDate(days: Int32($0.below(90_000)))) }),
      (.interval, { .interval(Interval(months: Int32($0.below(3)), days: Int32($0.below(3)))) }),
      (
        .decimal(precision: 38, scale: 2),
        { .decimal(Decimal128(unscaled: Int128($0.below(50)) << 70, scale: 2)) }
      ),
      (.decimal(precision: 9, scale: 2), { .decimal(Decimal128(unscaled: Int128($0.below(50_000)), scale: 2)) }),
      (.binary, { .binary([UInt8($0.below(5))]) }),
    ]
    return try kinds.map { type, make in
      try Column(type, (0..<count).map { _ in chance.isOneIn(7) ? .null : make(&chance) })
    }
  }

  private func expected(_ column: Column, _ groups: [Int64], _ count: Int) -> [Int64] {
    var sets = [Set<String>](repeating: [], count: count)
    for row in groups.indices where !column.isNull(row) {
      sets[Int(groups[row])].insert(column[row] == .float(0) ? "0" : column[row].description)
    }
    return sets.map { Int64($0.count) }
  }

  @Test(arguments: [1, 70, Inputs.count(2000)], [300, 2000])
  func everyNumberingGivesTheSameCount(groupCount: Int, chunk: Int) throws {
    let count = Inputs.areFew ? 400 : 2000
    var chance = Chance(seed: UInt64(groupCount * chunk))
    let groups = (0..<count).map { _ in Int64(chance.below(groupCount)) }
    let keys = Column(groups)
    for column in try Self.columns(count, &chance) {
      let expected = expected(column, groups, groupCount)
      var whole = Accumulator(.countDistinct, column.type)
      var shards = (0..<GroupShards.count).map { _ in Accumulator(.countDistinct, column.type) }
      var shardKeys = [[Int64]](repeating: [], count: GroupShards.count)
      for first in stride(from: 0, to: count, by: chunk) {
        let range = first..<min(count, first + chunk)
        let grouping = Grouping(keys: [keys[range]], rowCount: range.count)
        var part = Accumulator(.countDistinct, column.type)
        try part.update(column[range], grouping)
        let own = keys[range].gathered(grouping.firstRows)
        try whole.merge(part, own.scalars.map { Int($0.description) ?? 0 }, count: groupCount)
        let sharing = GroupShards(keys: [own], groupCount: own.count)
        for (shard, piece) in part.split(sharing).enumerated() {
          let mapping = sharing.groups[shard].map { group -> Int in
            guard case .int(let key) = own[Int(group)] else { return 0 }
            if let known = shardKeys[shard].firstIndex(of: key) { return known }
            shardKeys[shard].append(key)
            return shardKeys[shard].count - 1
          }
          try shards[shard].merge(piece, mapping, count: shardKeys[shard].count)
        }
      }
      #expect(try whole.finish(count: groupCount).scalars == expected.map(Scalar.int), "\(column.type)")
      var found = [Int64](repeating: 0, count: groupCount)
      for (shard, keys) in shardKeys.enumerated() {
        for (key, value) in zip(keys, try shards[shard].finish(count: keys.count).scalars) {
          if case .int(let number) = value { found[Int(key)] = number }
        }
      }
      #expect(found == expected, "\(column.type), in shards")
    }
  }

  /// Adding groups turns bitmaps into pairs, and then sparse integers into keys.
  @Test(arguments: [1, 3]) func incrementalGroupsGiveTheSameCount(rowsOfAPart: Int) throws {
    let groupCount = 400
    for step: Int64 in [1, 97, 375, 1_000_000] {
      var whole = Accumulator(.countDistinct, .int64)
      var known = 0
      for first in stride(from: 0, to: groupCount, by: rowsOfAPart) {
        let groups: [Int] = Array(first..<min(groupCount, first + rowsOfAPart))
        known = groups.count + first
        var part = Accumulator(.countDistinct, .int64)
        let values = Column(groups.map { Int64($0 * 7919 % groupCount) * step } as [Int64])
        try part.update(values, Grouping(keys: [Column(groups.map { Int64($0) })], rowCount: groups.count))
        try whole.merge(part, groups, count: known)
      }
      #expect(try whole.finish(count: groupCount).scalars == [Scalar](repeating: .int(1), count: groupCount), "\(step)")
    }
  }

  /// Parts can look up values in those of earlier parts. They are merged with these or with another accumulator.
  @Test(arguments: [1, 30, 200]) func partsWithKnownValuesGiveTheSameCount(groupCount: Int) throws {
    var chance = Chance(seed: UInt64(groupCount))
    var whole = Accumulator(.countDistinct, .float64)
    var elsewhere = Accumulator(.countDistinct, .float64)
    var known: KnownValues?
    var publications = 0
    var pairs: Set<[Int]> = []
    for part in 0..<12 {
      let rows = (0..<3000).map { _ in [chance.below(groupCount), chance.below(2000 * (1 + part / 4))] }
      pairs.formUnion(rows)
      let values = Column(rows.map { $0[1] % 11 == 3 ? nil : Double($0[1]) * 0.37 - 9 })
      var plain = Accumulator(.countDistinct, .float64, known: known)
      let groups = Array(0..<groupCount).map { Int64($0) }
      let keys = Column(groups + rows.map { Int64($0[0]) })
      let padded = Column([Double?](repeating: nil, count: groupCount) + values.scalars.map(\.doubleValue))
      try plain.update(padded, Grouping(keys: [keys], rowCount: keys.count))
      var dense = DenseAccumulator(.countDistinct, .float64, groups: groupCount, known: known)
      dense.add(values, BlockRows(numbers: rows.map { UInt16($0[0]) }, selection: nil))
      let order = (0..<groupCount).reversed().map { UInt16($0) }
      try whole.merge(plain, Array(0..<groupCount), count: groupCount)
      try whole.merge(dense.accumulator(of: order), order.map { Int($0) }, count: groupCount)
      try elsewhere.merge(plain, Array(0..<groupCount), count: groupCount)
      if let next = whole.publish() { (known, publications) = (next, publications + 1) }
    }
    var expected = [Int64](repeating: 0, count: groupCount)
    for pair in pairs where pair[1] % 11 != 3 { expected[pair[0]] += 1 }
    #expect(publications >= 2)
    #expect(try whole.finish(count: groupCount).scalars == expected.map(Scalar.int))
    #expect(try elsewhere.finish(count: groupCount).scalars == expected.map(Scalar.int))
  }

  @Test(arguments: [1, 70, 2000]) func numberedBlocksGiveTheSameCount(groupCount: Int) throws {
    let count = 2000
    var chance = Chance(seed: UInt64(groupCount))
    let numbers = (0..<count).map { _ in UInt16(chance.below(groupCount)) }
    let selection = Bitmap((0..<count).map { _ in !chance.isOneIn(3) })
    for column in try Self.columns(count, &chance) {
      #expect(DenseAccumulator.serves(.countDistinct, column.type))
      for bits in [nil, selection] {
        var dense = DenseAccumulator(.countDistinct, column.type, groups: groupCount)
        for first in stride(from: 0, to: count, by: 500) {
          let range = first..<min(count, first + 500)
          dense.add(column[range], BlockRows(numbers: Array(numbers[range]), selection: bits?[range]))
        }
        let order = (0..<groupCount).reversed().filter { $0 % 3 != 1 }.map { UInt16($0) }
        let found = try dense.accumulator(of: order).finish(count: order.count).scalars
        let rows = (0..<count).filter { bits?[$0] ?? true }
        let taken = column.gathered(rows.map { Int32($0) })
        let expected = expected(taken, rows.map { Int64(numbers[$0]) }, groupCount)
        #expect(found == order.map { Scalar.int(expected[Int($0)]) }, "\(column.type)")
        var present = [Bool](repeating: false, count: groupCount)
        dense.markPresent(&present)
        #expect(present == expected.map { $0 > 0 })
      }
    }
  }
}
