import AugerColumns
import AugerEngine
import AugerExpressions
import AugerQuery
import AugerSQLite
import Testing

/// A value that only invisible rows contain behaves like a value that does not exist. The statements are equal, and the
/// database does not use an index for conditions before the data policy was applied.
@Suite struct VisibleRowsTests {
  private static let setup = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, tenant TEXT, region TEXT, n INTEGER);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 3000)
    INSERT INTO t SELECT i, CASE i % 10 WHEN 0 THEN 'mine' ELSE 'others' END, CASE i % 10 WHEN 0 THEN 'North'
      ELSE 'South' END, i FROM c;
    CREATE INDEX by_tenant ON t (tenant);
    CREATE INDEX by_region ON t (region);
    CREATE INDEX by_number ON t (n);
    ANALYZE;
    """

  private static func query(_ conditions: [String], grouped: Bool) throws -> TableQuery {
    let visible = TableQuery.Filter(
      try Expression.parse("tenant == 'mine'", name: "policy"), isRestriction: true)
    let filters = [visible] + (try conditions.map { try TableQuery.Filter($0) })
    return grouped
      ? TableQuery(
        from: "t", filters: filters, groupBy: [.init("region")], measures: [try .init("total", "sum(n)")])
      : TableQuery(from: "t", filters: filters)
  }

  private static func plan(_ conditions: [String], grouped: Bool, _ table: any PushdownTable) throws -> PushdownPlan {
    try PushdownPlan(
      try query(conditions, grouped: grouped), on: table, arguments: [:], limits: .none, RunControl())
  }

  @Test(arguments: [false, true]) func foreignAndUnknownValuesGiveTheSameStatement(_ grouped: Bool) throws {
    let source = try Database(Self.setup).source()
    let table = try #require(try source.table("t", RunControl()).pushdown)
    for condition in ["region == 'VALUE'", "region in ('VALUE', 'North')", "region >= 'VALUE' and n > 7"] {
      let texts = try ["South", "Nowhere"].map { value in
        let plan = try Self.plan([condition.replacing("VALUE", with: value)], grouped: grouped, table)
        #expect(plan.local.allSatisfy { !$0.what.hasPrefix("where") })
        return plan.statement.text
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test(arguments: [false, true]) func conditionsOnInvisibleRowsUseNoIndex(_ grouped: Bool) throws {
    let source = try Database(Self.setup).source()
    let table = try #require(try source.table("t", RunControl()).pushdown)
    for condition in ["region == 'South'", "n == 7", "n in (7, 8) or region == 'South'"] {
      let statement = try Self.plan([condition], grouped: grouped, table).statement
      let explained = try source.execute(
        SQLStatement(text: "EXPLAIN QUERY PLAN " + statement.text, bindings: statement.bindings), limits: .none,
        RunControl())
      let text = (0..<explained.rowCount).map { explained.columns[3][$0].description }.joined(separator: "\n")
      #expect(text.contains("by_tenant") || text.contains("SCAN t\n") || text.hasSuffix("SCAN t"), "\(text)")
      #expect(!text.contains("by_region") && !text.contains("by_number"), "\(text)")
    }
  }

  @Test func visibleRowsMeetBothConditions() throws {
    let source = try Database(Self.setup).source()
    let table = try #require(try source.table("t", RunControl()).pushdown)
    let executor = TableQueryExecutor(workers: 1)
    for conditions in [[], ["region == 'South'"], ["region == 'North'", "n > 1500"], ["n == 10 or n == 11"]] {
      for grouped in [false, true] {
        let query = try Self.query(conditions, grouped: grouped)
        let pushed = try executor.executePushingDown(query, on: table)
        #expect(pushed.table.hasSameContents(as: try executor.execute(query, on: table)))
        #expect(pushed.extent == (grouped ? .whole : .part))
      }
    }
  }

  @Test func conditionInTheEnginePreventsPushdown() throws {
    let source = try Database(Self.setup).source()
    let table = try #require(try source.table("t", RunControl()).pushdown)
    var query = try Self.query(["region == 'South'"], grouped: false)
    query.filters[0] = TableQuery.Filter(
      try Expression.parse("WordCap(tenant) == 'Mine'", name: "policy"), isRestriction: true)
    let plan = try PushdownPlan(query, on: table, arguments: [:], limits: .none, RunControl())
    #expect(plan.extent == .none && plan.local.count == 2, "\(plan.statement.text)")
  }
}
