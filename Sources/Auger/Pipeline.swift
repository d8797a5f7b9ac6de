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

  /// Computes one chart of a dashboard.
  public func chart(
    _ name: String, of dashboard: Dashboard, arguments: QueryArguments = QueryArguments()
  ) async throws -> ChartModel {
    let definition = try dashboard.chart(name)
    let table = try await delegate.executeQuery(definition.query, arguments: arguments)
    let receipt = Receipt(queries: [
      ReceiptQuery(name: definition.query, arguments: arguments, rows: table.rowCount)
    ])
    return try ChartBuilder(definition, locale: locale).model(from: table, receipt: receipt)
  }
}
