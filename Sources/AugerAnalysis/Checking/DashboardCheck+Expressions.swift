import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

// Checks expressions without rows: unknown functions, types that never match, invalid constants. Columns of unknown
// type match every type.
extension DashboardCheck {
  mutating func checkValues(of chart: ParsedChart) {
    checkColor(of: chart)
    let finest = chart.levels.last?.query ?? chart.query
    let keys =
      chart.zoomingLevels.map(\.category.column) + [chart.category.column] + (chart.series.map { [$0.column] } ?? [])
    for (index, value) in chart.values.enumerated() {
      // The first two values of a graph are the node names of each row.
      let isName = chart.type.has(.links) && index < 2
      let whole = isName ? value.expression : value.expression.aggregatingWindows(by: chart.aggregate)
      var scope = ExpressionScope(
        schema: knownColumns(of: finest), variables: dashboard.startValues,
        allowsAggregates: !isName && whole.containsAggregate, groupKeys: keys)
      scope.allowsWindows = !chart.type.has(.links)
      let bound = bind(whole, in: scope, chart: chart.name)
      reportTextsAsDates(in: value.expression, chart: chart.name)
      guard let bound, !isName, !bound.isUntyped, !bound.type.isNumeric, bound.type != .bool else { continue }
      report(
        Diagnostic(
          .valueNotNumeric, "the values of a chart must be numbers, not \(bound.type)",
          at: Diagnostic.Place(whole.source, whole.span), details: Self.details(whole, chart.name)))
    }
  }

  private mutating func checkColor(of chart: ParsedChart) {
    guard let color = chart.itemColor else { return }
    let finest = chart.levels.last?.query ?? chart.query
    let keys =
      chart.zoomingLevels.map(\.category.column) + [chart.category.column] + (chart.series.map { [$0.column] } ?? [])
    let scope = ExpressionScope(
      schema: knownColumns(of: finest), variables: dashboard.startValues, allowsAggregates: color.containsAggregate,
      groupKeys: keys)
    let bound = bind(color, in: scope, chart: chart.name)
    reportTextsAsDates(in: color, chart: chart.name)
    guard let bound, !bound.isUntyped, bound.type != .string else { return }
    report(
      Diagnostic(
        .colorNotText, "a color must be a string, not \(bound.type)", at: Diagnostic.Place(color.source, color.span),
        details: Self.details(color, chart.name)))
  }

  mutating func checkValues(of grid: DataGridDefinition) {
    for column in grid.columns {
      // The data of a chart in a cell come from a separate table.
      if case .chart = column.kind { continue }
      for expression in [column.value, column.color].compactMap(\.self) {
        let scope = ExpressionScope(schema: knownColumns(of: grid.query), variables: dashboard.startValues)
        _ = bind(expression, in: scope, chart: grid.name)
        reportTextsAsDates(in: expression, chart: grid.name)
      }
    }
  }

  /// Checks the expressions of a diagram. Nodes are numbers, so functions of rows, dates and strings are invalid in a
  /// diagram (guide, "Runtime Functions").
  mutating func checkExpressions(of diagram: DiagramDefinition) {
    for expression in diagram.nodes.flatMap({ [$0.expression, $0.alerts].compactMap(\.self) }) {
      var isMisplaced = false
      expression.forEachCall { function, span in
        guard [.date, .text, .window].contains(function.group) else { return }
        isMisplaced = true
        report(
          Diagnostic(
            .functionMisplaced,
            "\(function.name) is allowed only in the values of charts, not in the nodes of a diagram",
            at: Diagnostic.Place(expression.source, span), details: Self.details(expression, diagram.name)))
      }
      if isMisplaced { continue }
      _ = bind(
        expression, in: ExpressionScope(schema: Schema([]), variables: dashboard.startValues), chart: diagram.name)
    }
  }

  private mutating func bind(_ expression: Expression, in scope: ExpressionScope, chart: String) -> BoundExpression? {
    var scope = scope
    scope.allowsUnknownColumns = true
    do throws(DiagnosticError) {
      return try BoundExpression.bind(expression, in: scope)
    } catch {
      // Undeclared variables were reported when the file was read.
      for var diagnostic in error.diagnostics where diagnostic.code != .unknownVariable {
        diagnostic.details += Self.details(expression, chart)
        report(diagnostic)
      }
      return nil
    }
  }

  /// Reports dates in strings. MAKit does not read dates from strings. Auger does, and recommends date literals.
  private mutating func reportTextsAsDates(in expression: Expression, chart: String) {
    expression.forEachCall { function, span in
      guard function.group == .date, !["Date", "Today", "Now"].contains(function.name) else { return }
      for (text, place) in expression.textArguments(at: span) {
        guard case .date(let date)? = Scalar(text: text, type: .date) else { continue }
        let (year, month, day) = date.components
        report(
          Diagnostic(
            .dateAsText, level: .warning, "\(function.name) needs a date, and '\(text)' is a string",
            at: Diagnostic.Place(expression.source, place), hint: "Write date(\(year),\(month),\(day)).",
            details: Self.details(expression, chart)))
      }
    }
  }

  private static func details(_ expression: Expression, _ chart: String) -> [Diagnostic.Detail] {
    [.init(.chart, chart), .init(.expression, expression.description)]
  }

  private func knownColumns(of query: String) -> Schema {
    Schema((signature(query)?.columns ?? []).compactMap { column in column.type.map { Field(column.name, $0) } })
  }
}

extension Dashboard {
  /// The variables with their initial values.
  var startValues: [(name: String, value: QueryArgument)] {
    variables.map { (name: $0.name, value: .scalar($0.value)) }
  }
}

extension Diagnostic.Code {
  /// A function that is not valid in its context.
  package static let functionMisplaced = Self("functionMisplaced")
  package static let dateAsText = Self("dateAsText")
}
