import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

/// Dense aggregation by group number, and group numbering.
@Suite struct DenseAggregationTests {
  /// Returns the aggregates of groups 0 to `groups` − 1, added in blocks of the given size.
  private func dense(
    _ function: Accumulator.Function, _ values: Column, _ numbers: [UInt16], groups: Int, block: Int = 5000,
    selection: Bitmap? = nil
  ) throws -> [Scalar] {
    var table = DenseAccumulator(function, values.type, groups: groups)
    for first in stride(from: 0, to: numbers.count, by: block) {
      let range = first..<min(first + block, numbers.count)
      table.add(values[range], BlockRows(numbers: Array(numbers[range]), selection: selection?[range]))
    }
    var total = Accumulator(function, values.type)
    try total.merge(table.accumulator(of: Array(0..<UInt16(groups))), Array(0..<groups), count: groups)
    return try total.finish(count: groups).scalars
  }

  @Test(arguments: [1, 7, 300, 1500, 40_000]) func floatSumsAreExactForAnyNumberOfGroups(_ groups: Int) throws {
    var sums = [Int64](repeating: 0, count: groups)
    var state: UInt64 = 7
    var numbers: [UInt16] = []
    var values: [Double] = []
    for _ in 0..<12_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let group = Int(state >> 33) % groups
      let value = Int64(state >> 40) % 2_000_001 - 1_000_000
      sums[group] += value
      numbers.append(UInt16(group))
      values.append(Double(value) / 1024)
    }
    let result = try dense(.sum, Column(values), numbers, groups: groups)
    let present = Set(numbers)
    let wrong = (0..<groups).filter { group in
      result[group] != (present.contains(UInt16(group)) ? .float(Double(sums[group]) / 1024) : .null)
    }
    #expect(wrong.isEmpty)
  }

  @Test func floatExtremesEqualThoseOfTheRows() throws {
    let odd = [-0.0, 0, .nan, -.nan, .infinity, -.infinity, 0x1p-1074, -0x1p-1074, 1e300, -1e300]
    var chance = Chance(seed: 11)
    for round in 0..<20 {
      let values = (0..<400).map { _ -> Double? in
        chance.isOneIn(6) ? nil : chance.isOneIn(3) ? odd[chance.below(odd.count)] : Double(chance.below(90)) - 40
      }
      let numbers = values.map { _ in UInt16(chance.below(9 + round)) }
      let selection = Bitmap(values.map { _ in !chance.isOneIn(4) })
      let (column, groups) = (Column(values), 9 + round)
      for function in [Accumulator.Function.minimum, .maximum] {
        let extremes = try dense(function, column, numbers, groups: groups, block: 90, selection: selection)
        var plain = Accumulator(function, .float64)
        let taken = values.indices.filter { selection[$0] }.map { Int32($0) }
        let grouping = Grouping(keys: [Column(taken.map { Int64(numbers[Int($0)]) })], rowCount: taken.count)
        try plain.update(column.gathered(taken), grouping)
        let expected = try plain.finish(count: grouping.count)
        for (index, row) in grouping.firstRows.enumerated() {
          let found = extremes[Int(numbers[Int(taken[Int(row)])])]
          // All bits are equal, including the sign of zero.
          #expect(found.description == expected[index].description && found == expected[index])
        }
      }
    }
  }

  @Test func sumsOfCentsAreExact() throws {
    let values = (1...9000).map { Double($0 % 1000) + 0.1 }
    let numbers = values.indices.map { UInt16($0 % 3) }
    let result = try dense(.sum, Column(values), numbers, groups: 3)
    for group in 0..<3 {
      let tenths = values.indices.filter { $0 % 3 == group }.reduce(0) { $0 + ($1 + 1) % 1000 * 10 + 1 }
      #expect(result[group] == .float(Double(tenths) / 10))
    }
  }

  @Test func sumsDoNotDependOnOrderOrBlockSize() throws {
    var state: UInt64 = 3
    let values = (0..<20_000).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int64(bitPattern: state)) * 0x1p-50
    }
    let numbers = values.indices.map { UInt16($0 % 5) }
    let once = try dense(.sum, Column(values), numbers, groups: 5)
    #expect(try dense(.sum, Column(values), numbers, groups: 5, block: 333) == once)
    let reversed = try dense(.sum, Column(values.reversed()), numbers.reversed(), groups: 5)
    for (a, b) in zip(reversed, once) {
      guard case (.float(let x), .float(let y)) = (a, b) else { throw NotAFloat() }
      #expect(abs(x - y) <= x.ulp)
    }
  }

  private struct NotAFloat: Error {}

  @Test func distantMagnitudesUseTwoSums() throws {
    let values = [1e300, 1, -1e300, 1e-300, 0x1p-1074, -0.0, 2]
    let numbers: [UInt16] = [0, 0, 0, 1, 2, 3, 0]
    #expect(try dense(.sum, Column(values), numbers, groups: 4, block: 2)[0] == .float(3))
    #expect(
      try dense(.sum, Column(values), numbers, groups: 4).suffix(3) == [.float(1e-300), .float(0x1p-1074), .float(0)])
  }

  @Test func smallestNumbersCountNextToOrdinaryOnes() throws {
    let values = [Double](repeating: 2, count: 4096) + [0x1p-1074, 3, 0x1p-1060]
    let numbers = [UInt16](repeating: 0, count: 4096) + [1, 0, 2]
    let result = try dense(.sum, Column(values), numbers, groups: 3)
    #expect(result == [.float(8195), .float(0x1p-1074), .float(0x1p-1060)])
  }

  @Test func nanAffectsOnlyItsGroup() throws {
    let values = [1.5, .infinity, 2, .nan, -.infinity, 0.25, .greatestFiniteMagnitude, .greatestFiniteMagnitude]
    let numbers: [UInt16] = [0, 1, 0, 2, 3, 0, 4, 4]
    let result = try dense(.sum, Column(values), numbers, groups: 5)
    #expect(result == [.float(3.75), .float(.infinity), .float(.nan), .float(-.infinity), .float(.infinity)])
  }

  @Test func growingScaleIsExact() throws {
    // The values of each block are a thousand times those of the previous one.
    var values: [Double] = []
    for power in 0..<6 { values += (0..<4096).map { Double($0 % 7 + 1) * [1, 1e3, 1e6, 1e9, 1e12, 1e15][power] } }
    let whole = values.reduce(Int128(0)) { $0 + Int128(clamping: $1) }
    let numbers = [UInt16](repeating: 0, count: values.count)
    #expect(try dense(.sum, Column(values), numbers, groups: 1) == [.float(Double(whole))])
    #expect(try dense(.sum, Column(values.reversed()), numbers, groups: 1) == [.float(Double(whole))])
  }

  @Test(arguments: [Accumulator.Function.minimum, .maximum])
  func extremesEqualThoseOfRowsInOrder(_ function: Accumulator.Function) throws {
    let integers: [Int64?] = [.max, 3, nil, .min, 3, -7, nil, 0, .max, .min, 12, 5]
    let days = integers.map { $0.map { Scalar.date(CivilDate(days: Int32(clamping: $0))) } ?? .null }
    let columns = [
      Column(integers), try Column(.date, days),
      try Column(.timestamp(zone: nil), integers.map { $0.map { .timestamp(Timestamp(microseconds: $0)) } ?? .null }),
      try Column(
        .time, integers.map { $0.map { .time(TimeOfDay(microseconds: Int64($0.magnitude % 100))) } ?? .null }),
      try Column(
        .decimal(precision: 9, scale: 2),
        integers.map { $0.map { .decimal(Decimal128(unscaled: Int128($0 % 1000), scale: 2)) } ?? .null }),
    ]
    let numbers: [UInt16] = [0, 1, 2, 3, 1, 1, 1, 4, 4, 4, 3, 0]
    let selection = Bitmap(integers.indices.map { $0 != 3 && $0 != 8 })
    for column in columns {
      #expect(DenseAccumulator.serves(function, column.type))
      for bits in [nil, selection] {
        let rows = numbers.indices.filter { bits?[$0] ?? true }.map { Int32($0) }
        let keys = Column((0..<6).map { Int64($0) } + rows.map { Int64(numbers[Int($0)]) })
        let values = try Column(column.type, [Scalar](repeating: .null, count: 6) + column.gathered(rows).scalars)
        var plain = Accumulator(function, column.type)
        try plain.update(values, Grouping(keys: [keys], rowCount: keys.count))
        let expected = try plain.finish(count: 6).scalars
        #expect(
          try dense(function, column, numbers, groups: 6, block: 5, selection: bits) == expected, "\(column.type)")
      }
    }
  }

  @Test func nullsAndUnselectedRowsAreSkipped() throws {
    let values = Column(
      .float64, .float64(Buffer([1, .nan, 3, 4, .infinity, 6])),
      validity: Bitmap([true, false, true, true, true, true]))
    let selection = Bitmap([true, true, true, false, false, true])
    let numbers: [UInt16] = [0, 1, 0, 1, 0, 0]
    #expect(try dense(.sum, values, numbers, groups: 2, selection: selection) == [.float(10), .null])
    #expect(
      try dense(.average, values, numbers, groups: 2, block: 4, selection: selection) == [.float(10.0 / 3), .null])
    #expect(try dense(.count, values, numbers, groups: 2, selection: selection) == [.int(3), .int(0)])
  }

  @Test func largeIntegersAreSummedIn128Bits() throws {
    let values = Column([Int64.max, Int64.min, 5, -7, 1 << 46, -(1 << 46)])
    let numbers: [UInt16] = [0, 0, 1, 1, 2, 2]
    #expect(try dense(.sum, values, numbers, groups: 3) == [.int(-1), .int(-2), .int(0)])
    #expect(try dense(.sum, values, numbers, groups: 3, block: 1) == [.int(-1), .int(-2), .int(0)])
    let error = #expect(throws: AugerError.self) {
      try dense(.sum, Column([Int64.max, 1]), [0, 0], groups: 1)
    }
    #expect(error?.code == .sumOverflow)
  }

  @Test func numbersMapBackToKeys() throws {
    let texts = ["b", "a", "c", "a", "b", "c"]
    let few = Column(texts)
    let dictionary = StringDictionary((0..<70_000).map { "entry \($0)" })
    let wide = Column(.string, .string(.uint32(Buffer([69_999, 3, 3, 70, 0, 69_999])), dictionary))
    let middle = Column(
      .string, .string(.uint16(Buffer([299, 0, 7, 7, 299, 1])), StringDictionary((0..<300).map { "m\($0)" })),
      validity: Bitmap([true, true, false, true, true, true]))
    let days = try Column(
      .date, [-800, -1, 3, 0, 3, -800].map { .date(CivilDate(days: $0)) })
    let ints = try Column(.int64, [.int(-5), .null, .int(7), .int(0), .null, .int(-5)])
    let flags = try Column(.bool, [.bool(true), .null, .bool(false), .bool(true), .bool(true), .null])
    for columns in [[few, ints], [flags, middle, few], [days, flags], [ints], [wide], [few, flags, days], []] {
      let bases = columns.compactMap { column in
        ValueDomain(column, limit: 1 << 16).map { (domain: $0, keys: [Column]?.none) }
      }
      // The number of entries exceeds the limit of a layout.
      guard bases.count == columns.count else {
        #expect(columns.count == 1 && ValueDomain(wide, limit: 1 << 16) == nil)
        continue
      }
      let layout = try #require(KeyLayout(bases))
      let numbers = layout.numbers(columns, rowCount: 6)
      #expect(numbers.allSatisfy { $0 < layout.combinations })
      let keys = layout.keys(of: numbers)
      for (column, key) in zip(columns, keys) { #expect(key[0].scalars == column.scalars) }
    }
  }

  @Test func domainGrowsForLaterValues() throws {
    let early = try #require(ValueDomain(Column([Int64(5), 9]), limit: 100))
    let late = try #require(ValueDomain(Column([Int64(-3), 6]), limit: 100))
    #expect(!early.covers(late))
    let both = early.united(with: late, limit: 100)
    #expect(both.covers(early) && both.covers(late) && both.count == 14)
    #expect(ValueDomain(Column([Int64.min, Int64.max]), limit: 100) == nil)
    let far = try #require(ValueDomain(Column([Int64.max]), limit: 100))
    let opposite = try #require(ValueDomain(Column([Int64.min]), limit: 100))
    #expect(!opposite.covers(far) && far.column.scalars == [.null, .int(.max)])
    #expect(!early.united(with: far, limit: 100).covers(far))
  }
}
