import AugerAgents
import AugerDiagnostics
import AugerMetadata
import TestSupport
import Testing

@Suite struct RefusalTests {
  private let asked: Asked

  init() throws { asked = Asked(try AgentSales.service()) }

  /// Invalid moves with the error code, the path and the suggested value.
  @Test(arguments: [
    (#"{"move": "set", "variable": "rise", "value": 12}"#, "outOfBounds", "/moves/0", "10"),
    (#"{"move": "set", "variable": "rise", "value": -1}"#, "outOfBounds", "/moves/0", "0"),
    (#"{"move": "set", "variable": "rise", "value": 6}"#, "offStep", "/moves/0", "5"),
    (#"{"move": "set", "variable": "look", "value": "bald"}"#, "notAmongChoices", "/moves/0", "\"bold\""),
    (#"{"move": "set", "variable": "ries", "value": 5}"#, "metadataObjectUndefined", "/moves/0", "\"rise\""),
    (#"{"move": "set", "variable": "rise", "value": "x"}"#, "variableType", "/moves/0", nil),
    (
      #"{"move": "drill", "item": "Sales", "picks": {"Region": ["Europa"]}}"#, "valueNotPresent", "/moves/0",
      "\"Europe\""
    ),
    (#"{"move": "drill", "item": "Sales", "picks": {"Nation": ["x"]}}"#, "drillUnknownColumn", "/moves/0", nil),
    (#"{"move": "up", "item": "Sales", "level": 3}"#, "drillLevelUnknown", "/moves/0", "0"),
    (#"{"move": "zoom", "item": "Risen", "level": 2}"#, "notZoomable", "/moves/0", nil),
    (#"{"move": "filter", "filter": "Regions", "lower": 1, "upper": 2}"#, "filterKind", "/moves/0", nil),
    (#"{"move": "filter", "filter": "Regions", "values": []}"#, "filterKind", "/moves/0", nil),
    (#"{"move": "filter", "filter": "Regions"}"#, "argumentMissing", "/moves/0", nil),
    (#"{"move": "fly"}"#, "moveUnknown", "/moves/0/move", nil),
    (#"{"move": "dril", "item": "Sales", "picks": {}}"#, "moveUnknown", "/moves/0/move", "\"drill\""),
    (#"{"move": "reset", "item": "Risen", "levle": 1}"#, "argumentWrong", "/moves/0/levle", nil),
    (#"{"move": "reset"}"#, "argumentMissing", "/moves/0", nil),
    (#"{"move": "up", "item": "Sales", "level": 1e300}"#, "argumentWrong", "/moves/0/level", "1000"),
    (#"{"move": "show", "item": "Risen", "horizontal": [0.5, 0.25]}"#, "argumentWrong", "/moves/0/horizontal", nil),
    (#"{"move": "show", "item": "Risen", "horizontal": [0, 2]}"#, "argumentWrong", "/moves/0/horizontal", nil),
    (#"{"move": "sort", "item": "Risen", "by": "value", "top": 0}"#, "argumentWrong", "/moves/0/top", "1"),
    (#"{"move": "sort", "item": "Risen", "by": "vale"}"#, "argumentWrong", "/moves/0/by", "\"value\""),
    (#"{"move": "change", "item": "Risen", "column": "Amount", "value": 500}"#, "outOfBounds", "/moves/0", "100"),
    (
      #"{"move": "change", "item": "Risen", "column": "Amount", "value": 5, "percent": 5}"#, "argumentWrong",
      "/moves/0/percent", nil
    ),
    (#"{"move": "node", "item": "Risen", "node": "x", "value": 1}"#, "metadataObjectUndefined", "/moves/0", nil),
    (#"5"#, "argumentWrong", "/moves/0", nil),
  ])
  func invalidMoveReportsCodePathAndSuggestion(
    move: String, code: String, place: String, nearest: String?
  ) async throws {
    let node = try #require(JSONNode(reading: Array(move.utf8)))
    let error = try await asked.refusal("explore_sales", ["moves": [node]])
    #expect(error["code"] == .text(code))
    #expect(error["place"] == .text(place))
    #expect(error["nearest"] == nearest.flatMap { JSONNode(reading: Array($0.utf8)) })
  }

  @Test func errorNamesTheInvalidMove() async throws {
    let drill: JSONNode = ["move": "drill", "item": "Sales", "picks": ["Region": "Europe"]]
    let moves: JSONNode = [drill, ["move": "drill", "item": "Sales", "picks": ["Country": "France"]]]
    let error = try await asked.refusal("explore_sales", ["moves": moves])
    #expect(error["code"] == "drillAtLastLevel" && error["place"] == "/moves/1")
  }

  @Test func invalidQueryStringReportsByteOffsets() async throws {
    let error = try await asked.refusal("explore_sales", ["at": "$rise=5&Sales.fly=2"])
    #expect(error["code"] == "explorationUnknown" && error["place"] == "/at")
    #expect(error["from"] != nil && error["to"] != nil)
    let whole = "$rise=5&Sales.fly=2"
    if case .number(let from)? = error["from"], case .number(let to)? = error["to"] {
      let meant = whole.utf8.dropFirst(Int(from) ?? 0).prefix((Int(to) ?? 0) - (Int(from) ?? 0))
      #expect(String(decoding: Array(meant), as: UTF8.self).contains("fly"))
    }
    let long = try await asked.refusal("explore_sales", ["at": .text(String(repeating: "x", count: 9000))])
    #expect(long["code"] == "addressTooLong")
  }

  /// Each tool with arguments that it does not accept.
  @Test(arguments: [
    ("list_dashboards", #"{"x": 1}"#, "argumentWrong", "/x"),
    ("explore_sales", #"{"moves": 5}"#, "argumentWrong", "/moves"),
    ("explore_sales", #"{"items": ["Nothing"]}"#, "metadataObjectUndefined", "/items/0"),
    ("explore_sales", #"{"at": 5}"#, "argumentWrong", "/at"),
    ("rows", #"{"item": "Sales"}"#, "argumentMissing", ""),
    ("rows", #"{"dashboard": "sale", "item": "Sales"}"#, "metadataObjectUndefined", "/dashboard"),
    ("rows", #"{"dashboard": "sales", "item": "Sale"}"#, "metadataObjectUndefined", "/item"),
    ("rows", #"{"dashboard": "sales", "item": "Sales", "limit": 0}"#, "argumentWrong", "/limit"),
    ("rows", #"{"dashboard": "sales", "item": "Sales", "offset": 1.5}"#, "argumentWrong", "/offset"),
    ("draw", #"{"dashboard": "sales", "item": "Sales"}"#, "argumentMissing", ""),
    ("draw", #"{"dashboard": "sales", "item": "Sales", "format": "gif"}"#, "argumentWrong", "/format"),
    ("compare", #"{"dashboard": "sales", "item": "Risen"}"#, "argumentMissing", "/scenarios"),
    (
      "compare", #"{"dashboard": "sales", "item": "Risen", "scenarios": [{"name": "a", "address": "$rise=99"}]}"#,
      "outOfBounds", "/scenarios/0/address"
    ),
    (
      "compare",
      #"{"dashboard": "sales", "item": "Risen", "scenarios": [{"name": "a", "address": "filter.Regions=Asia"}]}"#,
      "scenarioPart", "/scenarios/0/address"
    ),
  ])
  func invalidArgumentsReportTheirPath(tool: String, arguments: String, code: String, place: String) async throws {
    let error = try await asked.refusal(tool, try #require(JSONNode(reading: Array(arguments.utf8))))
    #expect(error["code"] == .text(code))
    #expect(error["place"] == .text(place))
  }

  @Test func unknownQueryDoesNotListOtherQueries() async throws {
    let dashboard = Dashboard(name: "b", charts: [try AgentSales.chart("Missing", "Region")])
    let asked = Asked(try AgentSales.service([dashboard]))
    let answer = try await asked.tool("explore_b")
    #expect(answer["items"]?.items?.first?["code"] == "metadataObjectUndefined")
    #expect(!answer.line.contains("secretQuery"))
    let rows = try await asked.refusal("rows", ["dashboard": "b", "item": "Missing"])
    #expect(rows["hint"] == nil && !rows.line.contains("secretQuery"))
  }

  @Test func sourceErrorsAreNotExposed() async throws {
    let dashboard = Dashboard(
      name: "b", charts: [try AgentSales.chart("Broken", "Region"), try AgentSales.chart("Whole", "Region")])
    let asked = Asked(try AgentSales.service([dashboard]))
    let answer = try await asked.tool("explore_b")
    let items = try #require(answer["items"]?.items)
    #expect(items[0]["code"] == "queryFailed")
    #expect(items[1]["rows"]?.items?.count == 2)
    let target: JSONNode = ["dashboard": "b", "item": "Broken"]
    let rows = try await asked.refusal("rows", target)
    #expect(rows["code"] == "queryFailed")
    let read = try await asked.call("resources/read", ["uri": "auger://dashboards/b/Broken"])
    #expect(read["error"]?["code"] == -32603)
    for node in [answer, rows, read] {
      for word in ["SELECT", "salaries", "shop.db", "/srv"] { #expect(!node.line.contains(word)) }
    }
  }
}
