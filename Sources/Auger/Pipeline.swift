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
    try await model(of: try dashboard.item(name), arguments: arguments)
  }

  /// Computes all charts and grids of a dashboard, in its order.
  public func charts(
    of dashboard: Dashboard, arguments: QueryArguments = QueryArguments()
  ) async throws -> [ChartModel] {
    var models: [ChartModel] = []
    for item in dashboard.items { models.append(try await model(of: item, arguments: arguments)) }
    return models
  }

  private func model(of item: DashboardItem, arguments: QueryArguments) async throws -> ChartModel {
    let query =
      switch item {
      case .chart(let chart): chart.query
      case .dataGrid(let grid): grid.query
      }
    let table = try await delegate.executeQuery(query, arguments: arguments)
    let receipt = Receipt(queries: [ReceiptQuery(name: query, arguments: arguments, rows: table.rowCount)])
    return switch item {
    case .chart(let chart): try ChartBuilder(chart, locale: locale).model(from: table, receipt: receipt)
    case .dataGrid(let grid): try GridBuilder(grid, locale: locale).model(from: table, receipt: receipt)
    }
  }
}
