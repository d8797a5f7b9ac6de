import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct DashboardModelTests {
  private func recorded(_ address: String, _ name: String) async throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Exploration")
    let workspace = try Workspace(
      contentsOf: folder.appendingPathComponent("auger.yaml").path, adapters: [SQLiteAdapter()],
      environment: ["AUGER_SHARED": Shared.folder.path])
    let pipeline = Pipeline(workspace)
    let dashboard = try pipeline.dashboard("adventureworks")
    let place = try await pipeline.checked(try Exploration(address), of: dashboard)
    let bytes = DashboardJSON().data(for: try await pipeline.overview(of: dashboard, at: place))
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/Exploration/\(name).json") == nil)
    #expect(try JSONSchemaCheck(DashboardJSON.schema).findings(in: bytes) == [])
  }

  @Test func theStartIsAsRecorded() async throws { try await recorded("", "dashboard-start") }

  @Test func aPlaceHasItsBreadcrumbItsSettingsAndItsPicks() async throws {
    try await recorded(
      "Reseller.drill=Region:Europe/Country:France&$hike=2.5&$region=Pacific&filter.Products=Bikes,Boats"
        + "&filter.Years=2011..2012",
      "dashboard-place")
  }

  @Test func theSchemaIsTheFileOfTheRepository() throws {
    #expect(
      try Golden.difference(Array(DashboardJSON.schema.utf8), from: "Schemas/auger.dashboard-1.schema.json") == nil)
  }
}

@Suite struct DashboardPictureTests {
  private struct Answer: QueryDelegate {
    func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
      Table([("m", Column(["a", "b"])), ("v", Column([1, 2] as [Int64]))])
    }
  }

  private func read(_ attributes: String, _ chart: String = "") throws -> Dashboard {
    let text =
      "<Dashboard\(attributes)><Chart Name='c' ChartType='Line' Query='q'\(chart)><Category Column='m'/>"
      + "<Values><Value Expression='v'/></Values></Chart></Dashboard>"
    return try #require(MetadataReader.read(SourceText(name: "d.xml", text: text)).metadata).dashboard
  }

  @Test func theTitleIsDrawnAndTheThemeHonoured() async throws {
    let dashboard = try read(" Name='d' Title='Sales of the year' Theme='dark'")
    let pipeline = Pipeline(delegate: Answer(), dashboards: [dashboard])
    let model = try await pipeline.chart("c", of: dashboard)
    #expect(SVG().data(for: model) == SVG(theme: .dark).data(for: model))
    let picture = String(decoding: DashboardPicture().data(for: dashboard, [model]), as: UTF8.self)
    #expect(picture.contains(">Sales of the year</text>"))
    #expect(picture.contains("#0B0E13") || picture.contains("#0b0e13"))
  }

  @Test func aPredictionThatBeginsNowhereIsAWarning() async throws {
    let dashboard = try read(" Name='d'", " PredictiveStartCategory='x'")
    let model = try await Pipeline(delegate: Answer(), dashboards: [dashboard]).chart("c", of: dashboard)
    #expect(model.warnings.map(\.code) == [.predictiveStartMissing])
  }
}
