import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import TestSupport
import Testing

/// Joins that SQLite executes, and joins that the engine executes.
@Suite struct JoinPushdownTests {
  private static let rows = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, amount DECIMAL(10,2), day DATE, code TEXT);
    CREATE TABLE customers (id INTEGER PRIMARY KEY, region TEXT, Code TEXT COLLATE NOCASE);
    CREATE TABLE regions (name TEXT, manager TEXT);
    INSERT INTO customers VALUES (1, 'North', 'a'), (2, 'South', 'B'), (3, 'North', NULL), (4, 'Moon', 'A');
    INSERT INTO regions VALUES ('North', 'Ann'), ('South', 'Bo');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO orders SELECT i, nullif(i % 6, 0), i * 1.25, date('2024-01-01', i || ' days'),
      substr('abAB', i % 4 + 1, 1) FROM n;
    """

  private static func join(
    _ name: String, _ column: String, _ value: String, _ kind: TableJoin.Kind = .left
  ) throws -> TableJoin {
    TableJoin(name, on: [.init(.init(column), equals: try Expression.parse(value, name: "on"))], kind: kind)
  }

  private static func query(_ joins: [TableJoin]) throws -> TableQuery {
    var query = TableQuery(
      from: "orders", groupBy: [.init("region")],
      measures: [try .init("amount", "sum(amount)"), try .init("n", "count()")])
    query.joins = joins
    return query
  }

  /// Returns the statement if the database groups the rows. Otherwise returns the reason.
  private func plan(_ query: TableQuery, changed sql: String = "") throws -> String {
    let source = try Database(Self.rows + sql).source()
    func table(_ name: String) throws -> any ScannableTable { try source.table(name, RunControl()) }
    let (base, sides) = (try table("orders"), try query.joins.map { try table($0.from) })
    let executor = TableQueryExecutor(workers: 2)
    let joined = try JoinedTable(
      base, query, tables: sides, arguments: [:], limits: .none, executor: executor, RunControl())
    let expected = try executor.execute(joined.query, on: joined)
    let result = try executor.executeJoined(query, on: base, joining: sides, areOfOneDatabase: true)
    #expect(result.table.hasSameContents(as: expected))
    do {
      let database = try executor.joinedDatabase(
        query, on: base, joining: sides, areOfOneDatabase: true, arguments: [:], limits: .none, RunControl())
      let plan = try PushdownPlan(
        database.query, on: database, arguments: [:], limits: .none, RunControl())
      #expect(plan.extent == result.extent)
      return plan.extent == .whole
        ? plan.statement.text : plan.local.map { "\($0.what): \($0.reason)" }.joined(separator: "; ")
    } catch let reason as NotExpressible {
      #expect(result.extent == .none)
      return reason.reason
    }
  }

  @Test func groupedJoinIsOneStatement() throws {
    let text = try plan(try Self.query([try Self.join("customers", "id", "customer")]))
    #expect(
      text == """
        SELECT t1."region" COLLATE BINARY, sum(CAST(round(t0."amount" * 100.0) AS INTEGER)), count(*) \
        FROM "orders" AS t0 LEFT JOIN "customers" AS t1 ON (t0."customer" = t1."id") GROUP BY 1
        """)
  }

  @Test func innerJoinIsAConditionAndChainNamesThePreviousJoin() throws {
    var query = try Self.query([
      try Self.join("customers", "id", "customer"), try Self.join("regions", "name", "region", .inner),
    ])
    query.groupBy = [.init("manager")]
    query.filters = [.init(try .parse("year(day) == 2024"))]
    #expect(
      try plan(query).hasSuffix(
        """
        ON (t0."customer" = t1."id") LEFT JOIN "regions" AS t2 \
        ON (t1."region" COLLATE BINARY = t2."name" COLLATE BINARY) \
        WHERE (t2."name" IS NOT NULL) AND (CAST(substr(t0."day", 1, 4) AS INTEGER) = ?1) GROUP BY 1
        """))
  }

  @Test func joinComparesStringsByBytes() throws {
    let query = try Self.query([try Self.join("customers", "Code", "code")])
    #expect(try plan(query).contains("ON (t0.\"code\" COLLATE BINARY = t1.\"Code\" COLLATE BINARY)"))
  }

  @Test func unprovenJoinRunsInTheEngine() throws {
    var query = try Self.query([try Self.join("customers", "id", "customer")])
    query.groupBy = []
    query.measures = []
    query.select = [.init("region")]
    #expect(try plan(query) == "rows of joined tables are put together here")
    query = try Self.query([try Self.join("customers", "id", "customer % (id - 7)")])
    #expect(try plan(query) == "the divisor may be 0; such rows are counted here")
    query = try Self.query([try Self.join("customers", "Code", "upper(code)")])
    #expect(try plan(query) == "SQLite knows ASCII only")
    query = try Self.query([try Self.join("customers", "id", "customer")])
    query.filters = [.init(try .parse("upper(region) == 'NORTH'"))]
    #expect(
      try plan(query) == """
        where upper(region) == 'NORTH': SQLite knows ASCII only; the groups: conditions before them run here; \
        all of it: rows of joined tables are put together here
        """)
  }

  @Test func storedValuesDecideTheComparison() throws {
    let query = try Self.query([try Self.join("regions", "name", "code")])
    var changed = query
    changed.groupBy = [.init("manager")]
    let odd = "INSERT INTO regions VALUES (7, 'x'), (x'41', 'y');"
    #expect(try plan(changed, changed: odd).contains("'"))
  }

  @Test func duplicateKeyFailsAsInTheEngine() throws {
    let source = try Database(Self.rows + "INSERT INTO regions VALUES ('North', 'Cy');").source()
    var query = try Self.query([
      try Self.join("customers", "id", "customer"), try Self.join("regions", "name", "region"),
    ])
    query.groupBy = [.init("manager")]
    let sides = try query.joins.map { try source.table($0.from, RunControl()) }
    let error = #expect(throws: DiagnosticError.self) {
      try TableQueryExecutor().executeJoined(
        query, on: try source.table("orders", RunControl()), joining: sides, areOfOneDatabase: true)
    }
    #expect(error?.diagnostics.first?.code == .joinNotUnique)
    #expect(error?.diagnostics.first?.message.contains("name is North") == true)
  }

  @Test func concurrentWriteIsDetected() throws {
    let database = try Database(Self.rows)
    let source = try database.source()
    func table(_ name: String) throws -> any ScannableTable { try source.table(name, RunControl()) }
    let query = try Self.query([try Self.join("customers", "id", "customer")])
    let (base, sides) = (try table("orders"), [try table("customers")])
    let executor = TableQueryExecutor()
    let joined = try executor.joinedDatabase(
      query, on: base, joining: sides, areOfOneDatabase: true, arguments: [:], limits: .none, RunControl())
    try database.execute("CREATE TABLE other (x); DELETE FROM customers WHERE id = 1")
    // The proof about the keys is no longer valid, so the engine executes the whole join.
    let result = try executor.executePushingDown(joined.query, on: joined)
    #expect(result.extent == .none && result.voided == "the database was written to meanwhile")
    let again = try executor.executeJoined(query, on: base, joining: sides, areOfOneDatabase: true)
    #expect(again.extent == .whole)
    #expect(again.table.hasSameContents(as: result.table))
  }
}
