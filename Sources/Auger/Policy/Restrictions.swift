import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// What holds for every query of one principal on one dashboard: values instead of claims.
///
/// Only an `Entitlement` makes one that restricts nothing.
package struct Restrictions: Sendable {
  /// A condition of the rows of a table, with variables for the claims.
  struct Rows: Sendable {
    var source: String
    var table: String
    var condition: Expression

    /// Whether it is for a table, by one of the names that it has.
    func isFor(_ names: [String], of source: String) -> Bool {
      Name(self.source) == Name(source) && names.contains { DataPolicy.Rows.isSameTable(table, $0) }
    }
  }

  /// Each argument with the values that it may have, as a list; of an empty one nothing can be seen.
  private(set) var forced = QueryArguments()
  /// Arguments of a place that the caller cannot leave, each with the values that it may have: those of every query
  /// that takes the argument, and of no other.
  private(set) var held = QueryArguments()
  private(set) var rows: [Rows] = []
  /// The values of the variables in `rows`.
  private(set) var claims = QueryArguments()
  private(set) var session: [SessionSetting] = []

  var isEmpty: Bool { forced.isEmpty && held.isEmpty && rows.isEmpty && session.isEmpty }

  /// One text for equal restrictions.
  package var text: String {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let rows = Set(rows.map { Name(sized([$0.source, $0.table, $0.condition.root.description])) }).sorted()
    return sized([
      forced.canonicalText, sized(rows.map(\.text)), claims.canonicalText,
      sized(session.flatMap { [$0.name, $0.value] }), held.canonicalText,
    ])
  }

  /// The argument can only have these values; those that it could have before are intersected with them.
  mutating func force(_ argument: String, to values: [Scalar]) { Self.narrow(&forced, argument, to: values) }

  /// As `force`, for queries that take the argument; others are answered as they are.
  mutating func hold(_ argument: String, to values: [Scalar]) { Self.narrow(&held, argument, to: values) }

  private static func narrow(_ arguments: inout QueryArguments, _ argument: String, to values: [Scalar]) {
    var values = values.filter { !$0.isNull }.sorted(by: Scalar.precedes)
    if case .list(let earlier)? = arguments[argument] {
      values = values.filter { value in earlier.contains { Scalar.compare($0, value) == 0 } }
    }
    var distinct: [Scalar] = []
    for value in values where distinct.last.map({ Scalar.compare($0, value) != 0 }) ?? true { distinct.append(value) }
    arguments[argument] = .list(distinct)
  }

  /// The rows of a table are those that fulfil a condition of the policy.
  mutating func restrict(_ rows: DataPolicy.Rows, claims values: [Name: [Scalar]]) throws(DiagnosticError) {
    let bound = try rows.bound(claims: values)
    for (name, value) in bound.variables.entries { claims[name] = value }
    self.rows.append(Rows(source: rows.source, table: rows.table, condition: bound.condition))
  }

  /// A setting has a value; false where it has another one already.
  mutating func set(_ name: String, to value: String) -> Bool {
    if let earlier = session.first(where: { Name($0.name) == Name(name) }) { return Name(earlier.value) == Name(value) }
    let index = session.firstIndex { Scalar.compareBytes(name, $0.name) < 0 } ?? session.count
    session.insert(SessionSetting(name, value), at: index)
    return true
  }

  /// Both restrictions at once.
  mutating func formIntersection(_ other: Restrictions) {
    for (name, value) in other.forced.entries { if case .list(let values) = value { force(name, to: values) } }
    for (name, value) in other.held.entries { if case .list(let values) = value { hold(name, to: values) } }
    rows += other.rows
    for (name, value) in other.claims.entries { claims[name] = value }
    for setting in other.session { _ = set(setting.name, to: setting.value) }
  }
}

extension QueryArgument {
  /// One value as it is, several as a list: a place that takes one value takes no list.
  static func short(_ values: [Scalar]) -> QueryArgument { values.count == 1 ? .scalar(values[0]) : .list(values) }
}

// What becomes of a query.
extension Restrictions {
  /// A query as it may be executed.
  struct Query {
    var query: QueryDefinition
    var arguments: QueryArguments
    /// Nothing of what was asked may be seen: the answer is that of a value that does not exist.
    var isOutside = false

