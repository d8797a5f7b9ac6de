import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The valid next moves of a state, and the controls with their bounds.
///
/// Each move is complete: the tool of the dashboard accepts it unchanged.
struct NextMoves {
  private let dashboard: Dashboard
  private let state: Exploration
  private let pipeline: Pipeline
  private var moves: [JSONNode] = []
  private var controls: [JSONNode] = []
  /// The number of valid moves that are not listed.
  private var omitted = 0

  /// The maximum number of moves listed for one item or filter. The caller can derive others from the data.
  private static let mostOfOne = 24
  private static let most = 240
  /// The maximum number of choices of a filter that are checked against the data, if the filter affects a drill path.
  private static let mostTried = 6

  init(_ dashboard: Dashboard, at state: Exploration, _ pipeline: Pipeline) {
    self.dashboard = dashboard
    self.state = state
    self.pipeline = pipeline
  }

  var node: JSONNode {
    ["moves": .list(moves), "omittedMoves": JSONNode(omitted), "controls": .list(controls)]
  }

  mutating func add(_ item: ParsedItem, seenAs model: ChartModel) throws {
    let offers = try dashboard.offers(in: item, seenAs: model)
    for offer in offers.path + offers.levels where !offer.isCurrent { add(offer, of: item) }
    for list in [offers.categories, offers.series] {
      let offers = list.compactMap(\.self)
      for offer in offers.prefix(Self.mostOfOne) { add(offer, of: item) }
      omitted += max(0, offers.count - Self.mostOfOne)
    }
    guard case .diagram = item, let diagram = model.diagram else { return }
    for node in diagram.nodes {
      let control: JSONNode = ["title": .text(node.title), "move": JSONNode(.node, of: item.name, node.name)]
      controls.append(control.adding("value", JSONNode(shown: node.value, type: .float64)))
      guard node.isOverridden else { continue }
      add(OfferedMove("Undo \(node.title)", .setNode(item: item.name, node: node.name, to: nil)), of: item)
    }
  }

  /// Adds the filters, the variables and the changes.
  mutating func addControls(_ filters: [FilterModel]) async throws {
    for filter in filters { try await add(filter) }
    for variable in dashboard.variables { add(variable) }
    for chart in dashboard.allCharts {
      for control in dashboard.whatIfControls(of: chart.name, at: state) { add(control) }
      if !state[item: chart.name].whatIf.isEmpty {
        add(OfferedMove("Undo changes", .reset(item: chart.name)), of: nil, named: chart.name)
      }
    }
  }

  private mutating func add(_ filter: FilterModel) async throws {
    let isDrilled = state.items.entries.contains { !$0.value.drill.isEmpty || !$0.value.whatIf.isEmpty }
    var offers = dashboard.offers(of: filter).filter { !$0.isCurrent }
    if filter.kind == .range {
      offers = filter.state == nil ? [] : [OfferedMove("All", .filter(filter.name, nil))]
      if !filter.lowerBound.isNull, !filter.upperBound.isNull {
        let whole = FilterState.range(lower: filter.lowerBound, upper: filter.upperBound)
        offers.append(OfferedMove("\(filter.lowerBound) – \(filter.upperBound)", .filter(filter.name, whole)))
      }
    }
    let most = isDrilled ? Self.mostTried : Self.mostOfOne
    omitted += max(0, offers.count - most)
    for offer in offers.prefix(most) {
      if isDrilled {
        // A filter may remove a selected value, which only the data can show.
        do {
          let next = try dashboard.place(after: offer.move, from: state)
          _ = try await pipeline.checked(next, of: dashboard)
        } catch is DiagnosticError { continue }
      }
      add(offer, of: nil, named: filter.title)
    }
  }

  private mutating func add(_ variable: VariableDefinition) {
    let value = state.variables[variable.name] ?? variable.value
    var control: JSONNode = ["title": .text(variable.shownTitle), "move": JSONNode(.set, of: variable.name)]
    control = control.adding("value", JSONNode(value)).adding(variable.bounds)
    var values: [Scalar] = []
    switch variable.type {
    case .boolean: values = [.bool(true), .bool(false)]
    case .enumeration:
      values = variable.choices.map { .string($0.value) }
      control = control.adding("choices", .list(values.map { JSONNode($0) }))
    case .integer, .float, .date, .datetime: values = [variable.bounds.min, variable.bounds.max].compactMap(\.self)
    }
    controls.append(control)
    for other in values.prefix(Self.mostOfOne) where Scalar.compare(other, value) != 0 {
      add(OfferedMove("\(variable.shownTitle): \(other)", .set(variable: variable.name, to: other)), of: nil)
    }
    omitted += max(0, values.count - Self.mostOfOne)
  }

  private mutating func add(_ control: DashboardOverview.WhatIfControl) {
    let move = JSONNode(.change, of: control.chart, control.column)
    let bounds = ControlBounds(
      min: control.minimum, max: control.maximum, step: control.step, decimals: control.decimals)
    let node: JSONNode = ["title": .text(control.title), "move": move]
    controls.append(node.adding("value", control.value.map { JSONNode($0) }).adding(bounds))
  }

  /// Adds a move if it is valid in this state.
  private mutating func add(_ offer: OfferedMove, of item: ParsedItem?, named name: String? = nil) {
    guard (try? dashboard.place(after: offer.move, from: state)) != nil else { return }
    guard moves.count < Self.most else {
      omitted += 1
      return
    }
    let name = item?.name ?? name
    moves.append(["label": .text(name.map { "\($0): \(offer.label)" } ?? offer.label), "move": JSONNode(offer.move)])
  }

  static let schema: JSONNode = [
    "type": "object", "required": ["moves", "omittedMoves", "controls"], "additionalProperties": false,
    "properties": [
      "moves": [
        "type": "array", "description": "The valid next moves, ready to use.",
        "items": [
          "type": "object", "required": ["label", "move"], "additionalProperties": false,
          "properties": ["label": ["type": "string"], "move": ["type": "object", "required": ["move"]]],
        ],
      ],
      "omittedMoves": ["type": "integer", "minimum": 0, "description": "Number of valid moves that are not listed."],
      "controls": [
        "type": "array", "description": "Settings: each is a move without its 'value', and the current value.",
        "items": [
          "type": "object", "required": ["title", "move"], "additionalProperties": false,
          "properties": [
            "title": ["type": "string"], "move": ["type": "object"], "value": MoveSchema.anything,
            "minimum": MoveSchema.value, "maximum": MoveSchema.value, "step": ["type": "number"],
            "decimals": ["type": "integer"], "choices": ["type": "array", "items": MoveSchema.value],
          ],
        ],
      ],
    ],
  ]
}

extension JSONNode {
  fileprivate func adding(_ bounds: ControlBounds) -> JSONNode {
    adding("minimum", bounds.min.map { JSONNode($0) }).adding("maximum", bounds.max.map { JSONNode($0) })
      .adding("step", bounds.step.map { .number(NumberText.shortest($0)) })
      .adding("decimals", bounds.decimals.map { JSONNode($0) })
  }
}
