import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// What a move of a dashboard may be, as JSON Schema: an object for each kind of move that the dashboard has, with the
/// names of what can be moved and the bounds of what can be set.
///
/// Made of the definition alone: no value of the data is ever part of it.
struct MoveSchema {
  private let dashboard: Dashboard
  private var moves: [JSONNode] = []

  init(_ dashboard: Dashboard) {
    self.dashboard = dashboard
    addDrills()
    addZooms()
    for filter in dashboard.filters { add(filter) }
    for variable in dashboard.variables { add(variable) }
    addChanges()
    addLooks()
    for diagram in dashboard.diagrams {
      add(
        .node, "Sets a number of a diagram; null takes it back. What is made of it follows.",
        ["item": Self.constant(diagram.name), "node": Self.names(diagram.nodes.map(\.name)), "value": Self.number],
        required: ["item", "node", "value"])
    }
  }

  /// Of one move; nil where the dashboard has none.
  var node: JSONNode? { moves.isEmpty ? nil : ["anyOf": .list(moves)] }

  private mutating func add(
    _ kind: MoveKind, _ words: String, _ properties: JSONNode, required: [String]
  ) {
    guard case .object(let members) = properties else { return }
    let first = JSONNode.Member(name: "move", value: ["const": .text(kind.rawValue)])
    moves.append([
      "type": "object", "description": .text(words), "additionalProperties": false,
      "required": JSONNode(texts: ["move"] + required), "properties": .object([first] + members),
    ])
  }

  // MARK: Drilldown groups and levels

  /// The drill contract says what may be picked in each level of a group.
  private mutating func addDrills() {
    for group in dashboard.drillDownGroups where group.levels.count > 1 {
      var columns: [String] = []
      for level in group.levels.dropLast() {
        for column in DrillContract.steps(in: level).flatMap(\.columns)
        where !columns.contains(name: column) {
          columns.append(column)
        }
      }
      if !columns.isEmpty {
        let picks = columns.map { JSONNode.Member(name: $0, value: Self.values("Picked of \($0).")) }
        add(
          .drill, "Picks categories, a series or both in the chart in view of '\(group.name)', and goes to the next.",
          [
            "item": Self.constant(group.name),
            "picks": [
              "type": "object", "minProperties": 1, "additionalProperties": false, "properties": .object(picks),
            ],
          ], required: ["item", "picks"])
      }
      add(
        .up, "Goes back to a level of '\(group.name)'; 0 is the first chart.",
        ["item": Self.constant(group.name), "level": Self.whole(0, group.levels.count - 2)],
        required: ["item", "level"])
    }
  }

  private mutating func addZooms() {
    func add(_ name: String, _ levels: [String]) {
      guard levels.count > 1 else { return }
      let list = levels.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      self.add(
        .zoom, "Shows a level of '\(name)', from 1, the coarsest: \(list).",
        ["item": Self.constant(name), "level": Self.whole(1, levels.count)], required: ["item", "level"])
    }
    for item in dashboard.items {
      switch item {
      case .treeMapGroup(let treemap):
        add(treemap.name, (try? dashboard.zoomTitles(of: treemap.name)) ?? [])
      case .drillDownGroup(let group):
        let levels = group.levels.map { (try? dashboard.zoomTitles(of: $0.name)) ?? [] }
        // Named by the group, the chart in view is meant.
        if let longest = levels.max(by: { $0.count < $1.count }), longest.count > 1 {
          self.add(
            .zoom, "Shows a level of the chart of '\(group.name)' in view, from 1, the coarsest.",
            ["item": Self.constant(group.name), "level": Self.whole(1, longest.count)], required: ["item", "level"])
        }
        for (chart, titles) in zip(group.levels, levels) { add(chart.name, titles) }
      default:
        for chart in item.charts { add(chart.name, (try? dashboard.zoomTitles(of: chart.name)) ?? []) }
      }
    }
  }

  // MARK: What is set

  private mutating func add(_ filter: FilterDefinition) {
    let name = Self.constant(filter.name)
    switch filter.kind {
    case .picklist:
      add(
        .filter, "Lets only some values through filter '\(filter.name)'.",
        ["filter": name, "values": Self.values("What is let through.")], required: ["filter", "values"])
    case .range:
      add(
        .filter, "Lets only a range through filter '\(filter.name)'; both ends are included.",
        ["filter": name, "lower": Self.value, "upper": Self.value], required: ["filter", "lower", "upper"])
    }
    add(
      .filter, "Lets everything through filter '\(filter.name)'.", ["filter": name, "all": ["const": true]],
      required: ["filter", "all"])
  }

  private mutating func add(_ variable: VariableDefinition) {
    var value = Self.type(variable.type, variable.bounds)
    if variable.type == .enumeration {
      value = ["enum": .list(variable.choices.map { JSONNode(.string($0.value)) } + [.null])]
    }
    add(
      .set, "Sets $\(variable.name), \(variable.shownTitle); null sets it back.",
      ["variable": Self.constant(variable.name), "value": value], required: ["variable", "value"])
  }

