import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The road from a dashboard to its chart models: asks the delegate for each chart's query, and computes the model.
public struct Pipeline: Sendable {
  private let delegate: any QueryDelegate
  private let dashboards: [Dashboard]
  public var locale = ChartLocale()

  /// A pipeline over the sources of a workspace.
  public init(_ workspace: Workspace, workers: Int? = nil) {
    delegate = WorkspaceQueryDelegate(workspace, workers: workers)
    dashboards = workspace.dashboards
  }

  /// A pipeline over your own delegate.
  public init(delegate: any QueryDelegate, dashboards: [Dashboard]) {
    self.delegate = delegate
    self.dashboards = dashboards
  }

  public func dashboard(_ name: String) throws(DiagnosticError) -> Dashboard {
    try Workspace(dashboards: dashboards, adapters: []).dashboard(name)
  }

  /// Computes one chart or grid of a dashboard.
  public func chart(
    _ name: String, of dashboard: Dashboard, arguments: QueryArguments = QueryArguments()
  ) async throws -> ChartModel {
    try await model(of: try dashboard.item(name), dashboard, arguments: arguments)
  }

  /// Computes all charts and grids of a dashboard, in its order. What is not computed yet, the workspace's notes name.
  public func charts(
    of dashboard: Dashboard, arguments: QueryArguments = QueryArguments()
  ) async throws -> [ChartModel] {
    var models: [ChartModel] = []
    for item in dashboard.computedItems {
      models.append(try await model(of: item, dashboard, arguments: arguments))
    }
    return models
  }

  private func model(
    of item: DashboardItem, _ dashboard: Dashboard, arguments: QueryArguments
  ) async throws -> ChartModel {
    let query =
      switch item {
      case .chart(let chart): chart.query
      case .dataGrid(let grid): grid.query
      default: throw DiagnosticError(item.notComputed)
      }
    let table = try await delegate.executeQuery(query, arguments: arguments)
    let receipt = Receipt(queries: [ReceiptQuery(name: query, arguments: arguments, rows: table.rowCount)])
    switch item {
    case .chart(let chart):
      let variables = dashboard.variables.map { (name: $0.name, value: QueryArgument.scalar($0.value)) }
      return try ChartBuilder(chart, locale: locale, variables: variables).model(from: table, receipt: receipt)
    case .dataGrid(let grid): return try GridBuilder(grid, locale: locale).model(from: table, receipt: receipt)
    default: throw DiagnosticError(item.notComputed)
    }
  }
}
