import AugerRefresh
import Foundation
import TestSupport
import Testing

/// `export` and a job write the same files.
@Suite struct DashboardFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nN,1\nS,5\nW,7\n", to: "sales.csv")
    let chart = { (name: String, query: String) in
      """
      <Chart Name="\(name)" Title="Title of \(name)" ChartType="Column" Query="\(query)"><Category Column="region"/>
      <Values><Value Expression="amount"/></Values></Chart>
      """
    }
    let filter = "<Filter Name=\"Region\" SourceQuery=\"Chosen\" FilterType=\"picklist\" Column=\"region\"/>"
    _ = try folder.write("<Dashboard>\(chart("Each", "Q"))</Dashboard>", to: "one.xml")
    _ = try folder.write("<Dashboard>\(chart("Each", "Q"))\(chart("First", "N"))</Dashboard>", to: "two.xml")
    _ = try folder.write("<Dashboard><Filters>\(filter)</Filters>\(chart("Each", "Q"))</Dashboard>", to: "filtered.xml")
  }

  /// Writes a workspace.
  ///
  /// - Parameter dashboards: Names and files of dashboards.
  private func workspace(_ dashboards: String, _ job: String = "") throws {
    _ = try folder.write(
      """
      sources: { s: { adapter: csv, path: sales.csv } }
      queries:
        Q: { source: s, from: sales }
        N: { source: s, from: sales, where: "region == 'N'" }
        Chosen: { source: s, from: sales, where: "[[ region == $Region ]]" }
      dashboards: { \(dashboards) }
      jobs: { all: { \(job) publish: { directory: public } } }
      """, to: "auger.yaml")
  }

  private func exported(_ arguments: String...) throws -> [String: Data] {
    try? FileManager.default.removeItem(at: folder.url("out"))
    let run = try Auger(["export", "-o", "out"] + arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let root = folder.url("out").resolvingSymlinksInPath()
    let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects.compactMap { $0 as? String } ?? []
    var files: [String: Data] = [:]
    for path in paths { files[path] = FileManager.default.contents(atPath: root.path + "/" + path) }
    return files
  }

  private func published() throws -> [String: Data] {
    let run = try Auger(["refresh"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.output)")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    try snapshot.verify()
    return Dictionary(
      uniqueKeysWithValues: snapshot.manifest.files.map {
        ($0.path, FileManager.default.contents(atPath: folder.url("public/current").path + "/" + $0.path) ?? Data())
      })
  }

  @Test func jobPublishesTheFilesOfExport() throws {
    try workspace(
      "one: one.xml, two: two.xml, filtered: filtered.xml",
      "dashboards: [one, two, filtered], formats: [json, svg, csv, html, vega-lite, arrow],")
    let exported = try exported("--formats", "json,svg,csv,html,vega-lite,arrow")
    let published = try published()
    #expect(Set(exported.keys) == Set(published.keys))
    #expect(exported["filtered.json"] != nil && exported["two.html"] != nil && exported["two/First.arrow"] != nil)
    // JSON files differ in cache status.
    let differing = exported.filter { path, bytes in !path.hasSuffix(".json") && published[path] != bytes }
    #expect(differing.isEmpty, "\(differing.keys.sorted())")
    #expect(exported["filtered.json"] == published["filtered.json"])
  }

  /// Filter choices use the arguments of the job, as charts do.
  @Test func filterChoicesUseJobArguments() throws {
    try workspace("filtered: filtered.xml", "dashboards: filtered, forEach: { Region: Q.region },")
    let files = try published()
    for region in ["N", "S", "W"] {
      let overview = try #require(files["\(region)/filtered.json"])
      let node = try #require(try JSONSerialization.jsonObject(with: overview) as? [String: Any])
      let choices = (node["filters"] as? [[String: Any]])?.first?["choices"] as? [[String: Any]]
      #expect(choices?.compactMap { $0["label"] as? String } == [region])
    }
  }

  @Test func collidingDashboardNamesHaveSeparateFiles() throws {
    try workspace("a b: one.xml, a_b: two.xml", "dashboards: [a b, a_b], formats: csv, charts: [a_b/Each],")
    let expected: Set = ["a_b/Each.csv", "a_b/Each_.csv", "a_b/First.csv"]
    #expect(Set(try exported("--formats", "csv").keys) == expected)
    #expect(Set(try published().keys) == expected)
  }

  @Test func snapshotMetadataIsNotOverwritten() throws {
    try workspace("manifest: one.xml, Status: one.xml", "dashboards: [manifest, Status], formats: json,")
    #expect(
      Set(try published().keys) == ["manifest_.json", "manifest/Each.json", "Status_.json", "Status/Each.json"])
  }

  /// If a chart has too many marks for a picture, the picture of the dashboard shows the reason in its place.
  @Test func oversizedChartShowsAReason() throws {
    try workspace("two: two.xml")
    let run = try Auger(
      ["export", "--formats", "svg", "--most-marks", "2", "-o", "out"], in: folder.root)
    #expect(run.exitCode == 1 && run.errors.contains("3 marks, and the maximum is 2"), "\(run.errors)")
    let whole = try String(contentsOf: folder.url("out/two.svg"), encoding: .utf8)
    #expect(whole.contains("Title of First") && whole.contains("Title of Each"))
    #expect(whole.contains("too many marks"))
    #expect(!FileManager.default.fileExists(atPath: folder.url("out/two/Each.svg").path))
  }
}
