import Auger
import AugerDiagnostics
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The rows behind items and marks, as pages and files, and the chips of selections.
@Suite struct RowsPageTests {
  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Filters>
        <Filter Name="Region" Sequence="1" SourceQuery="Regions" FilterType="picklist" Column="region" />
      </Filters>
      <Chart Name="Years" Title="Years" Query="ByYear" ChartType="Column" CrossFilter="true">
        <Category Column="year" /><Series Column="region" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
      </Chart>
      <Chart Name="Regions" Title="Regions" Query="Regions" ChartType="Column" CrossFilter="true">
        <Category Column="region" DisplayName="Area" />
        <Values><Value Expression="1" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Places" Title="Places" Query="ByPlace" ChartType="Bar">
        <Category Column="place" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  private let served: PageSite

  init() throws { served = try PageSite(board: Self.board) }

  @Test func rowsOfAMarkMeetItsConditions() async throws {
    let csv = await served.get("/dashboards/board/Years/rows.csv?_mark=categories:2021;series:South")
    #expect(csv.status == 200 && csv.fields[.contentType]?.hasPrefix("text/csv") == true)
    let lines = csv.text.split(separator: "\n")
    #expect(lines.first == "year,region,place,day,amount,units,number")
    #expect(lines.count == 26 && lines.dropFirst().allSatisfy { $0.hasPrefix("2021,South,") })
    let json = await served.get("/dashboards/board/Years/rows.json?_mark=items:2021~South")
    #expect(json.status == 200 && json.text.contains("\"region\""))
    let arrow = await served.get("/dashboards/board/Years/rows.arrow")
    #expect(arrow.status == 200 && arrow.fields[.contentType] == "application/vnd.apache.arrow.file")
  }

  @Test func filtersAndSelectionsRestrictTheRows() async throws {
    let filtered = await served.get("/dashboards/board/Years/rows.csv?filter.Region=West")
    #expect(filtered.text.split(separator: "\n").count == 101)
    let selected = await served.get("/dashboards/board/Places/rows.csv?Regions.select=categories:North,West")
    #expect(selected.text.split(separator: "\n").count == 201)
    #expect(!selected.text.contains("South"))
  }

  @Test func longRowsHavePages() async throws {
    let first = await served.get("/dashboards/board/Years/rows", [.accept: "text/html"])
    #expect(first.status == 200 && first.text.contains("Rows behind Years"))
    #expect(first.text.components(separatedBy: "<tr>").count == 102)
    #expect(first.text.contains("href=\"/dashboards/board/Years/rows?_rows.Years=3\""))
    let last = await served.get("/dashboards/board/Years/rows?_mark=categories:2020,2021&_rows.Years=2")
    #expect(last.text.contains("rows 101 to 150 of 150"))
    #expect(last.text.contains("href=\"/dashboards/board/Years/rows.csv?_mark=categories:2020,2021\""))
    let empty = await served.get("/dashboards/board/Years/rows?_mark=categories:1900")
    #expect(empty.status == 200 && empty.text.contains("No rows match."))
    let beyond = await served.get("/dashboards/board/Years/rows?_rows.Years=9223372036854775807")
    #expect(beyond.status == 200)
  }

  @Test func invalidRequestsHaveCodes() async throws {
    for (address, status, code) in [
      ("Years/rows?_mark=nothing:1", 400, "explorationSyntax"), ("Years/rows?_mark=series:a&_mark=series:b", 400, ""),
      ("Years/rows.svg", 404, "notFound"), ("Nowhere/rows.csv", 404, "notFound"), ("Years/other.csv", 404, ""),
      ("Years/rows.csv?_mark=rectangles:~1..2", 422, "rowsNotAvailable"), ("Years?_mark=series:a", 400, ""),
    ] {
      let answer = await served.get("/dashboards/board/\(address)")
      #expect(answer.status == status && (code.isEmpty || answer.code == code), "\(address): \(answer.text)")
    }
  }

  @Test func chipRemovesTheSelection() async throws {
    let page = await served.get("/dashboards/board?Regions.select=categories:North,West&filter.Region=North")
    #expect(page.text.contains("<div class=\"chip cross\">"))
    #expect(page.text.contains("Area <b>North, West</b>"))
    #expect(page.text.contains("<a class=\"clear\" href=\"/dashboards/board?filter.Region=North\""))
    let many = await served.get("/dashboards/board?Regions.select=categories:North,West,South")
    #expect(many.text.contains("Area <b>3 of 3</b>"))
  }

