import Auger
import AugerCSV
import AugerDiagnostics
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The data policy of a server after a reload of its workspace.
@Suite struct ReloadTests {
  private static let policy = """

    policy:
      - for: everybody
        dashboards: [made]
        rows: { files.data: region == 'Nowhere' }
    """

  /// A workspace file truncated before `policy:` is also a valid workspace.
  @Test func runningServerKeepsItsPolicy() async throws {
    let generated = GeneratedWorkspace(seed: 7, rows: 200, places: 2)
    let served = try Served(generated, changing: { $0 + Self.policy })
    let before = await served.get("/dashboards/made/Rows.csv")
    let yaml = try #require(generated.files.first { $0.name == "auger.yaml" }?.text)
    try yaml.write(toFile: served.folder + "/auger.yaml", atomically: true, encoding: .utf8)
    let cut = try Workspace(contentsOf: served.folder, adapters: [CSVAdapter()])
    #expect(throws: DiagnosticError.self) {
      try served.site.replace(SiteContent(cut, pipeline: Pipeline(cut), version: "2"))
    }
    let after = await served.get("/dashboards/made/Rows.csv")
    #expect(before.status == 200 && after.status == 200 && after.bytes == before.bytes)
    #expect(served.site.current.version == "1")
  }
}
