import Auger
import AugerColumns
import AugerDiagnostics
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The cards of a page: their menus, legends and tables.
@Suite struct CardTests {
  private let site: PageSite

  init() throws { site = try PageSite() }

  /// Returns the card of an item.
  private func card(_ item: String, of page: String) throws -> Substring {
    let start = try #require(page.firstRange(of: "data-item=\"\(item)\">"))
    let rest = page[start.upperBound...]
    return rest[..<(rest.firstRange(of: "data-item=\"")?.lowerBound ?? rest.endIndex)]
  }

  // MARK: Menu

  @Test func menuNamesItsChartAndItsActions() async throws {
    let page = await site.get("/dashboards/board").text
    let card = try card("Years", of: page).replacing(/<svg class="icon".*?<\/svg>/, with: "")
    #expect(card.contains("<summary class=\"button square\" aria-label=\"Menu of Years\">"))
    for entry in [
      "<a href=\"#t0\" data-act=\"table\">Table <kbd aria-hidden=\"true\">T</kbd></a>",
      "<a href=\"/dashboards/board/Years/rows\">Rows</a>", "<a href=\"/dashboards/board/Years\">Open separately</a>",
      "data-act=\"full\">Full screen <kbd aria-hidden=\"true\">F</kbd></button>", "<summary>Arrange<span class=\"v\">",
      "<a href=\"#k0\" data-act=\"share\">Annotate and share</a>", "data-act=\"picture\">Copy picture</button>",
      "data-act=\"link\" data-address=\"/dashboards/board/Years\">Copy link</button>",
    ] { #expect(card.contains(entry), "\(entry)") }
    for format in ["CSV", "JSON", "SVG", "EML"] {
      let label = "aria-label=\"Download Years as \(format)\">\(format)</a>"
      #expect(
        card.contains("<a download=\"\" href=\"/dashboards/board/Years.\(format.lowercased())\" \(label)"), "\(format)")
    }
    // This server cannot draw bitmaps.
    #expect(!card.contains(".png") && !card.contains(".pdf"))
  }

  /// Entries that need a script have a class by which they are hidden without one. The others are links.
  @Test func menuWorksWithoutAScript() async throws {
    let page = await site.get("/dashboards/board").text
    let start = try #require(page.firstRange(of: "data-control=\"card\""))
    let menu = page[start.upperBound...].prefix(while: { $0 != "\u{0}" })
    let buttons = menu.matches(of: /<button type="button" class="([^"]*)"[^>]*data-act=/)
    #expect(buttons.count >= 3 && buttons.allSatisfy { $0.1 == "j" })
    #expect(page.contains(".more .j{display:none}") && page.contains(".js .more .j{display:flex}"))
    // The table is a visible disclosure without a script, and the target of the menu's link.
    #expect(page.contains(".js .fold:not([open])>summary"))
    let card = try card("Years", of: page)
    #expect(card.contains("<details class=\"fold\"><summary>Table<span class=\"v\"> of Years</span></summary>"))
    #expect(card.contains("<div class=\"t\" id=\"t0\" tabindex=\"0\" role=\"group\" aria-label=\"Table of Years\">"))
  }

  @Test func everyTargetInThePageExistsOnce() async throws {
    for address in ["/dashboards/board", "/dashboards/board/Years", "/dashboards/board?$rise=7&_compare=start"] {
      let page = await site.get(address).text
      let ids = page.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
      #expect(Set(ids).count == ids.count, "\(address)")
      let targets = page.matches(of: /href="#([^"]*)"/).map { String($0.1) }
      #expect(targets.count > 2 && targets.allSatisfy { ids.contains($0) }, "\(address)")
    }
  }

  @Test func itemPageHasNoLinkToItself() async throws {
    let page = await site.get("/dashboards/board/Years?$rise=7").text
    #expect(!page.contains("Open separately"))
    #expect(page.contains("data-act=\"link\" data-address=\"/dashboards/board/Years?$rise=7\""))
  }

  @Test func linksOfMenusKeepTheState() async throws {
    let page = await site.get("/dashboards/board?$rise=7&filter.Region=North&_theme=dark").text
    let card = try card("Years", of: page).replacing(/<svg class="icon".*?<\/svg>/, with: "")
    let state = "filter.Region=North&amp;$rise=7&amp;_theme=dark"
    #expect(card.contains("href=\"/dashboards/board/Years.csv?\(state)\""))
    #expect(card.contains("href=\"/dashboards/board/Years/rows?\(state)\""))
    #expect(card.contains("href=\"/dashboards/board/Years?\(state)\">Open separately"))
  }

  @Test func emptyChartLeadsBackToTheStart() async throws {
    let card = try card("Years", of: await site.get("/dashboards/board?filter.Region=Nowhere").text)
    #expect(card.contains("This chart has no data.") && card.contains("<a href=\"/dashboards/board\">"))
  }

  // MARK: Legend

  @Test func legendHidesAndIsolatesSeries() async throws {
    let card = try card("Years", of: await site.get("/dashboards/board").text)
    #expect(card.contains("<ul class=\"legend\" aria-label=\"Series\">"))
    let shown = "role=\"button\" aria-pressed=\"true\" title=\"Hide South\""
    #expect(card.contains("<a href=\"/dashboards/board?Years.hide=South\" \(shown)>"))
    let only = "aria-label=\"Only South\" title=\"Only South\""
    #expect(card.contains("<a class=\"only\" href=\"/dashboards/board?Years.hide=North,West\" \(only)>"))
    let hidden = try self.card("Years", of: await site.get("/dashboards/board?Years.hide=North,West").text)
    #expect(hidden.components(separatedBy: "<li class=\"off\">").count == 3)
    let off = "role=\"button\" aria-pressed=\"false\" title=\"Show North\""
    #expect(hidden.contains("<a href=\"/dashboards/board?Years.hide=West\" \(off)>"))
    // The only visible series shows the others again.
    #expect(hidden.contains("<a class=\"only\" href=\"/dashboards/board\" \(only)>"))
  }

  @Test func pictureHasNoSecondLegend() async throws {
    let card = try card("Years", of: await site.get("/dashboards/board", [.cookie: "auger-width=1440"]).text)
    let picture = try #require(card.firstMatch(of: /(?s)<div class="w"><svg.*?<\/svg>/)).output
    #expect(!picture.contains(">South</text>") && picture.contains("auger-"))
    // The picture on its own has a legend.
    #expect(await site.get("/dashboards/board/Years.svg").text.contains(">South</text>"))
  }

  @Test func chartsOfOneSeriesHaveNoLegend() async throws {
    let page = await site.get("/dashboards/board").text
    #expect(try !card("Places", of: page).contains("class=\"legend\""))
    // A comparison has scenarios as its series, which cannot be hidden.
    let compared = await site.get("/dashboards/board?$rise=7&_compare=start").text
    #expect(try !card("Years", of: compared).contains("class=\"legend\""))
  }
}