  @Test func marksSelectAndTableRowsLeadToTheirRows() async throws {
    let page = await served.get("/dashboards/board")
    #expect(page.text.contains("href=\"/dashboards/board?Regions.select=categories:West\""))
    #expect(page.text.contains("href=\"/dashboards/board/Places/rows?_mark=categories:North%200\""))
    #expect(page.text.contains("Select a value of area to filter the other charts."))
    let selected = await served.get("/dashboards/board?Regions.select=categories:North,West")
    #expect(selected.text.contains("href=\"/dashboards/board?Regions.select=categories:North\""))
  }

  @Test func policyRestrictsRowsAndColumns() async throws {
    let policy = "\npolicy:\n  - { for: everybody, dashboards: all, rows: { files.data: region == 'North' } }\n"
    let served = try PageSite(policy: policy, board: Self.board)
    let rows = await served.get("/dashboards/board/Years/rows.csv")
    let lines = rows.text.split(separator: "\n")
    #expect(lines.first == "year,region,amount,units")
    #expect(lines.count == 101 && lines.dropFirst().allSatisfy { $0.contains(",North,") })
    let other = await served.get("/dashboards/board/Years/rows.csv?_mark=series:West")
    #expect(other.text.split(separator: "\n").count == 1)
  }

  @Test func rowsAreNotModifiedWhileDataAreTheSame() async throws {
    let address = "/dashboards/board/Years/rows?_mark=categories:2020"
    let first = await served.get(address)
    let tag = try #require(first.fields[.eTag])
    #expect(await served.get(address, [.ifNoneMatch: tag]).status == 304)
    #expect(await served.get("/dashboards/board/Years/rows", [.ifNoneMatch: tag]).status == 200)
  }

  // MARK: Selections that leave nothing

  private static let excluding = """
    <MobileAnalytic><Dashboard Title="Board">
      <Filters>
        <Filter Name="region" Sequence="1" SourceQuery="Regions" FilterType="picklist" Column="region" />
      </Filters>
      <Chart Name="Areas" Title="Sales areas" Query="Regions" ChartType="Column" CrossFilter="true">
        <Category Column="region" />
        <Values><Value Expression="1" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Places" Title="Places" Query="ByPlace" ChartType="Bar">
        <Category Column="place" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
        <Filters><FilterName Name="region" /></Filters>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  /// A page with a part that no longer exists has a reason in the language of its reader, without internal names.
  @Test func unknownPartOfALinkHasAReason() async throws {
    let served = try PageSite(board: Self.excluding)
    let address = "/dashboards/board?Gone.select=categories:South"
    let page = await served.get(address, [.accept: "text/html"])
    #expect(page.status == 422 && page.text.contains("It may have been renamed or removed"), "\(page.text)")
    let german = await served.get("\(address)&_locale=de_DE", [.accept: "text/html"])
    #expect(german.text.contains("Der Link nennt einen Teil"))
  }

  /// A card without values names the selection that excludes them, and has a link that removes it.
  @Test func excludedValuesNameTheirSelection() async throws {
    let served = try PageSite(board: Self.excluding)
    let address = "/dashboards/board?Areas.select=categories:South&filter.region=North"
    let page = await served.get(address, [.accept: "text/html"])
    #expect(page.status == 200)
    #expect(
      page.text.contains("the selection in Sales areas and another filter have no value of region in common."),
      "\(page.text)")
    #expect(!page.text.contains("The dashboard has no such state"))
    let link = "<a href=\"/dashboards/board?filter.region=North\">Remove the selection in Sales areas</a>"
    #expect(page.text.contains("<p>\(link)</p>"))
    let german = await served.get("\(address)&_locale=de_DE", [.accept: "text/html"])
    #expect(german.text.contains("Die Auswahl in Sales areas und ein anderer Filter haben keinen Wert von region"))
    let item = await served.get("/dashboards/board/Places?Areas.select=categories:South&filter.region=North")
    #expect(item.status == 422 && item.text.contains("no value of region in common"), "\(item.text)")
  }
}
