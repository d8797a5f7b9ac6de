import AugerDiagnostics
import AugerMetadata

// Scenarios: what is assumed, apart from where somebody looks. Any two can be compared; a variable can be swept.

/// A named set of variable values and what-if changes.
public struct Scenario: Sendable, Hashable, HasName {
  /// What the scenario is called in comparisons.
  public var name: String
  private let assumed: Exploration

  /// What a state assumes: its variables and changes, nothing else of it.
  public init(_ name: String, of state: Exploration) {
    self.name = name
    var assumed = Exploration()
    assumed.variables = state.variables
    for item in state.items.entries { assumed[item: item.name].whatIf = item.value.whatIf }
    self.assumed = assumed
  }

  /// From an address: `$hike=5&Income.whatif.UnitPrice[Central]=9.5`.
  ///
  /// Throws `scenarioPart` for parts that are no assumption, such as a drill, and what is wrong with the address.
  public init(_ name: String, _ address: String) throws(DiagnosticError) {
    let state = try Exploration(address)
    self.init(name, of: state)
    guard state == assumed else {
      throw DiagnosticError(
        Diagnostic(
          .scenarioPart, "scenario '\(name)' holds more than variables and what-if changes: '\(state)'",
          hint: "where to look is said apart from it"))
    }
  }

  package var address: String { assumed.description }

  /// A state with these assumptions instead of its own.
  ///
  /// Throws what the dashboard says against them, with the scenario's name.
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
