import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

// Checks that results have the required columns, as far as the columns are known.
extension DashboardCheck {
  mutating func checkColumns(of chart: ParsedChart, subject: String) {
    let levels = chart.zoomingLevels
    if chart.grains != nil || levels.isEmpty {
      checkColumns(of: chart, category: chart.category, query: chart.query)
      return
    }
    for (index, level) in levels.enumerated() {
      checkColumns(of: chart, category: level.category, query: level.query)
      checkAncestors(of: level.category, above: levels[..<index].map(\.category), query: level.query)
    }
  }

  private mutating func checkColumns(of chart: ParsedChart, category: AxisDefinition, query: String) {
    guard let columns = signature(query)?.columns else { return }
    // Grains add columns to the result.
    let grains = chart.grains.map { grains in
      grains.grains.map { QuerySignature.ResultColumn($0.columnName) }
    }
    let all = columns + (grains ?? [])
    for axis in [category, chart.series, chart.multiples].compactMap(\.self)
    where !axis.column.isEmpty && !columns.contains(axis.column) {
      report(missing(axis.column, of: query, among: columns, at: axis.place, chart: chart.name))
    }
    for value in chart.values { check(value.expression, in: all, of: query, chart: chart.name) }
    for look in chart.lookExpressions { check(look, in: all, of: query, chart: chart.name) }
    for column in chart.whatIfColumns where !all.contains(column.column) {
      report(missing(column.column, of: query, among: columns, at: column.place, chart: chart.name))
    }
  }

  /// Checks that the table of a level contains the categories of the coarser levels (spec page 5, semantic zooming).
  mutating func checkAncestors(of category: AxisDefinition, above: [AxisDefinition], query: String) {
    guard let columns = signature(query)?.columns else { return }
    let lacking = above.map(\.column).filter { !columns.contains($0) }
    guard !lacking.isEmpty else { return }
    let list = lacking.map { "'\($0)'" }.joined(separator: ", ")
    report(
      Diagnostic(
        .zoomAncestorMissing,
        "the result of query '\(query)' has no \(list), "
          + "which its '\(category.column)' needs to belong to the level above",
        at: category.place, hint: "Add the categories of all levels above to the query.",
        notes: declared(query), details: [.init(.dataColumn, lacking[0]), .init(.query, query)]))
  }

  mutating func check(
    _ expression: Expression, in columns: [QuerySignature.ResultColumn], of query: String, chart: String
  ) {
    var found: [Diagnostic] = []
    let variables = ExpressionScope(schema: Schema([]), variables: dashboard.startValues).variables.map(\.name)
    expression.forEachColumn { name, span in
      guard !columns.contains(name) else { return }
      var diagnostic = missing(
        name, of: query, among: columns, at: Diagnostic.Place(expression.source, span), chart: chart)
      diagnostic.hint = ExpressionScope.hint(
        forColumn: name, among: columns.map(\.name), variables: variables)
      found.append(diagnostic)
    }
    for diagnostic in found { report(diagnostic) }
  }

  func missing(
    _ column: String, of query: String, among columns: [QuerySignature.ResultColumn], at place: Diagnostic.Place?,
    chart: String?
  ) -> Diagnostic {
    Diagnostic(
      .dataMissingColumn, "the result of query '\(query)' has no column '\(column)'", at: place,
      hint: DidYouMean.hint(for: column, among: columns.map(\.name), listing: "columns"),
      details: [.init(.dataColumn, column), .init(.query, query)] + (chart.map { [.init(.chart, $0)] } ?? []))
  }

  /// Returns the location of a query definition, as a note.
  func declared(_ query: String) -> [String] {
    guard let place = signature(query)?.place else { return [] }
    return ["query '\(query)' is defined at \(place)"]
  }
}

extension [QuerySignature.ResultColumn] {
  fileprivate func contains(_ name: String) -> Bool { contains { $0.name.isSame(as: name) } }
}
