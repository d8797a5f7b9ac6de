import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The query arguments from an item's filters: the selected values or the range of each filter, by name.
package struct FilterSelections: Sendable {
  /// The filter arguments together with the previous arguments.
  package let arguments: QueryArguments
  let filters: [NameReference]
  /// For each filter, true if it is set.
  private let isSet: [Bool]

  init() {
    arguments = QueryArguments()
    filters = []
    isSet = []
  }

  /// - Parameter picks: The values selected by drilling. If a filter has the same name, the drilled value takes
  ///   precedence and must be one of the values that the filter accepts.
  /// - Throws: `drillOutsideFilter` for a drilled value that a filter does not accept.
  package init(
    _ references: [NameReference], at state: Exploration, beside picks: QueryArguments = QueryArguments()
  ) throws(DiagnosticError) {
    var arguments = picks
    for reference in references { try Self.apply(reference.name, state, to: &arguments) }
    self.arguments = arguments
    filters = references
    isSet = references.map { state.filters[$0.name] != nil }
  }

  /// Returns a warning for each filter that is set but not used by a query.
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
          .drillOutsideFilter, "'\(stranger)' was drilled into but is not a selected value of filter '\(filter)'"))
    }
  }
}

extension FilterState {
  /// Returns true if the filter accepts `value`.
  func contains(_ value: Scalar) -> Bool {
    switch self {
    case .picks(let values): values.contains { Scalar.compare($0, value) == 0 }
    case .range(let lower, let upper):
      Scalar.compare(lower, value) <= 0 && Scalar.compare(value, value.isMoment ? upper.upperEnd : upper) <= 0
    }
  }
}

extension Diagnostic.Code {
  /// A filter that is set but not used by a query of the chart.
  package static let filterNotUsed = Self("filterNotUsed")
  /// A drilled value that a filter of the same name does not accept.
  package static let drillOutsideFilter = Self("drillOutsideFilter")
}
