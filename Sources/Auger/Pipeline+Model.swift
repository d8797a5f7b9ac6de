import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

// All items of a dashboard: its charts, its filters and the overview of its page.
extension Pipeline {
  /// Returns the parts of a dashboard around its charts: layouts, panels, and filters with their choices.
  package func overview(
    of dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> DashboardOverview {
    try overview(of: dashboard, at: state, try await filters(of: dashboard, at: state))
  }

  /// Returns the parts of a dashboard around its charts, with these filters.
  func overview(
    of dashboard: Dashboard, at state: Exploration, _ filters: [FilterModel]
  ) throws -> DashboardOverview {
    var model = try dashboard.model(at: state, filters: filters) { $0.size }
    // Omit filters and variables with fixed values, and do not reveal their choices.
    let held = Set(entitlement.heldNames.map { Name($0) })
    if !held.isEmpty {
      model.filters.removeAll { held.contains(Name($0.name)) }
      model.variables.removeAll { held.contains(Name($0.variable)) }
      for index in model.panels.indices { model.panels[index].variables.removeAll { held.contains(Name($0)) } }
    }
    return model
  }

  /// Computes the charts and the filters of a dashboard, with the overview of their page.
  package func model(of dashboard: Dashboard, at state: Exploration) async throws -> DashboardModel {
    let charts = try await charts(of: dashboard, at: state)
    let filters = try await filters(of: dashboard, at: state)
    let overview = try overview(of: dashboard, at: state, filters)
    let visible = filters.filter { filter in overview.filters.contains { Name($0.name) == Name(filter.name) } }
    var builder = PageBuilder(page: DashboardPage(), dashboard: dashboard, start: state, only: nil, pipeline: self)
    return try await builder.model(charts, visible, overview)
  }

  /// Computes all items of a dashboard that have a chart, in dashboard order.
  package func charts(of dashboard: Dashboard, at state: Exploration = Exploration()) async throws -> [ChartModel] {
    try await preparing([(dashboard, state)]) {
      var models: [ChartModel] = []
      for item in dashboard.chartItems { models.append(try await chart(item.name, of: dashboard, at: state)) }
      return models
    }
  }

  /// Returns the choices of the filters of a dashboard, in dashboard order.
  package func filters(of dashboard: Dashboard, at state: Exploration = Exploration()) async throws -> [FilterModel] {
    let answers = try answers(of: dashboard)
    var models: [FilterModel] = []
    for filter in dashboard.filters {
      let plan = try FilterPlan(filter.name, of: dashboard, at: state)
      let request = plan.request.adding(arguments, knowing: answers.delegate)
      let answer = try await answers.answer(to: request)
      models.append(try plan.model(from: answer.table, sums: answer.sums, locale: locale))
    }
    return models
  }
}
