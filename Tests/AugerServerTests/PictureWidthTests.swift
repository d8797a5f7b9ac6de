import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The sizes in which pictures are drawn for the window of the reader. Their text has at least 11 pixels, because no
/// picture is wider than its card.
@Suite struct PictureWidthTests {
  private static let names = ["Full", "Half", "Quarter"]

  /// Returns a dashboard with a chart of the full width, one of a half and two of a quarter.
  private static func board(portrait: String = "") -> String {
    let charts = (names + ["Other"]).map {
      """
      <Chart Name="\($0)" Query="ByYear" ChartType="Column">
        <Category Column="year" /><Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
      """
    }
    return """
      <MobileAnalytic><Dashboard Title="Board">\(charts.joined(separator: "\n"))</Dashboard>
      <DashboardLayout Scale="Percentage"><Landscape>
        <Layout Name="Full" Top="0" Left="0" Width="100" Height="50" />
        <Layout Name="Half" Top="50" Left="0" Width="50" Height="50" />
        <Layout Name="Quarter" Top="50" Left="50" Width="25" Height="50" />
        <Layout Name="Other" Top="50" Left="75" Width="25" Height="50" />
      </Landscape>\(portrait)</DashboardLayout></MobileAnalytic>
      """
  }

  private static let portrait = """
    <Portrait>
      <Layout Name="Full" Top="0" Left="0" Width="100" Height="25" />
      <Layout Name="Half" Top="25" Left="0" Width="100" Height="25" />
      <Layout Name="Quarter" Top="50" Left="0" Width="100" Height="25" />
      <Layout Name="Other" Top="75" Left="0" Width="100" Height="25" />
    </Portrait>
    """

  /// Returns the widths of an item's pictures.
  private static func widths(of item: String, in page: String) throws -> [Int] {
    let start = try #require(page.firstRange(of: "data-item=\"\(item)\""))
    let rest = page[start.upperBound...]
    let card = rest[..<(rest.firstRange(of: "data-item=\"")?.lowerBound ?? rest.endIndex)]
    return card.matches(of: /<div class="w"><svg[^>]*viewBox="0 0 (\d+)[^"]*"/).compactMap { Int($0.1) }
  }

  private static func fields(_ window: Int) -> HTTPFields { [.cookie: "auger-width=\(window)"] }

  /// The width of the window, and those of the pictures. Below 1200 pixels, a page has two columns, and below 600 one.
  @Test(arguments: [
    (1920, [1800, 860, 400]), (1440, [1320, 640, 312]), (1200, [1080, 520, 240]), (1024, [860, 400, 400]),
    (768, [640, 312, 312]), (600, [520, 240, 240]), (390, [312, 312, 312]), (320, [240, 240, 240]),
  ])
  func picturesFitTheirCards(window: Int, expected: [Int]) async throws {
    let page = await (try PageSite(board: Self.board())).get("/dashboards/board", Self.fields(window)).text
    for (name, width) in zip(Self.names, expected) {
      let found = try Self.widths(of: name, in: page)
      #expect(found == [width], "\(name)")
      #expect(found.allSatisfy { Double($0) <= Self.room(for: name, in: Double(window)) }, "\(name)")
    }
    #expect(!page.contains("class=\"pics both\""))
  }

  /// Returns the width of the picture in a card, by the rules of the styles and with a scroll bar of 15 pixels.
  private static func room(for name: String, in window: Double) -> Double {
    let isPhone = window < 600
    let (gap, border, padding): (Double, Double, Double) = isPhone ? (12, 2, 12) : (16, 2, 16)
    let content = (isPhone ? window : min(window - 15, 1920)) - (window < 900 ? 32 : 48)
    let columns =
      switch (name, window) {
      case (_, ..<600), ("Full", _): 1.0
      case ("Half", _), (_, ..<1200): 2.0
      default: 4.0
      }
    return (content + gap) / columns - gap - border - 2 * padding + 24
  }

  @Test func portraitLayoutHasItsOwnWidths() async throws {
    let site = try PageSite(board: Self.board(portrait: Self.portrait))
    let narrow = await site.get("/dashboards/board", Self.fields(768)).text
    let wide = await site.get("/dashboards/board", Self.fields(1920)).text
    #expect(try Self.names.map { try Self.widths(of: $0, in: narrow) } == [[640], [640], [640]])
    #expect(try Self.names.map { try Self.widths(of: $0, in: wide) } == [[1800], [860], [400]])
    // A chosen layout applies to all windows except phones.
    let chosen = await site.get("/dashboards/board?_orientation=landscape", Self.fields(1024)).text
    #expect(try Self.names.map { try Self.widths(of: $0, in: chosen) } == [[860], [400], [200]])
    let phone = await site.get("/dashboards/board?_orientation=landscape", Self.fields(390)).text
    #expect(try Self.names.map { try Self.widths(of: $0, in: phone) } == [[312], [312], [312]])
  }

