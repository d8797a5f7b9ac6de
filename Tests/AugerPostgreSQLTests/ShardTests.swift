import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// One query over several servers: a table whose partitions are on other servers, through `postgres_fdw`.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct ShardTests {
  private static let columns = "shard integer, region text, category text, amount numeric(12, 2), sold date"

  /// Returns the rows of one shard. The rows of both shards equal those of the local table.
  private static func rows(_ shard: Int) -> String {
    """
    SELECT \(shard), 'region ' || i % 5, 'category ' || i % 3, (i * 37 % 10007) / 100.0, '2024-01-01'::date + i % 400
    FROM generate_series(\(shard), 20000, 2) AS i
    """
  }

  @Test func shardedAggregateEqualsTheLocalOne() throws {
    let (first, second, front) = (try Cluster(), try Cluster(), try Cluster())
    let admin = try Admin(front.url)
    try admin.execute(
      """
      CREATE EXTENSION postgres_fdw;
      CREATE TABLE sales (\(Self.columns)) PARTITION BY LIST (shard);
      CREATE TABLE local_sales (\(Self.columns));
      """)
    for (number, cluster) in [(1, first), (2, second)] {
      try Admin(cluster.url).execute(
        "CREATE TABLE sales (\(Self.columns)); INSERT INTO sales \(Self.rows(number)); ANALYZE sales")
      let parts = try #require(cluster.parts)
      try admin.execute(
        """
        CREATE SERVER shard\(number) FOREIGN DATA WRAPPER postgres_fdw
          OPTIONS (host '\(parts.host ?? "")', port '\(parts.port ?? 0)', dbname 'auger', use_remote_estimate 'true');
        CREATE USER MAPPING FOR CURRENT_USER SERVER shard\(number)
          OPTIONS (user '\(parts.user ?? "")', password '\(parts.password ?? "")');
        CREATE FOREIGN TABLE sales_\(number) PARTITION OF sales FOR VALUES IN (\(number))
          SERVER shard\(number) OPTIONS (table_name 'sales');
        INSERT INTO local_sales \(Self.rows(number));
        """)
    }
    try admin.execute(
      """
      CREATE VIEW sales_by_shard AS
      SELECT shard, region, category, sum(amount)::numeric(38, 2) AS amount, count(*) AS n
      FROM sales GROUP BY shard, region, category
      """)
    // The connection URL sets the planner option.
    let location = front.url + "?options=-c%20enable_partitionwise_aggregate%3Don"
    let source = try Server.open(location)
    defer { source.close() }
    // The inner query groups by the partition key, so each group is on one shard and the planner pushes its aggregation
    // down. The outer query combines the sums and counts of the shards.
    func twoPhases(_ table: String) -> String {
      """
      SELECT region, category, sum(amount) AS amount, sum(n) AS n, max(latest) AS latest
      FROM (
        SELECT shard, region, category, sum(amount) AS amount, count(*) AS n, max(sold) AS latest
        FROM \(table) WHERE sold >= $1 GROUP BY shard, region, category) AS s
      GROUP BY region, category ORDER BY region COLLATE "C", category COLLATE "C"
      """
    }
    let since = Scalar.date(CivilDate(days: 19_800))
    let plain = """
      SELECT region, category, sum(amount) AS amount, count(*)::numeric AS n, max(sold) AS latest
      FROM local_sales WHERE sold >= $1 GROUP BY region, category ORDER BY region COLLATE "C", category COLLATE "C"
      """
    let answer = try source.query(twoPhases("sales"), [since])
    #expect(answer.rowCount == 15)
    #expect(answer.hasSameContents(as: try source.query(plain, [since])))
    // A literal replaces the argument, because EXPLAIN does not show arguments.
    let explained = twoPhases("sales").replacing("$1", with: "'2024-03-18'")
    let plan = try source.query("EXPLAIN (VERBOSE) \(explained)").columns[0].scalars.map(\.description)
    let remote = plan.filter { $0.contains("Remote SQL: ") }
    #expect(remote.count == 2, "\(plan)")
    #expect(remote.allSatisfy { $0.contains("sum(amount)") && $0.contains("count(*)") && $0.contains("GROUP BY") })
    #expect(remote.allSatisfy { $0.contains("WHERE ((sold >= '2024-03-18'))") }, "\(remote)")
    try expectPushed(source, since)
    // The shards received queries for groups, not for rows.
    for cluster in [first, second] {
      let sent = try Admin(cluster.url).execute("SELECT query FROM pg_stat_activity WHERE query LIKE '%sum(amount)%'")
      #expect(!sent.isEmpty)
    }
    // A scan returns the rows of all servers.
    let scanned = try source.table("sales", RunControl()).read(["amount"], workers: 2)
    #expect(scanned.summary.rowCount == 20_000)
  }

  /// Checks table queries that Auger pushes down: one groups by the partition key, one reads a view with the first
  /// phase.
  private func expectPushed(_ source: any SQLSource, _ since: Scalar) throws {
    let executor = TableQueryExecutor(workers: 1)
    var arguments = QueryArguments()
    arguments["Since"] = .scalar(since)
    var query = TableQuery(from: "sales")
    query.filters = [try TableQuery.Filter("sold >= $Since")]
    query.groupBy = ["shard", "region", "category"].map { TableQuery.ColumnReference($0) }
    query.measures = try [("amount", "sum(amount)"), ("n", "count()"), ("latest", "max(sold)")].map {
      try TableQuery.Named($0, $1)
    }
    var (pushed, remote) = try push(query, to: source, arguments)
    #expect(remote.count == 2 && remote.allSatisfy { $0.contains("GROUP BY") && $0.contains("WHERE ((sold >= ") })
    // Group the same rows of one server in the engine.
    let local = try source.table("local_sales", RunControl())
    query.from = "local_sales"
    #expect(pushed.hasSameContents(as: try executor.execute(query, on: local, arguments: arguments)))
    query = TableQuery(from: "sales_by_shard")
    query.groupBy = ["region", "category"].map { TableQuery.ColumnReference($0) }
    query.measures = [try TableQuery.Named("amount", "sum(amount)"), try TableQuery.Named("n", "sum(n)")]
    (pushed, remote) = try push(query, to: source, QueryArguments())
    #expect(remote.count == 2 && remote.allSatisfy { $0.contains("sum(amount)") && $0.contains("GROUP BY") })
    query.from = "local_sales"
    query.measures[1] = try TableQuery.Named("n", "count()")
    #expect(pushed.hasSameContents(as: try executor.execute(query, on: local)))
  }

  /// Runs a query that is pushed down as a whole. Returns its result and the remote SQL of its plan.
  private func push(
    _ query: TableQuery, to source: any SQLSource, _ arguments: QueryArguments
  ) throws -> (Table, [String]) {
    let table = try #require(try source.table(query.from, RunControl()).pushdown)
    let result = try TableQueryExecutor(workers: 1).executePushingDown(query, on: table, arguments: arguments)
    #expect(result.extent == .whole)
    let plan = try PushdownPlan(query, on: table, arguments: arguments, limits: .none, RunControl())
    let sql = plan.statement.text.replacing("$1::date", with: "'2024-03-18'::date")
    let lines = try source.query("EXPLAIN (VERBOSE) \(sql)").columns[0].scalars.map(\.description)
    let remote = lines.filter { $0.contains("Remote SQL: ") }
    #expect(!remote.isEmpty, "\(lines)")
    return (result.table, remote)
  }
}
