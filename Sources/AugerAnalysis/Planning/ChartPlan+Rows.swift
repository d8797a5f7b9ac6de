import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

// The rows behind a chart or one of its marks.
extension ChartPlan {
  /// Returns the request for the rows that the query of the current level reads for a mark. Nil means all marks.
  ///
  /// Throws `rowsNotAvailable` for an overlay of several queries, and for marks that column values do not describe.
  package func rowsRequest(
    behind mark: Selection?, _ form: UnderlyingRows.Form, showsNamedColumns: Bool
  ) throws(DiagnosticError) -> QueryRequest {
    let main = mainRequest
    guard layers.allSatisfy({ $0.mainRequest == main }) else {
      throw unavailable("its layers have different queries", hint: "Request the rows of one of its layers.")
    }
    let conditions = try (mark.map { mark throws(DiagnosticError) in try parts(of: mark) } ?? []).map(condition)
    return QueryRequest(
      main.query, arguments: main.arguments,
      regrouping: Regrouping(rows: UnderlyingRows(conditions, form, showsNamedColumns: showsNamedColumns)))
  }

  /// Returns the description of a mark: its columns and values.
  package func context(of mark: Selection, locale: ChartLocale) throws(DiagnosticError) -> [ChartContext.Part] {
    ContextBuilder(dashboard, at: state, locale: locale).words(of: try parts(of: mark))
  }

  private func parts(of mark: Selection) throws(DiagnosticError) -> [CrossFilters.Part] {
    guard let parts = CrossFilters.parts(of: chart, selecting: mark, zoomedTo: zoom) else {
      throw unavailable(
        "column values do not describe the mark",
        hint: "Use categories, series, paths or items of one level, or a range of numbers or dates.")
    }
    return parts
  }

  /// Returns the condition on rows. The columns of date levels are expressions of the dates.
  private func condition(_ part: CrossFilters.Part) -> UnderlyingRows.Condition {
    guard let grains = chart.grains,
      let grain = grains.grains.first(where: { Name($0.columnName) == Name(part.column) })
    else { return UnderlyingRows.Condition(part.column, part.argument) }
    let date = grains.date(chart.category.column)
    return UnderlyingRows.Condition(
      chart.category.column, expression: grain.expression(of: date, in: grains), part.argument)
  }

  private func unavailable(_ reason: String, hint: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .rowsNotAvailable, "the rows behind chart '\(chart.name)' are not known exactly: \(reason)", hint: hint,
        details: [.init(.chart, chart.name)]))
  }
}

extension GrainDefinition {
  /// Returns the expression for the dates of a column in the time zone of the chart.
  func date(_ column: String) -> String {
    timeZone.map { "inZone([\(column)], '\($0.replacingBytes("'", with: ""))')" } ?? "[\(column)]"
  }
}

// The marks whose rows a page offers.
extension ChartPlan {
  /// True if the rows behind the whole chart are known exactly.
  package var hasKnownRows: Bool {
    let main = mainRequest
    guard layers.allSatisfy({ $0.mainRequest == main }) else { return false }
    guard let query = queries[main.query] else { return true }
    return query.rows == .all || (query.rows == .groups && query.aggregation == nil)
  }

  /// Returns the mark of each category of the finest level. Nil for a category whose rows are not known exactly.
  package func rowMarks(of model: ChartModel) -> [Selection?] {
    guard layers.isEmpty, !chart.type.makesCategories, model.items == nil, model.graph == nil,
      queries[mainRequest.query]?.knowsRows(of: chart, zoomedTo: zoom) ?? true
    else { return [] }
    return model.categorySelections
  }
}

extension QueryDescription {
  /// Returns true if the rows of each category of a chart are known exactly.
  fileprivate func knowsRows(of chart: ParsedChart, zoomedTo zoom: Int) -> Bool {
    let columns = chart.grains == nil ? chart.categoryColumns(zoomedTo: zoom) : [chart.category.column]
    switch rows {
    case .none: return false
    case .all: return aggregation.map { groups in columns.allSatisfy { groups.keys.contains(name: $0) } } ?? true
    case .groups:
      guard let aggregation, chart.grains == nil, !aggregation.keys.isEmpty else { return false }
      return aggregation.keys.allSatisfy { columns.contains(name: $0) }
        && columns.allSatisfy { aggregation.keys.contains(name: $0) }
    }
  }
}

extension ChartModel {
  /// The selection of each category of the finest level, with its ancestors. Nil for categories that combine several.
  package var categorySelections: [Selection?] {
    guard levels.count == 1 else {
      return categoryPicks.map { picks in
        guard let picks else { return nil }
        var path: [Scalar] = []
        for (_, argument) in picks.entries { if case .scalar(let value) = argument { path.append(value) } }
        var selection = Selection()
        selection.paths = [path]
        return selection
      }
    }
    return (0..<categoryCount).map { levels[0].other == $0 ? nil : Selection(categories: [levels[0].values[$0]]) }
  }
}

extension Selection {
  /// Returns the selection after a click on a category. Nil if its categories are not values that filters accept.
  package func toggling(_ category: Selection) -> Selection? {
    guard !category.categories.contains(.null) else { return nil }
    var rest = self
    rest.categories.removeAll { category.categories.contains($0) }
    rest.paths.removeAll { category.paths.contains($0) }
    return rest == self ? category : rest.categories.isEmpty && rest.paths.isEmpty ? Selection() : rest
  }
}
