import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import Testing

/// Session settings apply to the statements of one run, where row-level security of the database reads them, and to no
/// other statements.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct SessionTests {
  private static let setup = """
    CREATE TABLE sales (tenant text, amount numeric);
    INSERT INTO sales SELECT CASE WHEN i % 3 = 0 THEN 'a' ELSE 'b''\u{301}\\' END, i FROM generate_series(1, 30) i;
    CREATE TABLE large (tenant text, amount int, padding text);
    INSERT INTO large SELECT CASE WHEN i % 3 = 0 THEN 'a' ELSE 'b''\u{301}\\' END, i, repeat('x', 300)
      FROM generate_series(1, 30000) i;
    ALTER TABLE sales ENABLE ROW LEVEL SECURITY;
    ALTER TABLE large ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON sales USING (tenant = current_setting('app.tenant', true));
    CREATE POLICY own ON large USING (tenant = current_setting('app.tenant', true));
    """

  /// Opens the tables as a user to whom the policies apply.
  private func withTables(_ body: (_ source: any SQLSource, _ schema: String) throws -> Void) throws {
    try Server.withUser { user in
      try Server.withSchema(Self.setup) { schema in
        let admin = try Server.admin()
        try admin.execute("GRANT USAGE ON SCHEMA \(schema) TO \(user)")
        try admin.execute("GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(user)")
        let source = try Server.open(try Server.url(user: user), [SourceOption("poolSize", "3")])
        defer { source.close() }
        try body(source, schema)
      }
    }
  }

  private func control(_ tenant: String?) -> RunControl {
    RunControl(memory: nil, session: tenant.map { [SessionSetting("app.tenant", $0)] } ?? [])
  }

  /// Returns the tenants that are visible through each way to read a table.
  private func tenants(
    _ source: any SQLSource, _ table: String, _ tenant: String?, workers: Int = 1
  ) throws -> [Set<String>] {
    let control = control(tenant)
    let scanned = try source.table(table, control)
    let executor = TableQueryExecutor(workers: workers)
    func set(_ table: Table) -> Set<String> { Set(table["tenant"]?.scalars.map(\.description) ?? []) }
    let pushed = try #require(scanned.pushdown)
    return [
      set(try executor.load(scanned, control)),
      set(
        try executor.executePushingDown(
          TableQuery(from: table, groupBy: [.init("tenant")], measures: [try .init("n", "count()")]), on: pushed,
          control
        ).table),
      set(
        try executor.executePushingDown(
          TableQuery(from: table, filters: [try .init("amount > 3")], select: [.init("tenant")]), on: pushed, control
        ).table),
      set(
        try source.execute(
          SQLStatement(text: "SELECT tenant FROM \(table) WHERE amount > $1", bindings: [.int(0)]), limits: .none,
          control)),
      set(try source.execute(SQLStatement(text: "SELECT tenant FROM \(table)"), limits: .none, control)),
    ]
  }

  @Test func everyStatementOfARunHasItsSettings() throws {
    try withTables { source, schema in
      #expect(source.holdsSessions)
      for _ in 0..<3 {
        for (tenant, expected) in [("a", ["a"]), ("b'\u{301}\\", ["b'\u{301}\\"]), ("c", []), (nil, [])]
          as [(String?, Set<String>)]
        {
          for seen in try tenants(source, "\(schema).sales", tenant) {
            #expect(seen == expected, "\(tenant ?? "none")")
          }
        }
      }
    }
  }

  @Test func parallelScanConnectionsHaveTheSettings() throws {
    try withTables { source, schema in
      for (tenant, expected) in [("a", ["a"]), ("b'\u{301}\\", ["b'\u{301}\\"]), (nil, [])] as [(String?, Set<String>)]
      {
        for seen in try tenants(source, "\(schema).large", tenant, workers: 3) {
          #expect(seen == expected, "\(tenant ?? "none")")
        }
      }
      // Count rows without reading columns.
      let control = control("a")
      let table = try source.table("\(schema).large", control)
      let count = try TableQueryExecutor(workers: 3).execute(
        TableQuery(from: table.name, measures: [try .init("n", "count()")]), on: table, control)
      #expect(count.columns[0][0] == .int(10_000))
    }
  }

  @Test func concurrentTenantsDoNotMix() throws {
    try withTables { source, schema in
      try Workers.run(6) { worker in
        let tenant = worker % 2 == 0 ? "a" : "b'\u{301}\\"
        for _ in 0..<10 {
          for seen in try tenants(source, "\(schema).sales", tenant) { #expect(seen == [tenant]) }
        }
      }
    }
  }

  @Test func settingValuesAreNotPartOfTheStatement() throws {
    try withTables { source, schema in
      for value in ["a', true); SELECT pg_sleep(9); --", "\\'a", "a' OR 'a' = 'a"] {
        for seen in try tenants(source, "\(schema).sales", value) { #expect(seen == []) }
      }
      Server.expect(.sessionNotSupported) { _ = try tenants(source, "\(schema).sales", "a\u{0}") }
    }
  }
}
