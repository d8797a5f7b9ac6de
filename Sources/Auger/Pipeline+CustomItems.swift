import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

// Custom items: content of a program, a query or a file.
extension Pipeline {
  func model(
    of custom: CustomItemDefinition, _ dashboard: Dashboard, at state: Exploration, adding further: QueryArguments,
    _ answers: AnswerService
  ) async throws -> ChartModel {
    let builder = CustomItemBuilder(custom, locale: locale)
    guard let query = custom.query else { return try builder.model() }
    let request = try request(
      query, custom.filters, of: custom.name, in: dashboard, at: state, adding: further, answers)
    let answer = try await answers.answer(to: request)
    let receipt = Receipt(
      queries: [receipt(of: request, answer, answers)], now: moment(nil, of: [request], answers))
    return try described(
      try builder.model(from: answer.table, receipt: receipt), asking: request, custom.filters, of: dashboard,
      at: state, adding: further, answers)
  }

  /// Returns the result of the query of a custom item. Other items have a table with their text.
  func table(
    behind custom: CustomItemDefinition, of dashboard: Dashboard, at state: Exploration, _ answers: AnswerService
  ) async throws -> DataTable {
    guard let query = custom.query else { return try CustomItemBuilder(custom, locale: locale).model().tabulated() }
    return try await answers.table(
      for: try request(
        query, custom.filters, of: custom.name, in: dashboard, at: state, adding: arguments, answers))
  }
}
