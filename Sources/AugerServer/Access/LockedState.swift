import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import HTTPTypes

/// The filters and variables that an embedded page cannot change.
///
/// A filter or variable that is missing from the URL has its locked value. A value in the URL must be within the locked
/// values. `Entitlement.held` applies the lock to queries, so that no other part of the URL bypasses it. Drill paths,
/// zooms and similar states cannot be locked, because several items can show the same chart.
struct LockedState: Sendable, Hashable {
  private let state: Exploration

  /// Reads the locked state. Nil if the text is invalid or contains anything except filters and variables.
  init?(_ address: String) {
    guard let state = try? Exploration(address), state.items.isEmpty else { return nil }
    let names = state.filters.names.map { Name($0) } + state.variables.names.map { Name($0) }
    // A filter and a variable with the same name would set the same query argument.
    guard Set(names).count == names.count else { return nil }
    for filter in state.filters.entries { if case .range = filter.value { return nil } }
    self.state = state
  }

  var arguments: QueryArguments {
    var arguments = QueryArguments()
    for filter in state.filters.entries {
      if case .picks(let values) = filter.value { arguments[filter.name] = .list(values) }
    }
    for variable in state.variables.entries { arguments[variable.name] = .scalar(variable.value) }
    return arguments
  }

  /// Returns the state with the locked values applied. Throws 422 if a value is outside the lock.
  func holding(_ other: Exploration) throws(Problem) -> Exploration {
    var held = other
    for filter in state.filters.entries {
      guard let asked = other.filters[filter.name] else {
        held.filters[filter.name] = filter.value
        continue
      }
      guard case .picks(let values) = asked, case .picks(let locked) = filter.value,
        values.allSatisfy({ value in locked.contains { Scalar.compare($0, value) == 0 } })
      else { throw Self.outside(filter.name) }
    }
    for variable in state.variables.entries {
      guard let asked = other.variables[variable.name] else {
        held.variables[variable.name] = variable.value
        continue
      }
      guard Scalar.compare(asked, variable.value) == 0 else { throw Self.outside(variable.name) }
    }
    return held
  }

  private static func outside(_ name: String) -> Problem {
    Problem(.unprocessableContent, .locked, .problemLocked, ["name": name])
  }
}
