import AugerAnalysis
import AugerMetadata
import AugerQuery

extension Pipeline {
  /// Runs `body`, which requests the charts of dashboards in some states, while their queries run together. A table
  /// that several of them read is read once.
  package func preparing<R: Sendable>(
    _ dashboards: [(dashboard: Dashboard, state: Exploration)], _ body: () async throws -> R
  ) async throws -> R {
    // Requests with the same entitlement run together.
    var groups: [(service: AnswerService, requests: [QueryRequest])] = []
    for (dashboard, state) in dashboards {
      let service = try answers(of: dashboard)
      let own = requests(of: dashboard, at: state, service)
      if let index = groups.firstIndex(where: { $0.service.entitlement == service.entitlement }) {
        groups[index].requests += own
      } else {
        groups.append((service, own))
      }
    }
    var preparations: [Preparation] = []
    do {
      for group in groups { preparations.append(try await group.service.prepare(group.requests)) }
    } catch {
      for preparation in preparations { preparation.release() }
      throw error
    }
    return try await Preparation.holding(preparations, body)
  }

  /// Returns the requests of the items of a dashboard in a state that are known before any query has run.
  private func requests(
    of dashboard: Dashboard, at state: Exploration, _ answers: AnswerService
  ) -> [QueryRequest] {
    dashboard.chartItems.flatMap { item -> [QueryRequest] in
      // Errors of a plan are reported when its chart is requested.
      switch item {
      case .dataGrid(let grid):
        let own = try? request(
          grid.query, grid.filters, of: grid.name, in: dashboard, at: state, adding: arguments, answers)
        return own.map { [$0] } ?? []
      case .diagram(let diagram):
        let own = try? request(
          diagram.query, diagram.filters, of: diagram.name, in: dashboard, at: state, adding: arguments, answers)
        return own.map { [$0] } ?? []
      case .custom(let custom):
        let own = try? custom.query.map {
          try request($0, custom.filters, of: custom.name, in: dashboard, at: state, adding: arguments, answers)
        }
        return own.map { [$0] } ?? []
      default:
        let plan = try? ChartPlan(item.name, of: dashboard, at: state, adding: arguments, knowing: answers.delegate)
        return plan?.requests ?? []
      }
    }
  }
}
