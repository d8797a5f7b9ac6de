import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerMetadata

/// A tool that agents may call. All of them only read.
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
  /// Of what it answers; a refusal is the other thing that it can say.
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

  /// All tools for some dashboards, those that explore one each last.
  static func all(for dashboards: [Dashboard], themes: [Theme]) -> [AgentTool] {
    var tools = [listDashboards, compare(dashboards), rows(dashboards), draw(dashboards, themes)]
    if dashboards.isEmpty { tools = [listDashboards] }
    for dashboard in dashboards {
      let names = tools.map(\.name)
      tools.append(explore(dashboard, called: Self.name(of: dashboard, beside: names)))
    }
    return tools
  }

  /// `explore_` and the dashboard's name in the letters that names of tools may have, numbered where it is taken.
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

  // MARK: Each of them

  private static func object(_ properties: JSONNode, required: [String] = []) -> JSONNode {
    [
      "type": "object", "additionalProperties": false, "required": JSONNode(texts: required), "properties": properties,
    ]
  }

  private static let listDashboards = AgentTool(
    .listDashboards, "list_dashboards", "List dashboards",
    "What there is to explore: each dashboard with its tool, its items and what these show.",
    input: object([:]),
    answer: object(
      [
        "dashboards": [
          "type": "array",
          "items": object(
            [
              "name": ["type": "string"], "title": ["type": "string"],
              "tool": ["type": "string", "description": "The tool that explores it."],
              "page": ["type": "string", "description": "Where people see it."],
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
    "description": "Where to begin: the 'address' of an answer. Without it, as the dashboard opens.",
  ]

  private static func explore(_ dashboard: Dashboard, called name: String) -> AgentTool {
    var properties: JSONNode = ["at": address]
    if let move = MoveSchema(dashboard).node {
      properties = properties.adding(
        "moves",
        [
          "type": "array", "maxItems": JSONNode(AgentService.mostMoves), "items": move,
          "description": "Moves from there, one after the other. The answer lists those that are possible next.",
        ])
    }
    let items = dashboard.items.filter(\.hasChart).map(\.name)
    properties = properties.adding(
      "items",
      items.isEmpty
        ? nil
        : [
          "type": "array", "items": MoveSchema.names(items),
          "description": "The items to answer with; without it, all share the cells of the answer.",
        ])
    let title = dashboard.title.isEmpty ? dashboard.name : dashboard.title
    return AgentTool(
      .explore(dashboard), name, "Explore \(title)",
      "Drills, zooms, filters and sets in the dashboard '\(title)', and answers with what its charts show then. "
        + "Give 'at' an address of an earlier answer, and 'moves' those that it offers.",
      input: object(properties),
      answer: object(
        place([
          "items": ["type": "array", "items": ["anyOf": [ItemAnswer.schema, failedItem]]],
          "next": NextMoves.schema, "warnings": AnswerWords.warningsSchema,
        ]), required: ["dashboard", "address", "sentence", "items", "next", "warnings"]))
  }

  /// An item whose chart could not be computed.
  private static let failedItem = object(
    [
      "name": ["type": "string"], "title": ["type": "string"], "kind": ["type": "string"],
      "code": ["type": "string"], "message": ["type": "string"],
    ], required: ["name", "title", "kind", "code", "message"])

  /// Where an answer was given, and more.
  private static func place(_ more: JSONNode) -> JSONNode {
    guard case .object(let members) = more else { return more }
    return members.reduce([
      "dashboard": ["type": "string"],
      "address": ["type": "string", "description": "The place, to be given as 'at'."],
      "page": ["type": "string", "description": "Where people see the same."],
      "sentence": ["type": "string"],
    ]) { $0.adding($1.name, $1.value) }
  }

  /// Which chart of which dashboard, and where.
  private static func target(_ dashboards: [Dashboard], _ more: JSONNode) -> JSONNode {
    guard case .object(let members) = more else { return more }
    return members.reduce([
      "dashboard": MoveSchema.names(dashboards.map(\.name)),
      "item": ["type": "string", "description": "An item of the dashboard, as list_dashboards names them."],
      "at": address,
    ]) { $0.adding($1.name, $1.value) }
  }

  private static func compare(_ dashboards: [Dashboard]) -> AgentTool {
    AgentTool(
      .compare, "compare", "Compare assumptions",
      "A chart under two scenarios, or under one beside the start: for each value here, there, difference and percent. "
        + "A scenario holds variables and changes of data, as an address: $rate=5&Profit.whatif.price=-10%25.",
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
      "The rows behind a chart: what its query gives at a place, before anything is added up.",
      input: object(
        target(
          dashboards,
          [
            "offset": ["type": "integer", "minimum": 0, "description": "Rows to pass over; 0 unless given."],
            "limit": [
              "type": "integer", "minimum": 1, "maximum": JSONNode(AgentService.mostRows),
              "description": "Rows at most; 20 unless given.",
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
          "nextOffset": ["type": "integer", "description": "Where to read on; missing at the end."],
          "warnings": AnswerWords.warningsSchema,
        ]),
        required: ["dashboard", "address", "sentence", "item", "columns", "rows", "offset", "rowCount", "warnings"]))
  }

  private static func draw(_ dashboards: [Dashboard], _ themes: [Theme]) -> AgentTool {
    AgentTool(
      .draw, "draw", "Draw a chart",
      "A chart as a picture, a specification for Vega-Lite or Vega, chart JSON, or a table in CSV.",
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
