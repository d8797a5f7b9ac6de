import Auger
import AugerCSV
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Tooltips, selections and ranges of served pages, which work without a script too.
@Suite struct PointingPageTests {
  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Chart Name="Years" Title="Years" Query="ByYear" ChartType="Column" CrossFilter="true">
        <Category Column="year" /><Series Column="region" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Places" Title="Places" Query="ByPlace" ChartType="Bar">
        <Category Column="place" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Numbers" Title="Numbers" Query="Rows" ChartType="Column" CrossFilter="true">
        <Category Column="number" />
        <Values><Value Expression="sum(units)" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Slices" Title="Slices" Query="Regions" ChartType="Pie">
        <Category Column="region" />
        <Values><Value Expression="1" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  private let served: PageSite

  init() throws { served = try PageSite(board: Self.board) }

  /// Returns the first picture of an item.
  private func picture(_ item: String, at state: String = "") async throws -> Substring {
    let page = await served.get("/dashboards/board\(state)").text
    let card = try #require(page.split(separator: "data-item=\"\(item)\"", maxSplits: 1).dropFirst().first)
    return try #require(card.firstMatch(of: /(?s)<div class="w[^"]*"><svg.*?<\/svg>/)).output
  }

  @Test func bandsOfCategoriesHaveTooltips() async throws {
    let places = try await picture("Places")
    let bands = places.matches(of: /class="auger-band" fill-opacity="0"><title>([^<]*)<\/title>/)
    #expect(bands.count == 15)
    #expect(bands.allSatisfy { $0.output.1.firstMatch(of: /^(North|South|West) \d: [\d,.]+$/) != nil })
    #expect(!places.contains("<a ") && !places.contains("auger-link"))
  }

  /// The table of a long chart has several pages, so its plot contains the tooltips.
  @Test func longChartsListTheirTooltips() async throws {
    let numbers = try await picture("Numbers")
    let titles = try #require(numbers.firstMatch(of: /data-titles="([^"]*)"/)).output.1.split(separator: "|")
    #expect(titles.count == 300 && titles[0].hasPrefix("0: ") && titles[299].hasPrefix("299: "))
    #expect(try await !picture("Places").contains("data-titles"))
  }

  @Test func tooltipsOfLinksHaveALineForEachSeries() async throws {
    let years = try await picture("Years")
    let links = years.matches(of: /class="auger-link" fill-opacity="0"><title>([^<]*)<\/title>/)
    #expect(links.count == 4)
    for (year, link) in zip(2020..., links) {
      let lines = link.output.1.split(separator: "\n")
      #expect(lines.first == "\(year)" && lines.count == 4, "\(lines)")
      #expect(zip(["North: ", "South: ", "West: "], lines.dropFirst()).allSatisfy { $1.hasPrefix($0) }, "\(lines)")
    }
    // A click selects only one category.
    #expect(years.hasPrefix("<div class=\"w selects\">"))
    #expect(try await picture("Places").hasPrefix("<div class=\"w\">"))
  }

  @Test func hiddenSeriesHaveNoTooltips() async throws {
    let some = try await picture("Years", at: "?Years.hide=North,South")
    #expect(some.contains("<title>2020: ") || some.contains("<title>2020, West: "), "\(some)")
    let none = try await picture("Years", at: "?Years.hide=North,South,West")
    #expect(!none.contains("<title>20"), "\(none)")
  }

  @Test func slicesHaveTheirShares() async throws {
    let slices = try await picture("Slices")
    #expect(slices.contains("<title>North: 33.3% (1)</title>"), "\(slices)")
  }

  @Test func crowdedLinksAreNoTabStops() async throws {
    let few = try await picture("Years")
    #expect(few.contains("<a ") && !few.contains("tabindex=\"-1\""))
    let many = try await picture("Numbers")
    let links = many.matches(of: /<a [^>]*>/)
    #expect(links.count == 300 && links.allSatisfy { $0.output.contains(" tabindex=\"-1\"") })
  }

  @Test func formsKeepTheRangeOfTheOtherAxis() async throws {
    let form = [("do", "show"), ("item", "Years"), ("lower", "0.25"), ("upper", "0.75")]
    let both = await served.destination(form + [("otherLower", "0.1"), ("otherUpper", "0.5")])
    #expect(both == "Years.range=0.25..0.75;0.1..0.5")
    let lying = await served.destination(
      form + [("otherLower", "0.1"), ("otherUpper", "0.5"), ("axis", "vertical")])
    #expect(lying == "Years.range=0.1..0.5;0.25..0.75")
    let whole = await served.destination(
      [("do", "show"), ("item", "Years"), ("lower", "0"), ("upper", "1"), ("otherLower", "0"), ("otherUpper", "1")],
      at: "Years.range=0.25..0.75;0.1..0.5")
    #expect(whole == "")
    for (lower, upper) in [("0.5", "0.1"), ("-1", "1"), ("nan", "1"), ("", "1")] {
      #expect(await served.destination(form + [("otherLower", lower), ("otherUpper", upper)]) == nil)
    }
  }

  @Test func everyKindHasTooltips() async throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/PowerPlot")
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
    let site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: .patient, access: SiteAccess(),
      key: Array("key".utf8))
    let request = SiteRequest(path: "/dashboards/contours", query: "", fields: [.accept: "text/html"])
    let page = await PageAnswer(site.respond(to: request)).text
    let marks = page.matches(of: /<path stroke="none"[^>]*?(\/>|><title>[^<]* – [^<]*<\/title>)/)
    #expect(!marks.isEmpty && marks.allSatisfy { !$0.output.1.hasPrefix("/") })
  }
}
