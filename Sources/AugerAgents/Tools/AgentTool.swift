import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerMetadata

/// A tool that agents may call. All tools are read-only.
struct AgentTool: Sendable, HasName {
  enum Kind: Sendable {
    case listDashboards
    case explore(Dashboard)
    case compare
    case rows
    case draw
  }

  let kind: Kind
  let name: String
  let title: String
  let words: String
  let input: JSONNode
  /// The schema of a successful answer. A refusal has its own schema.
  private let answer: JSONNode

  private init(_ kind: Kind, _ name: String, _ title: String, _ words: String, input: JSONNode, answer: JSONNode) {
    self.kind = kind
    self.name = name
    self.title = title
    self.words = words
    self.input = input
    self.answer = answer
  }

  var node: JSONNode {
    [
      "name": .text(name), "title": .text(title), "description": .text(words), "inputSchema": input,
      "outputSchema": ["type": "object", "anyOf": [answer, Refusal.schema]],
      "annotations": [
        "title": .text(title), "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true,
        "openWorldHint": false,
      ],
    ]
  }

  /// Returns all tools for a list of dashboards. The tools that explore one dashboard each come last.
  static func all(for dashboards: [Dashboard], themes: [Theme]) -> [AgentTool] {
    var tools = [listDashboards, compare(dashboards), rows(dashboards), draw(dashboards, themes)]
    if dashboards.isEmpty { tools = [listDashboards] }
    for dashboard in dashboards {
      let names = tools.map(\.name)
      tools.append(explore(dashboard, called: Self.name(of: dashboard, beside: names)))
    }
    return tools
  }

