import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// The operations that run in SQLite, those that run in the engine, and the reasons.
@Suite struct PushdownTests {
  private static let table: GeneratedTable = {
    let names = ["b", "B", "a", "ä", ""]
    var rows: [[Scalar]] = []
    for row in 0..<5 {
      let day = CivilDate(days: Int32(18_000 + row * 40))
      let price = Decimal128(unscaled: Int128(row) * 125, scale: 2)
      let big = Int64.max - Int64(row)
      rows.append([
        .int(Int64(row)), .string(names[row]), .date(day), .decimal(price), .float(Double(row) / 2), .int(big),
      ])
    }
    let types: [(String, GenType)] = [
      ("id", .int), ("name", .text), ("day", .date), ("price", .decimal(2)), ("weight", .float), ("big", .int),
    ]
    return GeneratedTable(columns: types.map { .init(name: $0.0, type: $0.1) }, rows: rows)
  }()

  private func plan(_ change: (inout QueryParts) -> Void, _ style: SQLiteStyle = SQLiteStyle()) throws -> PushdownPlan {
    let roads = try Roads(GeneratedTables(Self.table), style)
    defer { roads.close() }
    var parts = QueryParts()
    change(&parts)
    let table = try #require(roads.roads[3].table.pushdown)
    return try PushdownPlan(
      try parts.tableQuery(from: "t"), on: table, arguments: QueryArguments(), limits: .none, RunControl())
  }

  private func reason(_ change: (inout QueryParts) -> Void) throws -> String {
    try plan(change).local.map(\.reason).joined(separator: "; ")
  }

