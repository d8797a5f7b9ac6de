import Foundation
import HTTPTypes
import Testing

@Suite struct FilterBarTests {
  @Test func setFilterHasAClearingFormAndResetLink() async throws {
    let site = try PageSite()
    let start = await site.get("/dashboards/board").text
    #expect(!start.contains("class=\"clear\"") && !start.contains("Reset all"))
    let set = await site.get("/dashboards/board?filter.Region=North&_theme=dark").text
    #expect(set.contains("class=\"clear\" name=\"reset\" value=\"1\" aria-label=\"Clear Region\""))
    #expect(set.contains("<a href=\"/dashboards/board?_theme=dark\">Reset all</a>"))
  }

  @Test func resetKeepsTheDrillPath() async throws {
    let page = await (try PageSite()).get("/dashboards/board?Places.drill=region:North&$rise=7").text
    #expect(page.contains("<a href=\"/dashboards/board?Places.drill=region:North\">Reset all</a>"))
  }

  @Test func searchShowsMatchingValuesAndKeepsSelectedOnes() async throws {
    let page = await (try PageSite()).get("/dashboards/board?filter.Region=West&_find.Region=NOR").text
    #expect(page.contains("<bdi>North</bdi>") && !page.contains("<bdi>West</bdi>"))
    #expect(page.contains("<input type=\"hidden\" name=\"value\" value=\"West\"/>"))
  }

  @Test func formKeepsSearch() async throws {
    let fields = FormCase("", "do=filter&name=Region&value=North", "").fields + [("_options", "_find.Region=or")]
    let answer = try await PageSite().post("/-/move/board", fields)
    #expect(answer.fields[.location] == "/dashboards/board?filter.Region=North&_find.Region=or")
  }

  // MARK: Histograms

