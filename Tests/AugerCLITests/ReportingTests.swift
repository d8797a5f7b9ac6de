import AugerRefresh
import Foundation
import Testing

/// Missing and invalid input is reported, for every command and output format.
@Suite struct ReportingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nN,1\nS,5\n", to: "sales.csv")
    let chart = { (name: String, query: String) in
      """
      <Chart Name="\(name)" ChartType="Column" Query="\(query)"><Category Column="region"/>
      <Values><Value Expression="amount"/></Values></Chart>
      """
    }
    let layer = { (name: String, number: Int) in
      """
      <Layer Name="\(name)" ChartType="Line" ChartSequence="\(number)" Query="Q">
      <Values><Value Expression="amount"/></Values></Layer>
      """
    }
    let group = { (name: String) in
      "<OverlayGroup Name=\"\(name)\"><Category Column=\"region\"/>\(layer("A", 1))\(layer("B", 2))</OverlayGroup>"
    }
    _ = try folder.write("<Dashboard>\(chart("Sales", "Q"))</Dashboard>", to: "good.xml")
    _ = try folder.write("<Dashboard>\(chart("Sales", "Q"))\(group("Both"))</Dashboard>", to: "holes.xml")
    _ = try folder.write("<Dashboard>\(group("Both"))</Dashboard>", to: "empty.xml")
    _ = try folder.write("<Dashboard><Chart Name=\"SAP & Son\"/></Dashboard>", to: "broken.xml")
    _ = try folder.write("<Dashboard>\(chart("Gone", "Lost"))</Dashboard>", to: "failing.xml")
    let long = [300, 301].map { chart(String(repeating: "Ä", count: $0), "Q") }.joined()
    _ = try folder.write("<Dashboard>\(long)</Dashboard>", to: "long.xml")
  }

  private func workspace(_ dashboards: String..., jobs: String = "") throws {
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries:
        Q: { source: drops, from: sales, where: ["[[ region == $Region ]]"] }
        Lost: { source: drops, from: lost }
      dashboards: { \(dashboards.map { "\($0): \($0).xml" }.joined(separator: ", ")) }
      \(jobs)
      """, to: "auger.yaml")
  }

  private func run(_ arguments: String...) throws -> Auger { try Auger(arguments, in: folder.root) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.url(path).path) }

  @Test func overlayIsExported() throws {
    try workspace("holes", "empty")
    let both = try run("export", "holes", "empty", "-o", "out")
    #expect(both.exitCode == 0 && exists("out/holes/Sales.svg") && exists("out/empty/Both.svg"), "\(both.errors)")
    #expect(!both.errors.contains("warning"))
  }

  @Test func brokenDashboardDoesNotStopOthers() throws {
    try workspace("broken", "good", "failing")
    let export = try run("export", "-o", "out")
    #expect(export.exitCode == 1 && exists("out/good/Sales.json"), "\(export.errors)")
    #expect(export.errors.contains("broken.xml:1:29: error: metadataInvalidXMLFormat"), "\(export.errors)")
    #expect(export.errors.contains("tableNotFound"), "\(export.errors)")
    let query = try run("query", "Q", "--format", "csv")
    #expect(query.exitCode == 1 && query.output == "region,amount\nN,1\nS,5\n")
    #expect(query.errors.contains("error: metadataInvalidXMLFormat"))
    let alone = try run("export", "broken", "-o", "nothing")
    #expect(alone.exitCode == 2 && !exists("nothing"))
    // For commands that do not use dashboards, the error is a warning.
    let chart = try run("chart", "sales.csv", "--format", "csv")
    #expect(chart.exitCode == 0 && chart.errors.contains("warning: metadataInvalidXMLFormat"), "\(chart.errors)")
  }

  @Test func failingChartDoesNotStopOthers() throws {
    _ = try folder.write("region,amount\nN,9223372036854775807\nN,1\n", to: "large.csv")
    _ = try folder.write("region,amount\nN,1\nN,x\n", to: "odd.csv")
    _ = try folder.write("columns:\n  - { name: amount, type: int }\n", to: "odd.schema.yaml")
    let charts = [
      ("Sum", "Large", "sum(amount)"), ("Row", "Large", "sum(amount + 1)"), ("Field", "Odd", "sum(amount)"),
      ("Good", "Q", "sum(amount)"),
    ]
    let items = charts.map { name, query, value in
      """
      <Chart Name="\(name)" ChartType="Column" Query="\(query)"><Category Column="region"/>
      <Values><Value Expression="\(value)"/></Values></Chart>
      """
    }
    _ = try folder.write("<Dashboard>\(items.joined())</Dashboard>", to: "some.xml")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries:
        Q: { source: drops, from: sales }
        Large: { source: drops, from: large }
        Odd: { source: drops, from: odd }
      dashboards: { some: some.xml }
      """, to: "auger.yaml")
    let export = try run("export", "--diagnostics", "json", "-o", "out", "--formats", "json,svg")
    #expect(export.exitCode == 1 && exists("out/some/Good.svg") && exists("out/some.svg"), "\(export.errors)")
    var details: [String: [String: String]] = [:]
    for line in export.errors.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard object?["level"] as? String == "error" else { continue }
      let found = try #require(object?["details"] as? [String: String], "\(line)")
      details[try #require(found["chart"])] = found
    }
    #expect(details.count == 3)
    #expect(details["Sum"]?["expression"] == "sum(amount)", "\(export.errors)")
    #expect(details["Row"]?["dataRow"] == "1" && details["Row"]?["expression"] != nil, "\(export.errors)")
    #expect(details["Field"]?["dataColumn"] == "amount", "\(export.errors)")
    #expect(details["Field"]?["path"]?.hasSuffix("odd.csv") == true, "\(export.errors)")
    let text = try run("export", "-o", "out")
    #expect(text.errors.contains("sumOverflow: Sum: the sum exceeds the range of int"), "\(text.errors)")
  }

  @Test func standardErrorIsJSONOnRequest() throws {
    try workspace("holes", "failing")
    let runs = [
      try run("export", "--diagnostics", "json", "--verbose", "-o", "out"),
      try run(
        "chart", "sales.csv", "--diagnostics", "json", "--type", "Waterfall", "--value", "sum(amount)", "--value",
        "count()", "-o", "x.svg"),
      try run("chart", "gone.csv", "--diagnostics", "json"), try run("chart", "--diagnostics", "json"),
      try run("export", "failing/Gone", "--diagnostics", "json"),
    ]
    var lines: [[String: Any]] = []
    for line in runs.flatMap({ $0.errors.split(separator: "\n") }) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      lines.append(try #require(object, "\(line)"))
    }
    #expect(lines.allSatisfy { $0["code"] is String && $0["level"] is String })
    for line in lines {
      let (code, message) = (try #require(line["code"] as? String), try #require(line["message"] as? String))
      #expect(!message.hasPrefix("warning: ") && !message.contains("error: "), "\(message)")
      #expect(!message.hasPrefix(code), "\(code): \(message)")
    }
    let codes = lines.compactMap { $0["code"] as? String }
    for code in ["valueNotDrawn", "tableNotFound", "written", "chosen", "progress", "fileNotFound", "usage"] {
      #expect(codes.contains(code), "\(code) in \(codes)")
    }
    let failed = lines.filter { $0["code"] as? String == "tableNotFound" }
    #expect(failed.count == 2 && failed.allSatisfy { ($0["details"] as? [String: String])?["chart"] == "Gone" })
  }

  @Test func quietMeansErrorsOnly() throws {
    try workspace("holes")
    #expect(try run("export", "--quiet", "-o", "out").errors.isEmpty)
    #expect(try run("chart", "sales.csv", "--quiet").errors.isEmpty)
    #expect(try run("chart", "gone.csv", "--quiet").errors.contains("fileNotFound"))
  }

  @Test func longNameIsTruncated() throws {
    try workspace("long")
    let run = try run("export", "-o", "out", "--formats", "json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url("out/long").path)
    #expect(names.count == 2 && names.allSatisfy { $0.utf8.count < 200 && $0.hasPrefix("ÄÄÄ") }, "\(names)")
  }

  @Test func csvExportHasOneFilePerChart() throws {
    try workspace("good", "holes")
    #expect(try run("export", "good", "-o", "out", "--formats", "csv").exitCode == 0)
    #expect(try String(contentsOf: folder.url("out/good/Sales.csv"), encoding: .utf8) == "region,amount\nN,1\nS,5\n")
    #expect(try run("export", "good/Sales", "-o", "-", "--formats", "tsv").output == "region\tamount\nN\t1\nS\t5\n")
  }

  // MARK: Jobs

  @Test func jobPublishesAnOverlay() throws {
    let job = "dashboards: holes, formats: [csv, svg], publish: { directory: public }"
    try workspace("holes", jobs: "jobs: { all: { \(job) } }")
    let run = try run("refresh")
    #expect(run.exitCode == 0, "\(run.output)")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(snapshot.manifest.notices?.isEmpty ?? true)
    #expect(
      snapshot.manifest.files.map(\.path) == [
        "holes.svg", "holes/Both.csv", "holes/Both.svg", "holes/Sales.csv", "holes/Sales.svg",
      ])
    #expect(
      try String(contentsOf: folder.url("public/current/holes/Sales.csv"), encoding: .utf8)
        == "region,amount\nN,1\nS,5\n")
  }

  @Test func jobFailsUnlessPartialResultsAreAllowed() throws {
    let both = ["good.xml", "failing.xml"].map { (try? String(contentsOf: folder.url($0), encoding: .utf8)) ?? "" }
    let charts = both.joined().replacing("<Dashboard>", with: "").replacing("</Dashboard>", with: "")
    _ = try folder.write("<Dashboard>\(charts)</Dashboard>", to: "holes.xml")
    let job = "dashboards: holes, formats: [csv, svg], publish: { directory: public }"
    try workspace("holes", jobs: "jobs: { all: { \(job) } }")
    let refused = try run("refresh")
    #expect(refused.exitCode == 2 && refused.output.contains("tableNotFound") && !exists("public/current"))
    try workspace("holes", jobs: "jobs: { all: { \(job), partial: true } }")
    let run = try run("refresh")
    #expect(run.exitCode == 0 && run.output.contains("holes/Gone: tableNotFound"), "\(run.output)")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(snapshot.manifest.notices?.map(\.chart) == ["holes/Gone"])
    #expect(snapshot.manifest.files.map(\.path) == ["holes.svg", "holes/Sales.csv", "holes/Sales.svg"])
  }

  @Test func failedRunReportsItsCodeOnce() throws {
    try workspace("failing", jobs: "jobs: { all: { dashboards: failing, publish: { directory: public } } }")
    let run = try run("refresh", "--diagnostics", "json")
    #expect(run.exitCode == 2 && run.errors.isEmpty, "\(run.errors)")
    let lines = try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    let failure = try #require(lines.first { $0["level"] as? String == "error" })
    #expect(failure["code"] as? String == "tableNotFound" && failure["message"] as? String == "run failed")
    let text = try #require(failure["error"] as? String)
    #expect(text.hasPrefix("source 'drops' has no table 'lost'"), "\(text)")
    #expect(!text.contains("tableNotFound") && !text.contains("error: "), "\(text)")
    let history = try self.run("history", "--format", "csv").output
    #expect(history.contains(",tableNotFound,source 'drops' has no table 'lost'"), "\(history)")
    #expect(history.components(separatedBy: "tableNotFound").count == 2 && !history.contains("error: "), "\(history)")
  }

  @Test func unusedJobArgumentFails() throws {
    try workspace("good", jobs: "jobs: { all: { dashboards: good, arguments: { Regoin: N } } }")
    let run = try run("refresh")
    #expect(run.exitCode == 2 && run.errors.contains("argumentUnused") && run.errors.contains("'Region'?"))
    try workspace("good", jobs: "jobs: { all: { queries: Q, forEach: { Regoin: Q.region } } }")
    #expect(try Auger(["refresh"], in: folder.root).errors.contains("argumentUnused"))
  }

  @Test func receiptContainsTheQueryArguments() throws {
    try workspace(
      jobs: "jobs: { all: { queries: [Q, R], arguments: { Region: N }, publish: { directory: public } } }")
    let file = folder.url("auger.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("  Lost:", with: "  R: { source: drops, from: sales }\n  Lost:").utf8).write(to: file)
    let run = try run("refresh")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(snapshot.manifest.receipt.map(\.arguments) == ["6:Region=s1:N", ""])
  }

  @Test func jobEscapesSpreadsheetFormulas() throws {
    _ = try folder.write("region,amount\n=1,1\n", to: "sales.csv")
    let job = "queries: Q, formats: csv, csv: { safe: true }, publish: { directory: public }"
    try workspace(jobs: "jobs: { all: { \(job) } }")
    #expect(try run("refresh").exitCode == 0)
    #expect(
      try String(contentsOf: folder.url("public/current/queries/Q.csv"), encoding: .utf8) == "region,amount\n'=1,1\n")
  }

  @Test func damagedSnapshotIsMovedAndReported() throws {
    try workspace(jobs: "jobs: { all: { queries: Q, formats: csv, publish: { directory: public } } }")
    #expect(try run("refresh").exitCode == 0)
    let name = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: folder.url("public/current").path)
    ).lastPathComponent
    try Data().write(to: folder.url("public/current/manifest.json"))
    let second = try run("refresh")
    #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
    #expect((second.output + second.errors).contains("/public/damaged/\(name)'"), "\(second.output)\(second.errors)")
    #expect(exists("public/damaged/\(name)/queries/Q.csv") && !exists("public/snapshots/\(name)"))
    #expect(try PublishedSnapshot(directory: folder.url("public").path) != nil)
    let third = try run("refresh")
    #expect(third.exitCode == 0 && !(third.output + third.errors).contains("damaged"), "\(third.output)\(third.errors)")
  }

  /// 73635 is 65536 + 8099, so a 16-bit number would wrap around to a valid port.
  @Test(arguments: ["73635", "0"]) func webhookPortMustBeValid(port: String) throws {
    let hook = "publish: { directory: public, webhook: { url: 'https://hooks.example:\(port)/T0KEN' } }"
    try workspace(jobs: "jobs: { all: { queries: Q, \(hook) } }")
    let run = try run("refresh")
    #expect(run.exitCode == 2 && run.errors.contains("the URL of a webhook has no port \(port)"), "\(run.errors)")
    #expect(!(run.errors + run.output).contains("T0KEN"), "\(run.errors)")
  }

  @Test func invalidWebhookDoesNotRevealItsToken() throws {
    let hook = "publish: { directory: public, webhook: { url: 'htps://hooks.example/T0KEN' } }"
    try workspace(jobs: "jobs: { all: { queries: Q, \(hook) } }")
    let run = try run("refresh")
    #expect(run.exitCode == 2 && run.errors.contains("auger.yaml:"), "\(run.errors)")
    #expect(!(run.errors + run.output).contains("T0KEN"), "\(run.errors)")
  }
}
