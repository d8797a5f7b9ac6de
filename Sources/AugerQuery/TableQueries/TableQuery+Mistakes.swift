import AugerDiagnostics
import AugerExpressions

extension TableQuery {
  /// The errors of the query that do not depend on its table: parts that require missing other parts.
  package var mistakes: [Diagnostic] {
    var found: [Diagnostic] = []
    if let condition = having.first, !isAggregation {
      found.append(
        Diagnostic(
          .havingWithoutGroups, "'having' requires groups, and the query has none",
          at: Diagnostic.Place(condition.expression.source, condition.expression.span),
          hint: "Use 'where' for a condition on rows, or add keys or measures."))
    }
    if let select, isAggregation {
      found.append(
        Diagnostic(
          .selectOfGroups, "'select' cannot be combined with groups",
          at: select.first?.place, hint: "Remove 'select', or 'groupBy' and 'measures'."))
    }
    if let pivot, !groupBy.contains(named: pivot.name) {
      let known = DidYouMean.nearest(to: pivot.name, among: groupBy.map(\.name)).map { "Did you mean '\($0)'?" }
      found.append(
        Diagnostic(
          .pivotNotGrouped, "pivot column '\(pivot.name)' is not a key of the groups",
          at: pivot.place, hint: known ?? "Add it to the keys of the groups."))
    } else if let pivot, measures.isEmpty {
      found.append(
        Diagnostic(
          .pivotWithoutMeasures, "the pivot by '\(pivot.name)' has no measures", at: pivot.place,
          hint: "Add a measure, such as count()."))
    }
    return found
  }
}

extension Diagnostic.Code {
  package static let havingWithoutGroups = Self("havingWithoutGroups")
  /// Selected columns of rows in a query that groups.
  package static let selectOfGroups = Self("selectOfGroups")
  package static let pivotNotGrouped = Self("pivotNotGrouped")
  /// A pivot in a query without measures.
  package static let pivotWithoutMeasures = Self("pivotWithoutMeasures")
}
