import Foundation
import TestSupport
import Testing

/// Charts for Vega-Lite as output of commands and jobs.
@Suite struct VegaLiteTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nN,1.5\nS,2\nN,3\n", to: "sales.csv")
    let grid =
      "<DataGrid Name='Rows' Query='Q'><Columns><Column Type='Data' Value='region' ColumnSequence='1'/></Columns>"
      + "</DataGrid>"
    let chart =
      "<Chart Name='Column' ChartType='Column' Query='Q'><Category Column='region'/>"
      + "<Values><Value Expression='sum(amount)'/></Values></Chart>"
    let tiles = chart.replacing("'Column' ChartType='Column'", with: "'Tiles' ChartType='TreeMap'")
    _ = try folder.write("<Dashboard>\(grid)\(chart)\(tiles)</Dashboard>", to: "one.xml")
    _ = try folder.write(
      """
      sources: { s: { adapter: csv, path: sales.csv } }
      queries: { Q: { source: s, from: sales } }
      dashboards: { one: one.xml }
      jobs:
        j:
          dashboards: one
          formats: [vega-lite, vega, pdf, json]
          publish: { directory: public }
          retry: { attempts: 1 }
      """, to: "auger.yaml")
  }

  @Test func chartFormatFollowsTheExtensionOrOption() throws {
    let chart = ["chart", "sales.csv", "--category", "region", "--value", "sum(amount)"]
    let byEnding = try Auger(chart + ["-o", "x.vl.json"], in: folder.root)
    #expect(byEnding.exitCode == 0, "\(byEnding.errors)")
    let named = try Auger(chart + ["--format", "vega-lite"], in: folder.root)
    #expect(named.output == (try String(contentsOf: folder.url("x.vl.json"), encoding: .utf8)))
    let spec = try #require(try JSONValue(Data(named.output.utf8)).plain as? [String: Any])
    #expect(spec["$schema"] as? String == "https://vega.github.io/schema/vega-lite/v6.json")
    let rows = (spec["data"] as? [String: Any])?["values"] as? [[String: Any]]
    #expect(rows?.compactMap { $0["value"] as? Double } == [4.5, 2])
  }

  @Test func unsupportedChartDoesNotStopOthers() throws {
    let run = try Auger(
      ["export", "one", "--workspace", ".", "--formats", "vega-lite,json", "-o", "out"], in: folder.root)
    #expect(run.exitCode == 1 && run.errors.contains("error: noVegaLite: a DataGrid has no marks"), "\(run.errors)")
    for name in ["out/one/Column.vl.json", "out/one/Column.json", "out/one/Rows.json"] {
      #expect(FileManager.default.fileExists(atPath: folder.url(name).path), "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url("out/one/Rows.vl.json").path))
  }

  @Test func jobsPublishVegaLiteAndReportOmissions() throws {
    let run = try Auger(["refresh", "j"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let manifest = try String(contentsOf: folder.url("public/current/manifest.json"), encoding: .utf8)
    #expect(manifest.contains("noVegaLite") && manifest.contains("one/Rows"), "\(manifest)")
    // A chart has either a Vega-Lite or a Vega output. A table has neither.
    #expect(manifest.contains("noVega\"") && manifest.contains("this chart is a DataGrid"), "\(manifest)")
    #expect(!manifest.contains("error: "), "\(manifest)")
    for name in ["one/Column.vl.json", "one/Column.pdf", "one.pdf", "one/Tiles.vg.json"] {
      #expect(FileManager.default.fileExists(atPath: folder.url("public/current/" + name).path), "\(name)")
    }
    let made = try Data(contentsOf: folder.url("public/current/one.pdf"))
    #expect(made.starts(with: Data("%PDF".utf8)))
  }
}
