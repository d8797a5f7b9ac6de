import AugerCharts
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The theme and the width of pages, from cookies and client hints of the reader.
@Suite struct PagePreferenceTests {
  /// A request, and the theme of its page.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The query string, the cookies and the color scheme of the client hint.
    var query = ""
    var cookies = ""
    var hint = ""
    /// The theme that the server was started with.
    var server: String?
    /// The color scheme of the page, and the current entry of its theme menu.
    var scheme = "light"
    var current = "system"

    var fields: HTTPFields { preferences(cookies, hint) }
    var testDescription: String { "\(query) \(cookies) \(hint) \(server ?? "")" }
  }

  private static let cases = [
    Case(), Case(hint: "\"dark\"", scheme: "dark"), Case(cookies: "auger-scheme=dark", scheme: "dark"),
    // A hint is newer than a cookie.
    Case(cookies: "auger-scheme=dark", hint: "\"light\""),
    Case(cookies: "auger-theme=dark", hint: "\"light\"", scheme: "dark", current: "dark"),
    Case(cookies: "a=b; auger-theme=high-contrast;c", hint: "\"dark\"", current: "high-contrast"),
    Case(query: "?_theme=light", cookies: "auger-theme=dark", hint: "\"dark\"", current: "light"),
    Case(query: "?_theme=dark", server: "light", scheme: "dark", current: "dark"),
    // The choice of the server applies to readers without a choice of their own.
    Case(hint: "\"light\"", server: "dark", scheme: "dark", current: "dark"),
    Case(hint: "\"dark\"", server: "light", current: "light"),
    Case(cookies: "auger-theme=light", hint: "\"dark\"", server: "dark", current: "light"),
    Case(cookies: "auger-theme=", hint: "\"light\"", server: "dark"),
    Case(cookies: "auger-theme=; auger-scheme=dark", server: "light", scheme: "dark"),
    Case(cookies: "auger-theme=", server: "dark", scheme: "dark"),
  ]

  private static func preferences(_ cookies: String, _ hint: String = "") -> HTTPFields {
    var fields: HTTPFields = [.accept: "text/html"]
    if !cookies.isEmpty { fields[.cookie] = cookies }
    if !hint.isEmpty { fields[HTTPField.Name("Sec-CH-Prefers-Color-Scheme")!] = hint }
    return fields
  }

  private static func scheme(_ page: String) -> String? {
    page.firstMatch(of: /\n:root\{color-scheme:(\w+);/).map { String($0.1) }
  }

  private static func currentTheme(_ page: String) -> String? {
    page.firstMatch(of: /data-theme="([^"]*)" data-whole="true" aria-current="true"/).map { String($0.1) }
  }

  @Test(arguments: cases) func themeHasAnOrder(test: Case) async throws {
    let site = try PageSite(theme: test.server.flatMap { Theme.named($0) })
    let page = await site.get("/dashboards/board\(test.query)", test.fields)
    #expect(Self.scheme(page.text) == test.scheme)
    #expect(Self.currentTheme(page.text) == test.current)
    // Only a page with the theme of the system is reloaded when the system changes.
    #expect(page.text.contains("<html lang=\"en\" data-system=\"\(test.scheme)\">") == (test.current == "system"))
    guard test.query.isEmpty else { return }
    let home = await site.get("/", test.fields)
    #expect(Self.scheme(home.text) == test.scheme)
    let problem = await site.get("/dashboards/none", test.fields)
    #expect(Self.scheme(problem.text) == test.scheme)
  }

  @Test func themeOfADashboardWinsOverTheSystem() async throws {
    let board = Self.board.replacing("<Dashboard ", with: "<Dashboard Theme=\"dark\" ")
    let site = try PageSite(board: board)
    let page = await site.get("/dashboards/board", Self.preferences("", "\"light\""))
    #expect(Self.scheme(page.text) == "dark" && Self.currentTheme(page.text) == "dark")
    let light = await site.get("/dashboards/board", Self.preferences("auger-theme=light"))
    #expect(Self.scheme(light.text) == "light" && Self.currentTheme(light.text) == "light")
    let system = await site.get("/dashboards/board", Self.preferences("auger-theme=", "\"light\""))
    #expect(Self.scheme(system.text) == "light" && Self.currentTheme(system.text) == "system")
  }

  @Test(arguments: [
    "auger-theme=nothing", "auger-theme=%zz", "auger-theme", "=dark", "auger-theme=<script>", "Auger-Theme=dark",
    "auger-scheme=blue", "auger-scheme=", "auger-width=", "auger-width=abc", "auger-width=-5", "auger-width=199",
    "auger-width=8001", "auger-width=1e3", "auger-width=99999999999999999999", ";;;", "auger-width=1 024",
    "auger-theme=" + String(repeating: "x", count: 81),
  ])
  func invalidPreferencesAreIgnored(cookies: String) async throws {
    let site = try PageSite()
    let plain = await site.get("/dashboards/board", Self.preferences(""))
    let page = await site.get("/dashboards/board", Self.preferences(cookies))
    #expect(page.status == 200 && page.text == plain.text)
    #expect(page.fields[.eTag] == plain.fields[.eTag])
  }

  @Test func tagsDependOnThePreferences() async throws {
    let (dark, wide) = (Self.preferences("auger-theme=dark"), Self.preferences("auger-width=1920"))
    let site = try PageSite()
    let address = "/dashboards/board"
    let tags = [
      await site.get(address, Self.preferences("")).fields[.eTag], await site.get(address, dark).fields[.eTag],
      await site.get(address, wide).fields[.eTag],
    ].compactMap(\.self)
    try #require(Set(tags).count == 3)
    var fields = dark
    fields[.ifNoneMatch] = tags[0]
    #expect(await site.get(address, fields).status == 200)
    fields[.ifNoneMatch] = tags[1]
    #expect(await site.get(address, fields).status == 304)
    // Another server with the same data and key computes the same tags.
    let other = try PageSite()
    #expect(await other.get(address, wide).fields[.eTag] == tags[2])
    #expect(await other.get(address, dark).fields[.eTag] == tags[1])
  }

  @Test func otherFormatsAreEqualForAllReaders() async throws {
    let site = try PageSite()
    let fields = Self.preferences("auger-theme=dark; auger-width=400", "\"dark\"")
    for address in ["/dashboards/board.svg", "/dashboards/board/Years.svg", "/dashboards/board/Years.json", "/.json"] {
      let (plain, own) = (await site.get(address), await site.get(address, fields))
      #expect(plain.status == 200 && own.text == plain.text, "\(address)")
      #expect(own.fields[.vary]?.contains("Cookie") != true && own.fields[.eTag] == plain.fields[.eTag], "\(address)")
    }
  }

  @Test(arguments: ["/", "/dashboards/board", "/dashboards/board/Years", "/dashboards/board/Years/rows"])
  func pagesRequestHints(address: String) async throws {
    let page = try await PageSite().get(address, [.accept: "text/html"])
    let vary = try #require(page.fields[.vary])
    for name in ["Accept-Encoding", "Cookie", "Sec-CH-Prefers-Color-Scheme", "Sec-CH-Viewport-Width"] {
      #expect(vary.contains(name), "\(vary)")
    }
    let hints = try #require(page.fields[HTTPField.Name("Accept-CH")!])
    #expect(hints.contains("Sec-CH-Prefers-Color-Scheme") && hints.contains("Sec-CH-Viewport-Width"))
  }

  /// A script replaces fragments, so they have the theme and the width of their page.
  @Test(arguments: ["auger-width=390; auger-theme=dark", "auger-width=1440", ""])
  func fragmentsHaveThePreferencesOfTheirPage(cookies: String) async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board", Self.preferences(cookies))
    let parts = await site.get("/-/parts/board", Self.preferences(cookies))
    #expect(parts.fragments.count == 8)
    for (key, html) in parts.fragments { #expect(page.text.contains(html), "\(key)") }
  }

  @Test func homePageAndScriptAreCompressed() async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board").text
    let script = try #require(page.firstMatch(of: /data-src="([^"]*)"/)?.1)
    for address in ["/", String(script)] {
      let plain = await site.get(address, [.accept: "text/html"])
      let packed = await site.get(address, [.accept: "text/html", .acceptEncoding: "gzip"])
      #expect(packed.fields[.contentEncoding] == "gzip" && plain.fields[.contentEncoding] == nil, "\(address)")
      #expect(packed.fields[.contentType] == plain.fields[.contentType], "\(address)")
      #expect(packed.fields[.vary]?.contains("Accept-Encoding") == true, "\(address)")
      #expect(packed.fields[.eTag] == plain.fields[.eTag], "\(address)")
    }
  }

  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Chart Name="Years" Query="ByYear" ChartType="Column">
        <Category Column="year" /><Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """
}
