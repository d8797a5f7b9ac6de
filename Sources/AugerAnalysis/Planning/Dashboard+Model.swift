import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  /// Returns the parts around the charts in a state. `filters` are in dashboard order.
  ///
  /// Throws if the state is invalid.
  package func model(
    at state: Exploration, filters: [FilterModel], size: (DashboardOverview.Layout.Orientation) -> ChartSize
  ) throws(DiagnosticError) -> DashboardOverview {
    var models: [DashboardOverview.Item] = []
    for item in items { models.append(try shown(item, at: state)) }
    var warnings = Warnings()
    for filter in filters { for warning in filter.warnings { warnings.add(warning) } }
    var panels: [DashboardOverview.Panel] = []
    for case .panel(let panel) in items {
      panels.append(
        DashboardOverview.Panel(name: panel.name, title: panel.title, variables: panel.variables.map(\.name)))
    }
    var model = DashboardOverview(
      name: name, title: title, address: state.description, items: models,
      layouts: DashboardOverview.Layout.Orientation.allCases.filter { layout?[$0] != nil }.map { layout($0, size($0)) },
      variables: variables.map { $0.control(state.variables[$0.name]) }, panels: panels, filters: filters.map(\.shown),
      warnings: warnings.items)
    model.whatIf = allCharts.flatMap { controls(of: $0, at: state) }
    return model
  }

  /// Returns the controls of a panel with their values in a state.
  package func controls(of panel: PanelDefinition, at state: Exploration) -> [DashboardOverview.Control] {
    panel.variables.compactMap { reference in
      variable(reference.name).map { $0.control(state.variables[$0.name]) }
    }
  }

  /// Returns the what-if controls of a chart with their values in a state. Empty if no chart has the name.
  package func whatIfControls(of chart: String, at state: Exploration) -> [DashboardOverview.WhatIfControl] {
    self.chart(named: chart).map { controls(of: $0, at: state) } ?? []
  }

  private func controls(of chart: ParsedChart, at state: Exploration) -> [DashboardOverview.WhatIfControl] {
    chart.whatIfColumns.map { $0.control(of: chart.name, state[item: chart.name].whatIf) }
  }

  private func shown(
    _ item: ParsedItem, at state: Exploration
  ) throws(DiagnosticError) -> DashboardOverview.Item {
    switch item {
    case .chart(let chart):
      return DashboardOverview.Item(
        name: item.name, title: item.title, kind: item.kind, chart: chart.name)
    case .drillDownGroup(let group):
      let context = try DrillContext(group: group, state)
      return DashboardOverview.Item(
        name: item.name, title: item.title, kind: item.kind, chart: context.chart.name,
        breadcrumb: group.levels[...context.level].map { $0.title.isEmpty ? $0.name : $0.title })
    case .overlayGroup, .treeMapGroup, .dataGrid, .panel, .diagram, .custom:
      return DashboardOverview.Item(name: item.name, title: item.title, kind: item.kind)
    }
  }

  private func layout(_ orientation: DashboardOverview.Layout.Orientation, _ size: ChartSize)
    -> DashboardOverview.Layout
  {
    let layout = resolvedLayout(orientation, width: size.width, height: size.height)
    return DashboardOverview.Layout(
      orientation: orientation, size: ChartSize(width: layout.width, height: layout.height),
      frames: layout.frames.map {
        DashboardOverview.Layout.Frame(
          item: $0.item, frame: ChartFrame(x: $0.x, y: $0.y, width: $0.width, height: $0.height))
      })
  }
}

extension DashboardLayout {
  fileprivate subscript(orientation: DashboardOverview.Layout.Orientation) -> Arrangement? {
    orientation == .landscape ? landscape : portrait
  }
}

extension VariableDefinition {
  /// Returns the control for the variable's type, as defined in the guide ("Dynamic Analytic Panel").
  fileprivate func control(_ set: Scalar?) -> DashboardOverview.Control {
    let kind: DashboardOverview.Control.Kind =
      switch type {
      case .integer: .slider
      case .float, .enumeration: .picker
      case .boolean: .switch
      case .date, .datetime: .date
      }
    return DashboardOverview.Control(
      variable: name, title: shownTitle, kind: kind, type: type, value: set ?? value, start: value,
      minimum: bounds.min, maximum: bounds.max, step: bounds.step, decimals: bounds.decimals,
      choices: choices.map { DashboardOverview.Control.Choice(value: .string($0.value), label: $0.title) })
  }
}

extension WhatIfColumnDefinition {
  fileprivate func control(of chart: String, _ changes: [WhatIfChange]) -> DashboardOverview.WhatIfControl {
    DashboardOverview.WhatIfControl(
      chart: chart, column: column, title: title.isEmpty ? column : title, type: type, value: value,
      minimum: bounds.min, maximum: bounds.max, step: bounds.step, decimals: bounds.decimals,
      changes: changes.filter { Name($0.column) == Name(column) }.map { change in
        switch change.amount {
        case .value(let amount): .init(category: change.category, amount: amount, isPercent: false)
        case .percent(let amount): .init(category: change.category, amount: amount, isPercent: true)
        }
      })
  }
}

extension FilterModel {
  fileprivate var shown: DashboardOverview.Filter {
    var chosen: (lower: Scalar, upper: Scalar)?
    if case .range(let lower, let upper) = state { chosen = (lower, upper) }
    return DashboardOverview.Filter(
      name: name, title: title, kind: kind,
      choices: choices.map {
        DashboardOverview.Filter.Choice(
          value: $0.value, label: $0.label, count: $0.count, isPicked: $0.isPicked, isMissing: $0.isMissing)
      }, bounds: (lowerBound, upperBound), range: chosen)
  }
}
