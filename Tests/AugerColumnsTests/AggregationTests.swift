import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

@Suite struct GroupingTests {
  private func expectSame(_ keys: [Column], sourceLocation: SourceLocation = #_sourceLocation) {
    let rows = keys[0].count
    let grouping = Grouping(keys: keys, rowCount: rows)
    var seen: [[Scalar]] = []
    for row in 0..<rows {
      let key = keys.map { $0[row] }
      if !seen.contains(key) { seen.append(key) }
      #expect(seen.firstIndex(of: key) == Int(grouping.groups[row]), sourceLocation: sourceLocation)
    }
    #expect(grouping.firstRows.map { row in keys.map { $0[Int(row)] } } == seen, sourceLocation: sourceLocation)
  }

  @Test func codesBoolsAndSmallRangesIndexDirectly() {
    expectSame([
      Column(["a", nil, "b", "a", "b", nil] as [String?]), Column([true, false, true, true, false, false]),
      Column([-5, -5, -4, -5, nil, -5] as [Int64?]),
    ])
  }

  @Test func wideRangesAndFloatsAreHashed() {
    expectSame([Column([.min, .max, 0, .min, nil, .max] as [Int64?])])
    expectSame([Column([0.0, -0.0, .nan, -.nan, nil, 1.5] as [Double?]), Column(["a", "a", "b", "b", "c", "a"])])
  }

  @Test func timesIntervalsAndBytesAreTheirOwnKeys() {
    let days = [1, 1, 2, 1, 2, 1].map { Interval(days: $0) }
    expectSame([Column([1, 1, 2, 1, 2, 5].map { TimeOfDay(microseconds: $0 * 1000) }), Column(days)])
    expectSame([Column([Interval(months: 1), Interval(days: 30), Interval(months: 1)])])
    expectSame([Column([[1], [1, 0], [], [1], [0], []] as [[UInt8]]), Column([1, 2, 3, 1, 2, 3] as [Int64])])
  }

  @Test func dictionariesTooLargeForATableAreHashed() {
    let rows = 4000
    expectSame(
      [
        Column((0..<rows).map { "k\($0 % 1300)" }), Column((0..<rows).map { Int64($0 % 900) }),
      ].map { $0[0..<600] })
  }

  @Test func withoutKeysAllRowsAreOneGroup() {
    #expect(Grouping(keys: [], rowCount: 5).count == 1)
    #expect(Grouping(keys: [], rowCount: 0).count == 0)
  }
}

@Suite struct AccumulatorTests {
  private func result(
    _ function: Accumulator.Function, _ values: Column, groups: [Int64], chunk: Int
  ) throws -> [Scalar] {
    var total = Accumulator(function, values.type)
    var keys: [Int64] = []
    for start in stride(from: 0, to: groups.count, by: chunk) {
      let range = start..<min(groups.count, start + chunk)
      let grouping = Grouping(keys: [Column(Array(groups[range]))], rowCount: range.count)
      var part = Accumulator(function, values.type)
      try part.update(values[range], grouping)
      let mapping = grouping.firstRows.map { row in
        let key = groups[start + Int(row)]
        if let known = keys.firstIndex(of: key) { return known }
        keys.append(key)
        return keys.count - 1
      }
      try total.merge(part, mapping, count: keys.count)
    }
    return try total.finish(count: keys.count).scalars
  }

  @Test(arguments: [1, 2, 3, 100]) func everyAggregateOfIntegers(_ chunk: Int) throws {
    let values = Column([5, nil, 1, 4, 4, nil, 9] as [Int64?])
    let groups: [Int64] = [1, 1, 2, 1, 2, 3, 1]
    func of(_ function: Accumulator.Function) throws -> [Scalar] {
      try result(function, values, groups: groups, chunk: chunk)
    }
    #expect(try of(.count) == [.int(3), .int(2), .int(0)])
    #expect(try of(.countDistinct) == [.int(3), .int(2), .int(0)])
    #expect(try of(.sum) == [.int(18), .int(5), .null])
    #expect(try of(.average) == [.float(6), .float(2.5), .null])
    #expect(try of(.minimum) == [.int(4), .int(1), .null])
    #expect(try of(.maximum) == [.int(9), .int(4), .null])
    #expect(try of(.median) == [.float(5), .float(2.5), .null])
    #expect(try of(.first) == [.int(5), .int(1), .null])
    #expect(try of(.last) == [.int(9), .int(4), .null])
    let deviations = try of(.standardDeviation)
    #expect(abs((deviations[0].doubleValue ?? 0) - 7.0.squareRoot()) < 1e-12)
    #expect(deviations[2] == .null)
  }

