import Auger
import AugerCSV
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerRefresh
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// Access rules for published files, metrics and panels.
@Suite struct PolicyFacesTests {
  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Variables>
        <Variable Name="$rise" DisplayName="Rise" VariableType="integer" Value="5" Min="0" Max="10" Step="1" />
      </Variables>
      <DAPanel Name="Levers" Title="Levers"><VariableName Name="$rise" Sequence="1"/></DAPanel>
      <Chart Name="Years" Query="ByYear" ChartType="Column">
        <Category Column="year" />
        <Values><Value Expression="sum(amount) * $rise" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  private static let workspace = """
    sources: { files: { adapter: csv, path: data.csv } }
    queries: { ByYear: { source: files, from: data } }
    dashboards: { board: board.xml }
    jobs:
      monthly: { dashboards: [board], formats: [csv], publish: { directory: public } }
      secret: { dashboards: [board], formats: [csv], publish: { directory: hidden } }
    policy:
      - { for: { claim: role, is: seller }, dashboards: [board], rows: { files.data: year == 2020 } }
      - { for: { claim: role, is: reader }, dashboards: [], published: [monthly] }
      - { for: { claim: role, is: monitor }, dashboards: [], metrics: true }
      - { for: { claim: role, is: chief }, dashboards: all, published: all, metrics: yes }
    """

  private struct PolicySite {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-faces-\(UUID())").path
    let site: Site

    init() async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let roles = ["seller", "reader", "monitor", "chief"]
      let tokens =
        "tokens:\n"
        + roles.map {
          "  - { name: \($0), sha256: \(SHA256.text(Array($0.utf8))), expires: 2999-01-01, claims: { role: \($0) } }\n"
        }.joined()
      for (name, text) in [
        ("data.csv", "year,amount\n2020,1\n2021,2\n"), ("auger.yaml", workspace), ("board.xml", board),
        ("tokens.yaml", tokens),
      ] {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      let read = try Workspace(contentsOf: folder, adapters: [CSVAdapter()])
      for job in ["monthly", "secret"] {
        let run = try await JobRunner(read, folder: folder + "/runs").run(job)
        try #require(run.state == .succeeded)
      }
      site = Site(
        SiteContent(
          read, pipeline: Pipeline(read),
          publications: [("monthly", folder + "/public"), ("secret", folder + "/hidden")], version: "1"),
        limits: .patient, access: SiteAccess(tokens: try TokenFile(folder + "/tokens.yaml")))
    }

    func get(_ address: String, as role: String, _ fields: HTTPFields = HTTPFields()) async -> PageAnswer {
      var fields = fields
      fields[.authorization] = "Bearer \(role)"
      return await PageAnswer(await site.respond(to: SiteRequest(path: address, fields: fields)))
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
  }

  @Test func publishedFilesRequireARule() async throws {
    let served = try await PolicySite()
    defer { served.remove() }
    let file = try #require(try PublishedSnapshot(directory: served.folder + "/public")?.files.first)
    for (role, status) in [("seller", 404), ("monitor", 404), ("reader", 200), ("chief", 200)] {
      #expect(await served.get("/published/monthly/\(file)", as: role).status == status, "\(role)")
    }
    for (role, status) in [("seller", 404), ("reader", 404), ("chief", 200)] {
      #expect(await served.get("/published/secret/\(file)", as: role).status == status, "\(role)")
    }
  }

  @Test func metricsRequireARule() async throws {
    let served = try await PolicySite()
    defer { served.remove() }
    for (role, status) in [("seller", 404), ("reader", 404), ("monitor", 200), ("chief", 200)] {
      #expect(await served.get("/metrics", as: role).status == status, "\(role)")
    }
    #expect(await served.get("/dashboards/board", as: "monitor").status == 404)
  }

  @Test func eventsNameOnlyReadableJobs() async throws {
    let served = try await PolicySite()
    defer { served.remove() }
    for (role, isNamed) in [("seller", false), ("reader", false), ("chief", true)] {
      let response = await served.site.respond(
        to: SiteRequest(path: "/-/events", fields: [.authorization: "Bearer \(role)"]))
      guard case .pieces(let next) = response.body else { throw CancellationError() }
      _ = try await next()
      served.site.events.publish(job: "secret", run: 3)
      let event = String(decoding: try #require(try await next()), as: UTF8.self)
      #expect(event.contains("event: published") && event.contains("secret") == isNamed, "\(role): \(event)")
    }
  }

  /// A panel has controls and no numbers.
  @Test func panelHasAPage() async throws {
    let served = try await PolicySite()
    defer { served.remove() }
    let page = await served.get("/dashboards/board/Levers", as: "chief", [.accept: "text/html"])
    #expect(page.status == 200 && page.text.contains("name=\"name\" value=\"rise\""), "\(page.text)")
    for face in ["json", "csv", "svg", "rows.json", "arrow", "vl.json"] {
      let answer = await served.get("/dashboards/board/Levers.\(face)", as: "chief")
      #expect(answer.status == 404 && answer.code == "notFound", "\(face): \(answer.status)")
    }
    let frames = SiteRequest(
      path: "/-/frames/board/Levers", query: "_step=$rise=0..1", fields: [.authorization: "Bearer chief"])
    #expect(await served.site.respond(to: frames).status == .notFound)
  }
}
