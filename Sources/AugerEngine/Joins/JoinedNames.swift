import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// What the columns of joined tables are called: `JOIN.NAME`, and `NAME` alone where nothing else has it.
struct JoinedNames {
  private let own: Set<String>
  private let joins: [(name: String, columns: [String])]

  init(_ own: [String], _ joins: [(name: String, columns: [String])]) {
    self.own = Set(own)
    self.joins = joins
  }

  /// The names of a column, the shortest last.
  func names(of column: String, in join: String) -> [String] {
    let isShared = own.contains(column) || joins.count { $0.columns.contains(column) } > 1
    return ["\(join).\(column)"] + (isShared ? [] : [column])
  }

  /// Refuses names that several joins have and not the query's own table. A key may name what comes before its join.
  func checkAmbiguity(of query: TableQuery) throws(DiagnosticError) {
    var problems: [Diagnostic] = []
    func check(_ name: String, _ place: Diagnostic.Place?, before end: Int? = nil) {
      let owners = joins.prefix(end ?? joins.count).filter { $0.columns.contains(name) }.map { "\($0.name).\(name)" }
      guard owners.count > 1, !own.contains(name) else { return }
      problems.append(
        Diagnostic(
          .ambiguousColumn, "column '\(name)' is in \(owners.count) of the joined tables", at: place,
          hint: "write \(owners.joined(separator: " or "))"))
    }
    func check(_ expression: Expression, before end: Int? = nil) {
      expression.eachColumn { check($0, Diagnostic.Place(expression.source, $1), before: end) }
    }
    for (index, join) in query.joins.enumerated() { for key in join.on { check(key.value, before: index) } }
    for item in query.derive + query.measures { check(item.expression) }
    for filter in query.filters + query.having { check(filter.expression) }
    for reference in query.groupBy + (query.select ?? []) { check(reference.name, reference.place) }
    if !problems.isEmpty { throw DiagnosticError(problems) }
  }
}

extension Diagnostic.Code {
  /// A name that several tables have.
  public static let ambiguousColumn = Self("ambiguousColumn")
}
