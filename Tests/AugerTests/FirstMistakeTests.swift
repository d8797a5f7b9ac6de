import Auger
import AugerCSV
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation
import Testing

/// The errors and hints for common first errors in programs.
@Suite struct FirstMistakeTests {
  private struct Texts: QueryDelegate {
    func table(for request: QueryRequest) async throws -> Table {
      let arguments = request.arguments
      _ = try arguments.values(of: "Region", as: Int.self)
      return try Table(["Region": ["Europe"], "Amount": ["80"]])
    }
  }

  private static func chart(_ expression: String) throws -> Dashboard {
    try Dashboard(
      xml: """
        <Chart Name="ByRegion" ChartType="Bar" Query="Sales">
          <Category Column="Region" />
          <Values><Value Expression="\(expression)" ValueSequence="1" DisplayName="Sales" /></Values>
        </Chart>
        """)
  }

  private func hint(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? DiagnosticError)?.diagnostics.first?.hint ?? (error as? AugerError)?.hint
    }
  }

  @Test func workspaceWithoutAdaptersSuggestsAnAdapter() async {
    let text = "sources: { shop: { adapter: csv, path: sales.csv } }"
    let hint = await hint {
      _ = try Workspace(parsing: SourceText(name: "auger.yaml", text: text), directory: "", adapters: [])
    }
    #expect(hint?.contains("such as CSVAdapter()") == true)
  }

  @Test func mistypedWorkspaceSuggestsAFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "".write(to: folder.appendingPathComponent("auger.yaml"), atomically: true, encoding: .utf8)
    let hint = await hint {
      _ = try Workspace(contentsOf: folder.appendingPathComponent("augre.yaml").path, adapters: [CSVAdapter()])
    }
    #expect(hint == "Did you mean 'auger.yaml'?")
  }

  @Test func pipelineWithoutDelegateSuggestsOne() async throws {
    let dashboard = try Self.chart("count(Amount)")
    let hint = await hint {
      _ = try await Pipeline(Workspace(dashboards: [dashboard])).chart("ByRegion", of: dashboard)
    }
    #expect(hint?.contains("Pipeline(delegate:)") == true)
  }

  @Test func sumOfStringsSuggestsAConversion() async throws {
    let dashboard = try Self.chart("sum(Amount)")
    let hint = await hint {
      _ = try await Pipeline(delegate: Texts(), dashboards: [dashboard]).chart("ByRegion", of: dashboard)
    }
    #expect(hint == "Write sum(ToNumber(...)) to read numbers from strings.")
  }

  @Test func wrongArgumentTypeIsNamed() async throws {
    let dashboard = try Self.chart("count(Amount)")
    var pipeline = Pipeline(delegate: Texts(), dashboards: [dashboard])
    pipeline.arguments = ["Region": "Europe"]
    let hint = await hint { _ = try await pipeline.chart("ByRegion", of: dashboard) }
    #expect(hint == "Pass a value of the required type. This one is string.")
  }

  @Test func mistypedGroupSuggestsAGroup() async throws {
    let dashboard = try Dashboard(
      xml: """
        <Dashboard>
          <DrillDownGroup Name="Resellers">
            <Chart Name="Regions" ChartType="Bar" ChartSequence="1" Query="Sales">
              <Category Column="Region" />
              <Values><Value Expression="count(Amount)" ValueSequence="1" DisplayName="Sales" /></Values>
            </Chart>
          </DrillDownGroup>
        </Dashboard>
        """)
    let hint = await hint {
      _ = try await Pipeline(delegate: Texts(), dashboards: [dashboard]).chart("Reselers", of: dashboard)
    }
    #expect(hint == "Did you mean 'Resellers'?")
  }

  @Test func allErrorsOfATextAreThrownWithLocations() throws {
    do {
      _ = try Dashboard(
        xml: #"<Chart Name="A" ChartTyp="Bar" Query="Q"><Categroy Column="B" /></Chart>"#, name: "sales")
      Issue.record("a misspelt dashboard was read")
    } catch {
      let hints = error.diagnostics.compactMap(\.hint)
      #expect(hints.contains("Did you mean 'ChartType'?") && hints.contains("Did you mean 'Category'?"))
      #expect(error.diagnostics.allSatisfy { $0.place?.description.hasPrefix("sales:1:") == true })
    }
  }
}
