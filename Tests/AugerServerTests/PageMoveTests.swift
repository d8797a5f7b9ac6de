import Auger
import AugerAnalysis
import AugerServer
import Testing

@Suite struct PageMoveTests {
  /// Every kind of move, and the place that its form leads to.
  @Test(arguments: [
    ("", [("do", "filter"), ("name", "Region"), ("value", "North"), ("value", "West")], "filter.Region=North,West"),
    ("filter.Region=North", [("do", "filter"), ("name", "Region"), ("reset", "1"), ("value", "North")], ""),
    ("filter.Region=North", [("do", "filter"), ("name", "Region")], ""),
    ("", [("do", "set"), ("name", "rise"), ("value", "7")], "$rise=7"),
    ("$rise=7", [("do", "set"), ("name", "rise"), ("reset", "1")], ""),
    ("", [("do", "change"), ("item", "Margin"), ("column", "units"), ("value", "+10%")], "Margin.whatif.units=10%25"),
    (
      "", [("do", "change"), ("item", "Margin"), ("column", "units"), ("category", "2021"), ("value", "3")],
      "Margin.whatif.units%5B2021%5D=3"
    ),
    (
      "", [("do", "change"), ("item", "Margin"), ("column", "units"), ("category", ""), ("value", "3")],
      "Margin.whatif.units=3"
    ),
    ("Margin.whatif.units=3", [("do", "change"), ("item", "Margin"), ("column", "units"), ("reset", "1")], ""),
    ("", [("do", "node"), ("item", "Tree"), ("name", "Price"), ("value", "2.5")], "Tree.node%5BPrice%5D=2.5"),
    ("Tree.node[Price]=2.5", [("do", "node"), ("item", "Tree"), ("name", "Price"), ("reset", "1")], ""),
    ("", [("do", "sort"), ("item", "Years"), ("key", "value"), ("down", "1")], "Years.sort=-value"),
    ("Years.sort=-value", [("do", "sort"), ("item", "Years"), ("key", "")], ""),
    ("", [("do", "select"), ("item", "Years"), ("category", "2021")], "Years.select=categories%3A2021"),
    ("", [("do", "hide"), ("item", "Years"), ("series", "North")], "Years.hide=North"),
    ("Years.hide=North", [("do", "hide"), ("item", "Years")], ""),
    ("", [("do", "show"), ("item", "Years"), ("lower", "0.25"), ("upper", "0.75")], "Years.range=0.25..0.75"),
    ("Years.range=0.25..0.75", [("do", "show"), ("item", "Years")], ""),
  ])
  func formLeadsToPlace(at place: String, fields: [(String, String)], expected: String) async throws {
    let found = try #require(await PageSite().destination(fields, at: place))
    // However an address is encoded: what it says.
    #expect(try Exploration(found) == Exploration(expected), "\(found)")
  }

  @Test func whatIsAddedToASelectionIsTakenFromItAgain() async throws {
    let site = try PageSite()
    let add = [("do", "select"), ("item", "Years"), ("category", "2022"), ("add", "1")]
    let both = try #require(await site.destination(add, at: "Years.select=categories:2021"))
    #expect(try Exploration(both) == Exploration("Years.select=categories:2021,2022"))
    #expect(await site.destination(add, at: "Years.select=categories:2022") == "")
  }

  /// In a group the chart in view is meant, by pointing as by adding.
  @Test func selectionInAGroupIsThatOfItsChartInView() async throws {
    let site = try PageSite()
    let first = [("do", "select"), ("item", "Places"), ("category", "North")]
    let place = try #require(await site.destination(first))
    #expect(try Exploration(place) == Exploration("ByRegion.select=categories:North"))
    #expect(await site.destination(first + [("add", "1")], at: place) == "")
  }

  @Test func goalSetsTheNodeThatReachesIt() async throws {
    let site = try PageSite()
    let place = try #require(
      await site.destination([("do", "goal"), ("item", "Tree"), ("name", "Sales"), ("by", "Price"), ("value", "5000")]))
    let json = await site.get("/dashboards/board/Tree.json?\(place)")
    #expect(json.status == 200 && json.text.contains("5000"), "\(place)")
  }

  @Test(
    arguments: [
      ([("do", "fly")], 400, "unknownMove"), ([], 400, "formIncomplete"),
      ([("do", "set"), ("value", "3")], 400, "formIncomplete"),
      ([("do", "set"), ("name", "rise")], 400, "formIncomplete"),
      ([("do", "set"), ("name", "rise"), ("value", "99")], 422, "outOfBounds"),
      ([("do", "set"), ("name", "rise"), ("value", "x")], 422, "variableType"),
      ([("do", "change"), ("item", "Margin"), ("column", "units"), ("value", "much")], 422, "variableType"),
      ([("do", "change"), ("item", "Margin"), ("column", "price"), ("value", "1")], 422, "notChangeable"),
      ([("do", "sort"), ("item", "Years"), ("key", "colour")], 400, "formIncomplete"),
      ([("do", "show"), ("item", "Years"), ("lower", "0.8"), ("upper", "0.2")], 422, "outOfBounds"),
      ([("do", "show"), ("item", "Years"), ("lower", "nan"), ("upper", "1")], 422, "variableType"),
      ([("do", "goal"), ("item", "Tree"), ("name", "Sales"), ("by", "Nobody"), ("value", "1")], 422, nil),
      ([("do", "set"), ("name", "rise"), ("value", "3"), ("_options", "_colour=red")], 400, "unknownOption"),
      ([("do", "set"), ("name", "rise"), ("value", "3"), ("_options", "$rise=1")], 400, "unknownOption"),
      ([("do", "set"), ("name", "rise"), ("value", "3"), ("at", "nothing")], 400, nil),
    ] as [([(String, String)], Int, String?)])
  func wrongFormIsRefused(fields: [(String, String)], status: Int, code: String?) async throws {
    let site = try PageSite()
    for address in ["/-/move/board", "/-/parts/board"] {
      let answer = await site.post(address, fields)
      #expect(answer.status == status, "\(answer.text)")
      if let code { #expect(answer.code == code) }
    }
  }

  @Test func whatIsNoFormIsNoMove() async throws {
    let answer = await (try PageSite()).post("/-/parts/board", [("do", "set")], type: "text/plain")
    #expect(answer.status == 415 && answer.code == "notAForm")
  }

  @Test func optionsAndItemOfTheFormStay() async throws {
    let site = try PageSite()
    let fields = [("do", "set"), ("name", "rise"), ("value", "7"), ("_options", "_theme=dark&_rows.Days=2")]
    let answer = await site.post("/-/move/board?_item=Years", fields)
    #expect(answer.fields[.location] == "/dashboards/board/Years?$rise=7&_theme=dark&_rows.Days=2")
  }
}
