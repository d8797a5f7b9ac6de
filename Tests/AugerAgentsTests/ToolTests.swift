import Auger
import AugerAgents
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

@Suite struct ToolTests {
  private let asked: Asked
  private let drill: JSONNode = ["move": "drill", "item": "Sales", "picks": ["Region": ["Europe"]]]

  init() throws { asked = Asked(try AgentSales.service()) }

  @Test func dashboardListContainsToolsAndItems() async throws {
    let listed = try await asked.tool("list_dashboards")
    let dashboard = try #require(listed["dashboards"]?.items?.first)
    #expect(dashboard["tool"] == "explore_sales")
    #expect(dashboard["page"] == "https://charts.example.com/dashboards/sales")
    #expect(dashboard["filters"] == ["Regions"])
    let item = try #require(dashboard["items"]?.items?.first)
    #expect(item["kind"] == "DrillDownGroup")
    #expect(item["shows"] == ["ByRegion: Amount by Region", "ByCountry: Amount by Country"])
    #expect(item["resource"] == "auger://dashboards/sales/Sales")
  }

  @Test func everyToolOnlyReads() async throws {
    let tools = try #require(try await asked.result("tools/list")["tools"]?.items)
    #expect(tools.compactMap { $0["name"]?.text } == ["list_dashboards", "compare", "rows", "draw", "explore_sales"])
    for tool in tools {
      #expect(tool["annotations"]?["readOnlyHint"] == true)
      #expect(tool["inputSchema"]?["type"] == "object" && tool["outputSchema"]?["type"] == "object")
    }
  }

