import Auger
import AugerCSV
import AugerDiagnostics
import AugerDocuments
import AugerRefresh
import Foundation
import Testing

/// Jobs that compute their dashboards in a state.
@Suite struct JobStateTests {
  private struct Fixture {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-state-\(UUID().uuidString)")

    init(_ exploration: String, contents: String = "charts: [sales/Regions]") throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let workspace = """
        sources: { shop: { adapter: csv, path: sales.csv } }
        queries:
          Sales: { source: shop, from: sales }
        dashboards: { sales: sales.xml }
        jobs:
          nightly:
            \(contents)
            exploration: \(exploration)
            formats: [json]
            publish: { directory: public }
        """
      let dashboard = """
        <Dashboard Name="sales">
          <Variables>
            <Variable Name="$hike" VariableType="float" Value="0" Min="0" Max="20" DisplayName="Hike"/>
          </Variables>
          <Chart Name="Regions" ChartType="Column" Query="Sales">
            <Category Column="Region"/>
            <Values><Value Expression="sum(Amount) * (1 + $hike / 100)"/></Values>
          </Chart>
        </Dashboard>
        """
      let files = [
        ("auger.yaml", workspace), ("sales.xml", dashboard), ("sales.csv", "Region,Amount\nEurope,200\nPacific,300\n"),
      ]
      for (name, text) in files {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
    }

    func workspace() throws -> Workspace {
      try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  @Test(arguments: ["\"$hike=10\"", "{ sales: \"$hike=10\" }"])
  func chartsAreComputedInTheState(exploration: String) async throws {
    let fixture = try Fixture(exploration)
    defer { fixture.remove() }
    let runner = try JobRunner(try fixture.workspace())
    let run = try await runner.run("nightly")
    #expect(run.state == .succeeded, "\(run.errorMessage ?? "")")
    let snapshot = try #require(try runner.snapshot(of: "nightly"))
    let chart = String(decoding: try snapshot.contents(of: "sales/Regions.json"), as: UTF8.self)
    // 200 · 1.1 and 300 · 1.1
    #expect(chart.contains("220") && chart.contains("330"), "\(chart)")
  }

  @Test func dashboardsAreComputedInTheState() async throws {
    let fixture = try Fixture("\"$hike=10\"", contents: "dashboards: [sales]")
    defer { fixture.remove() }
    let runner = try JobRunner(try fixture.workspace())
    #expect(try await runner.run("nightly").state == .succeeded)
    let snapshot = try #require(try runner.snapshot(of: "nightly"))
    let overview = String(decoding: try snapshot.contents(of: "sales.json"), as: UTF8.self)
    #expect(overview.contains("$hike=10"), "\(overview)")
  }

  @Test(arguments: [
    ("\"$hike=50\"", "outOfBounds"), ("\"$hikes=1\"", "metadataObjectUndefined"),
    ("{ sale: \"$hike=10\" }", "metadataObjectUndefined"), ("[1]", "wrongKind"), ("{ sales: [1] }", "wrongKind"),
  ])
  func invalidStatesAreReported(exploration: String, code: String) throws {
    let fixture = try Fixture(exploration)
    defer { fixture.remove() }
    let collector = DiagnosticCollector()
    let jobs = JobDefinition.jobs(of: try fixture.workspace(), reporting: collector)
    #expect(jobs.isEmpty && collector.diagnostics.contains { $0.code.rawValue == code }, "\(collector.diagnostics)")
    #expect(collector.diagnostics.allSatisfy { $0.place?.source.name.hasSuffix("auger.yaml") == true })
  }

  @Test func stateWithoutDashboardIsReported() throws {
    let fixture = try Fixture("\"$hike=10\"", contents: "queries: [Sales]")
    defer { fixture.remove() }
    let collector = DiagnosticCollector()
    #expect(JobDefinition.jobs(of: try fixture.workspace(), reporting: collector).isEmpty)
    #expect(collector.diagnostics.map(\.code) == [.wrongValue], "\(collector.diagnostics)")
  }
}
