import Foundation
import TestSupport
import Testing

/// Invalid input fails with exit code 2 and one message with location and reason, and writes no output.
@Suite struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectRefusal(
    _ arguments: [String], code: String, saying parts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let output = folder.url("out.json").path
    let run = try Auger(arguments + ["-o", output], in: folder.root)
    #expect(run.exitCode == 2, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(!FileManager.default.fileExists(atPath: output), "something was written", sourceLocation: sourceLocation)
    let heads = run.errors.components(separatedBy: "error: ").count - 1
    #expect(heads == 1, "one message is wanted: \(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.contains("error: \(code): "), "\(run.errors)", sourceLocation: sourceLocation)
    for part in parts {
      #expect(run.errors.contains(part), "'\(part)' in: \(run.errors)", sourceLocation: sourceLocation)
    }
  }

  private static let chart = ["--category", "region", "--value", "sum(amount)"]

  @Test func missingFileSuggestsAnExistingOne() throws {
    _ = try folder.write("region,amount\na,1\n", to: "sales.csv")
    try expectRefusal(
      ["chart", "slaes.csv"] + Self.chart, code: "fileNotFound", saying: ["slaes.csv", "Did you mean 'sales.csv'?"])
    try expectRefusal(["chart", "gone.sqlite.orders"] + Self.chart, code: "fileNotFound", saying: ["gone.sqlite"])
  }

  @Test func outputToDevicesAndLinksWorks() throws {
    _ = try folder.write("region,amount\na,1\n", to: "sales.csv")
    _ = try folder.write("", to: "target.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url("link.json").path, withDestinationPath: folder.url("target.json").path)
    let auger = Auger.directory.appendingPathComponent("auger").path
    let command = "'\(auger)' chart sales.csv \(Self.chart.map { "'\($0)'" }.joined(separator: " "))"
    let script =
      "mkfifo pipe && (cat pipe > piped.json &) && \(command) -o pipe && \(command) -o link.json && test -p pipe"
    let run = try Auger(["-c", script], running: "/bin/sh", in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.url("link.json").path))
    let link = try FileManager.default.attributesOfItem(atPath: folder.url("link.json").path)
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
    let target = try String(contentsOf: folder.url("target.json"), encoding: .utf8)
    #expect(target.contains("\"values\""))
  }

  @Test func folderAsFileFails() throws {
    try FileManager.default.createDirectory(at: folder.url("data.csv"), withIntermediateDirectories: true)
    let run = try Auger(["chart", "data.csv"] + Self.chart, in: folder.root)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("data.csv"))
    try FileManager.default.createDirectory(at: folder.url("data.sqlite"), withIntermediateDirectories: true)
    try expectRefusal(["chart", "data.sqlite"] + Self.chart, code: "notAFile", saying: ["data.sqlite", "directory"])
  }

  @Test func emptyFileFails() throws {
    _ = try folder.write("", to: "empty.csv")
    try expectRefusal(["chart", "empty.csv"] + Self.chart, code: "emptyInput", saying: ["empty.csv"])
    _ = try folder.write("", to: "empty.sqlite")
    try expectRefusal(["chart", "empty.sqlite"] + Self.chart, code: "emptyInput", saying: ["empty.sqlite"])
  }

  @Test(arguments: [["--category", "region", "--value", "count()"], chart, []])
  func headerWithoutRowsGivesAnEmptyChart(_ options: [String]) throws {
    _ = try folder.write("region,amount\n", to: "header.csv")
    let run = try Auger(["chart", "header.csv"] + options, in: folder.root)
    #expect(run.exitCode == 0 && run.errors.contains("warning: dataTableEmpty: "), "\(run.errors)")
    #expect(run.output.contains("\"values\": []"), "\(run.output)")
  }

  @Test func columnWithoutValuesGivesAChartWithoutValues() throws {
    _ = try folder.write("region,amount\na,\nb,\n", to: "nulls.csv")
    func chart(_ format: String) throws -> String {
      let run = try Auger(["chart", "nulls.csv", "--format", format] + Self.chart, in: folder.root)
      #expect(run.exitCode == 0 && !run.errors.contains("error: "), "\(format): \(run.errors)")
      return run.output
    }
    #expect(try chart("csv") == "region,sum(amount)\na,\nb,\n")
    #expect(try chart("json").contains("[null, null]"))
    let picture = try chart("svg")
    #expect(picture.contains("2 categories (region). No values."), "\(picture)")
    #expect(picture.contains(">a</text>") && picture.contains(">b</text>") && !picture.contains("data-category="))
  }

  @Test func binaryFileFails() throws {
    _ = try folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], to: "image.csv")
    try expectRefusal(["chart", "image.csv"] + Self.chart, code: "binaryFile", saying: ["image.csv"])
  }

  @Test func invalidUTF8HasALocation() throws {
    _ = try folder.write(Array("region,amount\nEurope,1\nM".utf8) + [0xFF] + Array("nchen,2\n".utf8), to: "bytes.csv")
    try expectRefusal(["chart", "bytes.csv"] + Self.chart, code: "invalidUTF8", saying: ["bytes.csv:3:"])
  }

  @Test func unknownColumnHasASuggestion() throws {
    _ = try folder.write("region,amount\nEurope,1\n", to: "sales.csv")
    try expectRefusal(
      ["chart", "sales.csv", "--category", "region", "--value", "sum(amuont)"], code: "dataMissingColumn",
      saying: ["--value:1:5", "sum(amuont)", "    ^^^^^^", "Did you mean 'amount'?"])
    try expectRefusal(
      ["chart", "sales.csv", "--category", "regoin", "--value", "sum(amount)"], code: "dataMissingColumn",
      saying: ["Did you mean 'region'?"])
  }

  @Test(
    .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)),
    arguments: ["not-a-database", "sqlite-truncated", "sqlite-bad-page"])
  func damagedDatabaseFails(_ name: String) throws {
    let path = Shared.path("data/types/\(name).sqlite")
    let run = try Auger(["query", "--source", "sqlite:" + path, "--sql", "SELECT * FROM affinity"], in: folder.root)
    #expect(run.exitCode == 2, "\(run.output)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("\(name).sqlite"), "\(run.errors)")
    #expect(run.errors.contains("error: "), "\(run.errors)")
  }

  private func shop() -> Database {
    let database = Database(path: folder.url("shop.sqlite").path)
    #expect(database.execute("CREATE TABLE orders (region TEXT, amount INTEGER)"))
    #expect(database.execute("INSERT INTO orders VALUES ('Europe', 10), ('Asia', 20), (NULL, 5)"))
    return database
  }

  @Test func lockedDatabaseFailsAfterWaiting() throws {
    let database = shop()
    #expect(database.execute("BEGIN EXCLUSIVE"))
    let workspace = try folder.write(
      """
      sources: { shop: { adapter: sqlite, path: shop.sqlite, busyTimeout: 100ms } }
      queries: { All: { source: shop, sql: SELECT * FROM orders } }
      """, to: "auger.yaml")
    try expectRefusal(["query", "All", "--workspace", workspace], code: "databaseLocked", saying: ["shop.sqlite"])
    #expect(database.execute("COMMIT"))
    #expect(try Auger(["query", "All", "--workspace", workspace]).exitCode == 0)
  }

  @Test(arguments: [
    "DELETE FROM orders", "CREATE TABLE t (a)", "INSERT INTO orders VALUES ('x', 1)", "PRAGMA user_version = 3",
    "ATTACH 'other.sqlite' AS other",
  ])
  func writingStatementFails(_ sql: String) throws {
    _ = shop()
    try expectRefusal(["query", "--source", "shop.sqlite", "--sql", sql], code: "notReadOnly", saying: [])
    let count = try Auger(
      ["query", "--source", "shop.sqlite", "--sql", "SELECT count(*) AS n FROM orders", "--format", "csv"],
      in: folder.root)
    #expect(count.output == "n\n3\n")
    #expect(!FileManager.default.fileExists(atPath: folder.url("other.sqlite").path))
  }

  @Test func twoStatementsFail() throws {
    _ = shop()
    try expectRefusal(
      ["query", "--source", "shop.sqlite", "--sql", "SELECT 1; SELECT 2"], code: "multipleStatements", saying: [])
  }

  @Test func unboundParameterIsMarked() throws {
    _ = shop()
    let query = ["query", "--source", "shop.sqlite", "--sql", "SELECT * FROM orders WHERE region = :Region"]
    try expectRefusal(query, code: "argumentUnbound", saying: ["--sql:1:37", ":Region", "^^^^^^^"])
    try expectRefusal(
      query + ["--arg", "Regoin=Asia"], code: "argumentUnused", saying: ["'Regoin'", "Did you mean 'Region'?"])
  }

  @Test(arguments: [
    "x'; DROP TABLE orders; --", "' OR '1'='1", "Europe'--", "\\'; DELETE FROM orders; --",
  ])
  func argumentsAreNotInterpretedAsSQL(_ value: String) throws {
    _ = shop()
    let run = try Auger(
      [
        "query", "--source", "shop.sqlite", "--sql", "SELECT count(*) AS n FROM orders WHERE region = :Region",
        "--arg", "Region=\(value)", "--format", "csv",
      ], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "n\n0\n")
    let list = try Auger(
      [
        "query", "--source", "shop.sqlite", "--sql", "SELECT count(*) AS n FROM orders WHERE region IN (:Regions)",
        "--arg", "Regions=[Asia,\(value)]", "--format", "csv",
      ], in: folder.root)
    #expect(list.output == "n\n1\n", "\(list.errors)")
  }

  @Test func exceededLimitsFail() throws {
    _ = shop()
    let workspace = try folder.write(
      """
      sources: { shop: { adapter: sqlite, path: shop.sqlite } }
      queries:
        Rows: { source: shop, sql: SELECT * FROM orders, limits: { rows: 2 } }
        Table: { source: shop, from: orders, limits: { rows: 2 } }
        Bytes: { source: shop, sql: SELECT * FROM orders, limits: { bytes: 8 } }
        Slow:
          source: shop
          sql: WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
          limits: { time: 50ms }
      """, to: "auger.yaml")
    for query in ["Rows", "Table", "Bytes"] {
      try expectRefusal(["query", query, "--workspace", workspace], code: "limitExceeded", saying: ["more than"])
    }
    try expectRefusal(["query", "Slow", "--workspace", workspace], code: "timeout", saying: ["time limit"])
  }

  @Test func everyWorkspaceErrorHasALocation() throws {
    let workspace = try folder.write(
      """
      sources:
        shop: { adapter: sqllite, path: shop.sqlite }
      queries:
        A: { source: shpo, sql: SELECT 1 }
        B: { source: shop, from: orders, where: ["amount >"] }
        C: { source: shop, form: orders }
      """, to: "auger.yaml")
    let run = try Auger(["query", "A", "--workspace", workspace])
    #expect(run.exitCode == 2)
    for part in [
      "auger.yaml:2:20", "Did you mean 'sqlite'?", "auger.yaml:4:16", "Did you mean 'shop'?", "auger.yaml:5:",
      "auger.yaml:6:", "Did you mean 'from'?",
    ] {
      #expect(run.errors.contains(part), "'\(part)' in: \(run.errors)")
    }
  }

  @Test func divisionByZeroIsCounted() throws {
    _ = try folder.write("region,amount,orders\na,1,0\nb,4,2\nc,5,0\n", to: "sales.csv")
    let run = try Auger(["eval", "amount / orders", "--table", "sales.csv"], in: folder.root)
    #expect(run.exitCode == 0)
    #expect(run.output == "\n2\n\n")
    #expect(run.errors.components(separatedBy: "warning: ").count == 2, "\(run.errors)")
    #expect(run.errors.contains("(2 times)"))
    let logarithm = try Auger(["eval", "Log(amount - 1)", "--table", "sales.csv"], in: folder.root)
    #expect(logarithm.output.hasPrefix("\n"))
    #expect(logarithm.errors.contains("warning: "))
  }

  @Test func invalidCommandLineExitsWithTwo() throws {
    for arguments in [["chart"], ["chart", "a.csv", "--nonsense"], ["nonsense"], ["chart", "a.csv", "--limit", "x"]] {
      let run = try Auger(arguments, in: folder.root)
      #expect(run.exitCode == 2, "\(arguments): \(run.errors)")
      #expect(!run.errors.isEmpty)
    }
    #expect(try Auger(["--help"]).exitCode == 0)
    #expect(try Auger(["--version"]).exitCode == 0)
  }

  @Test func diagnosticsAreJSONOnRequest() throws {
    _ = try folder.write("region,amount\nEurope,1\n", to: "sales.csv")
    let run = try Auger(
      ["eval", "sum(amuont)", "--table", "sales.csv", "--diagnostics", "json"], in: folder.root)
    let line = try #require(run.errors.split(separator: "\n").last)
    let json = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(json["code"] as? String == "unknownColumn")
    #expect(json["line"] as? Int == 1)
    #expect(json["column"] as? Int == 5)
  }
}
