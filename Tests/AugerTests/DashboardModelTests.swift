import Auger
import AugerAnalysis
import AugerCharts
import AugerExport
import AugerMetadata
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
