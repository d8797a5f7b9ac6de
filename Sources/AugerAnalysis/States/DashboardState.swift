import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The state of a user in a dashboard: drill paths, zooming levels, filters, variables, changes and selections.
///
/// A state is a value and contains its dashboard, so it is always valid: a move returns another state or throws. No
/// query runs. An array of states is an undo history, and `address` is the query string of a state.
///
/// ```swift
/// let start = sales.initialState
/// let europe = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 10))
/// ```
public struct DashboardState: Sendable, CustomStringConvertible {
  /// The dashboard of the state.
  public let dashboard: Dashboard
  package var exploration: Exploration

  /// Creates a state without checking it. Use it for states that `Dashboard.checked(_:)` or a move returned.
  package init(_ dashboard: Dashboard, _ exploration: Exploration = Exploration()) {
    self.dashboard = dashboard
    self.exploration = exploration
  }

  /// The query string of the state, without a question mark: `Resellers.drill=Region:Europe&$hike=10`. Empty for the
  /// initial state. `Dashboard.state(address:)` parses it.
  public var address: String { exploration.description }

  public var description: String { address }

  /// Returns the state after some moves, in their order.
  ///
  /// - Parameters:
  ///   - moves: The moves.
  ///   - delegate: The receiver of their events. Moves that it does not allow are skipped.
  /// - Throws: The reason why the first invalid move is invalid, such as `metadataObjectUndefined` for an unknown name,
  ///   `outOfBounds` or `drillAtLastLevel`.
  public func applying(
    _ moves: Move..., delegate: (any DashboardDelegate)? = nil
  ) throws(AugerError) -> DashboardState {
    do { return try after(moves, delegate) } catch { throw AugerError(error) }
  }

  /// Returns the state with the variables and the changes of a scenario instead of its own.
  ///
  /// - Throws: The errors of ``applying(_:delegate:)`` for assumptions that the dashboard does not allow.
  public func assuming(_ scenario: Scenario) throws(AugerError) -> DashboardState {
    do { return DashboardState(dashboard, try scenario.applied(to: exploration, in: dashboard)) } catch {
      throw AugerError(error)
    }
  }

  /// Returns the levels of a drilldown group above the current one, the first level first. Empty for other items.
  public func path(of item: String) -> [DrillStep] {
    guard let group = dashboard.drillDownGroups.first(named: item) else { return [] }
    return (try? DrillContext(group: group, exploration))?.steps ?? []
  }

  /// Returns the value of a variable, named without its `$`; nil if the dashboard does not have the variable.
  public func value(of variable: String) -> Scalar? {
    dashboard.variable(variable).map { exploration.variables[$0.name] ?? $0.value }
  }

  /// Returns the selection of a filter: a list of values or a range. Nil if the filter accepts all values.
  public func selection(of filter: String) -> QueryArgument? {
    dashboard.filter(filter).flatMap { exploration.filters[$0.name]?.argument }
  }

  package func after(
    _ moves: [Move], _ delegate: (any DashboardDelegate)? = nil
  ) throws(DiagnosticError) -> DashboardState {
    try dashboard.checkFindings()
    var result = exploration
    var events: [DashboardEvent] = []
    for move in moves {
      let change = try move.change(in: dashboard, at: result)
      let next = try dashboard.place(after: change, from: result)
      if let delegate {
        let event = DashboardEvent(change, of: dashboard, to: next)
        guard delegate.allows(event, in: DashboardState(dashboard, result)) else { continue }
        events.append(event)
      }
      result = next
    }
    let state = DashboardState(dashboard, result)
    // Report events only after the last move, because an invalid move undoes all of them.
    for event in events { delegate?.didOccur(event, in: state) }
    return state
  }
}

extension DashboardState: Hashable {
  public static func == (a: DashboardState, b: DashboardState) -> Bool {
    a.exploration == b.exploration && a.dashboard == b.dashboard
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Name(dashboard.name))
    hasher.combine(exploration)
  }
}

extension Dashboard {
  /// The initial state: nothing drilled, filtered, set or selected.
  public var initialState: DashboardState { DashboardState(self) }

  /// Returns the state of a query string, such as `Resellers.drill=Region:Europe&$hike=10`, with or without a leading
  /// question mark.
  ///
  /// - Throws: `explorationSyntax` and `explorationUnknown` with positions in the string, and every part of it that the
  ///   dashboard does not allow, as one error.
  public func state(address: String) throws(AugerError) -> DashboardState {
    do { return DashboardState(self, try checked(try Exploration(address))) } catch { throw AugerError(error) }
  }
}