    /// The argument has those values only that are allowed: what was asked is intersected with them.
    fileprivate mutating func narrow(_ name: String, to value: QueryArgument) {
      guard case .list(let allowed) = value else { return }
      let declared = query.parameters.first { Name($0.name) == Name(name) }
      let own = declared?.type.flatMap { QueryArgument.list(allowed).converted(to: $0) } ?? value
      guard case .list(let values) = own else { return }
      let given = arguments[name]
      var seen = values
      if let asked = given ?? declared?.defaultValue.map({ .scalar($0) }) {
        // What is of another type than the query takes is refused as it is without a policy.
        seen = asked.values(among: values, as: declared?.type)
      }
      if seen.isEmpty { isOutside = true }
      arguments[name] = seen.isEmpty ? (values.isEmpty ? .scalar(.null) : .short(values)) : .short(seen)
      if let given, let type = declared?.type, given.converted(to: type) == nil { arguments[name] = given }
    }

    /// The answer, with the rows that may be seen.
    func limited(_ table: Table) -> Table {
      guard isOutside, case .sql = query.body else { return table }
      return table.gathered([])
    }
  }

  /// A query with the arguments that are forced upon it. Throws `argumentNotForced` where it does not take one.
  func applied(to query: QueryDefinition, _ arguments: QueryArguments) throws(DiagnosticError) -> Query {
    var result = Query(query: query, arguments: arguments)
    for (name, value) in forced.entries { result.narrow(name, to: value) }
    for (name, value) in held.entries where query.isNarrowed(by: name, with: [name: value]) {
      result.narrow(name, to: value)
    }
    for name in forced.names where !query.isNarrowed(by: name, with: result.arguments) {
      throw DiagnosticError(
        Diagnostic(
          .argumentNotForced, "query '\(query.name)' does not take '\(name)', which the data policy forces",
          at: query.place, hint: query.narrowingHint(name), details: [.init(.query, query.name)]))
    }
    switch query.body {
    case .sql:
      guard let rows = rows.first(where: { Name($0.source) == Name(query.source) }) else { break }
      throw DiagnosticError(
        Diagnostic(
          .rowsNotRestricted,
          "query '\(query.name)' is SQL text of source '\(query.source)', whose table '\(rows.table)' has "
            + "conditions of rows in the data policy", at: query.place,
          hint: "write a table query, or let the database decide by 'session'", details: [.init(.query, query.name)]))
    case .table(var table) where result.isOutside:
      table.filters.append(TableQuery.Filter(try Expression.parse("1 == 2")))
      result.query.body = .table(table)
    case .table: break
    }
    return result
  }

  /// The conditions of the rows of a table that a query reads, by the names that it has. Throws `unknownColumn` where
  /// the table does not have the columns: another one of the query must not take their place.
  func conditions(
    _ names: [String], of source: String, schema: () throws -> Schema
  ) throws -> [TableQuery.Filter] {
    let own = rows.filter { $0.isFor(names, of: source) }
    guard !own.isEmpty else { return [] }
    let schema = try schema()
    for rows in own {
      for name in rows.condition.columnNames where schema.index(of: name) == nil {
        throw DiagnosticError(
          Diagnostic(
            .unknownColumn, "column '\(name)' of a condition of the data policy is not in '\(rows.table)'",
            hint: DidYouMean.hint(for: name, among: schema.names, listing: "columns")))
      }
    }
    return own.map { TableQuery.Filter($0.condition, isRestriction: true) }
  }
}

extension QueryArgument {
  /// Those of `allowed` that are asked for.
  fileprivate func values(among allowed: [Scalar], as type: DataType?) -> [Scalar] {
    let asked = type.flatMap { converted(to: $0) } ?? self
    switch asked {
    case .scalar(let value): return allowed.filter { Scalar.compare($0, value) == 0 }
    case .list(let values):
      return allowed.filter { value in values.contains { Scalar.compare($0, value) == 0 } }
    case .range(let lower, let upper):
      return allowed.filter { Scalar.compare(lower, $0) <= 0 && Scalar.compare($0, upper) <= 0 }
    }
  }
}

extension QueryDefinition {
  /// Whether an argument decides which rows the result is made of, with these arguments.
  package func isNarrowed(by argument: String, with arguments: QueryArguments) -> Bool {
    switch body {
    case .sql(let template): return template.takes(argument, with: arguments, declared: parameters)
    case .table(let table):
      var given = arguments
      for parameter in parameters where given[parameter.name] == nil {
        given[parameter.name] = parameter.defaultValue.map { .scalar($0) }
      }
      return table.isNarrowed(by: argument, with: given)
    }
  }

  /// What makes it take the argument.
  package func narrowingHint(_ argument: String) -> String {
    switch body {
    case .sql: "name it outside of optional clauses, or alone in one: [[ AND column IN (:\(argument)) ]]"
    case .table: "add a condition of its own to 'where': column in (\(Expression.reference(toVariable: argument)))"
    }
  }
}