  @Test func groupingAndFiltersAreOneParameterizedStatement() throws {
    let plan = try plan {
      $0.filters = [("name == 'o''Neil'", false), ("day >= '2020-01-01'", false)]
      $0.groupBy = ["name"]
      $0.measures = [("s", "sum(price)"), ("n", "count()")]
    }
    #expect(plan.extent == .whole)
    #expect(
      plan.statement.text == """
        SELECT "name" COLLATE BINARY, sum(CAST(round("price" * 100.0) AS INTEGER)), count(*) FROM "t" \
        WHERE ("name" COLLATE BINARY = ?1) AND ("day" >= ?2) GROUP BY 1
        """)
    #expect(plan.statement.bindings.map(\.description) == ["o'Neil", "2020-01-01"])
  }

  @Test func limitIsPushedTogetherWithItsOrder() throws {
    let plan = try plan {
      $0.groupBy = ["name", "day"]
      $0.measures = [("n", "count()")]
      $0.orderBy = [("n", true)]
      $0.limit = 3
    }
    #expect(plan.statement.text.hasSuffix(#"GROUP BY 1, 2 ORDER BY 3 DESC, "name" COLLATE BINARY, "day" LIMIT 3"#))
    #expect(plan.local.isEmpty)
  }

  @Test func integerConditionsOnGroupsArePushed() throws {
    let plan = try plan {
      $0.groupBy = ["name"]
      $0.measures = [("n", "count()"), ("s", "sum(id)")]
      $0.having = [("n > 1", false), ("s >= 3 and max(id) < 9", false)]
      $0.limit = 2
    }
    #expect(plan.extent == .whole)
    #expect(
      plan.statement.text == #"""
        SELECT "name" COLLATE BINARY, count(*), sum("id"), max("id") FROM "t" GROUP BY 1 \#
        HAVING (count(*) > ?1) AND ((sum("id") >= ?2) AND (max("id") < ?3)) ORDER BY "name" COLLATE BINARY LIMIT 2
        """#)
    #expect(plan.remote.suffix(3) == ["having n > 1", "having s >= 3 and max(id) < 9", "limit 2"])
    #expect(plan.local.isEmpty)
  }

  @Test func locallyComputedMeasuresAreFilteredLocally() throws {
    let plan = try plan {
      $0.groupBy = ["name"]
      $0.measures = [("w", "sum(weight)"), ("n", "count()")]
      $0.having = [("w > 1", false), ("name != 'a'", false), ("n > 1", false)]
      $0.limit = 2
    }
    #expect(plan.extent == .whole)
    #expect(plan.statement.text.hasSuffix("GROUP BY 1 HAVING (count(*) > ?1)"), "\(plan.statement.text)")
    #expect(
      plan.local.map { "\($0.what): \($0.reason)" } == [
        "having w > 1: the last digits of 'sum(weight)' decide it",
        "having name != 'a': conditions on keys of groups run here",
        "limit 2: after a condition on groups that runs here",
      ])
  }

  @Test func groupConditionsKeepTheOrderOfWarnings() throws {
    let plan = try plan {
      $0.groupBy = ["name"]
      $0.measures = [("n", "count()")]
      $0.having = [("1 / (n - 1) > 0", false), ("n > 1", false)]
    }
    #expect(!plan.statement.text.contains("HAVING"))
    #expect(plan.local.map(\.reason).contains("another condition on groups runs before it"))
  }

  @Test func pivotGroupsAreComputedInTheDatabase() throws {
    let plan = try plan {
      $0.groupBy = ["name", "id"]
      $0.measures = [("n", "count()")]
      $0.pivot = "id"
      $0.limit = 1
    }
    #expect(plan.extent == .whole)
    #expect(plan.statement.text.hasSuffix("GROUP BY 1, 2"))
    #expect(plan.local.map(\.what) == ["pivot id", "limit 1"])
  }

  @Test func limitOrderedByFloatsIsNotPushed() throws {
    let plan = try plan {
      $0.groupBy = ["name"]
      $0.measures = [("w", "sum(weight)")]
      $0.orderBy = [("w", true)]
      $0.limit = 3
    }
    #expect(plan.extent == .whole)
    #expect(plan.local.map(\.reason) == ["the last digits of 'w' decide it"])
  }

  @Test func filtersArePushedWithoutTheirGroups() throws {
    let plan = try plan {
      $0.filters = [("id > 2", false)]
      $0.groupBy = ["name"]
      $0.measures = [("m", "median(id)")]
    }
    #expect(plan.extent == .part)
    #expect(plan.statement.text == #"SELECT "id", "name" FROM "t" WHERE ("id" > ?1) ORDER BY rowid"#)
    #expect(plan.local.map(\.reason).contains("SQLite has no median"))
  }

  @Test func differingOperationsRunLocally() throws {
    #expect(try reason { $0.filters = [("upper(name) == 'Ä'", false)] }.contains("SQLite knows ASCII only"))
    #expect(try reason { $0.filters = [("id + big > 0", false)] }.contains("would not report an overflow"))
    #expect(try reason { $0.measures = [("s", "sum(big)")] }.contains("would not report an overflow"))
    #expect(try reason { $0.filters = [("10 / id > 1", false)] }.contains("the divisor may be 0"))
    #expect(try reason { $0.filters = [("round(weight, 1) > 1", false)] }.contains("rounds floats in its own way"))
    #expect(try reason { $0.measures = [("f", "first(name)")] }.contains("does not keep the order of the rows"))
    #expect(try reason { $0.filters = [("match(name, '^a')", false)] }.contains("no text patterns"))
  }

  @Test func filtersKeepTheOrderOfWarnings() throws {
    let plan = try plan { $0.filters = [("10 / id > 1", false), ("name == 'a'", false)] }
    #expect(plan.extent == .none)
    #expect(plan.local.map(\.reason).contains("another condition runs before it"))
  }

  @Test func mixedTypesPreventPushdown() throws {
    var style = SQLiteStyle()
    style.lie = (4, "'odd'")
    // A string in the column makes it a string column.
    let plan = try plan({ $0.filters = [("weight == 'odd'", false)] }, style)
    #expect(plan.extent == .none)
    #expect(plan.local.map(\.reason) == ["'weight' holds texts and numbers"])
  }

  @Test func columnStatisticsEndWithAWrite() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-pushdown-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("t.sqlite").path
    #expect(Database.write(GeneratedTables(Self.table), SQLiteStyle(), to: path))
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "s", location: path))
    defer { source.close() }
    let query = TableQuery(from: "t", measures: [try .init("s", "sum(weight * 2)")])
    func result() throws -> (Scalar, PushdownPlan.Extent) {
      let table = try #require(try source.table("t", RunControl()).pushdown)
      let result = try TableQueryExecutor().executePushingDown(query, on: table)
      return (result.table.columns[0][0], result.extent)
    }
    #expect(try result() == (.float(10), .whole))
    #expect(Database.execute(["UPDATE t SET weight = 1e308 WHERE id = 4"], on: path))
    let error = #expect(throws: DiagnosticError.self) { _ = try result() }
    #expect(error?.diagnostics.first?.code == .expressionEvaluation)
    #expect(Database.execute(["UPDATE t SET weight = 1 WHERE id = 4"], on: path))
    #expect(try result() == (.float(8), .whole))
  }

  @Test func stringsInUTF16AreSortedLocally() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-pushdown-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("t.sqlite").path
    let statements = [
      "PRAGMA encoding='UTF-16le'", "CREATE TABLE t (name TEXT)",
      "INSERT INTO t VALUES ('\u{FF5E}'), ('\u{1F600}'), ('a')",
    ]
    #expect(Database.execute(statements, on: path))
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "s", location: path))
    defer { source.close() }
    let table = try #require(try source.table("t", RunControl()).pushdown)
    let query = TableQuery(from: "t", measures: [try .init("m", "max(name)")])
    let result = try TableQueryExecutor().executePushingDown(query, on: table)
    #expect(result.table.columns[0][0] == .string("\u{1F600}"))
  }

  @Test func sumOfAMillionTenthsIsWithinTolerance() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-pushdown-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("t.sqlite").path
    let statements = [
      "CREATE TABLE t (x REAL)",
      "INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)"
        + " SELECT 0.1 FROM n",
    ]
    #expect(Database.execute(statements, on: path))
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "s", location: path))
    defer { source.close() }
    let table = try #require(try source.table("t", RunControl()).pushdown)
    let query = TableQuery(from: "t", measures: [try .init("s", "sum(x)"), try .init("a", "avg(x)")])
    // Reading the column's statistics first prevents the profile scan from computing the sum.
    _ = try table.storage(of: [0], RunControl())
    let result = try TableQueryExecutor().executePushingDown(query, on: table)
    #expect(result.extent == .whole)
    let sum = try #require(result.table.columns[0][0].doubleValue)
    #expect(abs(sum - 100_000) <= 1e-12 * 100_000)
  }
}
