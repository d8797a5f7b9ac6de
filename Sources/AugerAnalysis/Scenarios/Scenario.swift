import AugerDiagnostics
import AugerMetadata

// A scenario contains assumptions, separate from the rest of the state. Any two can be compared, and a variable can be
// swept.

/// A named set of variable values and what-if changes.
public struct Scenario: Sendable, Hashable, HasName {
  /// The name of the scenario in comparisons.
  public var name: String
  private let assumed: Exploration

  /// Creates a scenario from the variables and what-if changes of a state. Ignores the rest of the state.
  public init(_ name: String, from state: DashboardState) { self.init(name, of: state.exploration) }

  package init(_ name: String, of state: Exploration) {
    self.name = name
    var assumed = Exploration()
    assumed.variables = state.variables
    for item in state.items.entries { assumed[item: item.name].whatIf = item.value.whatIf }
    self.assumed = assumed
  }

  /// Parses a query string: `$hike=5&Income.whatif.UnitPrice[Central]=9.5`.
  ///
  /// Throws `scenarioPart` for parts that are not assumptions, such as a drill path, and the errors of the query
  /// string.
  package init(_ name: String, _ address: String) throws(DiagnosticError) {
    let state = try Exploration(address)
    self.init(name, of: state)
    guard state == assumed else {
      throw DiagnosticError(
        Diagnostic(
          .scenarioPart, "scenario '\(name)' holds more than variables and what-if changes: '\(state)'",
          hint: "Move drill-downs, zooms, filters and selections to --explore."))
    }
  }

  package var address: String { assumed.description }

  /// Returns the state with its assumptions replaced by those of the scenario.
  ///
  /// Throws the errors of the dashboard, with the name of the scenario.
  package func applied(to state: Exploration, in dashboard: Dashboard) throws(DiagnosticError) -> Exploration {
    var result = state
    result.variables = NamedValues()
    for item in state.items.entries { result[item: item.name].whatIf = [] }
    do throws(DiagnosticError) {
      for move in dashboard.moves(to: assumed) { result = try dashboard.place(after: move, from: result) }
    } catch {
      throw DiagnosticError(
        error.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.message = "scenario '\(name)': \(diagnostic.message)"
          return diagnostic
        })
    }
    return result
  }
}

extension Diagnostic.Code {
  package static let scenarioPart = Self("scenarioPart")
}
