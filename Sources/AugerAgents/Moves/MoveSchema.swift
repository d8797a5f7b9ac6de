import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The JSON Schema of the moves of a dashboard: one object for each kind of move, with the allowed names and bounds.
///
/// It depends only on the definition and contains no values of the data.
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
      add(.node, knowing: ["item": Self.constant(diagram.name), "node": Self.names(diagram.nodes.map(\.name))])
    }
  }

  /// The schema of one move. Nil if the dashboard has no moves.
  var node: JSONNode? { moves.isEmpty ? nil : ["anyOf": .list(moves)] }

  /// Adds the schema of a kind of move. `field` selects a variant if the kind has several.
  ///
  /// - Parameter known: the fields whose schema is more specific than their type.
  private mutating func add(
    _ kind: MoveKind, with field: MoveField? = nil, of name: String = "", _ detail: String = "",
    knowing known: JSONNode
  ) {
    let shape = kind.shapes.first { shape in field == nil || shape.members.contains { $0.field == field } }
    guard let shape else { return }
    var properties: JSONNode = ["move": ["const": .text(kind.name)]]
    for member in shape.members {
      properties = properties.adding(
        member.field.rawValue, known[member.field.rawValue] ?? Self.schema(of: member.type))
    }
    moves.append([
      "type": "object", "description": .text(shape.help(name, detail)), "additionalProperties": false,
      "required": JSONNode(texts: ["move"] + shape.members.filter(\.isRequired).map(\.field.rawValue)),
      "properties": properties,
    ])
  }

  // MARK: Drilldown groups and levels

  /// Adds the drill moves: the drill contract defines the values that each level of a group accepts.
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
        let picks = columns.map { JSONNode.Member(name: $0, value: Self.values("Selected values of \($0).")) }
        let node: JSONNode = [
          "type": "object", "minProperties": 1, "additionalProperties": false, "properties": .object(picks),
        ]
        add(.drill, of: group.name, knowing: ["item": Self.constant(group.name), "picks": node])
      }
      add(
        .up, of: group.name,
        knowing: ["item": Self.constant(group.name), "level": Self.whole(0, group.levels.count - 2)])
    }
  }

  private mutating func addZooms() {
    func add(_ name: String, _ levels: [String]) {
      guard levels.count > 1 else { return }
      let list = levels.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      self.add(.zoom, of: name, list, knowing: ["item": Self.constant(name), "level": Self.whole(1, levels.count)])
    }
    for item in dashboard.items {
      switch item {
      case .treeMapGroup(let treemap):
        add(treemap.name, (try? dashboard.zoomTitles(of: treemap.name)) ?? [])
      case .drillDownGroup(let group):
        let levels = group.levels.map { (try? dashboard.zoomTitles(of: $0.name)) ?? [] }
        // The name of a group refers to its visible chart.
        if let longest = levels.max(by: { $0.count < $1.count }), longest.count > 1 {
          self.add(
            .zoom, of: group.name,
            knowing: ["item": Self.constant(group.name), "level": Self.whole(1, longest.count)])
        }
        for (chart, titles) in zip(group.levels, levels) { add(chart.name, titles) }
      default:
        for chart in item.charts { add(chart.name, (try? dashboard.zoomTitles(of: chart.name)) ?? []) }
      }
    }
  }

  // MARK: Filters, variables and changes

  private mutating func add(_ filter: FilterDefinition) {
    let name: JSONNode = ["filter": Self.constant(filter.name)]
    switch filter.kind {
    case .picklist:
      add(
        .filter, with: .values, of: filter.name,
        knowing: name.adding("values", Self.values("The values that the filter accepts.")))
    case .range: add(.filter, with: .lower, of: filter.name, knowing: name)
    }
    add(.filter, with: .all, of: filter.name, knowing: name)
  }

  private mutating func add(_ variable: VariableDefinition) {
    var value = Self.type(variable.type, variable.bounds)
    if variable.type == .enumeration {
      value = ["enum": .list(variable.choices.map { JSONNode(.string($0.value)) } + [.null])]
    }
    add(
      .set, of: variable.name, variable.shownTitle,
      knowing: ["variable": Self.constant(variable.name), "value": value])
  }

  /// Adds changes of the data of each chart that is not zoomed.
  private mutating func addChanges() {
    var changed: [String] = []
    for chart in dashboard.allCharts where !chart.whatIfColumns.isEmpty {
      let levels = (try? dashboard.zoomTitles(of: chart.name)) ?? []
      guard levels.count < 2 else { continue }
      changed.append(chart.name)
      for column in chart.whatIfColumns {
        let title = column.title.isEmpty ? column.column : column.title
        let start: JSONNode = ["item": Self.constant(chart.name), "column": Self.constant(column.column)]
        let value = Self.type(column.type, column.bounds, orNull: false)
        add(.change, with: .value, of: chart.name, title, knowing: start.adding("value", value))
        add(.change, with: .percent, of: chart.name, title, knowing: start)
      }
    }
    if !changed.isEmpty { add(.reset, knowing: ["item": Self.names(changed)]) }
  }

  // MARK: Appearance of charts

  private mutating func addLooks() {
    var charts: [String] = []
    for item in dashboard.items {
      switch item {
      case .chart, .treeMapGroup, .overlayGroup: charts.append(item.name)
      case .drillDownGroup(let group):
        for name in [group.name] + group.levels.map(\.name) where !charts.contains(name: name) {
          charts.append(name)
        }
      case .dataGrid, .panel, .diagram, .custom: break
      }
    }
    guard !charts.isEmpty else { return }
    for kind in [MoveKind.sort, .select, .hide, .highlight, .show] { add(kind, knowing: ["item": Self.names(charts)]) }
  }

  // MARK: Parts

  static func constant(_ name: String) -> JSONNode { ["const": .text(name)] }

  static func names(_ names: [String]) -> JSONNode { ["enum": JSONNode(texts: names)] }

  /// The schema of a value of the data.
  static let value: JSONNode = ["type": ["string", "number", "boolean"]]
  static let anything: JSONNode = ["type": ["string", "number", "boolean", "null"]]

  private static func schema(of type: MoveType) -> JSONNode {
    switch type {
    case .name: ["type": "string"]
    case .value: value
    case .valueOrNull: anything
    case .values: list(value)
    case .paths: list(list(value))
    case .items:
      list([
        "type": "object", "required": ["category"], "additionalProperties": false,
        "properties": ["category": value, "series": anything],
      ])
    case .rectangles:
      list([
        "type": "object", "additionalProperties": false, "properties": ["categories": span, "values": span],
      ])
    case .picks: ["type": "object"]
    case .level: ["type": "integer"]
    case .count: ["type": "integer", "minimum": 1]
    case .number: ["type": "number"]
    case .numberOrNull: ["type": ["number", "null"]]
    case .flag: ["type": "boolean"]
    case .alwaysTrue: ["const": true]
    case .sortKey: ["enum": JSONNode(texts: SortState.Key.words + [SortState.Key.unsorted])]
    case .sortSeries: value.adding("description", "The series to sort by, if 'by' is 'value'.")
    case .share:
      ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number", "minimum": 0, "maximum": 1]]
    }
  }

  private static let span: JSONNode = [
    "type": "object", "required": ["lower", "upper"], "additionalProperties": false,
    "properties": ["lower": value, "upper": value],
  ]

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
      if let decimals = bounds.decimals { words.append("At most \(decimals) decimals.") }
      return typed(type == .integer ? "integer" : "number")
        .adding("minimum", bounds.min.map { JSONNode(shown: $0, type: .float64) })
        .adding("maximum", bounds.max.map { JSONNode(shown: $0, type: .float64) })
        .adding("description", words.isEmpty ? nil : .text(words.joined(separator: " ")))
    }
  }
}
