import Auger
import AugerCSV
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The views of diagrams, and custom items, on served pages.
@Suite struct DiagramPageTests {
  private let site: Site

  init() throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/makit-items")
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
    site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: .patient, access: SiteAccess(),
      key: Array("key".utf8))
  }

  private func page(_ path: String) async -> String {
    let fields: HTTPFields = [.accept: "text/html"]
    return await PageAnswer(site.respond(to: SiteRequest(path: path, query: "", fields: fields))).text
  }

  /// Forms set the node and seek the goal of each node.
  private func hasForms(_ page: String) -> Bool {
    page.contains("name=\"do\" value=\"node\"") || page.contains("name=\"do\" value=\"goal\"")
  }

  @Test func snapshotOpensAsTheCompleteDiagram() async {
    let dashboard = await page("/dashboards/custom")
    #expect(dashboard.contains("Economic Value Added") && !hasForms(dashboard))
    let item = await page("/dashboards/custom/EVA")
    #expect(item.contains("Economic Value Added") && hasForms(item))
    // The drawing of the page has the target of a node that the snapshot shows as a dot.
    #expect(item.contains(">Target 1,100") && !dashboard.contains(">Target 1,100"))
  }

  @Test func goalSeekHasFormsAndDials() async {
    let page = await page("/dashboards/goal-seek")
    #expect(hasForms(page) && page.contains("auger-dial"))
  }

  @Test func customItemsAreOnThePage() async {
    let page = await page("/dashboards/custom")
    #expect(page.contains("<p>The numbers are in millions.</p>") && page.contains("data:image/svg+xml,"))
  }
}
