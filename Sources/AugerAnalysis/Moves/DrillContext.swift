import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A drilldown group in a state: the current chart, the selections above it, and the allowed next selections.
struct DrillContext {
  let group: DrillDownGroupDefinition
  /// The selections in each level above.
  let path: [[Pick]]
  /// The zooming level of the current chart, from 1.
  let zoom: Int

  /// Throws `drillLevelUnknown` if the path is deeper than the group.
  init(group: DrillDownGroupDefinition, _ state: Exploration) throws(DiagnosticError) {
    try self.init(group: group, path: state[item: group.name].drill, state)
  }

  /// Creates the context of a chart of the group. The drill path must reach the chart.
  init(group: DrillDownGroupDefinition, chart level: Int, _ state: Exploration) throws(DiagnosticError) {
    let path = state[item: group.name].drill
    guard level <= path.count else {
      throw DiagnosticError(
        Diagnostic(
          .drillLevelUnknown,
          "chart '\(group.levels[level].name)' is reached only by drilling down in '\(group.levels[path.count].name)'",
          at: group.levels[level].places.chart))
    }
    try self.init(group: group, path: Array(path.prefix(level)), state)
  }

  private init(
    group: DrillDownGroupDefinition, path: [[Pick]], _ state: Exploration
  ) throws(DiagnosticError) {
    self.group = group
    self.path = path
    guard path.count < group.levels.count else {
      throw DiagnosticError(
        Diagnostic(
          .drillLevelUnknown, "group '\(group.name)' has \(group.levels.count) levels, the path \(path.count + 1)"))
    }
    zoom = state[item: group.levels[path.count].name].zoom ?? 1
  }

  /// The current level, from 0.
  var level: Int { path.count }

  var chart: ParsedChart { group.levels[level] }

  var next: ParsedChart? { level + 1 < group.levels.count ? group.levels[level + 1] : nil }

  /// The arguments from the levels above. If a column is selected twice, the deeper selection applies.
  var arguments: QueryArguments {
    var arguments = QueryArguments()
    for picks in path { for pick in picks { arguments[pick.column] = pick.argument } }
    return arguments
  }

  /// Checks a selection in the current chart.
  func check(_ picks: [Pick]) throws(DiagnosticError) {
    func refuse(_ code: Diagnostic.Code, _ message: String, _ hint: String? = nil) -> DiagnosticError {
      DiagnosticError(Diagnostic(code, "chart '\(chart.name)': \(message)", at: chart.places.chart, hint: hint))
    }
    guard next != nil else { throw refuse(.drillAtLastLevel, "it is at the last level") }
    guard !picks.isEmpty else { throw refuse(.drillNothingPicked, "no value was selected") }
    let categories = chart.categoryColumns(zoomedTo: zoom)
    let series = chart.series?.column
    func isCategory(_ name: String) -> Bool { categories.contains(name: name) }
    func isSeries(_ name: String) -> Bool { series.map { Name($0) == Name(name) } ?? false }
    for pick in picks {
      guard isCategory(pick.column) || isSeries(pick.column) else {
        let columns =
          (chart.drillsByCategory ? categories : []) + (chart.drillsBySeries ? [series].compactMap(\.self) : [])
        throw refuse(
          .drillUnknownColumn, "'\(pick.column)' is neither its category nor its series",
          DidYouMean.hint(for: pick.column, among: columns, listing: "columns"))
      }
      guard isCategory(pick.column) || chart.drillsBySeries else {
        throw refuse(
          .drillNotBySeries, "a series cannot be selected", "Select a category: \(categories.joined(separator: ", ")).")
      }
      guard isSeries(pick.column) || chart.drillsByCategory else {
        throw refuse(.drillNotByCategory, "a category cannot be selected", series.map { "Select a series: \($0)." })
      }
      guard !pick.values.isEmpty, !pick.values.contains(.null) else {
        throw refuse(.drillNullPicked, "null values cannot be drilled into")
      }
    }
    guard picks.contains(where: { isCategory($0.column) }) else { return }
    // A category below the coarsest level includes its ancestors.
    for (index, column) in categories.enumerated() {
      guard let pick = picks.first(where: { Name($0.column) == Name(column) }) else {
        throw refuse(
          .drillAncestorMissing, "a category of this level must be selected together with '\(column)'",
          "columns: \(categories.joined(separator: ", "))")
      }
      guard index == categories.count - 1 || pick.values.count == 1 else {
        throw refuse(.drillManyAncestors, "several values of '\(column)' would mix the parts of different categories")
      }
    }
  }

  /// The selections in each level above, with the charts of those levels.
  var steps: [DrillStep] {
    path.enumerated().map { index, picks in
      DrillStep(
        chart: group.levels[index].name, title: group.levels[index].title, selection: QueryArguments(picks: picks))
    }
  }

  /// Returns the position of a model in the group and the drill targets of its items.
  func state(of model: ChartModel) -> DrillInfo {
    var state = DrillInfo(level: level, path: steps, next: next?.name, arguments: arguments)
    guard next != nil else { return state }
    if chart.drillsByCategory { state.categoryPicks = model.categoryPicks }
    if chart.drillsBySeries, let column = chart.series?.column {
      state.seriesPicks = model.series.map { $0.value.isNull ? nil : QueryArguments([column: .scalar($0.value)]) }
    }
    return state
  }
}

extension ParsedChart {
  /// Returns the category columns from the coarsest level to the given one.
  func categoryColumns(zoomedTo level: Int) -> [String] {
    if let grains { return grains.grains.prefix(level).map(\.columnName) }
    guard zoomingLevels.count > 1 else { return [category.column] }
    return zoomingLevels.prefix(level).map(\.category.column)
  }
}

extension ParsedChart {
  /// The columns whose values can be selected.
  var selectableColumns: [String] { categoryColumns(zoomedTo: levelCount) + partingColumns }

  /// Returns the zooming level, from 1, of the selected categories; nil if only series are selected.
  func depth(of picks: [Pick]) -> Int? {
    let columns = categoryColumns(zoomedTo: levelCount)
    return columns.lastIndex { column in picks.contains { Name($0.column) == Name(column) } }.map { $0 + 1 }
  }
}

extension ChartModel {
  /// The column and value of each category of level 0 and of its ancestors. Nil if one of them is null or if the
  /// category combines several.
  var categoryPicks: [QueryArguments?] {
    var parents = levels.indices.map { _ in [Int32]() }
    for level in levels.indices.dropFirst() {
      var parent = [Int32](repeating: -1, count: levels[level - 1].count)
      for category in 0..<levels[level].count {
        guard let first = levels[level].firstChild?[category], let last = levels[level].lastChild?[category],
          first <= last
        else { continue }
        for child in first...last { parent[Int(child)] = Int32(truncatingIfNeeded: category) }
      }
      parents[level - 1] = parent
    }
    return (0..<categoryCount).map { category in
      if levels[0].other == category { return nil }
      var entries: [(String, Scalar)] = []
      var position = category
      for level in levels.indices {
        entries.append((levels[level].column, levels[level].values[position]))
        if level < levels.count - 1 { position = Int(parents[level][position]) }
      }
      if entries.contains(where: { $0.1.isNull }) { return nil }
      var picks = QueryArguments()
      for (column, value) in entries.reversed() { picks[column] = .scalar(value) }
      return picks
    }
  }
}

extension Pick {
  var argument: QueryArgument { values.count == 1 ? .scalar(values[0]) : .list(values) }
}

extension QueryArguments {
  init(picks: [Pick]) {
    self.init()
    for pick in picks { self[pick.column] = pick.argument }
  }
}
