import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

/// Creates the forms of controls.
struct FormBuilder {
  let dashboard: Dashboard
  let state: Exploration
  let locale: ChartLocale
  let texts: PageTexts
  /// The path of the page's URL without a query string.
  let path: String
  let options: ServedDashboard.Options
  let today: CivilDate
  /// The histograms of filters over numbers, by the names of the filters.
  private let histograms: [Name: FilterHistogram]
  private let calendar: CalendarTexts

  init(
    _ dashboard: Dashboard, at state: Exploration, path: String, _ options: ServedDashboard.Options,
    _ locale: ChartLocale, today: CivilDate, histograms: [Name: FilterHistogram] = [:]
  ) {
    self.dashboard = dashboard
    self.state = state
    self.path = path
    self.options = options
    self.locale = locale
    self.today = today
    self.histograms = histograms
    texts = locale.texts
    calendar = CalendarTexts(locale)
  }

  func control(_ filter: DashboardOverview.Filter) -> ServedControl {
    let fields = MoveKind.filter.formFields(filter.name)
    guard filter.kind == .range else { return picks(filter, fields) }
    return dates(of: filter, calendar, fields) ?? numbers(of: filter, histograms[Name(filter.name)], fields)
  }

  // MARK: Picklists

  /// Maximum number of check boxes of a picklist.
  private static let mostPicks = 50
  /// The number of values from which a picklist has a search field.
  private static let fewestToFind = 9

  private func picks(_ filter: DashboardOverview.Filter, _ fields: [(name: String, value: String)]) -> ServedControl {
    let sought = (options.find[Name(filter.name)] ?? "").lowercased()
    let found = sought.isEmpty ? filter.choices : filter.choices.filter { $0.label.lowercased().contains(sought) }
    // Selected values come first. The script keeps the order while the list is open.
    let shown = (found.filter(\.isPicked) + found.filter { !$0.isPicked }).prefix(Self.mostPicks)
    // A source query that groups rows has a row for each value, which is not useful.
    let most = filter.choices.reduce(0) { max($0, $1.count) }
    let isShown = Set(shown.map(\.value))
    let picked = filter.choices.filter(\.isPicked)
    let labels = picked.map(\.label)
    let text =
      picked.count > 2
      ? texts.text(.selectedOf, ["selected": number(picked.count), "count": number(filter.choices.count)])
      : labels.isEmpty ? texts[.everything] : labels.joined(separator: ", ")
    var form = ServedControl(
      title: filter.title, text: text,
      kind: .picks(
        shown.map {
          ServedControl.Choice(
            literal: $0.value.literal, label: $0.label,
            count: most > 1 ? (number($0.count), Double($0.count) / Double(most)) : nil, isOn: $0.isPicked)
        }),
      fields: fields, isSet: !picked.isEmpty)
    form.otherPicks = picked.map(\.value).filter { !isShown.contains($0) }.map(\.literal)
    let rest = found.count - shown.count
    if rest > 0 {
      form.pickLabel = texts.text(.pickShown, count: shown.count, ["count": number(shown.count)])
      form.note = texts.text(.moreValues, count: rest, ["count": number(rest)])
    } else if found.isEmpty, !sought.isEmpty {
      form.note = texts[.noSuchValue]
    }
    if filter.choices.count >= Self.fewestToFind { form.find = find(in: filter) }
    return form
  }

  /// Returns the search field, which ends a search in another list.
  private func find(in filter: DashboardOverview.Filter) -> ServedControl.Find {
    return ServedControl.Find(
      name: "_find.\(filter.name)", text: options.find[Name(filter.name)] ?? "", action: path,
      fields: options.fields(at: state).filter { !$0.name.hasPrefix("_find.") },
      count: texts.text(.searchValues, ["count": number(filter.choices.count)]))
  }

  func number(_ count: Int) -> String {
    ValueFormatter(.pattern("#,##0"), locale: locale).text(.int(Int64(count))) ?? "\(count)"
  }

  // MARK: Variables

  func control(_ control: DashboardOverview.Control) -> ServedControl {
    let fields = MoveKind.set.formFields(control.variable)
    let isSet = state.variables[control.variable] != nil
    var choices = control.choices.map {
      ServedControl.Choice(literal: $0.value.literal, label: $0.label, isOn: $0.value == control.value)
    }
    if control.kind == .switch, case .bool(let isOn) = control.value {
      return ServedControl(
        title: control.title, text: texts[isOn ? .switchOn : .switchOff],
        kind: .toggle(isOn: isOn, other: Scalar.bool(!isOn).literal), fields: fields, isSet: isSet)
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
    let words = words(dashboard.variable(control.variable)?.bounds.format)
    var form = ServedControl(
      title: control.title, text: words(control.value),
      kind: .value(
        control.value.isNull ? "" : control.value.description,
        range(of: control.minimum, control.maximum, step: control.step, like: control.value)),
      fields: fields, isSet: isSet)
    form.limits = (control.minimum.map(words), control.maximum.map(words))
    return form
  }

  /// Returns a function that writes values in a format. Without a format, dates have the style of the locale.
  private func words(_ format: ValueFormat?) -> (Scalar) -> String {
    let formatter = ValueFormatter(format, locale: locale)
    return { value in
      if format == nil, case .date(let day) = value { return calendar.date(day) }
      return formatter.text(value) ?? value.description
    }
  }

  /// - Parameter model: The chart to change. Its categories can be changed individually.
  func control(_ control: DashboardOverview.WhatIfControl, of model: ChartModel?) -> ServedControl {
    func words(_ change: DashboardOverview.WhatIfControl.Change) -> String {
      (change.category.map { "\($0): " } ?? "") + "\(change.amount)\(change.isPercent ? "%" : "")"
    }
    let columns = dashboard.chart(named: control.chart)?.whatIfColumns ?? []
    let limit = self.words(columns.first { Name($0.column) == Name(control.column) }?.bounds.format)
    let all = control.changes.first { $0.category == nil }
    var form = ServedControl(
      title: control.title,
      text: control.changes.isEmpty ? texts[.unchanged] : control.changes.map(words).joined(separator: ", "),
      kind: .value(all.map(words) ?? control.value.map(\.description) ?? "", ServedControl.Range(type: "text")),
      fields: MoveKind.change.formFields(control.chart, control.column), isSet: !control.changes.isEmpty)
    form.limits = (control.minimum.map(limit), control.maximum.map(limit))
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
  func range(
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