  @Test func numbersHaveAHistogramOfAllRows() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board").text
    #expect(page.contains("300 rows by Amount, from 1 to 101. The most rows, 15, are from 5 to 10."))
    // The first bin contains 12 rows, from 1 up to 5.
    #expect(page.contains("<path d=\"M0 55h300v1H0zM0 56v-45h11v45zM12 56v-56h14v56z"))
    #expect(page.contains("<rect width=\"0\" height=\"56\"/><rect x=\"300\" width=\"0\" height=\"56\"/></svg>"))
  }

  @Test func rangeCoversTheBarsOutsideIt() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board?filter.Amount=21..61").text
    #expect(page.contains("300 rows by Amount"))
    #expect(page.contains("<rect width=\"59\" height=\"56\"/><rect x=\"181\" width=\"119\" height=\"56\"/></svg>"))
  }

  @Test func histogramCountsTheRowsBehindGroups() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board").text
    #expect(page.contains("300 rows by Year, from 2020 to 2023. The most rows, 75, are from 2020 to 2021."))
  }

  @Test func histogramCountsOnlyVisibleRows() async throws {
    let policy = "\npolicy:\n  - { for: everybody, dashboards: all, rows: { files.data: region == 'North' } }\n"
    let page = await (try Self.ranges(policy: policy)).get("/dashboards/board").text
    #expect(page.contains("100 rows by Amount") && page.contains("100 rows by Year"))
  }

  @Test func histogramIsOmittedWithoutEnoughRows() async throws {
    let policy = "\npolicy:\n  - { for: everybody, dashboards: all, rows: { files.data: number < 3 } }\n"
    let answer = await (try Self.ranges(policy: policy)).get("/dashboards/board")
    #expect(answer.status == 200 && answer.text.contains("data-control=\"Amount\""))
    #expect(!answer.text.contains("class=\"hist\""))
  }

  // MARK: Calendars

  @Test func calendarShowsTheLastMonthOfTheData() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board").text
    #expect(page.contains("<b>September 2023</b>"))
    #expect(page.contains("Relative to the last day of the data, Sep 28, 2023"))
    #expect(page.contains("<abbr title=\"Sunday\">Su</abbr>"))
    // September 1 is a Friday, and the last two days have no data.
    let month = try #require(page.components(separatedBy: "<tbody><tr>").dropFirst().first)
    #expect(
      month.hasPrefix(
        String(repeating: "<td></td>", count: 5)
          + "<td><a href=\"/dashboards/board?filter.Day=2023-09-01..2023-09-01&amp;_find.Day=2023-09\""
          + " aria-label=\"September 1, 2023\">1</a></td>"))
    #expect(month.contains("<td><span>29</span></td>") && month.contains("<td><span>30</span></td>"))
    #expect(month.contains("</tr>\n<tr>"))
  }

  @Test func calendarTurnsToMonthsWithData() async throws {
    let site = try Self.ranges()
    let last = await site.get("/dashboards/board").text
    #expect(last.contains("rel=\"prev\" href=\"/dashboards/board?_find.Day=2023-08\" aria-label=\"August 2023\""))
    #expect(last.contains("rel=\"next\" role=\"link\" aria-disabled=\"true\""))
    let august = await site.get("/dashboards/board?_find.Day=2023-08").text
    #expect(august.contains("<b>August 2023</b>") && august.contains("aria-label=\"August 31, 2023\""))
    #expect(await site.get("/dashboards/board?_find.Day=1999-01").text.contains("<b>January 2023</b>"))
    for text in ["2023-13", "2023", "x", "2023-08-01"] {
      #expect(await site.get("/dashboards/board?_find.Day=\(text)").text.contains("<b>September 2023</b>"), "\(text)")
    }
  }

  @Test func secondDayExtendsTheFirst() async throws {
    let site = try Self.ranges()
    let first = await site.get("/dashboards/board?filter.Day=2023-09-05..2023-09-05").text
    #expect(first.contains("<b>Sep 5, 2023</b>") && first.contains("aria-current=\"date\">5</a>"))
    #expect(first.contains("filter.Day=2023-09-05..2023-09-09") && first.contains("filter.Day=2023-09-02..2023-09-05"))
    let both = await site.get("/dashboards/board?filter.Day=2023-09-05..2023-09-09").text
    #expect(both.contains("<b>Sep 5, 2023 – Sep 9, 2023</b>"))
    #expect(both.components(separatedBy: "<td class=\"in\">").count == 6)
    #expect(both.contains("filter.Day=2023-09-12..2023-09-12"))
  }

  @Test func calendarHasTheTextsOfTheLanguage() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board?_locale=de_DE").text
    #expect(page.contains("<b>September 2023</b>") && page.contains("aria-label=\"1. September 2023\""))
    #expect(page.contains("<thead><tr><th scope=\"col\"><abbr title=\"Montag\">Mo.</abbr>"))
    #expect(page.contains("Bezogen auf den letzten Tag der Daten, 28. Sept. 2023"))
  }

  // MARK: Picklists and numbers

  @Test func selectedValuesComeFirst() async throws {
    let page = await (try PageSite()).get("/dashboards/board?filter.Region=West").text
    let west = try #require(page.range(of: "<bdi>West</bdi>"))
    let north = try #require(page.range(of: "<bdi>North</bdi>"))
    #expect(west.lowerBound < north.lowerBound)
    // The source query has a row for each region, so that counts are not useful.
    #expect(!page.contains("<small>1</small>"))
  }

  @Test func rowsOfValuesAreCounted() async throws {
    let page = await (try Self.ranges()).get("/dashboards/board").text
    #expect(page.contains("<bdi>North</bdi> <small>100</small>"))
  }

  @Test func numbersShowUnitAndLimits() async throws {
    let board = Self.board(
      """
      <Variable Name="$rate" DisplayName="Rate" VariableType="float" Value="1.5" Min="0" Max="4" Format="Percent" />
      <Variable Name="$rise" DisplayName="Rise" VariableType="integer" Value="5" Min="0" Max="10" Step="1"
        Format="Percent" />
      <Variable Name="$day" DisplayName="Since" VariableType="date" Value="date(2023,5,1)" Min="date(2023,1,1)" />
      """)
    let page = await (try PageSite(board: board)).get("/dashboards/board").text
    #expect(page.contains("<small aria-hidden=\"true\">0% – 4%</small>"))
    #expect(page.contains("<small aria-hidden=\"true\">10%</small></label><output>5%</output>"))
    #expect(page.contains("<small aria-hidden=\"true\">≥ Jan 1, 2023</small>"))
    #expect(page.contains("<label>Rate</label><span class=\"steps\"><button type=\"button\" class=\"step\""))
  }

  private static func ranges(policy: String = "") throws -> PageSite {
    try PageSite(
      policy: policy,
      board: board(
        filters: """
          <Filter Name="Amount" Sequence="1" SourceQuery="Rows" FilterType="range" Column="amount" />
          <Filter Name="Year" Sequence="2" SourceQuery="Totals" FilterType="range" Column="year" />
          <Filter Name="Day" Sequence="3" SourceQuery="Rows" FilterType="range" Column="day" />
          <Filter Name="Place" Sequence="4" SourceQuery="Rows" FilterType="picklist" Column="region" />
          """))
  }

  private static func board(_ variables: String = "", filters: String = "") -> String {
    """
    <MobileAnalytic><Dashboard Title="Board">
      <Variables>\(variables)</Variables><Filters>\(filters)</Filters>
      <Chart Name="Years" Query="ByYear" ChartType="Column">
        <Category Column="year" /><Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """
  }
}
