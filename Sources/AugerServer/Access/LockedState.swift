import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import HTTPTypes

/// Filters and variables that a page which stands in another cannot leave.
///
/// What an address does not say is as it is locked; what it says must lie within. Queries are held to it too
/// (`Entitlement.held`), so that no other part of an address reaches around it. Drills, zooms and the like cannot be
/// locked: the same chart can be reached by more names than one.
struct LockedState: Sendable, Hashable {
  private let state: Exploration

  /// Nil for an address that has other parts, and for one that cannot be read.
  init?(_ address: String) {
    guard let state = try? Exploration(address), state.items.isEmpty else { return nil }
    let names = state.filters.names.map { Name($0) } + state.variables.names.map { Name($0) }
    // Of a filter and a variable of one name a query has one argument.
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

  /// The state within what is locked. Throws 422 for one that lies outside.
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
    Problem(.unprocessableContent, "locked", "'\(name)' cannot be changed here")
  }
}