  @Test func extremaOfStringsFollowBytesAndDistinctCountsSpanDictionaries() throws {
    let values = Column(["b", "Z", "\u{E9}", "b", nil, "a"] as [String?])
    let groups: [Int64] = [0, 0, 0, 0, 0, 0]
    #expect(try result(.minimum, values, groups: groups, chunk: 2) == [.string("Z")])
    #expect(try result(.maximum, values, groups: groups, chunk: 2) == [.string("\u{E9}")])
    #expect(try result(.countDistinct, values, groups: groups, chunk: 2) == [.int(4)])
  }

  @Test(arguments: [1, 2, 100]) func timesIntervalsAndBytesAreAggregated(_ chunk: Int) throws {
    let groups: [Int64] = [0, 0, 0, 0]
    func all(_ values: Column) throws -> [String] {
      try [Accumulator.Function.count, .countDistinct, .minimum, .maximum, .first, .last].map {
        try result($0, values, groups: groups, chunk: chunk)[0].description
      }
    }
    let times = Column([3, 1, 3, 2].map { TimeOfDay(microseconds: $0 * 1_000_000) })
    #expect(try all(times) == ["4", "3", "00:00:01", "00:00:03", "00:00:03", "00:00:02"])
    let intervals = Column([Interval(months: 1), Interval(days: 30), Interval(months: 1), Interval(days: 31)])
    #expect(try all(intervals) == ["4", "3", "P30D", "P31D", "P1M", "P31D"])
    let bytes = try Column(.binary, [.binary([2]), .binary([1, 0]), .binary([2]), .null])
    #expect(try all(bytes) == ["3", "2", "\\x0100", "\\x02", "\\x02", ""])
  }

  @Test func integerSumsReportOverflowAtTheEnd() throws {
    let values = Column([.max, .max, -.max] as [Int64])
    #expect(try result(.sum, values, groups: [0, 0, 0], chunk: 1) == [.int(.max)])
    #expect(throws: AugerError.self) { try result(.sum, values, groups: [0, 0, 1], chunk: 1) }
  }

  @Test func sumsOfDecimalsAreExact() throws {
    let values = try Column(
      .decimal(precision: 10, scale: 2), (0..<1000).map { _ in .decimal(Decimal128(unscaled: 10, scale: 2)) })
    let sums = try result(.sum, values, groups: [Int64](repeating: 0, count: 1000), chunk: 7)
    #expect(sums.map(\.description) == ["100.00"])
  }
}

@Suite struct FloatSumTests {
  private func sum(_ values: [Double], parts: Int) throws -> Double? {
    var total = Accumulator(.sum, .float64)
    let size = (values.count + parts - 1) / parts
    for start in stride(from: 0, to: values.count, by: size) {
      let part = Array(values[start..<min(values.count, start + size)])
      var accumulator = Accumulator(.sum, .float64)
      try accumulator.update(Column(part), Grouping(keys: [], rowCount: part.count))
      try total.merge(accumulator, [0], count: 1)
    }
    return try total.finish(count: 1)[0].doubleValue
  }

  @Test func sumsOfCentsAreExact() throws {
    let cents = (0..<10_000).map { Double($0 % 977) / 100 }
    let exact = Double((0..<10_000).reduce(0) { $0 + $1 % 977 }) / 100
    for parts in [1, 3, 100] { #expect(try sum(cents, parts: parts) == exact) }
  }

  @Test func tooLargeSumsAreInfiniteAndNaNStaysNaN() throws {
    #expect(try sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude], parts: 1) == .infinity)
    #expect(try sum([.infinity, 1], parts: 2) == .infinity)
    #expect(try sum([.infinity, -.infinity], parts: 1)?.isNaN == true)
    #expect(try sum([1, .nan, 2], parts: 1)?.isNaN == true)
  }
}

@Suite struct SortOrderTests {
  @Test func nullsComeFirstAscendingAndLastDescending() {
    let column = Column([2.5, nil, .nan, -1, 2.5, -.infinity] as [Double?])
    #expect(SortOrder.rows(by: [SortOrder(column)], rowCount: 6) == [1, 5, 3, 0, 4, 2])
    #expect(SortOrder.rows(by: [SortOrder(column, isDescending: true)], rowCount: 6) == [2, 0, 4, 3, 5, 1])
  }

