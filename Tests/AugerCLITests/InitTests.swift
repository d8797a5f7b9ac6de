import Foundation
import TestSupport
import Testing

/// `auger init` writes workspaces whose dashboards can be read, exported without warnings, and drilled into.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct InitTests {
  /// A generated workspace and its charts by name.
  private struct Outcome {
    let folder: TemporaryFolder
    let workspace: String
    var charts: [String: [String: Any]] = [:]
    var environment: [String: String] = [:]

    init(_ sources: [String], environment: [String: String] = [:]) throws {
      folder = try TemporaryFolder()
      workspace = folder.url("made").path
      self.environment = environment
      let made = try Auger(["init"] + sources + ["-o", workspace])
      #expect(made.exitCode == 0, "\(made.errors)")
      charts = try exported()
      let check = try Auger(["check", workspace, "--live"], environment: environment)
      #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
      // A filter or a selection provides an argument for each clause of a query.
      #expect(!(check.output + check.errors).contains("argumentUnbound"), "\(check.output)\(check.errors)")
    }

    /// Exports all charts and expects no warnings.
    func exported(_ explore: String = "", only item: String? = nil) throws -> [String: [String: Any]] {
      let target = folder.url("charts-" + UUID().uuidString)
      let run = try Auger(
        ["export"] + (item.map { [$0] } ?? []) + ["--workspace", workspace, "--explore", explore, "-o", target.path],
        environment: environment)
      #expect(run.exitCode == 0, "\(run.errors)")
      // A histogram reports rows without a number, which are not faults of the proposal.
      let errors = run.errors.split(separator: "\n").filter { !$0.contains("valueNotBinned") }
      #expect(errors.count == 1, "\(run.errors)")
      var models: [String: [String: Any]] = [:]
      let walker = FileManager.default.enumerator(atPath: target.path)
      // The files of dashboards are in the parent folder of those of their charts.
      for case let path as String in walker ?? .init() where path.hasSuffix(".json") && path.contains("/") {
        let data = try Data(contentsOf: target.appendingPathComponent(path))
        models[path] = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(FileManager.default.fileExists(atPath: target.path + "/" + path.dropLast(5) + ".svg"))
      }
      return models
    }

    func chart(_ name: String) throws -> [String: Any] {
      try #require(charts.first { $0.key.hasSuffix("/\(name).json") }?.value, "\(charts.keys.sorted()) lack \(name)")
    }

    /// Returns the categories of the finest visible level.
    func categories(_ name: String) throws -> [String] { try Self.categories(try chart(name)) }

    static func categories(_ model: [String: Any]) throws -> [String] {
      let levels = try #require(model["categories"] as? [[String: Any]])
      return try #require(levels.first?["labels"] as? [String])
    }

    static func values(_ model: [String: Any]) throws -> [Double] {
      let dimensions = try #require(model["values"] as? [[[Any]]])
      return dimensions.flatMap { $0.flatMap { $0 } }.compactMap { ($0 as? NSNumber)?.doubleValue }
    }

    /// Selects the first category on each level down to the last, and returns the columns.
    func drill(_ group: String) throws -> [String] {
      let dashboard = try #require(charts.keys.first?.prefix { $0 != "/" })
      var path: [String] = []
      var columns: [String] = []
      while true {
        let explore = path.isEmpty ? "" : "\(group).drill=" + path.joined(separator: "/")
        let models = try exported(explore, only: "\(dashboard)/\(group)")
        let model = try #require(models.first?.value)
        let level = try #require((model["categories"] as? [[String: Any]])?.first)
        let column = try #require(level["column"] as? String)
        #expect(try !Self.categories(model).isEmpty && !Self.values(model).isEmpty, "\(group) at \(path)")
        columns.append(column)
        guard let drill = model["drill"] as? [String: Any], drill["next"] is String,
          let first = try Self.categories(model).first
        else { return columns }
        path.append("\(column):" + (first.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? first))
      }
    }
  }

  private func expectFilled(_ outcome: Outcome) throws {
    #expect(outcome.charts.count >= 2)
    // Points have no aggregated values.
    for (name, model) in outcome.charts where model["table"] == nil && model["values"] is [Any] {
      #expect(try !Outcome.values(model).isEmpty, "\(name)")
      #expect(try Outcome.categories(model).count > 1, "\(name)")
    }
  }

  @Test func ordersAreDividedByForeignKeys() throws {
    let outcome = try Outcome([Shared.path("data/databases/chinook/Chinook_Sqlite.sqlite")])
    try expectFilled(outcome)
    // The sum of all invoices, from another query.
    let total = try Outcome.values(outcome.chart("Time")).reduce(0, +)
    #expect(abs(total - 2328.6) < 1e-6)
    #expect(try outcome.categories("Time").first == "Jan 2021" && outcome.categories("Time").count == 60)
    #expect(try outcome.drill("ByGenrePath") == ["Genre", "Track"])
    #expect(try outcome.drill("ByBillingCountryPath") == ["BillingCountry", "BillingCity"])
  }

  @Test func priceTimesQuantityIsAnAmount() throws {
    let outcome = try Outcome([Shared.path("data/databases/northwind/northwind.sqlite")])
    try expectFilled(outcome)
    let model = try outcome.chart("ByCategory")
    #expect(try Outcome.categories(model).first == "Beverages")
    #expect(try abs((Outcome.values(model).first ?? 0) - 267_868.18) < 0.01)
    #expect(try outcome.drill("ByCategoryPath") == ["Category", "Product"])
  }

  @Test func pricesAreAveraged() throws {
    let outcome = try Outcome([Shared.path("data/chartdata/vega-datasets/stocks.csv")])
    try expectFilled(outcome)
    #expect(try Outcome.values(outcome.chart("Time")).count == 560)
    #expect(try outcome.categories("Single1") == ["GOOG", "IBM", "AAPL", "AMZN", "MSFT"])
  }

  /// A sum of years is meaningless, and the name `convicted` does not reveal that the column contains years.
  @Test func yearsAreNotSummed() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { row in
      "\(["Texas", "Ohio", "Maine"][row % 3]),\(1950 + row * 7 % 60),\(1990 + row % 25),\(row % 7)"
    }
    let text = "State,Convicted,Freed,Payout\n" + rows.joined(separator: "\n") + "\n"
    let outcome = try Outcome([try folder.write(text, to: "cases.csv")])
    let made = try String(contentsOfFile: outcome.workspace + "/Dashboards/cases.xml", encoding: .utf8)
    #expect(made.contains("Payout") && !made.contains("Freed"), "\(made)")
    let queries = try String(contentsOfFile: outcome.workspace + "/auger.yaml", encoding: .utf8)
    #expect(queries.contains("sum(Payout)") && !queries.contains("(Convicted)"), "\(queries)")
  }

  @Test func recordsGetFiltersAndBars() throws {
    let folder = try TemporaryFolder()
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("data/chartdata/vega-datasets/movies.json")))
    let movies = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let names = movies.reduce(into: Set<String>()) { $0.formUnion($1.keys) }.sorted()
    func field(_ value: Any?) -> String {
      guard let value, !(value is NSNull) else { return "" }
      return "\"" + "\(value)".replacing("\"", with: "\"\"") + "\""
    }
    let lines = movies.map { movie in names.map { field(movie[$0]) }.joined(separator: ",") }
    let file = try folder.write(
      ([names.map { "\"\($0)\"" }.joined(separator: ",")] + lines).joined(separator: "\n") + "\n", to: "movies.csv")
    let outcome = try Outcome([file])
    try expectFilled(outcome)
    let yaml = try String(contentsOfFile: outcome.workspace + "/auger.yaml", encoding: .utf8)
    #expect(yaml.contains("[[ [Major Genre] in ($[Major Genre]) ]]"))
    let filtered = try outcome.exported("filter.Major%20Genre=Comedy,Drama")
    let all = try Outcome.values(outcome.chart("Time")).reduce(0, +)
    let some = try Outcome.values(
      try #require(filtered.first { $0.key.hasSuffix("/Time.json") }?.value)
    ).reduce(0, +)
    #expect(some > 0 && some < all)
  }

  @Test func eachSourceGetsADashboard() throws {
    let outcome = try Outcome([
      Shared.path("data/chartdata/vega-datasets/stocks.csv"),
      Shared.path("data/databases/northwind/northwind.sqlite") + ".Products",
    ])
    #expect(Set(outcome.charts.keys.map { $0.prefix { $0 != "/" } }) == ["stocks", "northwind"])
  }

  @Test func equalDataGiveEqualBytes() throws {
    let folder = try TemporaryFolder()
    let database = Shared.path("data/databases/chinook/Chinook_Sqlite.sqlite")
    var found: Set<[String]> = []
    for _ in 0..<2 {
      let target = folder.url(UUID().uuidString).path
      #expect(try Auger(["init", database, "-o", target, "--workers", "\(found.count + 1)"]).exitCode == 0)
      found.insert(
        try ["auger.yaml", "Dashboards/Chinook_Sqlite.xml"].map {
          try String(contentsOfFile: "\(target)/\($0)", encoding: .utf8)
        })
    }
    #expect(found.count == 1)
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let run = try Auger(["init", Shared.path("data/chartdata/vega-datasets/stocks.csv"), "-o", folder.root.path])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("already exists"))
    #expect(try String(contentsOf: folder.url("auger.yaml"), encoding: .utf8) == "sources: {}\n")
  }

  @Test func fileWithoutRowsSuggestsNothing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a,b\n", to: "empty.csv")
    let run = try Auger(["init", file, "-o", folder.url("made").path])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("no chart was proposed"))
  }

  /// Query names contain only the ASCII characters of the column names, and are unique.
  @Test func nonASCIIColumnsHaveUniqueQueries() throws {
    let folder = try TemporaryFolder()
    let (regions, colors) = (["север", "юг", "запад"], ["красный", "синий"])
    let rows = (0..<60).map { "\(regions[$0 % 3]),\(colors[$0 % 2]),\($0 * 7 % 11).5\n" }
    let file = try folder.write("регион,цвет,сумма\n" + rows.joined(), to: "продажи.csv")
    let run = try Auger(["init", file, "-o", folder.url("made").path])
    #expect(run.exitCode == 0, "\(run.errors)")
    let check = try Auger(["check", folder.url("made").path, "--live"])
    #expect(check.exitCode == 0, "\(check.output)")
    let text = try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8)
    #expect(text.contains("  ChoicesOfC:\n") && text.contains("  ChoicesOfC2:\n"), "\(text)")
  }

  /// Columns are omitted with a note if a dashboard file cannot contain their name, or if it has a meaning in
  /// expressions.
  @Test(arguments: ["a\u{1}b", "a\u{B}", "a\u{7F}", "a\u{FFFF}", "\"[ab]\"", "a:b", "$a"])
  func unnamableColumnIsOmitted(name: String) throws {
    let folder = try TemporaryFolder()
    let (regions, colors) = (["north", "south", "west"], ["red", "blue"])
    let rows = (0..<60).map { "\(regions[$0 % 3]),\(colors[$0 % 2]),\($0 * 7 % 11).5\n" }
    let file = try folder.write("\(name),color,amount\n" + rows.joined(), to: "sales.csv")
    let run = try Auger(["init", file, "-o", folder.url("made").path])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("sales.sales: left out '"), "\(run.errors)")
    #expect(!run.errors.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    let check = try Auger(["check", folder.url("made").path, "--live"])
    #expect(check.exitCode == 0, "\(check.output)")
    let dashboard = try String(contentsOf: folder.url("made/Dashboards/sales.xml"), encoding: .utf8)
    #expect(dashboard.contains("Column=\"color\""))
  }
}

