import AugerRefresh
import Foundation
import TestSupport
import Testing

/// Jobs, `export`, `query` and CSV output give the same numbers. `AugerAgreementTests` checks the same for the library.
@Suite struct OneAnswerTests {
  private static func workspace(_ seed: UInt64, rows: Int) throws -> (folder: TemporaryFolder, made: GeneratedWorkspace)
  {
    let made = GeneratedWorkspace(seed: seed, rows: rows, places: 3)
    let folder = try TemporaryFolder()
    for file in made.files { _ = try folder.write(file.text, to: file.name) }
    return (folder, made)
  }

  private func text(_ folder: TemporaryFolder, _ path: String) throws -> String {
    try String(contentsOf: folder.url(path), encoding: .utf8)
  }

  /// Returns chart JSON without cache status.
  private func model(_ json: String) -> String { json.replacing("\"reused\"", with: "\"ran\"") }

  @Test(arguments: [(UInt64(1), 60), (2, 900), (3, 1), (4, 2_500)])
  func jobAndExportWriteTheSameNumbers(_ seed: UInt64, _ rows: Int) throws {
    let (folder, _) = try Self.workspace(seed, rows: rows)
    let refresh = try Auger(["refresh", "all"], in: folder.root)
    #expect(refresh.exitCode == 0, "\(refresh.errors)")
    let export = try Auger(["export", "made", "--formats", "json,csv", "-o", "out"], in: folder.root)
    #expect(export.exitCode == 0, "\(export.errors)")
    for item in ["Rows", "Groups", "Dates", "ByRegion", "Windows", "Changed"] {
      for ending in ["json", "csv"] {
        let published = try text(folder, "public/current/made/\(item).\(ending)")
        #expect(try model(text(folder, "out/made/\(item).\(ending)")) == model(published), "\(item).\(ending)")
      }
    }
  }

  @Test func jobAveragesUseTheRows() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "region,product,day,price\nN,a,2020-01-05,10\nN,a,2020-02-05,30\nN,b,2021-03-01,80\nS,a,2021-04-01,7\n",
      to: "data.csv")
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: data.csv } }
      queries:
        Grouped: { source: files, from: data, groupBy: [day, region, product], measures: { price: avg(price) } }
      dashboards: { d: d.xml }
      jobs: { j: { dashboards: [d], formats: [csv], publish: { directory: public } } }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <MobileAnalytic><Dashboard>
        <Chart Name="ByRegion" ChartType="Column" Query="Grouped"><Category Column="region" />
          <Values><Value Expression="price" ValueSequence="1" /></Values></Chart>
        <Chart Name="ByYear" ChartType="Column" Query="Grouped"><Category Column="day" Grains="Year" />
          <Values><Value Expression="price" ValueSequence="1" /></Values></Chart>
      </Dashboard><DashboardLayout Scale="Percentage"><Landscape>
        <Layout Name="ByRegion" Top="0" Left="0" Width="50" Height="100" />
        <Layout Name="ByYear" Top="0" Left="50" Width="50" Height="100" />
      </Landscape></DashboardLayout></MobileAnalytic>
      """, to: "d.xml")
    let run = try Auger(["refresh", "j"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try text(folder, "public/current/d/ByRegion.csv").split(separator: "\n").dropFirst() == ["N,40", "S,7"])
    let years = try text(folder, "public/current/d/ByYear.csv").split(separator: "\n").dropFirst()
    #expect(years == ["2020,20", "2021,43.5"])
  }

  @Test func threadsChangeNothing() throws {
    let (folder, made) = try Self.workspace(9, rows: 1_500)
    for place in made.places {
      let outputs: [(Int32, [String])] = try ["1", "4"].map { workers in
        let run = try Auger(
          ["export", "made", "--formats", "json", "--explore", place, "--workers", workers, "-o", "w\(workers)"],
          in: folder.root)
        return (run.exitCode, try ["Rows", "Dates", "Changed"].map { try text(folder, "w\(workers)/made/\($0).json") })
      }
      #expect(outputs[0].0 == outputs[1].0 && outputs[0].1 == outputs[1].1, "at '\(place)'")
    }
  }
}
