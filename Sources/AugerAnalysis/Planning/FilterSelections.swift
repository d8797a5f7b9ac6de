import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// What the filters of an item hand to its queries: each one's picks or range, by its name.
package struct FilterSelections: Sendable {
  /// Beside what was there before.
  package let arguments: QueryArguments
  let filters: [NameReference]
  /// For each filter whether anything is picked in it.
  private let isSet: [Bool]

  init() {
    arguments = QueryArguments()
    filters = []
    isSet = []
  }

  /// - Parameter picks: What was drilled into. A drill pick of a filter's name wins and must be one of its picks.
  /// - Throws: `drillOutsideFilter` for a pick that a filter does not let through.
  package init(
    _ references: [NameReference], at state: Exploration, beside picks: QueryArguments = QueryArguments()
  ) throws(DiagnosticError) {
    var arguments = picks
    for reference in references { try Self.apply(reference.name, state, to: &arguments) }
    self.arguments = arguments
    filters = references
    isSet = references.map { state.filters[$0.name] != nil }
  }

  /// A warning for each filter that is set and that a query does not use.
  package func warnings(for requests: [QueryRequest], knowing queries: QueryDescriptions) -> [Warning] {
    var warnings: [Warning] = []
    for (filter, isSet) in zip(filters, isSet) where isSet {
      for request in requests {
        guard let parameters = queries[request.query]?.parameters,
          !parameters.contains(name: filter.name)
        else { continue }
        let warning = Warning(
          .filterNotUsed,
          "filter '\(filter.name)' changes nothing: query '\(request.query)' has no parameter of that name")
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    return warnings
  }

  private static func apply(
    _ filter: String, _ state: Exploration, to arguments: inout QueryArguments
  ) throws(DiagnosticError) {
    guard let chosen = state.filters[filter] else { return }
    guard let picked = arguments[filter] else {
      arguments[filter] = chosen.argument
      return
    }
    let values: [Scalar] =
      switch picked {
      case .scalar(let value): [value]
      case .list(let values): values
      case .range(let lower, let upper): [lower, upper]
      }
    if let stranger = values.first(where: { !chosen.contains($0) }) {
      throw DiagnosticError(
        Diagnostic(
          .drillOutsideFilter, "'\(stranger)' was drilled into and is not among the picks of filter '\(filter)'"))
    }
  }
}

extension FilterState {
  /// Whether a value passes.
  func contains(_ value: Scalar) -> Bool {
    switch self {
    case .picks(let values): values.contains { Scalar.compare($0, value) == 0 }
    case .range(let lower, let upper):
      Scalar.compare(lower, value) <= 0 && Scalar.compare(value, value.isMoment ? upper.upperEnd : upper) <= 0
    }
  }
}

extension Diagnostic.Code {
  /// A filter that is set and that a query of the chart does not use.
  package static let filterNotUsed = Self("filterNotUsed")
  /// A drill pick that a filter of the same name does not let through.
  package static let drillOutsideFilter = Self("drillOutsideFilter")
}
