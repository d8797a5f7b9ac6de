import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

// The public functions of a pipeline. Each one calls the package function of the same task and converts its error.
// They stay small, because the Swift 6.3 optimizer crashes on some longer asynchronous functions.
extension Pipeline {
  /// Computes one item of a state's dashboard: a chart, a grid, a diagram or the current level of a drilldown group.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - state: The state of its dashboard.
  ///   - delegate: The receiver of the refresh, which can prevent it.
  /// - Throws: `metadataObjectUndefined` for an unknown name, `cancelled` if the task was cancelled, `lowMemory`, and
  ///   the errors of the delegate or the sources. Other errors have the code `other` and their `cause`. `error[.chart]`
  ///   is the name. `refreshVetoed` if the delegate does not allow it: the previous chart remains valid.
  public func chart(
    _ name: String, in state: DashboardState, delegate: (any DashboardDelegate)? = nil
  ) async throws(AugerError) -> ChartModel {
    try begin(.refresh(item: name), in: state, delegate)
    let model: ChartModel
    do { model = logged(try await chart(name, of: state.dashboard, at: state.exploration)) } catch {
      throw logged(AugerError(error).about(.chart, name))
    }
    delegate?.didOccur(.refresh(item: name), in: state)
    return model
  }

  /// Throws `refreshVetoed` if a delegate does not allow an event.
  private func begin(
    _ event: DashboardEvent, in state: DashboardState, _ delegate: (any DashboardDelegate)?
  ) throws(AugerError) {
    guard let delegate, !delegate.allows(event, in: state) else { return }
    throw AugerError(.refreshVetoed, operation: "refresh '\(state.dashboard.name)'", "the delegate does not allow it")
  }

  /// Computes all charts and filters of a state's dashboard. A query that several charts share runs once.
  ///
  /// - Parameters:
  ///   - state: The state of the dashboard.
  ///   - delegate: The receiver of the refresh, which can prevent it.
  /// - Throws: The errors of ``chart(_:in:delegate:)`` for the first item that fails.
  public func model(
    of state: DashboardState, delegate: (any DashboardDelegate)? = nil
  ) async throws(AugerError) -> DashboardModel {
    try begin(.refresh(item: nil), in: state, delegate)
    let model = try await loggedModel(of: state)
    delegate?.didOccur(.refresh(item: nil), in: state)
    return model
  }

  private func loggedModel(of state: DashboardState) async throws(AugerError) -> DashboardModel {
    do {
      let model = try await model(of: state.dashboard, at: state.exploration)
      for chart in model.charts { _ = logged(chart) }
      return model
    } catch {
      throw logged(AugerError(error))
    }
  }

  /// Returns the rows behind a chart: the unprocessed result of the query of its current level.
  ///
  /// - Throws: The errors of ``chart(_:in:delegate:)``.
  public func rows(behind chart: String, in state: DashboardState) async throws(AugerError) -> DataTable {
    do { return try await table(behind: chart, of: state.dashboard, at: state.exploration) } catch {
      throw AugerError(error).about(.chart, chart)
    }
  }

  /// Returns the result of a query from its source or delegate. The result is cached, like those of charts.
  ///
  /// - Throws: `metadataObjectUndefined` for an unknown query, errors of its arguments and the errors of the source.
  public func table(of query: QueryRequest) async throws(AugerError) -> DataTable {
    do { return try await table(for: query) } catch { throw AugerError(error) }
  }

  /// Checks a state against the data. The selected values of each level must occur in that level's chart, and changed
  /// categories in their own chart.
  ///
  /// - Throws: `valueNotPresent`, and the errors of ``chart(_:in:delegate:)``.
  public func validate(_ state: DashboardState) async throws(AugerError) {
    do { _ = try await checked(state.exploration, of: state.dashboard) } catch { throw AugerError(error) }
  }

  /// Removes all cached results, so that the next chart runs its queries again.
  public func removeCachedAnswers() { forget() }

  /// Returns a chart under two sets of assumptions: the values of both, their difference and the percentage.
  ///
  /// - Parameters:
  ///   - chart: The name of the item.
  ///   - state: The state of its dashboard.
  ///   - baseline: The assumptions to compare with. Nil for those of the state.
  ///   - scenario: The other assumptions.
  /// - Throws: `notComparable` for types of charts without a comparison, and the errors of ``chart(_:in:delegate:)``.
  public func comparison(
    of chart: String, in state: DashboardState, baseline: Scenario? = nil, with scenario: Scenario
  ) async throws(AugerError) -> ChartModel {
    let baseline = baseline ?? Scenario("now", from: state)
    do {
      return try await comparison(
        of: chart, of: state.dashboard, at: state.exploration, baseline, with: scenario)
    } catch {
      throw AugerError(error)
    }
  }

  /// Returns a chart for each step of a sweep, in the order of its values. Filters and arguments query the source
  /// again.
  ///
  /// - Throws: `stepsUnused` if the chart does not depend on the sweep, `stepsSyntax` for a sweep without values,
  ///   `tooManySteps` for more than 1000, and the errors of ``chart(_:in:delegate:)``.
  public func frames(
    of chart: String, in state: DashboardState, over sweep: Sweep
  ) async throws(AugerError) -> [Frame] {
    do { return try await frames(of: chart, state, sweep) } catch { throw AugerError(error) }
  }

  /// Returns a chart with a series for each step of a sweep.
  ///
  /// - Throws: The errors of ``frames(of:in:over:)``.
  package func sweep(
    _ chart: String, in state: DashboardState, over sweep: Sweep
  ) async throws(AugerError) -> ChartModel {
    do {
      return try await self.sweep(of: chart, of: state.dashboard, at: state.exploration, try sweep.steps())
    } catch {
      throw AugerError(error)
    }
  }

  private func logged(_ model: ChartModel) -> ChartModel {
    for warning in model.warnings {
      log?(LogEntry(level: .warning, message: "chart computed: '\(model.name)', \(warning.code): \(warning.message)"))
    }
    return model
  }

  private func logged(_ error: AugerError) -> AugerError {
    log?(LogEntry(level: .error, message: "chart failed: \(error.code): \(error.message)"))
    return error
  }

  private func frames(of chart: String, _ state: DashboardState, _ sweep: Sweep) async throws -> [Frame] {
    try await frames(of: chart, of: state.dashboard, at: state.exploration, try sweep.steps())
      .map { Frame(value: $0.value, chart: $0.model) }
  }
}
