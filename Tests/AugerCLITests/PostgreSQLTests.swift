import Foundation
import TestSupport
import Testing

/// Commands on PostgreSQL databases, compared with the same databases in SQLite.
@Suite(.enabled(if: PostgreSQL.url != nil, Comment(rawValue: PostgreSQL.reason)))
struct PostgreSQLTests {
  @Test(
    .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)),
    arguments: ["chinook/Chinook_PostgreSql.sql", "northwind/northwind_postgres.sql"])
  func recordedAnswersHoldOnBothDatabases(_ script: String) throws {
    let name = String(script.prefix { $0 != "/" })
    let database = try PostgreSQL.Database(script: Shared.path("data/databases/\(script)"), name: name)
    let folder = URL(fileURLWithPath: Shared.path("data/databases/expected"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(name) }.sorted()
    #expect(!files.isEmpty)
    for file in files {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let rows = try #require(expected["rows"] as? [[Any]])
      let lite = try #require(expected["sqlite"] as? [String: String])
      let postgres = try #require(expected["postgresql"] as? [String: String])
      let sources = [
        (Shared.path("data/databases/" + (lite["file"] ?? "")), lite["sql"] ?? ""),
        (database.url, postgres["sql"] ?? ""),
      ]
      for (source, sql) in sources {
        let run = try Auger(["query", "--source", source, "--sql", sql, "--format", "csv", "-o", "-"])
        #expect(run.exitCode == 0, "\(run.errors)")
        try expect(run.output, rows, "\(file), \(source.hasPrefix("postgres") ? "PostgreSQL" : "SQLite")")
      }
    }
  }

  /// Cells whose recorded value is imprecise: location, recorded value, exact value. The exact sum for Confections is
  /// 167357.2250, which SQLite's doubles round down and decimals round up.
  private static let exceptions = [
    ("northwind-revenue-by-category.json, PostgreSQL, row 3, column 2", 167_357.22, 167_357.23)
  ]

  /// Compares numbers with a relative error of 1e-9, and strings exactly. The strings of these results need no quotes.
  private func expect(_ csv: String, _ rows: [[Any]], _ comment: String) throws {
    let lines = csv.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().filter { !$0.isEmpty }
    #expect(lines.count == rows.count, "\(comment)")
    for (row, (line, values)) in zip(lines, rows).enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(fields.count == values.count, "\(comment), row \(row + 1)")
      for (column, (field, recorded)) in zip(fields, values).enumerated() {
        let place = "\(comment), row \(row + 1), column \(column + 1)"
        let exception = Self.exceptions.first { $0.0 == place && $0.1 == recorded as? Double }
        let value = exception.map { NSNumber(value: $0.2) as Any } ?? recorded
        let isRight =
          switch value {
          case is NSNull: field.isEmpty
          case let number as NSNumber:
            abs((Double(field) ?? .nan) - number.doubleValue) <= 1e-9 * max(1, abs(number.doubleValue))
          case let text as String:
            field == text || Double(field).flatMap { have in Double(text).map { abs(have - $0) < 1e-9 } } == true
          default: false
          }
        #expect(isRight, "\(place): \(field), not \(value)")
      }
    }
  }

  @Test func databaseIsNamedByURLAndTable() throws {
    let database = try PostgreSQL.Database(
      statements: """
        CREATE TABLE sales (region text, amount numeric(10, 2));
        INSERT INTO sales VALUES ('North', 1.50), ('South', 2.25), ('North', 3);
        CREATE SCHEMA s; CREATE TABLE s.other AS SELECT 1 AS one;
        """)
    let inspected = try Auger(["inspect", database.url])
    #expect(inspected.exitCode == 0, "\(inspected.errors)")
    #expect(inspected.output.contains("s.other") && inspected.output.contains("sales"))
    let table = try Auger(["query", database.url(".sales"), "--format", "csv"])
    #expect(table.output == "region,amount\nNorth,1.50\nSouth,2.25\nNorth,3.00\n", "\(table.errors)")
    let other = try Auger(["query", database.url(".s.other"), "--format", "csv"])
    #expect(other.output == "one\n1\n", "\(other.errors)")
    let chart = try Auger([
      "chart", database.url(".sales"), "--category", "region", "--value", "sum(amount)", "--format", "json",
    ])
    #expect(chart.exitCode == 0, "\(chart.errors)")
    #expect(chart.output.contains("4.5") && chart.output.contains("2.25"))
    let missing = try Auger(["query", database.url(".sale")])
    #expect(missing.exitCode == 2)
    #expect(missing.errors.contains("Did you mean 'sales'?"))
    #expect(!missing.errors.contains(PostgreSQL.password))
  }

  @Test func workspaceNamesADatabase() throws {
    let database = try PostgreSQL.Database(
      statements: "CREATE SCHEMA shop; CREATE TABLE shop.sales AS SELECT 'North' AS region, 2 AS amount")
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      sources:
        erp: { adapter: postgresql, url: "${ERP_URL}", schemas: [shop], poolSize: 2, statementTimeout: 5s }
      queries:
        Sales: { source: erp, sql: "SELECT region, amount FROM sales WHERE region = :Region [[ AND amount > :Least ]]" }
      """, to: "auger.yaml")
    let run = try Auger(
      ["query", "Sales", "--arg", "Region=North", "--arg", "Least=1", "--format", "csv"], in: folder.root,
      environment: ["ERP_URL": database.url])
    #expect(run.output == "region,amount\nNorth,2\n", "\(run.errors)")
    _ = try folder.write(
      """
      sources:
        erp: { adapter: postgresql, url: "postgresql://nowhere/erp", poolSise: 2 }
        two: { adapter: postgresql, url: "postgresql://nowhere/erp", poolSize: lots }
      queries:
        Sales: { source: erp, sql: "SELECT 1" }
        Other: { source: two, sql: "SELECT 1" }
      """, to: "auger.yaml")
    let unknown = try Auger(["query", "Sales"], in: folder.root)
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors.contains("auger.yaml:2:74: error: unknownOption: source 'erp' has no option 'poolSise'"))
    #expect(unknown.errors.contains("Did you mean 'poolSize'?"))
    let wrong = try Auger(["query", "Other"], in: folder.root)
    #expect(wrong.errors.contains("option 'poolSize' cannot be 'lots'"))
  }

  @Test func aServiceAndTheEnvironmentNameADatabase() throws {
    let server = try #require(PostgreSQL.url)
    let parts = try #require(URLComponents(string: server))
    let values = [
      ("host", parts.host ?? ""), ("port", "\(parts.port ?? 0)"), ("user", parts.user ?? ""),
      ("password", parts.password ?? ""), ("dbname", "auger"),
    ]
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "[erp]\n" + values.map { "\($0)=\($1)\n" }.joined(), to: "services")
    let sql = ["--sql", "SELECT current_database() AS d", "--format", "csv"]
    let service = try Auger(
      ["query", "--source", "postgresql:service=erp"] + sql, environment: ["PGSERVICEFILE": file])
    #expect(service.output == "d\nauger\n", "\(service.errors)")
    var variables: [String: String] = [:]
    for (name, value) in values { variables["PG" + (name == "dbname" ? "DATABASE" : name.uppercased())] = value }
    let environment = try Auger(["query", "--source", "postgresql:"] + sql, environment: variables)
    #expect(environment.output == "d\nauger\n", "\(environment.errors)")
  }

  @Test func sqlErrorIsMarkedWithACaret() throws {
    let url = try #require(PostgreSQL.url)
    let run = try Auger(["query", "--source", url, "--sql", "SELECT salery FROM (SELECT 1 AS salary) s"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("--sql:1:8: error: queryFailed: column \"salery\" does not exist (SQLSTATE 42703)"))
    #expect(run.errors.contains("\n         ^"))
    #expect(run.errors.contains("hint: Perhaps you meant to reference the column \"s.salary\"."))
  }

  /// libpq allocates memory for a whole message. The test checks that the memory is not filled.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not there"),
    arguments: ["1000000", "cast(:n AS int)"])
  func gigabyteStringFailsBeforeItIsInMemory(_ length: String) throws {
    let server = try #require(PostgreSQL.url)
    let script = """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:]).returncode
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, code)
      """
    let sql = "SELECT repeat(repeat('x', 1000), \(length)) AS long"
    let arguments = ["query", "--source", server, "--sql", sql] + (length == "1000000" ? [] : ["--arg", "n=1000000"])
    let auger = Auger.directory.appendingPathComponent("auger").path
    let run = try Auger(["-c", script, auger] + arguments, running: "/usr/bin/python3")
    let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(run.output)")
    #expect(numbers[1] == 2, "the exit code")
    #expect(run.errors.contains("a row has more than 67108864 bytes"), "\(run.errors)")
    #expect(numbers[0] < 950_000, "resident kilobytes, of a million and another one for its copy")
  }

  @Test func missingServerHasAHint() throws {
    let run = try Auger(["query", "--source", "postgresql://me:secret@127.0.0.1:1/x", "--sql", "SELECT 1"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("connectionFailed: cannot connect to the server"))
    #expect(run.errors.contains("hint: Check that the server is running and that host and port are correct."))
    #expect(!run.errors.contains("secret"))
  }

  @Test func killedCommandLeavesNoStatement() throws {
    let database = try PostgreSQL.Database(statements: "SELECT 1")
    func running() throws -> String {
      let sql = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
        """
      return try Auger(["query", "--source", database.url, "--sql", sql, "--format", "csv", "-o", "-"]).output
    }
    let child = Process()
    child.executableURL = Auger.directory.appendingPathComponent("auger")
    child.arguments = ["query", "--source", database.url, "--sql", "SELECT pg_sleep(600)"]
    (child.standardInput, child.standardOutput, child.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
    )
    try child.run()
    while try !running().contains("1"), child.isRunning { continue }
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    #expect((0..<300).contains { _ in (try? running())?.contains("0") == true })
  }
}

