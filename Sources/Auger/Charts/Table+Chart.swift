import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

extension Table {
  /// A chart of the table's rows, without a dashboard: what `auger chart` makes of a file.
  ///
  /// ```swift
  /// let chart = try await sales.chart(category: "year(Date)", series: "Region", values: "sum(Amount)")
  /// ```
  ///
  /// - Parameters:
  ///   - type: the kind of chart.
  ///   - category: an expression over the table's columns, without aggregates; a column's name is the simplest.
  ///   - series: the same, for what divides the values; nil: one series.
  ///   - values: aggregate expressions, as many as the kind of chart has values; a value without an aggregate is
  ///     summed.
  ///   - title: what is written above the chart; nil: what the expressions say.
  /// - Throws: `DiagnosticError` for text that is no expression or names no column, with its place in the text;
  ///   `AugerError` for what goes wrong while it is computed.
  public func chart(
    _ type: ChartType = .column, category: String, series: String? = nil, values: String..., title: String? = nil
  ) async throws -> ChartModel {
    var request = try ChartRequest(category: category, series: series, values: values, columns: schema.names)
    request.type = type
    request.title = title
    return try await chart(request)
  }

  /// The choice of what a request leaves open, from the table's rows: all of it, for a request without parts.
  package func choice(for request: ChartRequest) async throws -> ChartChoice {
    try await ChartChoice(of: request, on: StoredTable("table", self))
  }

  /// The chart of a request over the table's rows.
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