  @Test func laterColumnsBreakTies() {
    let names = Column(["b", "a", "b", "a"])
    let numbers = Column([1, 2, 0, 3] as [Int64])
    let rows = SortOrder.rows(by: [SortOrder(names), SortOrder(numbers, isDescending: true)], rowCount: 4)
    #expect(rows == [3, 1, 0, 2])
  }

  /// Sort keys of one word, longer keys, few or many rows, all rows or the first: the order is always that of the rows.
  @Test(arguments: [0, 1, 5, 300, Inputs.count(5000)]) func everySortMethodGivesTheSameOrder(count: Int) {
    var chance = Chance(seed: UInt64(count))
    let numbers = Column((0..<count).map { _ in chance.isOneIn(9) ? nil : Int64(chance.below(40)) - 20 } as [Int64?])
    let wide = Column((0..<count).map { _ in chance.isOneIn(5) ? nil : Int64(bitPattern: chance.next()) } as [Int64?])
    let texts = Column((0..<count).map { _ in chance.isOneIn(9) ? nil : "prefix 1\(chance.below(30))" } as [String?])
    func precedes(_ a: Scalar, _ b: Scalar, _ isDescending: Bool) -> Bool? {
      if a == b { return nil }
      if a == .null || b == .null { return (a == .null) != isDescending }
      return Scalar.precedes(a, b) != isDescending
    }
    for columns in [[numbers], [texts], [wide], [texts, numbers], [numbers, wide], [wide, texts]] {
      for isDescending in [false, true] {
        let orders = columns.map { SortOrder($0, isDescending: isDescending) }
        let scalars = columns.map(\.scalars)
        let expected = (0..<count).sorted { a, b in
          for values in scalars { if let first = precedes(values[a], values[b], isDescending) { return first } }
          return a < b
        }.map { Int32($0) }
        #expect(SortOrder.rows(by: orders, rowCount: count) == expected)
        for limit in [0, 1, count / 3, count - 1, count + 1] where limit >= 0 {
          #expect(SortOrder.rows(by: orders, rowCount: count, limit: limit) == Array(expected.prefix(limit)))
        }
      }
    }
  }

  @Test func sortingStopsAtACheckpoint() {
    struct Stop: Error {}
    var chance = Chance(seed: 1)
    let wide = Column((0..<50_000).map { _ in Int64(bitPattern: chance.next()) })
    let texts = Column((0..<50_000).map { _ in "\(chance.next())" })
    for column in [wide, texts] {
      for isTwice in [false, true] {
        let orders = isTwice ? [SortOrder(column), SortOrder(wide)] : [SortOrder(column)]
        var calls = 0
        _ = SortOrder.rows(by: orders, rowCount: column.count, limit: nil) { calls += 1 }
        #expect(calls > 1)
        for last in stride(from: 1, through: calls, by: Inputs.areFew ? max(1, calls / 4) : 1) {
          var left = last
          #expect(throws: Stop.self) {
            try SortOrder.rows(by: orders, rowCount: column.count, limit: nil) {
              left -= 1
              if left == 0 { throw Stop() }
            }
          }
        }
      }
    }
  }
}

@Suite struct ManyKeysTests {
  /// Every column of a key can be null, for any number of columns.
  @Test func hundredKeyColumnsAreSupported() {
    let columns = (0..<100).map { index in Column([1, index == 70 ? nil : 1, index == 99 ? 2 : 1, 1] as [Int64?]) }
    let grouping = Grouping(keys: columns, rowCount: 4)
    #expect(grouping.count == 3)
  }
}
