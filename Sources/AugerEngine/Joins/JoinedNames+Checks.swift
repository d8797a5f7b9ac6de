import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Additional validation of names in a query with joins.
extension JoinedNames {
  func check(_ query: TableQuery, _ arguments: QueryArguments) throws(DiagnosticError) {
    try checkKnown(of: query, arguments)
    try checkOrder(of: query)
    try checkAmbiguity(of: query)
  }

  /// Reports unknown names and lists the available columns.
  private func checkKnown(of query: TableQuery, _ arguments: QueryArguments) throws(DiagnosticError) {
    var problems: [Diagnostic] = []
    let long = joins.flatMap { join in join.columns.map { "\(join.name).\($0)" } }
    func check(_ name: String, _ place: Diagnostic.Place?, beside others: [String] = [], before end: Int? = nil) {
      let before = joins.prefix(end ?? joins.count).flatMap(\.columns)
      guard !own.contains(Name(name)), !(others + before + long).contains(name: name) else { return }
      let near =
        arguments[name].map { _ in "$\(name)" }
        ?? DidYouMean.nearest(to: name, among: ownNames + before + long + others)
      let shown = joins.indices.prefix(end ?? joins.count).flatMap { join in
        joins[join].columns.map { shownName(of: $0, in: join) }
      }
      problems.append(
        Diagnostic(
          .unknownColumn, "column '\(name)' is not known", at: place,
          hint: near.map { "Did you mean '\($0)'?" }
            ?? DidYouMean.hint(for: name, among: ownNames + others + shown, listing: "columns")))
    }
    func check(_ expression: Expression, beside others: [String] = [], before end: Int? = nil) {
      expression.eachColumn { check($0, Diagnostic.Place(expression.source, $1), beside: others, before: end) }
    }
    for (index, join) in query.joins.enumerated() { for key in join.on { check(key.value, before: index) } }
    for (index, item) in query.derive.enumerated() {
      check(item.expression, beside: query.derive[..<index].map(\.name))
    }
    let derived = query.derive.map(\.name)
    for filter in query.filters where filter.isKept(with: arguments) { check(filter.expression, beside: derived) }
    for item in query.measures { check(item.expression, beside: derived) }
    for reference in query.groupBy + (query.select ?? []) { check(reference.name, reference.place, beside: derived) }
    for filter in query.having where filter.isKept(with: arguments) {
      check(filter.expression, beside: derived + query.measures.map(\.name))
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
  }

  /// Reports keys that use columns of their own join or of a later one.
  private func checkOrder(of query: TableQuery) throws(DiagnosticError) {
    var problems: [Diagnostic] = []
    for (index, join) in query.joins.enumerated() {
      for key in join.on {
        key.value.eachColumn { name, span in
          guard !own.contains(Name(name)),
            let later = (index..<joins.count).first(where: { later in
              joins[later].columns.contains { Name("\(joins[later].name).\($0)") == Name(name) }
            })
          else { return }
          let isOwn = later == index
          problems.append(
            Diagnostic(
              .joinOrder,
              isOwn
                ? "the key of join '\(join.name)' is compared with its own column '\(name)'"
                : "the key of join '\(join.name)' needs '\(name)', and join '\(joins[later].name)' comes after it",
              at: Diagnostic.Place(key.value.source, span),
              hint: isOwn
                ? "Compare it with a column of '\(query.from)' or of an earlier join."
                : needsBack(later, index, query)
                  ? "Compare a column of '\(query.from)' in one of the two keys. Each join needs the other."
                  : "Write join '\(joins[later].name)' first."))
        }
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
  }

  /// Returns true if the key of a join uses columns of another join, directly or indirectly.
  private func needsBack(_ join: Int, _ other: Int, _ query: TableQuery) -> Bool {
    var (reached, pending) = (Set<Int>(), [join])
    while let next = pending.popLast() {
      guard reached.insert(next).inserted else { continue }
      let names = query.joins[next].on.flatMap(\.value.columnNames)
      pending += joins.indices.filter { index in
        joins[index].columns.contains { names.contains(name: "\(joins[index].name).\($0)") }
      }
    }
    return reached.contains(other)
  }

  /// Reports names that several joined tables have, but not the query's first table. A key may use columns before its
  /// join.
  private func checkAmbiguity(of query: TableQuery) throws(DiagnosticError) {
    var problems: [Diagnostic] = []
    func check(_ name: String, _ place: Diagnostic.Place?, before end: Int? = nil) {
      let owners = joins.prefix(end ?? joins.count).filter { $0.columns.contains(name: name) }.map {
        "\($0.name).\(name)"
      }
      guard owners.count > 1, !own.contains(Name(name)) else { return }
      problems.append(
        Diagnostic(
          .ambiguousColumn, "column '\(name)' is in \(owners.count) of the joined tables", at: place,
          hint: "Write \(owners.joined(separator: " or "))."))
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
  /// A join whose key uses columns of the same join or a later one.
  package static let joinOrder = Self("joinOrder")
  /// A name that several tables have.
  package static let ambiguousColumn = Self("ambiguousColumn")
}
