import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

/// The rows behind an item or one of its marks.
package struct RowsAnswer: Sendable {
  /// The requested rows, in the order of the source.
  package var table: Table
  /// The number of all rows.
  package var count: Int
  /// The filters, selections and the mark that the rows meet.
  package var context: [ChartContext.Part]
}

extension Pipeline {
  /// Returns the rows that the query of an item reads in a state, before it groups them. They meet the drill path, the
  /// filters, the selections in other charts and the data policy.
  ///
  /// - Parameters:
  ///   - mark: The marks whose rows are returned, as a selection in the chart. Nil for the whole item.
  ///   - most: Maximum number of rows. Nil for all rows.
  /// - Throws: `rowsNotAvailable` if the rows are not known exactly, and the errors of `chart`.
  package func rows(
    behind name: String, of dashboard: Dashboard, at state: Exploration, mark: Selection? = nil, most: Int? = nil
  ) async throws -> RowsAnswer {
    let answers = try answers(of: dashboard)
    let source = try rowSource(behind: name, of: dashboard, at: state, mark, answers)
    let request = try source.request(most.map { .first($0) } ?? .all)
    let table = try await self.table(request, answers)
    var count = table.rowCount
    if let most, count >= most {
      let counted = try await self.table(try source.request(.count), answers)
      if case .int(let number)? = counted.columns.first?[0] { count = Int(clamping: number) }
    }
    return RowsAnswer(table: table, count: count, context: source.context)
  }

  private struct RowSource {
    var request: (UnderlyingRows.Form) throws -> QueryRequest
    var context: [ChartContext.Part]
  }

  private func rowSource(
    behind name: String, of dashboard: Dashboard, at state: Exploration, _ mark: Selection?, _ answers: AnswerService
  ) throws -> RowSource {
    // A policy allows the columns of the queries that it allows, and no others.
    let isRestricted = entitlement != .everything
    let item = dashboard.item(named: name)
    guard let (query, filters) = item?.plainQuery else {
      if let item, !item.hasChart { throw DiagnosticError(item.chartless) }
      if case .custom? = item { throw Self.rowless(name, "it has no query") }
      let plan = try ChartPlan(name, of: dashboard, at: state, adding: arguments, knowing: answers.delegate)
      let own = try mark.map { try plan.context(of: $0, locale: locale) } ?? []
      return RowSource(
        request: { try plan.rowsRequest(behind: mark, $0, showsNamedColumns: isRestricted) },
        context: plan.rowContext(locale: locale) + own)
    }
    guard mark == nil else { throw Self.rowless(name, "its marks have no columns") }
    let request = try request(query, filters, of: name, in: dashboard, at: state, adding: arguments, answers)
    let context = ContextBuilder(dashboard, at: state, locale: locale)
    let crossFilters = CrossFilters(of: dashboard, at: state, besides: name)
    return RowSource(
      request: { form in
        var request = request
        request.regrouping = Regrouping(rows: UnderlyingRows([], form, showsNamedColumns: isRestricted))
        return request
      }, context: context.filters(filters) + context.selections(crossFilters, takenBy: [request]))
  }

  private static func rowless(_ name: String, _ reason: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .rowsNotAvailable, "the rows behind item '\(name)' are not known exactly: \(reason)",
        hint: "Request the rows of the whole item, or of a chart."))
  }

  /// Returns the rows of a request. The results of a delegate without a description of groups are rows themselves.
  private func table(_ request: QueryRequest, _ answers: AnswerService) async throws -> Table {
    do { return try await answers.table(for: request) } catch let error as DiagnosticError {
      guard error.diagnostics.contains(where: { $0.code == .rollUpNotExact }), let rows = request.regrouping?.rows,
        answers.delegate.description(of: request.query)?.aggregation == nil
      else { throw error }
      let plain = QueryRequest(request.query, arguments: request.arguments)
      let result = try await answers.table(for: plain)
      let query = QueryDefinition(name: request.query, source: "", body: .table(TableQuery(from: request.query)))
      let reading = try query.reading(rows, QueryArguments())
      guard case .table(let filtered) = reading.query.body else { throw error }
      return try TableQueryExecutor(workers: 1).execute(
        filtered, on: StoredTable(request.query, result), arguments: reading.arguments)
    }
  }
}

extension ParsedItem {
  /// The query of an item other than a chart, and its filters. Nil for charts and for items without a query.
  fileprivate var plainQuery: (query: String, filters: [NameReference])? {
    switch self {
    case .dataGrid(let grid): (grid.query, grid.filters)
    case .diagram(let diagram): (diagram.query, diagram.filters)
    case .custom(let custom): custom.query.map { ($0, custom.filters) }
    case .chart, .drillDownGroup, .overlayGroup, .treeMapGroup, .panel: nil
    }
  }
}
