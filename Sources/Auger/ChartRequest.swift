import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// One chart of one table, asked for in expressions: `auger chart`, or a program that needs no dashboard file.
///
/// It becomes a named table query and a dashboard with one chart, and takes the path that every dashboard takes.
public struct ChartRequest: Sendable {
  /// An expression over the table's columns, without aggregates.
  public var category: String
  public var series: String?
  /// Aggregate expressions; one without an aggregate is summed.
  public var values: [String]
  public var filters: [String] = []
  public var type: ChartType = .column
  public var title: String?
  public var sort: ChartSort?
  public var categoryLimit: Int?
  public var categoryFormat: ValueFormat?
  public var seriesFormat: ValueFormat?
  public var valueFormat: ValueFormat?

  public init(category: String, series: String? = nil, values: [String]) {
    self.category = category
    self.series = series
    self.values = values
  }

  /// The query and the dashboard, both called `name`, over a table of a source.
  ///
  /// Throws `DiagnosticError` for text that is no expression. What the expressions name is looked up when the query
  /// runs.
  public func resolved(
    name: String, source: String, table: String
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    var query = TableQuery(from: table)
    let category = try axis(self.category, "--category", categoryFormat, &query)
    var series: AxisDefinition?
    if let text = self.series { series = try axis(text, "--series", seriesFormat, &query) }
    for filter in filters { query.filters.append(.init(try Expression.parse(filter, name: "--where"))) }
    var values: [ValueDefinition] = []
    for (index, text) in self.values.enumerated() {
      var expression = try Expression.parse(text, name: "--value")
      let measure = "value\(index + 1)"
      if expression.containsWindow {
        // The query answers with the aggregates; the chart knows the order of its categories.
        // What stands there already stays one value: the query has one row for each pair.
        let (calls, outer) = expression.aggregatingWindows(by: .sum).splittingAggregates { "\(measure).\($0 + 1)" }
        expression = outer
        for (index, call) in calls.enumerated() {
          let name = "\(measure).\(index + 1)"
          query.measures.append(.init(name, call))
          expression = expression.replacing(column: name, by: try Expression.parse("first([\(name)])"))
        }
      } else if expression.containsAggregate || !expression.columnNames.isEmpty {
        if !expression.containsAggregate { expression = expression.aggregated(by: .sum) }
        query.measures.append(.init(measure, expression))
        expression = try Expression.parse("[\(measure)]")
      }
      values.append(
        ValueDefinition(sequence: index + 1, expression: expression, title: text, format: valueFormat))
    }
    let axes = [self.category] + (self.series.map { [$0] } ?? [])
    let chart = ChartDefinition(
      name: name, title: title ?? "\(self.values.joined(separator: ", ")) by \(axes.joined(separator: " and "))",
      type: type, query: name, category: category, series: series, values: values,
      // The query has one row for each category and series: the first is the only one.
      aggregate: .first, sort: sort, categoryLimit: categoryLimit)
    return (
      QueryDefinition(name: name, source: source, body: .table(query)), Dashboard(name: name, charts: [chart])
    )
  }

  /// A column by its name, or a derived column that is called as the expression was written.
  private func axis(
    _ text: String, _ option: String, _ format: ValueFormat?, _ query: inout TableQuery
  ) throws(DiagnosticError) -> AxisDefinition {
    let expression = try Expression.parse(text, name: option)
    if let column = expression.columnName {
      let place = Diagnostic.Place(expression.source, expression.span)
      query.groupBy.append(.init(column, at: place))
      return AxisDefinition(column: column, format: format, at: place)
    }
    if !query.derive.contains(where: { $0.name.utf8.elementsEqual(text.utf8) }) {
      query.derive.append(.init(text, expression))
    }
    query.groupBy.append(.init(text))
    return AxisDefinition(column: text, format: format)
  }
}
