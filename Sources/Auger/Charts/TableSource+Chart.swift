import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

extension TableSource {
  /// Returns a chart of the rows, without a dashboard, like `auger chart` does for a file.
  ///
  /// ```swift
  /// let chart = try await sales.chart(category: "year(Date)", series: "Region", values: "sum(Amount)")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The chart type.
  ///   - category: An expression over the columns, without aggregates. The simplest expression is a column name.
  ///   - series: An expression that divides the values into series. Nil for a single series.
  ///   - values: Aggregate expressions, one for each value of the chart type. A value without an aggregate is summed.
  ///     Default: the number of rows.
  ///   - title: The title above the chart. Nil for a title derived from the expressions.
  /// - Throws: `syntaxError` or `dataMissingColumn` with the position in the string for an expression that is not
  ///   valid. Other codes if the rows cannot be read or the computation fails.
  public func chart(
    _ type: ChartType = .column, category: String, series: String? = nil, values: String..., title: String? = nil
  ) async throws(AugerError) -> ChartModel {
    let columns = try await fields.map(\.name)
    do {
      let values = values.isEmpty ? ["count()"] : values
      var request = try ChartRequest(category: category, series: series, values: values, columns: columns)
      request.type = type
      request.title = title
      return try await chart(request)
    } catch {
      throw AugerError(error)
    }
  }

  /// Returns the chart of a definition over all rows, which are read into memory. Its query is ignored, and its default
  /// type is `column`.
  ///
  /// ```swift
  /// let chart = try await sales.chart(
  ///   ChartDefinition(category: "Region", series: "Product", values: .sum("Amount", format: .currency("EUR"))))
  /// ```
  ///
  /// - Throws: `metadataAttributeWrongValue`, `syntaxError`, `dataMissingColumn`, ... for an invalid definition. Other
  ///   codes if the rows cannot be read.
  public func chart(_ definition: ChartDefinition) async throws(AugerError) -> ChartModel {
    var definition = definition.attribute("Query", to: "table")
    if definition.node["ChartType"] == nil {
      definition = definition.attribute("ChartType", to: ChartType.column.rawValue)
    }
    let part = definition
    let dashboard = Dashboard("chart") { part }
    return try await Pipeline(tables: ["table": self]).chart(definition.name, in: dashboard.initialState)
  }

  /// Returns a chart that is chosen by the types and values of the columns, like `auger chart FILE` does.
  ///
  /// - Throws: `nothingSuggested` if no column is suitable as the category. Other codes if the rows cannot be read.
  public func suggestedChart() async throws(AugerError) -> ChartModel {
    do {
      let choice = try await choice(for: ChartRequest())
      var model = try await chart(choice.request)
      if choice.isOfValue { model.writeReadably() }
      return model
    } catch {
      throw AugerError(error)
    }
  }

  /// Returns all rows in memory.
  ///
  /// - Throws: `lowMemory`, `fileNotFound`, `tableNotFound`, ... if they cannot be read.
  public func table() async throws(AugerError) -> DataTable {
    try await reading { table, control in
      if let whole = table.whole { return whole }
      return try TableQueryExecutor().load(table, control)
    }
  }

  /// Returns a choice for the open parts of a request, based on the rows.
  package func choice(for request: ChartRequest) async throws -> ChartChoice {
    let table = try await reading { table, _ in table }
    return try await ChartChoice(of: request, on: table)
  }

  /// Returns the chart of a request over the rows.
  package func chart(_ request: ChartRequest) async throws -> ChartModel {
    let name = "table"
    var (query, dashboard) = try request.resolved(name: name, source: name, table: name)
    if let table = self as? DataTable { query.properties = table.properties }
    var workspace = Workspace(dashboards: [dashboard])
    workspace.adapters = [ResultAdapter(title: name, source: self)]
    workspace.sources = [
      SourceDefinition(adapter: ResultAdapter.adapterName, SourceConfiguration(name: name, location: name))
    ]
    workspace.queries = [query]
    return try await ChartRequest.model(of: dashboard, Pipeline(workspace))
  }
}
