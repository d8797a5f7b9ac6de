import AugerAnalysis
import AugerMetadata
import AugerQuery

extension Pipeline {
  /// Runs `body`, which asks for the charts of dashboards at states, while their queries are answered together: what
  /// several of them read is read once.
  package func preparing<R: Sendable>(
    _ dashboards: [(dashboard: Dashboard, state: Exploration)], _ body: () async throws -> R
  ) async throws -> R {
    // Requests under one entitlement are answered together.
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

  /// What the items of a dashboard ask in a state, as far as that is known before anything is answered.
  private func requests(
    of dashboard: Dashboard, at state: Exploration, _ answers: AnswerService
  ) -> [QueryRequest] {
    dashboard.chartItems.flatMap { item -> [QueryRequest] in
      // What is wrong with a plan is reported when its chart is asked for.
      switch item {
      case .dataGrid(let grid):
        let own = try? request(grid.query, grid.filters, at: state, adding: arguments, answers)
        return own.map { [$0] } ?? []
      case .diagram(let diagram):
        let own = try? request(diagram.query, diagram.filters, at: state, adding: arguments, answers)
        return own.map { [$0] } ?? []
      default:
        let plan = try? ChartPlan(item.name, of: dashboard, at: state, adding: arguments, knowing: answers.delegate)
        return plan?.requests ?? []
      }
    }
  }
}
