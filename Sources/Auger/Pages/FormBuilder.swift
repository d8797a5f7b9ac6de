import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

/// Creates the forms of controls.
struct FormBuilder {
  private let state: Exploration
  private let texts: PageTexts

  init(at state: Exploration, _ texts: PageTexts) {
    self.state = state
    self.texts = texts
  }

  func control(_ filter: DashboardOverview.Filter) -> ServedControl {
    let fields = MoveKind.filter.formFields(filter.name)
    if filter.kind == .range {
      let ends = filter.range ?? filter.bounds
      return ServedControl(
        title: filter.title, text: filter.range.map { "\($0.lower) – \($0.upper)" } ?? texts[.everything],
        kind: .span(
          lower: ends.lower.isNull ? "" : ends.lower.description,
          upper: ends.upper.isNull ? "" : ends.upper.description,
          range(of: filter.bounds.lower, filter.bounds.upper, step: nil)),
        fields: fields, isSet: filter.range != nil)
    }
    let picked = filter.choices.filter(\.isPicked).map(\.label)
    return ServedControl(
      title: filter.title, text: picked.isEmpty ? texts[.everything] : picked.joined(separator: ", "),
      kind: .picks(
        filter.choices.map {
          ServedControl.Choice(literal: $0.value.literal, label: $0.label, count: $0.count, isOn: $0.isPicked)
        }),
      fields: fields, isSet: !picked.isEmpty)
  }

  func control(_ control: DashboardOverview.Control) -> ServedControl {
    let fields = MoveKind.set.formFields(control.variable)
    let isSet = state.variables[control.variable] != nil
    var choices = control.choices.map {
      ServedControl.Choice(literal: $0.value.literal, label: $0.label, isOn: $0.value == control.value)
    }
    if control.kind == .switch {
      choices = [true, false].map {
        ServedControl.Choice(
          literal: "\($0)", label: texts[$0 ? .switchOn : .switchOff], isOn: Scalar.bool($0) == control.value)
      }
    }
    if !choices.isEmpty {
      return ServedControl(
        title: control.title, text: control.value.description, kind: .choice(choices), fields: fields, isSet: isSet)
    }
    return ServedControl(
      title: control.title, text: control.value.description,
      kind: .value(
        control.value.isNull ? "" : control.value.description,
        range(of: control.minimum, control.maximum, step: control.step, like: control.value)),
      fields: fields, isSet: isSet)
  }

  /// - Parameter model: The chart to change. Its categories can be changed individually.
  func control(_ control: DashboardOverview.WhatIfControl, of model: ChartModel?) -> ServedControl {
    func words(_ change: DashboardOverview.WhatIfControl.Change) -> String {
      (change.category.map { "\($0): " } ?? "") + "\(change.amount)\(change.isPercent ? "%" : "")"
    }
    let all = control.changes.first { $0.category == nil }
    var form = ServedControl(
      title: control.title,
      text: control.changes.isEmpty ? texts[.unchanged] : control.changes.map(words).joined(separator: ", "),
      kind: .value(all.map(words) ?? control.value.map(\.description) ?? "", ServedControl.Range(type: "text")),
      fields: MoveKind.change.formFields(control.chart, control.column), isSet: !control.changes.isEmpty)
    guard let level = model?.levels.first, (2...Self.mostChoices).contains(level.count) else { return form }
    let each = level.values.scalars.enumerated().filter { !$1.isNull && $0 != level.other }
    form.trailing = [
      ServedControl.Select(
        name: "category", label: texts[.forCategory],
        choices: [ServedControl.Choice(literal: "", label: texts[.everything])]
          + each.map { ServedControl.Choice(literal: $1.literal, label: level.shownLabels[$0]) })
    ]
    return form
  }

  /// Maximum number of choices in a list.
  private static let mostChoices = 200

  /// Returns a control for each node of a diagram that can be set.
  func nodes(of item: ParsedItem) -> [ServedControl] {
    guard case .diagram(let diagram) = item else { return [] }
    let set = state[item: diagram.name].nodes
    let forms = diagram.nodes.map { node in
      let value = set[node.name]
      return ServedControl(
        title: node.text.isEmpty ? node.name : node.text, text: value?.description ?? texts[.unchanged],
        kind: .value(value?.description ?? "", ServedControl.Range(type: "text")),
        fields: MoveKind.node.formFields(diagram.name, node.name), isSet: value != nil)
    }
    return forms + goal(of: diagram)
  }

  /// Returns the goal-seek form of a diagram: the value of one node for which another reaches a goal. Empty if the
  /// diagram computes nothing.
  private func goal(of diagram: DiagramDefinition) -> [ServedControl] {
    func choices(_ nodes: [ParsedDiagramNode]) -> [ServedControl.Choice] {
      nodes.map { ServedControl.Choice(literal: $0.name, label: $0.text.isEmpty ? $0.name : $0.text) }
    }
    let goals = diagram.nodes.filter { $0.expression != nil }
    let drivers = diagram.nodes.filter { $0.expression == nil }
    guard !goals.isEmpty, !drivers.isEmpty else { return [] }
    var form = ServedControl(
      title: texts[.goalValue], text: "", kind: .value("", ServedControl.Range(type: "number", step: "any")),
      fields: [("do", "goal"), ("item", diagram.name)], isSet: false)
    form.selects = [
      ServedControl.Select(name: "by", label: texts[.goalDriver], choices: choices(drivers)),
      ServedControl.Select(name: "name", label: texts[.goalNode], choices: choices(goals)),
    ]
    return [form]
  }

  /// Returns the input control for a value in a range. A slider is used if both ends and the step are known.
  private func range(
    of minimum: Scalar?, _ maximum: Scalar?, step: Double?, like value: Scalar = .null
  ) -> ServedControl.Range {
    func text(_ value: Scalar?) -> String? { value.flatMap { $0.isNull ? nil : $0.description } }
    let samples = [minimum, maximum, value].compactMap(\.self).filter { !$0.isNull }
    if samples.allSatisfy({ if case .date = $0 { true } else { false } }), !samples.isEmpty {
      return .init(type: "date", minimum: text(minimum), maximum: text(maximum))
    }
    guard samples.allSatisfy({ $0.type?.isNumeric == true }), !samples.isEmpty else { return .init(type: "text") }
    let steps = step.map { Scalar.float($0).description }
    let isSlider = minimum != nil && maximum != nil && step != nil
    return .init(
      type: isSlider ? "range" : "number", minimum: text(minimum), maximum: text(maximum), step: steps ?? "any")
  }
}

extension Scalar {
  /// The literal in a query string before percent-encoding, from which the same value can be read.
  var literal: String { ScalarLiteral.text(self) }
}
