import Auger
import AugerCSV
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The scrubber and the crosshair of served pages, by touch.
@Suite struct TouchPageTests {
  private func site(_ guide: String) throws -> Site {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/\(guide)")
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
    return Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: .patient, access: SiteAccess(),
      key: Array("key".utf8))
  }

  private func page(_ path: String, of site: Site) async -> String {
    await PageAnswer(site.respond(to: SiteRequest(path: path, query: "", fields: [.accept: "text/html"]))).text
  }

  /// Returns the value of the first attribute with a name.
  private func attribute(_ name: String, in text: String) throws -> String {
    let start = try #require(text.firstRange(of: " \(name)=\""), "\(name)")
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }

  private func numbers(_ text: String) -> [Double] { text.split(separator: " ").compactMap { Double($0) } }

  @Test func scrubberHasTheValuesOfItsSeries() async throws {
    let page = await page("/dashboards/plots", of: try site("ResearchKit"))
    let plot = numbers(try attribute("data-plot", in: page))
    try #require(plot.count == 4)
    // The axis of the chart is 0..50.
    let values = [20.0, 25, 30, 40, 15]
    let places = numbers(try attribute("data-scrubber", in: page))
    #expect(places.count == values.count)
    for (place, value) in zip(places, values) {
      #expect((place - (plot[1] + plot[3] * (1 - value / 50))).magnitude < 0.1, "\(places)")
    }
    #expect(try attribute("data-scrubber-color", in: page) == "#0b5fff")
  }

  @Test func crosshairHasItsKind() async throws {
    let page = await page("/dashboards/trigonometry", of: try site("ShinobiCharts"))
    #expect(try attribute("data-crosshair", in: page) == "interpolate")
  }

  /// A vertical drag scrolls the page. The browser leaves horizontal ones to the script.
  @Test func verticalDragScrollsThePage() async throws {
    let site = try site("ResearchKit")
    let page = await page("/dashboards/plots", of: site)
    #expect(page.contains(".w{touch-action:pan-x pan-y}"))
    #expect(
      page.contains(".w:has([data-scrubber],[data-crosshair]:not([data-lying])){touch-action:pan-y}"))
    #expect(page.contains(".pics .w{touch-action:pan-y}"))
    let script = await self.page(try attribute("data-src", in: page), of: site)
    #expect(script.contains("event.pointerType === \"touch\"") && script.contains("showTouched(event)"))
  }
}