/// The test server, started by `Scripts/test`.
enum PostgreSQL {
  static let url = ProcessInfo.processInfo.environment["AUGER_POSTGRESQL"]
  static let reason = "AUGER_POSTGRESQL names no server: Scripts/test starts one"
  static var password: String { url.flatMap { URLComponents(string: $0)?.password } ?? "" }

  /// A temporary database, dropped together with this object.
  final class Database {
    let name: String
    let url: String

    /// Creates a database with a psql script. The script creates the database `name` or is run in it.
    init(script: String, name base: String) throws {
      name = base + "_" + UUID().uuidString.prefix(8).lowercased()
      url = try Self.url(name)
      var text = try String(contentsOfFile: script, encoding: .utf8)
      for words in ["DROP DATABASE IF EXISTS ", "CREATE DATABASE ", "\\c "] {
        text = text.replacing("\(words)\(base);", with: "\(words)\(name);")
      }
      let folder = try TemporaryFolder()
      let makesDatabase = text.contains("CREATE DATABASE")
      if !makesDatabase { try Self.psql(["-c", "CREATE DATABASE \(name)"], "postgres") }
      try Self.psql(["-f", try folder.write(text, to: "script.sql")], makesDatabase ? "postgres" : name)
    }

    init(statements: String) throws {
      name = "cli_" + UUID().uuidString.prefix(8).lowercased()
      url = try Self.url(name)
      try Self.psql(["-c", "CREATE DATABASE \(name)"], "postgres")
      try Self.psql(["-c", statements], name)
    }

    deinit { try? Self.psql(["-c", "DROP DATABASE IF EXISTS \(name) WITH (FORCE)"], "postgres") }

    /// Returns the URL with a suffix after the name of the database.
    func url(_ suffix: String) -> String { url + suffix }

    private static func url(_ database: String) throws -> String {
      let server = try #require(PostgreSQL.url)
      var parts = try #require(URLComponents(string: server))
      parts.path = "/" + database
      return try #require(parts.string)
    }

    private static func psql(_ arguments: [String], _ database: String) throws {
      let run = try Auger(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url(database)] + arguments, running: "/usr/bin/env",
        environment: ["PGOPTIONS": "-c client_min_messages=warning"])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  }
}
