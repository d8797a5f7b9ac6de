import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

extension Table {
  /// Returns a chart of the table's rows, without a dashboard, like `auger chart` does for a file.
  ///
  /// ```swift
  /// let chart = try await sales.chart(category: "year(Date)", series: "Region", values: "sum(Amount)")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The chart type.
  ///   - category: An expression over the table's columns, without aggregates. The simplest expression is a column
  ///     name.
  ///   - series: An expression that divides the values into series. Nil for a single series.
  ///   - values: Aggregate expressions, one for each value of the chart type. A value without an aggregate is summed.
  ///   - title: The title above the chart. Nil for a title derived from the expressions.
  /// - Throws: `DiagnosticError` with the position in the string if it is not a valid expression or names an unknown
  ///   column. `AugerError` if the computation fails.
  public func chart(
    _ type: ChartType = .column, category: String, series: String? = nil, values: String..., title: String? = nil
  ) async throws -> ChartModel {
    var request = try ChartRequest(category: category, series: series, values: values, columns: schema.names)
    request.type = type
    request.title = title
    return try await chart(request)
  }

  /// Returns a choice for the open parts of a request, based on the table's rows.
  package func choice(for request: ChartRequest) async throws -> ChartChoice {
    try await ChartChoice(of: request, on: StoredTable("table", self))
  }

  /// Returns the chart of a request over the table's rows.
  package func chart(_ request: ChartRequest) async throws -> ChartModel {
    let name = "table"
    let (query, dashboard) = try request.resolved(name: name, source: name, table: name)
    var workspace = Workspace(dashboards: [dashboard])
    workspace.adapters = [ResultAdapter(title: name, table: self)]
    workspace.sources = [
      SourceDefinition(adapter: ResultAdapter.adapterName, SourceConfiguration(name: name, location: name))
    ]
    workspace.queries = [query]
    return try await ChartRequest.model(of: dashboard, Pipeline(workspace))
  }
}