  @Test func windowsAreRounded() async throws {
    let site = try PageSite(board: Self.board())
    let first = await site.get("/dashboards/board", Self.fields(1000))
    let last = await site.get("/dashboards/board", Self.fields(1039))
    #expect(first.text == last.text && first.fields[.eTag] == last.fields[.eTag])
    let hint = try #require(HTTPField.Name("Sec-CH-Viewport-Width"))
    #expect(await site.get("/dashboards/board", [hint: "1010"]).text == first.text)
    // The page has written the cookie later than the browser has measured the hint.
    #expect(await site.get("/dashboards/board", [hint: "400", .cookie: "auger-width=1000"]).text == first.text)
  }

  /// Without a width, a page has pictures for a desktop and for a phone, and its styles show one of them.
  @Test func unknownWindowHasTwoPictures() async throws {
    let page = await (try PageSite(board: Self.board())).get("/dashboards/board").text
    #expect(try Self.widths(of: "Full", in: page) == [1080, 312])
    #expect(try Self.widths(of: "Half", in: page) == [520, 312])
    #expect(try Self.widths(of: "Quarter", in: page) == [240])
    #expect(page.components(separatedBy: "class=\"pics both\"").count == 3)
    #expect(page.contains("@container(max-width:519px){.both .w{display:none}.both .w+.w{display:block}}"))
    let ids = page.matches(of: /\sid="([^"]*)"/).map(\.1)
    #expect(Set(ids).count == ids.count && ids.count > 10)
  }

  /// Returns a dashboard with one chart of places, whose names are long.
  private static func places(_ type: String, series: Bool = false) -> String {
    """
    <MobileAnalytic><Dashboard Title="Board"><Chart Name="Places" Query="ByPlace" ChartType="\(type)">
      <Category Column="place" />\(series ? "<Series Column=\"region\" />" : "")
      <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
    </Chart></Dashboard></MobileAnalytic>
    """
  }

  /// Columns become bars on a phone if the names of their categories do not fit below them. Charts of names that fit,
  /// of numbers and of other types keep their orientation, and so does the chart in all other formats.
  @Test(arguments: ["Column", "StackedColumn", "PercentColumn"])
  func columnsBecomeBarsOnPhones(type: String) async throws {
    let site = try PageSite(board: Self.places(type, series: type != "Column"))
    let phone = await site.get("/dashboards/board", Self.fields(390)).text
    let desktop = await site.get("/dashboards/board", Self.fields(1440)).text
    #expect(phone.contains(" data-lying=\"1\" data-turned=\"1\"") && !phone.contains("rotate(-40"))
    #expect(!desktop.contains("data-turned"))
    // Without a width, only the second picture is turned.
    let both = await site.get("/dashboards/board").text
    #expect(both.components(separatedBy: "data-turned").count == 2)
    let json = await site.get("/dashboards/board/Places.json", Self.fields(390)).text
    #expect(json.contains("\"\(type)\"") && !json.contains("Bar"))
    #expect(await !site.get("/dashboards/board/Places.svg?_size=312x220").text.contains("data-turned"))
  }

  @Test func onlyColumnsOfLongNamesTurn() async throws {
    let numbers = await (try PageSite(board: Self.board())).get("/dashboards/board", Self.fields(390)).text
    #expect(!numbers.contains("data-turned"))
    for type in ["Line", "Area", "Waterfall"] {
      let page = await (try PageSite(board: Self.places(type))).get("/dashboards/board", Self.fields(390)).text
      #expect(!page.contains("data-turned"), "\(type)")
    }
    let moved = await (try PageSite(board: Self.places("Column")))
      .get("/dashboards/board?Places.range=0..0.5", Self.fields(390)).text
    // The range of the category axis stays horizontal in the state.
    #expect(moved.contains("data-part=\"0 0.5\"") && moved.contains("data-turned"))
    #expect(moved.contains("data-value-part=\"0 1\""))
  }

  @Test func picturesGrowWithTheirBars() async throws {
    let page = await (try PageSite(board: Self.places("Bar"))).get("/dashboards/board", Self.fields(390)).text
    let heights = page.matches(of: /<div class="w"><svg[^>]*viewBox="0 0 \d+ (\d+)[^"]*"/).compactMap { Int($0.1) }
    // Fifteen places have a line each.
    #expect(try #require(heights.first) >= 15 * 15)
  }
}