  /// The data behind a chart, where it is not zoomed.
  private mutating func addChanges() {
    var changed: [String] = []
    for chart in dashboard.allCharts where !chart.whatIfColumns.isEmpty {
      let levels = (try? dashboard.zoomTitles(of: chart.name)) ?? []
      guard levels.count < 2 else { continue }
      changed.append(chart.name)
      for column in chart.whatIfColumns {
        let title = column.title.isEmpty ? column.column : column.title
        let start: JSONNode = [
          "item": Self.constant(chart.name), "column": Self.constant(column.column), "category": Self.value,
        ]
        add(
          .change, "Assumes another \(title) behind '\(chart.name)': of one category, or of all.",
          start.adding("value", Self.type(column.type, column.bounds, orNull: false)),
          required: ["item", "column", "value"])
        add(
          .change, "Assumes \(title) behind '\(chart.name)' so many percent higher, or lower where negative.",
          start.adding("percent", ["type": "number"]), required: ["item", "column", "percent"])
      }
    }
    guard !changed.isEmpty else { return }
    add(.reset, "Takes all assumed changes of a chart back.", ["item": Self.names(changed)], required: ["item"])
  }

  // MARK: How charts look

  private mutating func addLooks() {
    var charts: [String] = []
    for item in dashboard.items {
      switch item {
      case .chart, .treeMapGroup, .overlayGroup: charts.append(item.name)
      case .drillDownGroup(let group):
        for name in [group.name] + group.levels.map(\.name) where !charts.contains(name: name) {
          charts.append(name)
        }
      case .dataGrid, .panel, .diagram: break
      }
    }
    guard !charts.isEmpty else { return }
    let item = Self.names(charts)
    add(
      .sort, "Orders a chart; 'top' keeps so many categories and makes the rest one.",
      [
        "item": item, "by": ["enum": ["category", "value", "series", "default"]],
        "series": Self.value.adding("description", "With 'value': the series by whose values it is."),
        "descending": ["type": "boolean"], "top": ["type": "integer", "minimum": 1],
      ], required: ["item", "by"])
    let span: JSONNode = [
      "type": "object", "required": ["lower", "upper"], "additionalProperties": false,
      "properties": ["lower": Self.value, "upper": Self.value],
    ]
    add(
      .select, "Selects parts of a chart, and nothing else: without any, nothing.",
      [
        "item": item, "categories": Self.list(Self.value), "paths": Self.list(Self.list(Self.value)),
        "series": Self.list(Self.value),
        "items": Self.list([
          "type": "object", "required": ["category"], "additionalProperties": false,
          "properties": ["category": Self.value, "series": Self.anything],
        ]),
        "rectangles": Self.list([
          "type": "object", "additionalProperties": false, "properties": ["categories": span, "values": span],
        ]),
      ], required: ["item"])
    add(
      .hide, "Leaves series out; an empty list shows all.", ["item": item, "series": Self.list(Self.value)],
      required: ["item", "series"])
    add(
      .highlight, "Points at a category; null at none.", ["item": item, "category": Self.anything],
      required: ["item", "category"])
    let part: JSONNode = [
      "type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number", "minimum": 0, "maximum": 1],
    ]
    add(
      .show, "Shows a part of each axis, as shares of the whole from 0 to 1; without any, all.",
      ["item": item, "horizontal": part, "vertical": part], required: ["item"])
  }

  // MARK: Parts

  static func constant(_ name: String) -> JSONNode { ["const": .text(name)] }

  static func names(_ names: [String]) -> JSONNode { ["enum": JSONNode(texts: names)] }

  /// A value of the data.
  static let value: JSONNode = ["type": ["string", "number", "boolean"]]
  static let anything: JSONNode = ["type": ["string", "number", "boolean", "null"]]
  private static let number: JSONNode = ["type": ["number", "null"]]

  private static func list(_ items: JSONNode) -> JSONNode {
    ["type": "array", "maxItems": JSONNode(AgentService.mostValues), "items": items]
  }

  private static func values(_ words: String) -> JSONNode {
    [
      "type": "array", "description": .text(words), "minItems": 1, "maxItems": JSONNode(AgentService.mostValues),
      "items": value,
    ]
  }

  private static func whole(_ least: Int, _ most: Int) -> JSONNode {
    ["type": "integer", "minimum": JSONNode(least), "maximum": JSONNode(most)]
  }

  /// The values of a control.
  private static func type(_ type: VariableType, _ bounds: ControlBounds, orNull: Bool = true) -> JSONNode {
    func typed(_ name: String) -> JSONNode { ["type": orNull ? [.text(name), "null"] : .text(name)] }
    switch type {
    case .boolean: return typed("boolean")
    case .enumeration: return typed("string")
    case .date, .datetime:
      let ends = [bounds.min.map { "from \($0)" }, bounds.max.map { "to \($0)" }].compactMap(\.self)
      let words = (["A date"] + ends).joined(separator: " ") + "."
      return typed("string").adding("description", .text(words))
    case .integer, .float:
      var words: [String] = []
      if let step = bounds.step {
        words.append("In steps of \(NumberText.shortest(step)) from \(bounds.min.map(\.description) ?? "0").")
      }
      if let decimals = bounds.decimals { words.append("At most \(decimals) digits behind the point.") }
      return typed(type == .integer ? "integer" : "number")
        .adding("minimum", bounds.min.map { JSONNode(shown: $0, type: .float64) })
        .adding("maximum", bounds.max.map { JSONNode(shown: $0, type: .float64) })
        .adding("description", words.isEmpty ? nil : .text(words.joined(separator: " ")))
    }
  }
}