  /// Returns `explore_` and the dashboard's name in the characters that tool names allow, with a number if the name is
  /// used.
  private static func name(of dashboard: Dashboard, beside names: [String]) -> String {
    let letters = dashboard.name.unicodeScalars.prefix(48).map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain ? Character(scalar) : "_"
    }
    let base = "explore_" + String(letters)
    var (name, number) = (base, 1)
    while names.contains(name: name) {
      number += 1
      name = "\(base)_\(number)"
    }
    return name
  }

  // MARK: Definitions

  private static func object(_ properties: JSONNode, required: [String] = []) -> JSONNode {
    [
      "type": "object", "additionalProperties": false, "required": JSONNode(texts: required), "properties": properties,
    ]
  }

  private static let listDashboards = AgentTool(
    .listDashboards, "list_dashboards", "List dashboards",
    "Lists the dashboards, each with its tool, its items and the values that the items show.",
    input: object([:]),
    answer: object(
      [
        "dashboards": [
          "type": "array",
          "items": object(
            [
              "name": ["type": "string"], "title": ["type": "string"],
              "tool": ["type": "string", "description": "The tool that explores the dashboard."],
              "page": ["type": "string", "description": "The URL of its page, for people."],
              "items": [
                "type": "array",
                "items": object(
                  [
                    "name": ["type": "string"], "title": ["type": "string"], "kind": ["type": "string"],
                    "shows": ["type": "array", "items": ["type": "string"]], "resource": ["type": "string"],
                  ], required: ["name", "title", "kind", "shows"]),
              ],
              "filters": ["type": "array", "items": ["type": "string"]],
              "variables": ["type": "array", "items": ["type": "string"]],
            ], required: ["name", "title", "tool", "items", "filters", "variables"]),
        ]
      ], required: ["dashboards"]))

  private static let address: JSONNode = [
    "type": "string", "maxLength": JSONNode(AgentService.mostAddressBytes),
    "description": "The state to start from: the 'address' of an earlier answer. Default: the initial state.",
  ]

  private static func explore(_ dashboard: Dashboard, called name: String) -> AgentTool {
    var properties: JSONNode = ["at": address]
    if let move = MoveSchema(dashboard).node {
      properties = properties.adding(
        "moves",
        [
          "type": "array", "maxItems": JSONNode(AgentService.mostMoves), "items": move,
          "description": "Moves to apply to the state, in order. The answer lists the valid next moves.",
        ])
    }
    let items = dashboard.items.filter(\.hasChart).map(\.name)
    properties = properties.adding(
      "items",
      items.isEmpty
        ? nil
        : [
          "type": "array", "items": MoveSchema.names(items),
          "description": "The items to return. Default: all items, which share the cells of the answer.",
        ])
    let title = dashboard.title.isEmpty ? dashboard.name : dashboard.title
    return AgentTool(
      .explore(dashboard), name, "Explore \(title)",
      "Applies moves to the dashboard '\(title)' (drill, zoom, filter, set variables) and returns the "
        + "values of its charts. Pass the state of an earlier answer as 'at' and its offered moves as "
        + "'moves'.",
      input: object(properties),
      answer: object(
        place([
          "items": ["type": "array", "items": ["anyOf": [ItemAnswer.schema, failedItem]]],
          "next": NextMoves.schema, "warnings": AnswerWords.warningsSchema,
        ]), required: ["dashboard", "address", "sentence", "items", "next", "warnings"]))
  }

  /// The schema of an item whose chart could not be computed.
  private static let failedItem = object(
    [
      "name": ["type": "string"], "title": ["type": "string"], "kind": ["type": "string"],
      "code": ["type": "string"], "message": ["type": "string"],
    ], required: ["name", "title", "kind", "code", "message"])

  /// Returns the schema of an answer about a dashboard in a state, with additional members.
  private static func place(_ more: JSONNode) -> JSONNode {
    guard case .object(let members) = more else { return more }
    return members.reduce([
      "dashboard": ["type": "string"],
      "address": ["type": "string", "description": "The state after the call. Pass it as 'at' to continue."],
      "page": ["type": "string", "description": "The URL of a page with the same state, for people."],
      "sentence": ["type": "string"],
    ]) { $0.adding($1.name, $1.value) }
  }

  /// Returns the schema of the arguments that identify a chart and a state, with additional members.
  private static func target(_ dashboards: [Dashboard], _ more: JSONNode) -> JSONNode {
    guard case .object(let members) = more else { return more }
    return members.reduce([
      "dashboard": MoveSchema.names(dashboards.map(\.name)),
      "item": ["type": "string", "description": "The name of an item, from list_dashboards."],
      "at": address,
    ]) { $0.adding($1.name, $1.value) }
  }

  private static func compare(_ dashboards: [Dashboard]) -> AgentTool {
    AgentTool(
      .compare, "compare", "Compare assumptions",
      "Compares a chart in two scenarios, or in one scenario and the initial values. Returns both values, "
        + "the difference and the percentage for each cell. A scenario is a state with variables and data "
        + "changes: $rate=5&Profit.whatif.price=-10%25.",
      input: object(
        target(
          dashboards,
          [
            "scenarios": [
              "type": "array", "minItems": 1, "maxItems": 2,
              "items": object(
                ["name": ["type": "string", "maxLength": 200], "address": address], required: ["name", "address"]),
            ]
          ]), required: ["dashboard", "item", "scenarios"]),
      answer: object(place(["item": ItemAnswer.schema]), required: ["dashboard", "address", "sentence", "item"]))
  }

  private static func rows(_ dashboards: [Dashboard]) -> AgentTool {
    AgentTool(
      .rows, "rows", "Read rows",
      "Returns the rows behind a chart: the result of its query in a state, before aggregation.",
      input: object(
        target(
          dashboards,
          [
            "offset": ["type": "integer", "minimum": 0, "description": "Number of rows to skip. Default: 0."],
            "limit": [
              "type": "integer", "minimum": 1, "maximum": JSONNode(AgentService.mostRows),
              "description": "Maximum number of rows. Default: 20.",
            ],
          ]), required: ["dashboard", "item"]),
      answer: object(
        place([
          "item": ["type": "string"],
          "columns": [
            "type": "array",
            "items": object(["name": ["type": "string"], "type": ["type": "string"]], required: ["name", "type"]),
          ],
          "rows": ["type": "array", "items": ["type": "array", "items": MoveSchema.anything]],
          "offset": ["type": "integer", "minimum": 0], "rowCount": ["type": "integer", "minimum": 0],
          "nextOffset": ["type": "integer", "description": "The offset of the next rows. Missing at the end."],
          "warnings": AnswerWords.warningsSchema,
        ]),
        required: ["dashboard", "address", "sentence", "item", "columns", "rows", "offset", "rowCount", "warnings"]))
  }

  private static func draw(_ dashboards: [Dashboard], _ themes: [Theme]) -> AgentTool {
    AgentTool(
      .draw, "draw", "Draw a chart",
      "Draws a chart as a picture, or returns it as a Vega-Lite or Vega specification, chart JSON, or CSV.",
      input: object(
        target(
          dashboards,
          [
            "format": MoveSchema.names(DrawnFormat.allCases.map(\.rawValue)),
            "theme": MoveSchema.names((Theme.builtIn + themes).map(\.name)),
            "width": ["type": "integer", "minimum": 50, "maximum": 4000],
            "height": ["type": "integer", "minimum": 50, "maximum": 4000],
          ]), required: ["dashboard", "item", "format"]),
      answer: object(
        place([
          "item": ["type": "string"], "format": ["type": "string"], "mediaType": ["type": "string"],
          "byteCount": ["type": "integer", "minimum": 0], "warnings": AnswerWords.warningsSchema,
        ]),
        required: ["dashboard", "address", "sentence", "item", "format", "mediaType", "byteCount", "warnings"]))
  }
}
