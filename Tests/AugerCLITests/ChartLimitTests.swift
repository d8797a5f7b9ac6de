import Foundation
import TestSupport
import Testing

/// Charts of unsuitable data fail or end quickly, without using much memory.
@Suite struct ChartLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["svg", "png", "vl.json"])
  func pictureWithTooManyMarksFails(format: String) throws {
    let file = try folder.write("name,n\n" + (0..<60_000).map { "x\($0),1\n" }.joined(), to: "many.csv")
    let chart = ["chart", file, "--category", "name", "--value", "sum(n)", "-o", folder.url("x.\(format)").path]
    let refused = try Auger(chart)
    #expect(refused.exitCode == 2 && refused.errors.contains("limitExceeded"), "\(refused.errors)")
    #expect(refused.errors.contains("60000 marks, and the maximum is 50000"))
    #expect(!FileManager.default.fileExists(atPath: folder.url("x.\(format)").path))
    #expect(try Auger(chart + ["--limit", "100"]).exitCode == 0)
  }

  @Test func markLimitCanBeRaised() throws {
    let file = try folder.write("name,n\n" + (0..<200).map { "x\($0),1\n" }.joined(), to: "some.csv")
    let chart = ["chart", file, "--category", "name", "--value", "sum(n)", "-o", folder.url("x.svg").path]
    #expect(try Auger(chart + ["--most-marks", "199"]).exitCode == 2)
    #expect(try Auger(chart + ["--most-marks", "200"]).exitCode == 0)
    #expect(try Auger(chart + ["--most-marks", "0"]).errors.contains("--most-marks must be at least 1"))
  }

  private func workspace(_ category: String, job: String = "") throws {
    _ = try folder.write("day,n\n0001-01-01,1\n2024-02-29,2\n9999-12-31,3\n", to: "days.csv")
    _ = try folder.write(
      """
      <Dashboard><Chart Name="c" ChartType="Column" Query="Q"><Category Column="day" \(category)/>
      <Values><Value Expression="n"/></Values></Chart></Dashboard>
      """, to: "one.xml")
    _ = try folder.write(
      """
      sources: { s: { adapter: csv, path: days.csv } }
      queries: { Q: { source: s, from: days } }
      dashboards: { one: one.xml }
      jobs: { j: { dashboards: one, formats: svg, publish: { directory: public }, \(job) retry: { attempts: 1 } } }
      """, to: "auger.yaml")
  }

  @Test func tenThousandYearsOfDatesFail() throws {
    for category in ["Grains='Year,Day' FillGaps='true'", "Grains='Year,Day'"] {
      try workspace(category)
      let run = try Auger(["export", "one/c", "--formats", "json", "-o", "-"], in: folder.root)
      #expect(run.exitCode == 2 && run.errors.contains("limitExceeded"), "\(run.errors)")
      #expect(run.errors.contains("3652059 days; at most 366000 are shown") && run.errors.contains("MostDates"))
    }
  }

  @Test func dateLimitCanBeRaised() throws {
    try workspace("Grains='Year,Day' MostDates='10'")
    _ = try folder.write("day,n\n2024-01-01,1\n2024-01-11,2\n", to: "days.csv")
    let refused = try Auger(["export", "one/c", "--formats", "json", "-o", "-"], in: folder.root)
    #expect(refused.errors.contains("11 days; at most 10 are shown"), "\(refused.errors)")
    try workspace("Grains='Year,Day' MostDates='11'")
    _ = try folder.write("day,n\n2024-01-01,1\n2024-01-11,2\n", to: "days.csv")
    #expect(try Auger(["export", "one/c", "--formats", "json", "-o", "-"], in: folder.root).exitCode == 0)
  }

  @Test func jobsHaveTheSameLimit() throws {
    try workspace("", job: "mostMarks: 2,")
    let run = try Auger(["refresh"], in: folder.root)
    #expect(run.exitCode == 2 && run.output.contains("3 marks, and the maximum is 2"), "\(run.output)")
    try workspace("", job: "mostMarks: 3,")
    #expect(try Auger(["refresh"], in: folder.root).exitCode == 0)
  }

  @Test(arguments: [[], ["endless"]])
  func endlessViewStopsInspection(table: [String]) throws {
    let database = Database(path: folder.url("x.sqlite").path)
    #expect(
      database.execute(
        "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"))
    let run = try Auger(["inspect", folder.url("x.sqlite").path] + table + ["--time-limit", "300ms"])
    #expect(run.exitCode == 2 && run.errors.contains("timeout"), "\(run.errors)")
  }
}
