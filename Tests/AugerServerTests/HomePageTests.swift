import AugerColumns
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The home page and the frame of all pages: the workspace, the search, the theme, and options that links keep.
@Suite struct HomePageTests {
  private static let title = """

    title: Retail & more
    description: Sales of all shops.
    """

  private static let html: HTTPFields = [.accept: "text/html"]

  private let site: PageSite

  init() throws { site = try PageSite(policy: Self.title) }

  @Test func pagesNameTheWorkspace() async throws {
    let home = await site.get("/", Self.html).text
    #expect(home.contains("<title>Retail &amp; more</title>") && home.contains("<h1>Retail &amp; more</h1>"))
    #expect(home.contains("<p>Sales of all shops.</p>"))
    let page = await site.get("/dashboards/board", Self.html).text
    for text in [home, page, await site.get("/-/jobs", Self.html).text] {
      #expect(text.contains("aria-label=\"Retail &amp; more, All dashboards\">"))
      #expect(text.contains("<b>Retail &amp; more</b>"))
    }
    let plain = await (try PageSite()).get("/", Self.html).text
    #expect(plain.contains("<h1>Dashboards</h1>") && plain.contains("aria-label=\"Dashboards\">"))
  }

  @Test func indexHasTitles() async throws {
    let index = await site.get("/.json").text
    #expect(index.contains("\"title\": \"Retail & more\"") && index.contains("\"title\": \"Board\""))
    let untitled = try PageSite(board: Self.board.replacing(" Title=\"Sales\"", with: ""))
    let other = await untitled.get("/.json").text
    #expect(other.contains("\"title\": \"Dashboards\"") && other.contains("\"title\": \"board\""))
  }

  // MARK: Cards

  @Test func cardsHaveADescription() async throws {
    let described = try PageSite(board: Self.board)
    let home = await described.get("/", Self.html).text
    #expect(home.contains("<p>Sales by year &amp; region.</p>"))
    let page = await described.get("/dashboards/board", Self.html).text
    #expect(page.contains("<h1>Sales</h1><p>Sales by year &amp; region.</p>"))
    // The titles of its charts describe a dashboard without a description.
    #expect(await site.get("/", Self.html).text.contains("<p>Years · Places · Margin · Tree</p>"))
  }

  @Test func homePageShowsAPictureOfEachDashboard() async throws {
    let fields: HTTPFields = [.accept: "text/html", .cookie: "auger-theme=dark"]
    let page = await site.get("/?_locale=de_DE", fields)
    let picture = try #require(page.text.firstMatch(of: /<img alt="" [^>]*src="([^"]*)"/)?.1)
    #expect(picture.contains("_theme=dark") && picture.contains("_locale=de_DE"))
    let answer = await site.get(String(picture).replacing("&amp;", with: "&"))
    #expect(answer.status == 200 && answer.fields[.contentType]?.hasPrefix("image/svg+xml") == true)
  }

  // MARK: Search

  @Test(arguments: [
    ("", true), ("?q=", true), ("?q=bo", true), ("?q=BOARD", true), ("?q=+ar+bo", true), ("?q=%zz", true),
    ("?q=nothing", false), ("?q=board+nothing", false),
  ])
  func homePageSearchesTitles(query: String, isFound: Bool) async throws {
    let page = await site.get("/\(query)", Self.html)
    #expect(page.status == 200 && page.text.contains("<li class=\"i tile\" hidden>") == !isFound)
    #expect(page.text.contains("<form role=\"search\""))
    if !isFound { #expect(page.text.contains("<p><a href=\"/\">")) }
  }

  /// The texts of a dashboard that a search finds, and the texts that it names as found.
  @Test(arguments: [
    ("sales", ""), ("year+%26", ""), ("umsatz", "Umsatz"), ("area", "Area"), ("amount", "amount"),
    ("sales+area", "Area"), ("umsatz+area", "Umsatz, Area"),
  ])
  func searchFindsCardsAndColumns(text: String, found: String) async throws {
    let described = try PageSite(board: Self.board)
    let page = await described.get("/?q=\(text)", Self.html).text
    #expect(page.contains("<li class=\"i tile\">"), "\(text)")
    let shown = found.isEmpty ? "" : "Found: \(found)"
    #expect(page.contains("<p class=\"found\">\(shown)</p>"), "\(text)")
    let index = await described.get("/.json?q=\(text)").text
    #expect(index.contains("\"found\": \"\(found)\"") == !found.isEmpty, "\(index)")
    #expect(await !described.get("/.json?q=\(text)+x").text.contains("/dashboards/board"))
  }

  @Test func searchedTextIsEscaped() async throws {
    let page = await site.get("/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", Self.html)
    #expect(page.status == 200 && !page.text.contains("<script>"))
    #expect(page.text.contains("value=\"&quot;&gt;&lt;script"))
  }

  // MARK: Links

  /// Links from one page to another keep the language and the theme of the URL. Invalid ones are left out.
  @Test(arguments: [
    ("_locale=de_DE", "?_locale=de_DE"), ("q=bo&_locale=de_DE", "?_locale=de_DE"),
    ("_theme=dark&_locale=de_DE", "?_theme=dark&amp;_locale=de_DE"), ("_theme=none", ""), ("_locale=%22x", ""),
  ])
  func linksOfTheHomePageKeepOptions(query: String, kept: String) async throws {
    let page = await site.get("/?\(query)", Self.html).text
    #expect(page.contains("href=\"/dashboards/board\(kept)\""), "\(query)")
    #expect(page.contains("<a class=\"brand\" href=\"/\(kept)\""), "\(query)")
    let isGerman = kept.contains("de_DE")
    #expect(page.contains("<input type=\"hidden\" name=\"_locale\" value=\"de_DE\"/>") == isGerman)
    #expect(page.contains("<html lang=\"\(isGerman ? "de" : "en")\""))
  }

  @Test func linksOfDashboardsKeepOptions() async throws {
    let query = "_theme=dark&_locale=de_DE"
    let page = await site.get("/dashboards/board?filter.Region=North&\(query)", Self.html).text
    #expect(page.contains("<a class=\"brand\" href=\"/?_theme=dark&amp;_locale=de_DE\""))
    let problem = await site.get("/dashboards/none?\(query)", Self.html).text
    #expect(problem.contains("href=\"/?_theme=dark&amp;_locale=de_DE\"") && problem.contains("color-scheme:dark"))
  }

  @Test func homePageHasAThemeMenu() async throws {
    let page = await site.get("/?q=bo&_locale=de_DE", [.accept: "text/html", .cookie: "auger-theme=dark"]).text
    for theme in ["light", "dark", "high-contrast"] {
      let address = "/?_theme=\(theme)&amp;_locale=de_DE&amp;q=bo"
      #expect(page.contains("href=\"\(address)\" data-theme=\"\(theme)\""), "\(theme)")
    }
    #expect(page.contains("href=\"/?_locale=de_DE&amp;q=bo\" data-theme=\"system\""))
    #expect(page.contains("data-theme=\"dark\" data-whole=\"true\" aria-current=\"true\""))
    let chosen = await site.get("/?_theme=high-contrast", Self.html).text
    #expect(chosen.contains("data-theme=\"high-contrast\" data-whole=\"true\" aria-current=\"true\""))
  }

  private static let board = """
    <MobileAnalytic><Dashboard Title="Sales" Description="Sales by year &amp; region.">
      <Chart Name="Years" Title="Umsatz" Query="ByYear" ChartType="Column">
        <Category Column="year" /><Series Column="region" DisplayName="Area" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """
}
