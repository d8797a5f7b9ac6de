import Foundation
import Testing

/// `auger check`: exit codes, output formats, and problems that only a source reveals. `Fixtures/Cases/Check` covers
/// the individual diagnostics.
@Suite struct CheckTests {
  private static let dashboard = """
    <Chart Name="Sales" ChartType="Column" Query="ByRegion">
      <Category Column="Region"/>
      <Values><Value Expression="Amount"/></Values>
    </Chart>
    """

  /// Returns a folder with a database of sales, a dashboard, and a workspace whose query is `sql`.
  private func folder(_ sql: String, database: String = "shop.sqlite") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let sales = Database(path: folder.url("shop.sqlite").path)
    #expect(sales.execute("CREATE TABLE sales(Region TEXT, Amount REAL); INSERT INTO sales VALUES('Europe', 1.5)"))
    _ = try folder.write(Self.dashboard, to: "sales.xml")
    _ = try folder.write(
      """
      sources: { shop: { adapter: sqlite, path: \(database) } }
      dashboards: { sales: sales.xml }
      queries:
        ByRegion: { source: shop, sql: "\(sql)" }
      """, to: "auger.yaml")
    return folder
  }

  @Test func validWorkspaceExitsWithZero() throws {
    let folder = try folder("SELECT Region, Amount FROM sales")
    let run = try Auger(["check", "--live"], in: folder.root)
    #expect(run.exitCode == 0)
    #expect(run.output == "0 errors, 0 warnings and 0 notes in 2 files\n")
    #expect(run.errors.isEmpty)
  }

  @Test func findingsExitWithOneAndNotesDoNot() throws {
    let folder = try folder("SELECT Region, Amount FROM sales WHERE Region = :Region")
    let found = try Auger(["check"], in: folder.root)
    #expect(found.exitCode == 1)
    #expect(
      found.output.hasPrefix("sales.xml:1:47: error: argumentUnbound: query 'ByRegion' of chart 'Sales' requires"))
    #expect(found.output.hasSuffix("\n1 error, 0 warnings and 0 notes in 2 files\n"))
    let noted = try self.folder("SELECT Region, Amount FROM sales WHERE true [[ AND Region = :Region ]]")
    let run = try Auger(["check"], in: noted.root)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("auger.yaml:4:3: note: argumentUnbound: no dashboard provides 'Region'"))
    #expect(try Auger(["check", "--quiet"], in: noted.root).output == "0 errors, 0 warnings and 1 note in 2 files\n")
  }

  /// A clause that only the data policy uses does not cause a note.
  @Test func policyProvidesForcedArguments() throws {
    let folder = try folder("SELECT Region, Amount FROM sales WHERE true [[ AND Region = :Region ]]")
    let workspace = folder.root.appendingPathComponent("auger.yaml")
    let text = try String(contentsOf: workspace, encoding: .utf8)
    let policy = "policy:\n  - { for: { claim: role, is: x }, dashboards: all, force: { Region: claim.region } }\n"
    try (text + "\n" + policy).write(to: workspace, atomically: true, encoding: .utf8)
    let run = try Auger(["check"], in: folder.root)
    #expect(run.output == "0 errors, 0 warnings and 0 notes in 2 files\n" && run.exitCode == 0)
  }

  @Test func failedCheckExitsWithTwo() throws {
    let folder = try folder("SELECT Region, Amount FROM sales", database: "shops.sqlite")
    let closed = try Auger(["check", "--live"], in: folder.root)
    #expect(closed.exitCode == 2)
    #expect(closed.output.hasPrefix("auger.yaml:1:12: error: fileNotFound: "))
    let missing = try Auger(["check", "Dashbords/sales.xml"], in: folder.root)
    #expect(missing.exitCode == 2)
    #expect(
      missing.errors.hasPrefix(
        "error: metadataFileNotFound: file 'Dashbords/sales.xml' does not exist or is not readable"))
    let alone = try Auger(["check", "sales.xml", "--live"], in: folder.root)
    #expect(alone.exitCode == 2)
    #expect(alone.errors.contains("what is checked has no sources"))
    let nowhere = try TemporaryFolder()
    #expect(try Auger(["check", "--live=1"], in: nowhere.root).exitCode == 2)
  }

  @Test func liveCheckFindsMissingTablesAndColumns() throws {
    let noTable = try folder("SELECT Region, Amount FROM sale")
    let run = try Auger(["check", "--live"], in: noTable.root)
    #expect(run.exitCode == 1)
    #expect(run.output.hasPrefix("auger.yaml:4:3: error: queryFailed: "))
    #expect(run.output.contains("no such table: sale"))
    let noColumn = try folder("SELECT Region, Amount AS amount FROM sales")
    let column = try Auger(["check", "--live"], in: noColumn.root)
    #expect(column.output.contains("sales.xml:3:30: error: dataMissingColumn: "))
    #expect(column.output.contains("  hint: Did you mean 'amount'?\n"))
    let noRows = try folder("SELECT Region, Amount FROM sales WHERE Amount > 9")
    let empty = try Auger(["check", "--live"], in: noRows.root)
    #expect(empty.output.hasPrefix("sales.xml:1:47: error: dataTableEmpty: query 'ByRegion' has no rows"))
  }

  /// Expressions in queries and in job expectations are checked without reading rows.
  @Test(arguments: [
    ("queries: { Q: { source: s, from: s, derive: { d: summ(x) } } }", "2:50: error: unknownFunction: "),
    ("queries: { Q: { source: s, from: s, derive: { d: \"Abs('x')\" } } }", "2:55: error: wrongArgumentType: "),
    ("queries: { Q: { source: s, from: s, where: [\"upper(k)\"] } }", "2:46: error: wrongArgumentType: a condition"),
    ("queries: { Q: { source: s, from: s, derive: { a: 1, d: Day(a) } } }", "2:60: error: wrongArgumentType: "),
    (
      "queries: { Q: { source: s, from: s, groupBy: [k], measures: { m: x } } }",
      "2:66: error: columnOutsideAggregate: "
    ),
    (
      "queries: { Q: { source: s, from: s, groupBy: [k], measures: { m: count() }, having: [\"upper(m) = 'A'\"] } }",
      "2:93: error: wrongArgumentType: "
    ),
    ("queries: { Q: { source: s, from: s, derive: { d: $gone + summ(x) } } }", "2:58: error: unknownFunction: "),
    (
      "queries: { Q: { source: s, from: s } }\njobs: { J: { queries: Q, expect: { e: summ(x) > 1 } } }",
      "3:39: error: "
    ),
  ])
  func invalidExpressionIsReported(_ text: String, _ finding: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("k,x\na,1\n", to: "s.csv")
    _ = try folder.write("sources: { s: { adapter: csv, path: s.csv } }\n\(text)\n", to: "auger.yaml")
    for words in [["check"], ["check", "--live"]] {
      let run = try Auger(words, in: folder.root)
      #expect(run.exitCode == 1 && run.output.hasPrefix("auger.yaml:\(finding)"), "\(run.output)\(run.errors)")
      #expect(run.output.contains("\n1 error, 0 warnings and 0 notes in 1 file\n"), "\(run.output)")
    }
  }

  /// An expression whose column types or arguments are still unknown is not an error.
  @Test func undecidedExpressionIsNotAnError() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      sources: { s: { adapter: csv, path: s.csv } }
      queries:
        Q:
          source: s
          from: s
          join: { t: { from: s, on: { k: upper(k) } } }
          derive: { d: "if(x > $low, x, y)", b: Bin(x), c: "Round(x, $digits)", e: "d + Day(today())" }
          where: ["[[LastMonths(day, $months)]]", flag, "x in ($list)", "Between(x, $range)"]
          groupBy: [k, b]
          measures: { n: count(), s: "sum(x) / n0", m: avg(d) }
          having: ["n > $n", "[[max(x) < $most]]", k]
      """.replacing("\"sum(x) / n0\"", with: "sum(x)"), to: "auger.yaml")
    let run = try Auger(["check"], in: folder.root)
    #expect(run.exitCode == 0 && run.output == "0 errors, 0 warnings and 0 notes in 1 file\n", "\(run.output)")
  }

  @Test func damagedWorkspaceIsReportedWithAndWithoutSources() throws {
    let folder = try TemporaryFolder()
    for text in ["sources: { s: ./s.csv }\n", "sources: {}\nqueries: { Q: { n: 1, n: 2 } }\n", "sources: {\n"] {
      _ = try folder.write(text, to: "auger.yaml")
      let plain = try Auger(["check"], in: folder.root)
      let live = try Auger(["check", "--live"], in: folder.root)
      #expect(plain.exitCode == 1 && plain.output.hasPrefix("auger.yaml:"), "\(plain.output)\(plain.errors)")
      #expect(live.exitCode == 2 && live.output == plain.output && live.errors.isEmpty, "\(live.output)\(live.errors)")
    }
  }

  /// A query with an error still exists, so a job that uses it has no additional error.
  @Test func jobCanUseAnInvalidQuery() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      sources: { s: { adapter: csv, path: s.csv } }
      queries: { Q: { source: s, from: s, derive: { d: "x +" } } }
      jobs: { J: { queries: [Q], arguments: { a: 1 }, forEach: { k: Q.k } } }
      """, to: "auger.yaml")
    let run = try Auger(["check"], in: folder.root)
    #expect(run.exitCode == 1 && run.output.hasPrefix("auger.yaml:2:54: error: syntaxError: "), "\(run.output)")
    #expect(run.output.hasSuffix("\n1 error, 0 warnings and 0 notes in 1 file\n"), "\(run.output)")
  }

  @Test func findingsAreJSONOnRequest() throws {
    let folder = try folder("SELECT Region, Amount FROM sale")
    let json = try Auger(["check", "--live", "--format", "json"], in: folder.root)
    #expect(json.exitCode == 1 && json.output.hasPrefix("{\n  \"diagnostics\": ["))
    #expect(try Auger(["check", "--live", "--diagnostics", "json"], in: folder.root).output == json.output)
    let text = try Auger(["check", "--live", "--diagnostics", "json", "--format", "text"], in: folder.root)
    #expect(text.output == (try Auger(["check", "--live"], in: folder.root).output))
  }

  @Test func dashboardIsCheckedAgainstTheNamedWorkspace() throws {
    let folder = try folder("SELECT Region, Amount FROM sales")
    let other = try folder.write(Self.dashboard.replacing("ByRegion", with: "ByRegoin"), to: "other.xml")
    #expect(try Auger(["check", other]).exitCode == 0)
    let run = try Auger(["check", other, "--workspace", folder.root.path])
    #expect(run.exitCode == 1)
    #expect(run.output.contains("other.xml:1:47: error: metadataObjectUndefined: chart 'Sales' uses query 'ByRegoin'"))
    #expect(run.output.contains("hint: Did you mean 'ByRegion'?"))
    _ = try folder.write("<Chart/>", to: "sales.xml")
    let alone = try Auger(["check", other, "--workspace", folder.root.path])
    #expect(alone.output == run.output)
  }

  @Test func folderWithoutWorkspaceChecksItsDashboards() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url("below"), withIntermediateDirectories: true)
    _ = try folder.write("<Chart/>", to: "below/b.xml")
    _ = try folder.write(Self.dashboard, to: "a.xml")
    _ = try folder.write("{\"name\": \"a package\"}", to: "package.json")
    let run = try Auger(["check", "."], in: folder.root)
    #expect(run.exitCode == 1)
    #expect(run.output.hasPrefix("below/b.xml:1:2: error: metadata"))
    #expect(run.output.hasSuffix(" in 2 files\n"))
    let nothing = try TemporaryFolder()
    #expect(try Auger(["check", "."], in: nothing.root).exitCode == 2)
  }

  /// A file is recognized as a workspace by its keys, under any name and in any YAML style.
  @Test(arguments: [
    "sources:\n  s: { path: s.csv }\n", "# ours\r\nsources:\r\n  s: { path: s.csv }\r\n",
    "\u{FEFF}sources:\n  s: { path: s.csv }\n", "\"sources\":\n  s: { path: s.csv }\n",
    "%YAML 1.2\n---\n{ sources: { s: { path: s.csv } } }\n", "? sources\n: { s: { path: s.csv } }\n",
  ])
  func workspaceIsRecognizedByItsKeys(text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "ours.yaml")
    let run = try Auger(["check", "ours.yaml"], in: folder.root)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("error: missingKey: source 's' needs 'adapter'"), "\(run.output)")
  }

  /// `check` reports the errors that would stop `refresh` and `serve`, and reports each error only once.
  @Test func errorsInJobsAreFound() throws {
    let folder = try folder("SELECT Region, Amount FROM sales")
    let workspace = folder.root.appendingPathComponent("auger.yaml")
    let text = try String(contentsOf: workspace, encoding: .utf8)
    func checked(_ jobs: String) throws -> [String] {
      try (text + "\n" + jobs).write(to: workspace, atomically: true, encoding: .utf8)
      let run = try Auger(["check"], in: folder.root)
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(run.exitCode == (lines.last?.hasPrefix("0 errors, 0 warnings") == true ? 0 : 1), "\(run.output)")
      return lines.filter { $0.contains("error: ") }
    }
    #expect(try checked("jobs: { night: { schedule: '0 3 * * *', dashboards: [sales] } }").isEmpty)
    let found = try checked(
      """
      jobs:
        night: { schedule: "0 25 * * *", dashboards: [sale], publish: published }
        day: { every: 1h, queries: [ByRegion], arguments: { Regoin: x } }
      """)
    for (place, code) in [("6:25", "cronSyntax"), ("6:49", "metadataObjectUndefined"), ("6:65", "wrongKind")] {
      #expect(found.contains { $0.hasPrefix("auger.yaml:\(place): error: \(code)") }, "\(place) \(found)")
    }
    #expect(found.contains { $0.contains("argumentUnused: no query of job 'day' takes an argument 'Regoin'") })
    #expect(found.count == 4, "\(found)")
    _ = try folder.write("<Chart/>", to: "sales.xml")
    let broken = try checked("jobs: { night: { every: 1h, dashboards: [sales] } }")
    #expect(!broken.isEmpty && broken.allSatisfy { $0.hasPrefix("sales.xml:") }, "\(broken)")
  }

  @Test func reportsHaveFourFormats() throws {
    let folder = try folder("SELECT Region, Amount FROM sales WHERE Region = :Region")
    let github = try Auger(["check", "--format", "github"], in: folder.root)
    #expect(github.output.hasPrefix("::error file=sales.xml,line=1,col=47,"))
    #expect(github.exitCode == 1)
    for format in ["json", "sarif"] {
      let run = try Auger(["check", "--format", format, "-o", "report"], in: folder.root)
      #expect(run.exitCode == 1 && run.output.isEmpty)
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url("report")))
      let report = try #require(json as? [String: Any])
      #expect(report["errors"] as? Int == (format == "json" ? 1 : nil))
      #expect((report["version"] as? String) == (format == "sarif" ? "2.1.0" : nil))
    }
  }

  @Test func pathsAreListedAsTextAndJSON() throws {
    let folder = try folder("SELECT Region, Amount FROM sales")
    let text = try Auger(["check", "--paths"], in: folder.root)
    #expect(text.output == "sales\n  Sales: ByRegion()\n0 errors, 0 warnings and 0 notes in 2 files\n")
    let json = try Auger(["check", "--paths", "--format", "json"], in: folder.root)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let dashboards = try #require(report["paths"] as? [[String: Any]])
    let paths = try #require(dashboards.first?["paths"] as? [[String: Any]])
    #expect(paths.map { $0["item"] as? String } == ["Sales"])
    #expect(paths.first?["queries"] as? [String] == ["ByRegion"])
  }
}