/// `auger init` for PostgreSQL databases.
@Suite(
  .enabled(if: PostgreSQL.url != nil, Comment(rawValue: PostgreSQL.reason)),
  .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct InitPostgreSQLTests {
  /// Returns the charts of the dashboards with their number of categories.
  private func shown(_ url: String) throws -> [String: Int] {
    let folder = try TemporaryFolder()
    let (workspace, charts) = (folder.url("made").path, folder.url("charts"))
    let made = try Auger(["init", url, "-o", workspace])
    #expect(made.exitCode == 0, "\(made.errors)")
    // A reader of the file may not have access to the database, so it contains no password.
    let yaml = try String(contentsOfFile: workspace + "/auger.yaml", encoding: .utf8)
    #expect(!yaml.contains(PostgreSQL.password))
    #expect(made.errors.contains("the password was not written"))
    let run = try Auger(
      ["export", "--workspace", workspace, "-o", charts.path], environment: ["PGPASSWORD": PostgreSQL.password])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    var found: [String: Int] = [:]
    let walker = FileManager.default.enumerator(atPath: charts.path)
    for case let path as String in walker ?? .init() where path.hasSuffix(".json") {
      let data = try Data(contentsOf: charts.appendingPathComponent(path))
      let model = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let levels = model["categories"] as? [[String: Any]]
      let name = path.split(separator: "/").last?.dropLast(5) ?? ""
      found[String(name)] = (levels?.first?["values"] as? [Any])?.count ?? 0
    }
    return found
  }

  /// The printed command contains a placeholder for the password.
  @Test func printedCommandRunsAndArraysAreOmitted() throws {
    let database = try PostgreSQL.Database(
      statements: """
        CREATE TABLE t (region text, tags text[], span int4range, placed date, amount numeric);
        INSERT INTO t SELECT 'r' || i % 4, ARRAY['a', 'b' || i % 3], int4range(i % 3, 9), date '2024-01-01' + i, i
        FROM generate_series(1, 90) AS i
        """)
    let folder = try TemporaryFolder()
    let made = try Auger(["init", database.url, "-o", "a folder"], in: folder.root)
    #expect(made.exitCode == 0 && !made.errors.contains(PostgreSQL.password), "\(made.errors)")
    let lines = made.errors.split(separator: "\n")
    #expect(lines.contains("Try next, with the password in place of PASSWORD"), "\(made.errors)")
    let program = Auger.directory.appendingPathComponent("auger").path
    let command = String(try #require(lines.last)).replacing("PASSWORD", with: PostgreSQL.password)
      .replacing("auger export", with: "'\(program)' export")
    let run = try Auger(["-c", command], running: "/bin/sh", in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.url("a folder/Charts").path))
    let dashboards = folder.url("a folder/Dashboards")
    for name in try FileManager.default.contentsOfDirectory(atPath: dashboards.path) {
      let text = try String(contentsOf: dashboards.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("region") && !text.contains("tags") && !text.contains("span"), "\(text)")
    }
    let check = try Auger(
      ["check", folder.url("a folder").path, "--live"], environment: ["PGPASSWORD": PostgreSQL.password])
    #expect(check.exitCode == 0, "\(check.output)")
  }

  @Test func secretParameterIsNotWritten() throws {
    let database = try PostgreSQL.Database(
      statements: "CREATE TABLE t (region text, n int); INSERT INTO t VALUES ('N', 1)")
    var parts = try #require(URLComponents(string: database.url))
    let user = try #require(parts.user)
    (parts.user, parts.password) = (nil, nil)
    parts.percentEncodedQuery = "user=\(user)&pass%77ord=\(PostgreSQL.password)&sslpassword=S3cret&connect_timeout=9"
    let folder = try TemporaryFolder()
    let made = try Auger(["init", try #require(parts.string), "-o", folder.url("made").path])
    #expect(made.exitCode == 0 && made.errors.contains("the password was not written"), "\(made.errors)")
    let yaml = try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8)
    #expect(yaml.contains("?user=\(user)&connect_timeout=9"), "\(yaml)")
    #expect(!yaml.contains("S3cret") && !yaml.contains("ord="), "\(yaml)")
  }

  @Test(arguments: ["", "postgresql:"])
  func keywordPasswordIsNotWritten(prefix: String) throws {
    let database = try PostgreSQL.Database(
      statements: "CREATE TABLE t (region text, n int); INSERT INTO t VALUES ('N', 1)")
    let parts = try #require(URLComponents(string: database.url))
    let (host, port, user) = (try #require(parts.host), try #require(parts.port), try #require(parts.user))
    let name = parts.path.dropFirst()
    let folder = try TemporaryFolder()
    let secret = "password = '\(PostgreSQL.password)'"
    let location = "\(prefix)host=\(host) port = \(port) \(secret) user=\(user) sslpassword=S3 dbname=\(name)"
    let made = try Auger(["init", location, "-o", folder.url("made").path])
    #expect(made.exitCode == 0 && made.errors.contains("the password was not written"), "\(made.errors)")
    let yaml = try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8)
    #expect(yaml.contains(":-host=\(host) port=\(port) user=\(user) dbname=\(name)}"), "\(yaml)")
    #expect(yaml.contains("  \(name):\n") || yaml.contains("  \"\(name)\":\n"), "\(yaml)")
    #expect(!yaml.contains("ssword"), "\(yaml)")
  }

  /// The mark combines with the preceding colon, so a search by characters does not find the colon.
  @Test func passwordWithCombiningMarkIsNotWritten() throws {
    let (role, password) = ("accented\(Int.random(in: 0..<1_000_000))", "\u{301}S3cretPW")
    let database = try PostgreSQL.Database(
      statements: """
        CREATE TABLE t (region text, n int); INSERT INTO t VALUES ('N', 1);
        CREATE ROLE \(role) LOGIN PASSWORD '\(password)'; GRANT SELECT ON t TO \(role)
        """)
    let parts = try #require(URLComponents(string: database.url))
    let (host, port) = (try #require(parts.host), try #require(parts.port))
    let folder = try TemporaryFolder()
    let made = try Auger([
      "init", "postgresql://\(role):\(password)@\(host):\(port)\(parts.path)", "-o", folder.url("made").path,
    ])
    #expect(made.exitCode == 0 && made.errors.contains("the password was not written"), "\(made.errors)")
    let yaml = try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8)
    #expect(yaml.contains("//\(role)@\(host)") && !yaml.contains("S3cretPW"), "\(yaml)")
  }

  @Test func postgresOrdersAreDividedByForeignKeys() throws {
    let chinook = try PostgreSQL.Database(
      script: Shared.path("data/databases/chinook/Chinook_PostgreSql.sql"), name: "chinook")
    let shown = try shown(chinook.url)
    #expect(shown["Time"] == 60)
    #expect(shown["ByGenre"] == 10)
    let northwind = try PostgreSQL.Database(
      script: Shared.path("data/databases/northwind/northwind_postgres.sql"), name: "northwind")
    #expect(try self.shown(northwind.url)["ByCategory"] == 8)
  }

  @Test func wideTableIsDividedByItsHierarchies() throws {
    let packed = Shared.path("data/adventureworks/small/reseller-postgres.sql.gz")
    let folder = try TemporaryFolder()
    let script = folder.url("script.sql").path
    let unpacked = try Auger(["-c", "gunzip -c '\(packed)' > '\(script)'"], running: "/bin/sh")
    #expect(unpacked.exitCode == 0, "\(unpacked.errors)")
    let database = try PostgreSQL.Database(script: script, name: "reseller")
    let shown = try shown(database.url)
    #expect((30...40).contains(shown["Time"] ?? 0), "\(shown)")
    #expect(shown["ByCountry"] == 6)
    #expect(shown["ByProductCategory"] == 4)
  }
}
