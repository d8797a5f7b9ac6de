import AugerDiagnostics
import AugerExpressions

extension TableQuery {
  /// The errors of the query that do not depend on its table: parts that require missing other parts.
  package var mistakes: [Diagnostic] {
    var found: [Diagnostic] = []
    if let condition = having.first, !isAggregation {
      found.append(
        Diagnostic(
          .havingWithoutGroups, "'having' is a condition on groups, and the query makes none",
          at: Diagnostic.Place(condition.expression.source, condition.expression.span),
          hint: "a condition on rows is 'where'; groups have keys or measures"))
    }
    if let select, isAggregation {
      found.append(
        Diagnostic(
          .selectOfGroups, "'select' chooses columns of rows, and groups have their keys and measures",
          at: select.first?.place, hint: "leave out 'select', or 'groupBy' and 'measures'"))
    }
    if let pivot, !groupBy.contains(named: pivot.name) {
      let known = DidYouMean.nearest(to: pivot.name, among: groupBy.map(\.name)).map { "Did you mean '\($0)'?" }
      found.append(
        Diagnostic(
          .pivotNotGrouped, "'\(pivot.name)' is no key of the groups, whose values could become columns",
          at: pivot.place, hint: known ?? "group by it too"))
    } else if let pivot, measures.isEmpty {
      found.append(
        Diagnostic(
          .pivotWithoutMeasures, "there is no measure to stand in the columns of '\(pivot.name)'", at: pivot.place,
          hint: "add a measure, such as count()"))
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