  @Test func descriptionsContainNoData() async throws {
    let tools = try await asked.result("tools/list").line
    for value in ["Europe", "Asia", "France", "Japan"] { #expect(!tools.contains(value)) }
    #expect(tools.contains("\"rise\"") && tools.contains("\"maximum\":10") && tools.contains("\"bold\""))
  }

  @Test func explorationReturnsStateAndCells() async throws {
    let answer = try await asked.tool("explore_sales", ["moves": [drill]])
    #expect(answer["address"] == "Sales.drill=Region:Europe")
    #expect(answer["page"] == "https://charts.example.com/dashboards/sales?Sales.drill=Region:Europe")
    #expect(answer["sentence"] == "sales (Sales: Region Europe): ByCountry, Risen.")
    let item = try #require(answer["items"]?.items?.first)
    #expect(item["chart"] == "ByCountry")
    #expect(item["rows"] == [["France", 4], ["Germany", 5]])
    #expect(item["texts"] == [["France", "4"], ["Germany", "5"]])
    #expect(item["path"] == ["Region: Europe"])
    #expect(item["receipt"]?["queries"]?.items?.first?["name"] == "ByCountry")
  }

  @Test func queryStringContinuesAnExploration() async throws {
    let up: JSONNode = ["move": "up", "item": "Sales", "level": 0]
    let answer = try await asked.tool("explore_sales", ["at": "Sales.drill=Region:Europe&$rise=5", "moves": [up]])
    #expect(answer["address"] == "$rise=5")
    #expect(answer["items"]?.items?.last?["rows"] == [["Asia", 18], ["Europe", 19]])
  }

  /// Examples of each kind of move, and the query string of the resulting state.
  @Test(arguments: [
    (#"{"move": "filter", "filter": "Regions", "values": ["Asia"]}"#, "filter.Regions=Asia"),
    (#"{"move": "filter", "filter": "Regions", "all": true}"#, ""),
    (#"{"move": "set", "variable": "rise", "value": 5}"#, "$rise=5"),
    (#"{"move": "set", "variable": "rise", "value": null}"#, ""),
    (#"{"move": "set", "variable": "look", "value": "bold"}"#, "$look=bold"),
    (#"{"move": "change", "item": "Risen", "column": "Amount", "percent": -10}"#, "Risen.whatif.Amount=-10%25"),
    (
      #"{"move": "change", "item": "Risen", "column": "Amount", "category": "Asia", "value": 3}"#,
      "Risen.whatif.Amount[Asia]=3"
    ),
    (#"{"move": "reset", "item": "Risen"}"#, ""),
    (#"{"move": "select", "item": "Risen", "categories": ["Asia"]}"#, "Risen.select=categories:Asia"),
    (
      #"{"move": "select", "item": "Risen", "items": [{"category": "Asia"}], "#
        + #""rectangles": [{"values": {"lower": 1, "upper": 2}}]}"#,
      "Risen.select=items:Asia~null;rectangles:~1..2"
    ),
    (
      #"{"move": "sort", "item": "Risen", "by": "value", "descending": true, "top": 1}"#, "Risen.sort=-value;top:1"
    ),
    (#"{"move": "sort", "item": "Sales", "by": "category"}"#, "ByRegion.sort=category"),
    (#"{"move": "sort", "item": "Risen", "by": "default"}"#, ""),
    (#"{"move": "hide", "item": "Risen", "series": []}"#, ""),
    (#"{"move": "highlight", "item": "Risen", "category": "Asia"}"#, "Risen.highlight=Asia"),
    (#"{"move": "show", "item": "Risen", "horizontal": [0.25, 1]}"#, "Risen.range=0.25..1"),
  ])
  func everyMoveReturnsItsQueryString(move: String, address: String) async throws {
    let node = try #require(JSONNode(reading: Array(move.utf8)))
    let answer = try await asked.tool("explore_sales", ["moves": [node]])
    #expect(answer["address"] == .text(address))
  }

  @Test func everyOfferedMoveIsValid() async throws {
    for start in ["", "Sales.drill=Region:Europe", "filter.Regions=Asia&$rise=10", "Risen.whatif.Amount[Asia]=3"] {
      let answer = try await asked.tool("explore_sales", ["at": .text(start)])
      let moves = try #require(answer["next"]?["moves"]?.items)
      #expect(!moves.isEmpty)
      for offered in moves {
        let move = try #require(offered["move"])
        _ = try await asked.tool("explore_sales", ["at": .text(start), "moves": [move]])
      }
    }
  }

  @Test func controlsListTheirValues() async throws {
    let answer = try await asked.tool("explore_sales", ["at": "$rise=5"])
    let controls = try #require(answer["next"]?["controls"]?.items)
    let rise = try #require(controls.first { $0["move"]?["variable"] == "rise" })
    #expect(rise["value"] == 5 && rise["minimum"] == 0 && rise["maximum"] == 10 && rise["step"] == 5)
    #expect(controls.contains { $0["move"]?["column"] == "Amount" })
  }

  @Test func responseHasAtMostTwoHundredCells() async throws {
    let dashboard = Dashboard(
      name: "many",
      charts: [
        try AgentSales.chart("A", query: "Many", "n", "sum(amount)"),
        try AgentSales.chart("B", query: "Many", "n", "sum(amount)"),
        try AgentSales.chart("Few", query: "All", "Region"),
      ])
    let asked = Asked(try AgentSales.service([dashboard]))
    let items = try #require(try await asked.tool("explore_many")["items"]?.items)
    let cells = items.map { ($0["rows"]?.items ?? []).reduce(0) { $0 + ($1.items?.count ?? 0) } }
    #expect(cells == [98, 98, 4])
    #expect(items.map { $0["isTruncated"] } == [true, true, false])
    #expect(items[0]["rowCount"] == 900)
    let one = try await asked.tool("explore_many", ["items": ["B"]])
    #expect(one["items"]?.items?.first?["rows"]?.items?.count == 100)
  }

  @Test func scenariosAreCompared() async throws {
    let target: JSONNode = [
      "dashboard": "sales", "item": "Risen", "at": "filter.Regions=Asia",
      "scenarios": [["name": "high", "address": "$rise=10"]],
    ]
    let answer = try await asked.tool("compare", target)
    let item = try #require(answer["item"])
    #expect(item["columns"]?.items?.count == 5)
    #expect(item["rows"]?.items?.first?.items?.prefix(4) == ["Asia", 8, 28, 20])
  }

  @Test func rowsArePaginated() async throws {
    let target: JSONNode = ["dashboard": "sales", "item": "Sales", "offset": 1, "limit": 2]
    let answer = try await asked.tool("rows", target)
    #expect(answer["rows"] == [["Europe", "Germany", 5], ["Asia", "Japan", 7]])
    #expect(answer["rowCount"] == 4 && answer["nextOffset"] == 3)
    let last = try await asked.tool("rows", ["dashboard": "sales", "item": "Sales", "offset": 3])
    #expect(last["nextOffset"] == nil && last["rows"]?.items?.count == 1)
    let beyond = try await asked.tool("rows", ["dashboard": "sales", "item": "Sales", "offset": 99])
    #expect(beyond["rows"] == [] && beyond["nextOffset"] == nil)
  }

  @Test(arguments: ["svg", "vega-lite", "json", "csv"])
  func drawReturnsAChart(format: String) async throws {
    let arguments: JSONNode = ["dashboard": "sales", "item": "Risen", "format": .text(format)]
    let answer = try await asked.tool("draw", arguments)
    let result = try await asked.result("tools/call", ["name": "draw", "arguments": arguments])
    let content = try #require(result["content"]?.items?.first)
    let data: Data
    if format == "svg" {
      let encoded = try #require(content["data"]?.text)
      data = try #require(Data(base64Encoded: encoded))
      #expect(content["type"] == "image" && content["mimeType"] == "image/svg+xml")
    } else {
      let text = try #require(content["text"]?.text)
      data = Data(text.utf8)
    }
    #expect(answer["byteCount"] == .number(String(data.count)))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix(["svg": "<svg", "csv": "Region,"][format] ?? "{"))
    #expect(!text.contains("shop.db"))
  }

  /// The workspace's themes are available, and the caller's theme takes precedence over the author's, as in pages.
  @Test func drawUsesTheThemesOfTheWorkspace() async throws {
    var (house, other) = (Theme.dark, Theme.light)
    (house.name, house.background) = ("house", Theme.Color(0x123456))
    (other.name, other.background) = ("other", Theme.Color(0x654321))
    var risen = try AgentSales.chart("Risen", "Region")
    risen.theme = "house"
    let dashboard = Dashboard(name: "sales", items: [.chart(risen)])
    let asked = Asked(try AgentSales.service([dashboard], themes: [house, other]))
    func drawn(_ arguments: JSONNode) async throws -> String {
      let result = try await asked.result("tools/call", ["name": "draw", "arguments": arguments])
      return try #require(result["content"]?.items?.first?["text"]?.text)
    }
    let authors = try await drawn(["dashboard": "sales", "item": "Risen", "format": "vega-lite"])
    #expect(authors.contains("#123456"))
    let callers = try await drawn(["dashboard": "sales", "item": "Risen", "format": "vega-lite", "theme": "other"])
    #expect(callers.contains("#654321"))
    let refusal = try await asked.refusal(
      "draw", ["dashboard": "sales", "item": "Risen", "format": "vega-lite", "theme": "none"])
    #expect(refusal["code"] == "argumentWrong")
  }

  @Test func unsupportedFormatFails() async throws {
    let error = try await asked.refusal("draw", ["dashboard": "sales", "item": "Risen", "format": "vega"])
    #expect(error["code"] == "noVega")
  }

  @Test func resourceIsTheChartJSONOfTheState() async throws {
    let listed = try #require(try await asked.result("resources/list")["resources"]?.items)
    #expect(listed.map { $0["uri"] } == ["auger://dashboards/sales/Sales", "auger://dashboards/sales/Risen"])
    let uri = "auger://dashboards/sales/Sales?at=Sales.drill%3DRegion%3AEurope"
    let read = try await asked.result("resources/read", ["uri": .text(uri)])
    let text = try #require(read["contents"]?.items?.first?["text"]?.text)
    let dashboard = try AgentSales.dashboard()
    let pipeline = Pipeline(delegate: AgentSales(), dashboards: [dashboard])
    var model = try await pipeline.chart(
      "Sales", of: dashboard, at: try Exploration("Sales.drill=Region:Europe"))
    for index in model.receipt.queries.indices { model.receipt.queries[index].source = nil }
    #expect(text == String(decoding: ChartJSON().data(for: model), as: UTF8.self))
    let templates = try await asked.result("resources/templates/list")
    #expect(
      templates["resourceTemplates"]?.items?.first?["uriTemplate"] == "auger://dashboards/{dashboard}/{item}{?at}")
  }

  @Test(arguments: [
    "auger://dashboards/sales", "auger://dashboards/sales/Nothing", "auger://dashboards/other/Sales",
    "auger://dashboards/sales/Sales?to=x", "auger://dashboards/sales/%zz", "auger://dashboards/sales/Sales/x",
  ])
  func missingResourceFails(uri: String) async throws {
    #expect(try await asked.call("resources/read", ["uri": .text(uri)])["error"]?["code"] == -32002)
  }

  @Test func resourceInAnInvalidStateFails() async throws {
    let uri = "auger://dashboards/sales/Sales?at=Sales.drill%3DRegion%3AEuropa"
    let error = try await asked.call("resources/read", ["uri": .text(uri)])["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["data"]?["errors"]?.items?.first?["nearest"] == "Europe")
  }
}
