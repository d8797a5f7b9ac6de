import AugerColumns
import AugerEngine
import AugerExpressions
import AugerQuery
import TestSupport
import Testing

/// The first query that groups a large table. Its statement runs while all values are checked.
@Suite struct EarlyAnswerTests {
  private static let rows = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, day DATE, price DECIMAL(10,2), quantity INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    INSERT INTO t SELECT i, 'name ' || i % 7, date('2020-01-01', i % 400 || ' days'), i % 1000 / 100.0, i % 9 FROM n;
    """

  /// Changes of later rows that the first thousand rows do not reveal.
  private static let changes = [
    "", "UPDATE t SET quantity = 'many' WHERE id = 59999", "UPDATE t SET quantity = 2.5 WHERE id = 30000",
    "UPDATE t SET quantity = 9223372036854775807 WHERE id = 59000", "UPDATE t SET day = '1.2.2020' WHERE id = 59999",
    "UPDATE t SET day = '2020-02-01 10:00:00' WHERE id = 40000", "UPDATE t SET price = 1.005 WHERE id = 55555",
    "UPDATE t SET name = 'a' || char(0) WHERE id = 55555", "UPDATE t SET name = x'FF' WHERE id = 55555",
    "DELETE FROM t WHERE id > 1500 AND id < 60000",
  ]

  @Test(arguments: Inputs.areFew ? Array(changes.prefix(3)) : changes)
  func laterRowsAreConsidered(_ change: String) throws {
    let database = try Database(Self.rows + change)
    var query = TableQuery(
      from: "t", derive: [try .init("year", "year(day)")], groupBy: [.init("name")],
      measures: [try .init("q", "sum(quantity)"), try .init("p", "max(price)"), try .init("n", "count(day)")])
    for (groups, filter) in [(["name"], "id > 7"), (["year"], "id > 7"), (["name", "year"], nil), ([], "id > 0")] {
      query.groupBy = groups.map { .init($0) }
      query.filters = try filter.map { [.init(try .parse($0))] } ?? []
      func answer(_ execute: (any ScannableTable) throws -> Table) throws -> [[Scalar]]? {
        let table = try database.source().table("t", RunControl())
        guard let result = try? execute(table) else { return nil }
        return (0..<result.rowCount).map { row in result.columns.map { $0[row] } }
      }
      let executor = TableQueryExecutor(workers: 2)
      let plain = try answer { try executor.execute(query, on: $0) }
      let pushed = try answer { try executor.executePushingDown(query, on: try #require($0.pushdown)).table }
      #expect(pushed == plain, "\(groups)")
    }
  }

  @Test func firstGroupingUsesTheProfileScan() throws {
    let table = try #require(try Database(Self.rows).source().table("t", RunControl()).pushdown)
    var query = TableQuery(from: "t", groupBy: [.init("name")], measures: [try .init("q", "sum(quantity)")])
    func plan() throws -> PushdownPlan {
      try PushdownPlan(query, on: table, arguments: QueryArguments(), limits: .none, RunControl())
    }
    #expect(try plan().extent == .none)
    #expect(try plan().local.first?.reason.contains("a scan does in one reading") == true)
    // The database executes queries that can use an index, and all queries once every value is known.
    query.filters = [.init(try .parse("id > 59000"))]
    #expect(try plan().extent == .whole)
    query.filters = []
    _ = try table.storage(of: [1, 4], RunControl())
    #expect(try plan().extent == .whole)
  }

  @Test func estimatedStorageExistsUntilAllRowsAreKnown() throws {
    let table = try #require(try Database(Self.rows).source().table("t", RunControl()).pushdown)
    let likely = try #require(try table.likelyStorage(of: [1, 4], RunControl()))
    #expect(likely.columns.map(\.type) == [.string, .int64])
    #expect(likely.rowCount == 60_000)
    _ = try table.storage(of: [1, 4], RunControl())
    #expect(try table.likelyStorage(of: [1, 4], RunControl()) == nil)
  }
}
