import AugerServer
import Foundation
import HTTPTypes
import Testing

/// Animations, marks of a sender and layouts of served pages.
@Suite struct SharingPageTests {
  private let site: PageSite

  init() throws { site = try PageSite(board: Self.board) }

  // MARK: Animations

  @Test func animationHasAPictureForEachValue() async throws {
    let frames = await site.get("/-/frames/board/Years")
    #expect(frames.status == 200)
    #expect(frames.lines.compactMap { $0["value"] as? String } == ["North", "South", "West"])
    for line in frames.lines { #expect((line["html"] as? String)?.hasPrefix("<svg ") == true) }
  }

  @Test func playerNamesItsFramesInTheStateOfThePage() async throws {
    let page = await site.get("/dashboards/board?$rise=7&_theme=dark").text
    #expect(page.contains("data-film=\"/-/frames/board/Years?$rise=7&amp;_theme=dark\""))
    #expect(page.contains("data-labels=\"[&quot;North&quot;,&quot;South&quot;,&quot;West&quot;]\""))
    #expect(page.contains("data-interval=\"250\""))
    // The chart without an animation has no player.
    #expect(page.components(separatedBy: "data-film=").count == 2)
  }

  @Test func playerStartsAtTheCurrentValue() async throws {
    let page = await site.get("/dashboards/board?filter.Region=South").text
    #expect(page.contains("max=\"2\" step=\"1\" value=\"1\" aria-valuetext=\"South\""))
  }

  @Test func comparedChartHasNoPlayer() async throws {
    let page = await site.get("/dashboards/board?$rise=7&_compare=start").text
    #expect(!page.contains("data-film="))
  }

  // MARK: Marks

  @Test func marksAreDrawnAndPartOfAllLinks() async throws {
    let mark = "_markup.Years=arrow%200.25,0.5%200.5,0.25:%20Peak"
    let page = await site.get("/dashboards/board?\(mark)").text
    #expect(page.contains("class=\"auger-markup\"") && page.contains(">Peak</text>"))
    let download = try #require(page.firstMatch(of: /href="([^"]*Years\.svg\?[^"]*)"/)?.1)
    #expect(download.contains("_markup.Years=") && download.contains("_size="))
    let picture = await site.get(download.replacingOccurrences(of: "&amp;", with: "&"))
    #expect(picture.status == 200 && picture.text.contains(">Peak</text>"))
    // Only the marked chart has the size of its picture in its links.
    #expect(page.firstMatch(of: /href="[^"]*Totals\.svg\?[^"]*_size=/) == nil)
    // A link without the marks.
    #expect(page.contains(">Remove all marks</a>"))
  }

  @Test func formAddsAMarkWithoutAScript() async throws {
    let page = await site.get("/dashboards/board?_markup.Years=text+0.5%2C0.5%3A+Hello").text
    #expect(page.contains(">Hello</text>"))
    #expect(page.contains("<input type=\"hidden\" name=\"_markup.Years\" value=\"text 0.5,0.5: Hello\"/>"))
    #expect(page.contains("<form method=\"get\" class=\"h\" id=\"k0\" action=\"/dashboards/board\""))
  }

  @Test func markedChartIsAMessage() async throws {
    let mail = await site.get("/dashboards/board/Years.eml?_markup.Years=text%200.5,0.5:%20Hello")
    #expect(mail.status == 200 && mail.fields[.contentType] == "message/rfc822")
    #expect(mail.text.contains("multipart/alternative") && mail.text.contains("X-Unsent: 1"))
  }

  @Test(arguments: ["arrow%200,0", "text%202,0:%20Far", "star"])
  func invalidMarksAreRejected(mark: String) async throws {
    let answer = await site.get("/dashboards/board?_markup.Years=\(mark)")
    #expect(answer.status == 400, "\(answer.text)")
  }

  @Test func markCannotAddMarkup() async throws {
    let script = "%3Cscript%3Ealert(1)%3C/script%3E"
    let page = await site.get("/dashboards/board?_markup.Years=text%200.5,0.5:%20\(script)").text
    #expect(!page.contains("<script>alert"))
  }

  // MARK: Layouts

  @Test func narrowPagesHaveThePortraitLayout() async throws {
    let page = await site.get("/dashboards/board").text
    // Side by side on wide screens, one below the other on narrow ones.
    #expect(page.contains("@media(min-width:1200px){.g{"))
    let narrowest = "(min-width:600px) and (max-width:1199px){"
    #expect(page.contains("@media\(narrowest).g{"))
    let rules = try #require(page.components(separatedBy: narrowest).last)
    let narrow = rules.components(separatedBy: "}}")[0]
    #expect(narrow.contains(".g>:nth-child(1){grid-area:1/1/2/25}"))
    #expect(narrow.contains(".g>:nth-child(2){grid-area:2/1/3/25"))
  }

  @Test func readersChooseALayout() async throws {
    let page = await site.get("/dashboards/board?_orientation=portrait").text
    // It applies to all screens except phones.
    #expect(page.contains("@media(min-width:600px){.g{") && !page.contains("(min-width:1200px)"))
    #expect(page.contains("grid-area:2/1/3/25"))
    #expect(page.contains("<a aria-current=\"true\">Portrait</a>"))
    #expect(page.contains("href=\"/dashboards/board?_orientation=landscape\" data-whole=\"1\">Landscape</a>"))
    #expect(page.contains("href=\"/dashboards/board\" data-whole=\"1\">Automatic</a>"))
  }

  @Test func picturesHaveTheChosenLayout() async throws {
    let wide = await site.get("/dashboards/board.svg").text
    let narrow = await site.get("/dashboards/board.svg?_orientation=portrait").text
    #expect(wide.contains("width=\"1024\"") && narrow.contains("width=\"768\""))
  }

  @Test func unknownOrientationIsRejected() async throws {
    let answer = await site.get("/dashboards/board?_orientation=diagonal")
    #expect(answer.status == 400, "\(answer.text)")
  }

  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Variables>
        <Variable Name="$rise" DisplayName="Rise" VariableType="integer" Value="5" Min="0" Max="10" Step="1" />
      </Variables>
      <Filters>
        <Filter Name="Region" Sequence="1" SourceQuery="Regions" FilterType="picklist" Column="region" />
      </Filters>
      <Chart Name="Years" Query="ByYear" ChartType="Column" Animation="filter.Region=North,South,West"
        AnimationInterval="250">
        <Category Column="year" />
        <Values><Value Expression="sum(amount) * (1 + $rise / 100)" ValueSequence="1" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
      </Chart>
      <Chart Name="Totals" Query="Totals" ChartType="Column">
        <Category Column="year" />
        <Values><Value Expression="sum(Units)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard>
    <DashboardLayout Scale="Percentage">
      <Landscape>
        <Layout Name="Years" Top="0" Left="0" Width="50" Height="100" />
        <Layout Name="Totals" Top="0" Left="50" Width="50" Height="100" />
      </Landscape>
      <Portrait>
        <Layout Name="Years" Top="0" Left="0" Width="100" Height="50" />
        <Layout Name="Totals" Top="50" Left="0" Width="100" Height="50" />
      </Portrait>
    </DashboardLayout></MobileAnalytic>
    """
}
