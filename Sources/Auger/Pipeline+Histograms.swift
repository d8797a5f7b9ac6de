import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerMetadata

extension Pipeline {
  /// Returns the histograms of filters over numbers, by the names of the filters.
  ///
  /// They come from the results that contain the ends of the filters, so that they need no query. Only a source query
  /// that groups rows is executed a second time. A filter whose rows cannot be counted has no histogram.
  ///
  /// - Parameter filters: The filters that the reader may see.
  func histograms(
    of filters: [DashboardOverview.Filter], of dashboard: Dashboard, at state: Exploration
  ) async throws -> [Name: FilterHistogram] {
    let answers = try answers(of: dashboard)
    var histograms: [Name: FilterHistogram] = [:]
    for filter in filters where filter.kind == .range {
      guard let definition = dashboard.filters.first(where: { Name($0.name) == Name(filter.name) }),
        let bins = FilterHistogram.Bins(definition.column, between: filter.bounds.lower, and: filter.bounds.upper)
      else { continue }
      let plan = try FilterPlan(filter.name, of: dashboard, at: state)
      let own = plan.request.adding(arguments, knowing: answers.delegate)
      let description = answers.delegate.description(of: own.query)
      guard let request = plan.request(for: bins, own, knowing: description) else { continue }
      do {
        let answer = try await answers.answer(to: request)
        histograms[Name(filter.name)] = try plan.histogram(
          bins, from: answer.table, isGrouped: request.regrouping != nil, sums: answer.sums, workers: workers)
      } catch let error as AugerError where error.code != .cancelled {
      } catch is DiagnosticError {}
    }
    return histograms
  }
}
