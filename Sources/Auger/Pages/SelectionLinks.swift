import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// The links of a served page that select marks to filter other charts, and that lead to the rows behind marks.
struct SelectionLinks {
  private let dashboard: Dashboard
  private let state: Exploration
  private let pipeline: Pipeline
  private let options: ServedDashboard.Options
  /// The path of the rows behind an item. Nil for a page without them.
  private let rowPath: ((ParsedItem) -> String)?

  init(
    _ dashboard: Dashboard, at state: Exploration, from pipeline: Pipeline, _ options: ServedDashboard.Options,
    rowPath: ((ParsedItem) -> String)?
  ) {
    self.dashboard = dashboard
    self.state = state
    self.pipeline = pipeline
    self.options = options
    self.rowPath = rowPath
  }

  /// Adds the links of the categories of all figures.
  func add(to html: inout DashboardHTML) throws {
    // The categories of a comparison belong to two states.
    guard options.compare == nil else { return }
    let sources = dashboard.crossFilterCharts(at: state)
    for index in html.figures.indices {
      let figure = html.figures[index]
      guard let item = dashboard.item(named: html.items[figure.item].name) else { continue }
      if let source = sources.first(where: { Name($0.item) == Name(item.name) }) {
        select(in: source.chart, &html.figures[index])
      }
      guard let path = rowPath?(item), let plan = try? plan(of: item) else { continue }
      html.figures[index].rowAddresses = plan.rowMarks(of: figure.model).map { mark in
        mark.map { address(path, "_mark=\($0.address)") }
      }
    }
  }

  /// Adds a link to each category without a drilldown. It selects the category, or removes it from the selection.
  private func select(in chart: ParsedChart, _ figure: inout DashboardHTML.Figure) {
    let model = figure.model
    guard figure.categories.allSatisfy({ $0 == nil }), Name(model.name) == Name(chart.name),
      !chart.type.makesCategories, model.items == nil, model.graph == nil, model.multiples.isEmpty
    else { return }
    let selected = state[item: chart.name].selection
    let labels = model.levels[0].shownLabels
    figure.categories = model.categorySelections.enumerated().map { index, category in
      guard let category, let next = selected.toggling(category),
        let place = try? dashboard.place(after: .select(item: chart.name, next), from: state)
      else { return nil }
      return DashboardHTML.Link(label: labels[index], address: place.description, isCurrent: false)
    }
    figure.selectsCategories = true
  }

  /// Returns the URL of the rows behind an item. Nil if they are not known exactly.
  func rows(behind item: ParsedItem) -> String? {
    guard let path = rowPath?(item) else { return nil }
    switch item {
    case .panel: return nil
    case .dataGrid(let grid): return isKnown(grid.query) ? address(path) : nil
    case .diagram(let diagram): return isKnown(diagram.query) ? address(path) : nil
    case .custom(let custom): return custom.query.map(isKnown) == true ? address(path) : nil
    case .chart, .drillDownGroup, .overlayGroup, .treeMapGroup:
      return (try? plan(of: item))?.hasKnownRows == true ? address(path) : nil
    }
  }

  private func plan(of item: ParsedItem) throws -> ChartPlan {
    try ChartPlan(
      item.name, of: dashboard, at: state, adding: pipeline.arguments,
      knowing: try pipeline.answers(of: dashboard).delegate)
  }

  private func isKnown(_ query: String) -> Bool {
    guard let description = try? pipeline.answers(of: dashboard).delegate.description(of: query) else { return false }
    return description.rows == .all || (description.rows == .groups && description.aggregation == nil)
  }

  /// Returns a URL of rows with the state. Options for tables and pictures of the page are left out.
  private func address(_ path: String, _ mark: String? = nil) -> String {
    let kept = options.address.split(separator: "&").filter { $0.hasPrefix("_theme=") || $0.hasPrefix("_locale=") }
    let query = ([state.description] + kept.map(String.init) + [mark].compactMap(\.self)).filter { !$0.isEmpty }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }

  /// Returns a chip for each selection that filters other charts.
  func chips(_ html: DashboardHTML, path: String) -> [ServedSelection] {
    dashboard.crossFilterCharts(at: state).compactMap { source in
      guard let parts = CrossFilters.parts(of: source.chart, at: state), !parts.isEmpty,
        let place = try? dashboard.place(after: .select(item: source.chart.name, Selection()), from: state)
      else { return nil }
      let query = [place.description, options.address].filter { !$0.isEmpty }.joined(separator: "&")
      let model = html.figures.first { Name(html.items[$0.item].name) == Name(source.item) }?.model
      let context = ContextBuilder(dashboard, at: state, locale: pipeline.locale)
      let chart = source.chart
      return ServedSelection(
        title: chart.title.isEmpty ? chart.name : chart.title,
        parts: parts.map { part in
          let words = context.words(of: [part])[0]
          return (words.title, counted(part, in: chart, model) ?? words.text)
        }, removal: query.isEmpty ? path : "\(path)?\(query)")
    }
  }

  /// Returns the reasons for which selections leave nothing of items to show, and the links that remove the selections.
  func exclusions(
    _ results: [Result<ChartModel, any Error>], path: String
  ) -> [Name: (reason: String, link: ServedWays.Link)] {
    let texts = pipeline.locale.texts
    var exclusions: [Name: (reason: String, link: ServedWays.Link)] = [:]
    for (name, result) in zip(dashboard.chartItems.map(\.name), results) {
      guard case .failure(let error as DiagnosticError) = result,
        let found = error.diagnostics.first(where: { $0.code == .crossFilterEmpty }),
        let source = found.details.first(where: { $0.key == .chart })?.value,
        let place = try? dashboard.place(after: .select(item: source, Selection()), from: state)
      else { continue }
      let title = dashboard.chart(named: source).map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? source
      let label = texts.text(.removeSelection, ["title": title])
      exclusions[Name(name)] = (
        ReaderText(texts).exclusion(found, title: title), ServedWays.Link(label, options.address(of: place, path: path))
      )
    }
    return exclusions
  }

  /// Returns the number of selected values of all values, such as "4 of 12". Nil for few values.
  private func counted(_ part: CrossFilters.Part, in chart: ParsedChart, _ model: ChartModel?) -> String? {
    guard case .list(let values) = part.argument, values.count > 2, let model, model.items == nil else { return nil }
    let isSeries = chart.series.map { Name($0.column) == Name(part.column) } ?? false
    let count = isSeries ? model.series.count : model.levels[0].count
    return pipeline.locale.texts.text(.selectedOf, count: count, ["selected": "\(values.count)"])
  }
}
