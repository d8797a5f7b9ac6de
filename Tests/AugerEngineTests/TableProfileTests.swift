import AugerColumns
import AugerEngine
import AugerQuery
import Testing

@Suite struct TableProfileTests {
  private static let values: [(type: DataType, values: [Scalar])] = [
    (.int64, [.int(0), .int(-5), .int(.max), .int(.min), .int(7), .int(1)]),
    (.float64, [.float(0), .float(-0.0), .float(.nan), .float(-.infinity), .float(2.5), .float(-2.5), .float(1e300)]),
    (.string, [.string(""), .string("é"), .string("e\u{301}"), .string("a"), .string("ab"), .string("zz")]),
    (.bool, [.bool(true), .bool(false)]),
    (.date, (-2...2).map { .date(CivilDate(days: $0)) }),
    (.timestamp, [.timestamp(Timestamp(microseconds: -1)), .timestamp(Timestamp(microseconds: 1))]),
  ]

  private static func table(_ rows: Int) throws -> Table {
    let schema = Schema(values.enumerated().map { Field("f\($0)", $1.type) } + [Field("empty", .string)])
    var builder = TableBuilder(schema)
    var state: UInt64 = 7
    for _ in 0..<rows {
      let cells = values.map { _, values -> Scalar in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let pick = Int(state >> 33) % (values.count + 1)
        return pick == values.count ? .null : values[pick]
      }
      try builder.append(row: cells + [.null])
    }
    return builder.finish()
  }

  @Test(arguments: [0, 1, 40], [1, 4])
  func distinctCountsEqualSetCounts(rows: Int, workers: Int) throws {
    let table = try Self.table(rows)
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = 3
    let profile = try TableProfile(of: StoredTable("t", table), executor: executor)
    #expect(profile.rowCount == rows)
    for (column, found) in zip(table.columns, profile.columns) {
      let present = column.scalars.filter { !$0.isNull }
      let ordered = present.sorted { Scalar.compare($0, $1) < 0 }
      #expect(found.nullCount == rows - present.count)
      #expect(found.distinctCount == Set(present).count, "\(found.field)")
      #expect(found.minimum == ordered.first ?? .null, "\(found.field)")
      #expect(found.maximum == ordered.last ?? .null, "\(found.field)")
      #expect(found.samples == column.scalars.prefix(3).map { $0 })
    }
  }

  @Test func manyDistinctValuesAreCountedExactly() throws {
    let columns = [
      Column(.int64, .int64(Buffer((0..<20_000).map { Int64($0 % 15_000) << 40 }))),
      Column(.float64, .float64(Buffer((0..<20_000).map { Double($0 % 12_345) / 4 }))),
    ]
    let table = Table(Schema([Field("n", .int64), Field("x", .float64)]), columns)
    let profile = try TableProfile(of: StoredTable("t", table))
    #expect(profile.columns.map(\.distinctCount) == [15_000, 12_345])
    #expect(profile.columns[1].maximum == .float(3086))
  }
}
