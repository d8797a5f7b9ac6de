import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import TestSupport
import Testing

/// Groups of a stored table, numbered by combinations of their keys, equal the groups found by hashing, which is used
/// for rows from a file.
@Suite struct WideGroupsTests {
  /// A table that can only be scanned.
  private struct Streamed: ScannableTable {
    let stored: StoredTable
    var name: String { stored.name }
    func schema(_ control: RunControl) -> Schema { stored.schema(control) }
    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary { try stored.scan(request, control, body: body) }
  }

  private static let table = Result { try made(rows: 500_000) }

  private static func made(rows count: Int) throws -> StoredTable {
    var chance = Chance(seed: 1)
    func column(_ type: DataType, nulls: Int, _ value: (inout Chance) -> Scalar) throws -> Column {
      try Column(type, (0..<count).map { _ in chance.isOneIn(nulls) ? .null : value(&chance) })
    }
    return StoredTable(
      "t",
      Table([
        ("text", try column(.string, nulls: 50) { .string("t\($0.below(90))") }),
        ("day", try column(.date, nulls: 90) { .date(CivilDate(days: Int32(17_000 + $0.below(1100)))) }),
        ("n", try column(.int64, nulls: 70) { .int(Int64($0.below(900)) - 450) }),
        ("flag", try column(.bool, nulls: 30) { .bool($0.isOneIn(2)) }),
        ("value", try column(.float64, nulls: 40) { .float(Double($0.below(2_000_001) - 1_000_000) / 8) }),
        (
          "price",
          try column(.decimal(precision: 9, scale: 2), nulls: 40) {
            .decimal(Decimal128(unscaled: Int128($0.below(100_000) - 50_000), scale: 2))
          }
        ),
      ]))
  }

  @Test(arguments: [
    (["text", "n"], true), (["n", "text", "flag"], true), (["day", "text"], true), (["flag", "n", "text"], true),
    // A dense layout has room for years. Floats and combinations of distant keys are hashed.
    (["year(day)", "text"], false), (["value", "n"], false), (["year(day)", "n", "month(day)", "text"], false),
    (["year(day)", "month(day)", "n", "flag"], true), (["n", "day", "text"], false),
  ])
  func numberedAndHashedGroupsAreEqual(keys: [String], isWide: Bool) throws {
    let table = try Self.table.get()
    for (number, filters) in [[], ["value > 100000"], ["n > 400 and flag"], ["n > 1000"]].enumerated() {
      var query = TableQuery(from: "t")
      for (index, key) in keys.enumerated() {
        query.derive.append(try .init("key\(index)", key))
        query.groupBy.append(.init("key\(index)"))
      }
      query.filters = try filters.map { try .init($0) }
      let measures = [
        "sum(value)", "count()", "count(value)", "avg(price)", "sum(n)", "stddev(value)", "sum(value) / count()",
        "avg(n * 1.5)",
      ]
      query.measures = try measures.enumerated().map { try .init("m\($0)", $1) }
      if number == 1 {
        query.orderBy = [.init("m1", isDescending: true)]
        query.limit = 1000
      }
      let plan = try TableQueryPlan(query, schema: table.table.schema, arguments: QueryArguments())
      #expect((WidePlan(plan, table.table.columns, rowCount: table.table.rowCount) != nil) == isWide)
      let results = try [1, 5].map { try TableQueryExecutor(workers: $0).execute(query, on: table) }
      try results[0].validate()
      for result in results.dropFirst() { #expect(result.hasSameContents(as: results[0])) }
      let hashed = try TableQueryExecutor(workers: 2).execute(query, on: Streamed(stored: table))
      #expect(hashed.rowCount == results[0].rowCount && hashed.schema == results[0].schema)
      var different = 0
      for (mine, theirs) in zip(results[0].columns, hashed.columns) {
        for row in 0..<min(mine.count, theirs.count) where !Self.isEqual(mine[row], theirs[row]) { different += 1 }
      }
      #expect(different == 0, "\(keys) \(filters)")
    }
  }

  @Test func bothMethodsReportOverflow() throws {
    let count = 200_000
    var (a, b, n): ([Int64], [Int64], [Int64]) = ([], [], [])
    for row in 0..<count {
      a.append(Int64(row % 400))
      b.append(Int64(row % 201))
      // Two rows of the same group.
      n.append(row == 150_000 || row == 150_000 - 400 * 201 ? Int64.max : 1)
    }
    let table = StoredTable("t", Table([("a", Column(a)), ("b", Column(b)), ("n", Column(n))]))
    let query = TableQuery(
      from: "t", groupBy: [.init("a"), .init("b")], measures: [try .init("total", "sum(n)")])
    for source: any ScannableTable in [table, Streamed(stored: table)] {
      let error = #expect(throws: AugerError.self) { try TableQueryExecutor(workers: 2).execute(query, on: source) }
      #expect(error?.code == .sumOverflow && error?.details.first?.value == "sum(n)", "\(String(describing: error))")
    }
  }

  /// Returns true if two values are equal. Sums of floats may differ by rounding, because the order of addition
  /// differs.
  private static func isEqual(_ a: Scalar, _ b: Scalar) -> Bool {
    guard case .float(let x) = a, case .float(let y) = b else { return a == b }
    return x == y || abs(x - y) <= 1e-9 * max(abs(x), abs(y), 1)
  }
}
