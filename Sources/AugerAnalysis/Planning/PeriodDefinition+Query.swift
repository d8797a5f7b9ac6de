import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

extension PeriodDefinition {
  /// The periods of a category such as `startOf(sold, 'month')` or `year(sold)`. Adds measures for the first and last
  /// date of each period to the query. Returns nil and adds nothing if the category is not a period.
  package init?(of category: Expression, asking query: inout TableQuery) throws(DiagnosticError) {
    guard case .call(let name, _, let arguments) = category.root.kind, let date = arguments.first else { return nil }
    let grain: AugerMetadata.Grain
    switch (name.lowercased(), arguments.count) {
    case ("year", 1): grain = .year
    case ("startof", 2):
      guard case .literal(.string(let word)) = arguments[1].kind, let found = Self.period(word) else { return nil }
      grain = found
    default: return nil
    }
    var names = DateSpan.endNames.map { "period \($0)" }
    let taken = (query.derive + query.measures).map(\.name) + query.groupBy.map(\.name)
    while names.contains(where: taken.contains) { names = names.map { $0 + "'" } }
    for (name, measure) in zip(names, DateSpan.ends(of: date.description)) {
      query.measures.append(try TableQuery.Named(name, measure.expression))
    }
    self.init(grain, date: date.description, first: names[0], last: names[1])
  }

  /// Returns nil for days and hours, which end with their data.
  private static func period(_ word: String) -> AugerMetadata.Grain? {
    [.year, .quarter, .month, .week].first { $0.rawValue.lowercased() == word.lowercased() }
  }
}
