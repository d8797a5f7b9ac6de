import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension Restrictions.Rows {
  /// Returns true if the conditions apply to a table with one of these names.
  func isFor(_ names: [String], of source: String) -> Bool {
    Name(self.source) == Name(source) && names.contains { DataPolicy.Rows.isSameTable(table, $0) }
  }
}

extension Restrictions {
  /// Restricts the rows of a table by a condition of the policy.
  mutating func restrict(_ rows: DataPolicy.Rows, claims values: [Name: [Scalar]]) throws(DiagnosticError) {
    let bound = try rows.bound(claims: values)
    restrict(Rows(source: rows.source, table: rows.table, condition: bound.condition), claims: bound.variables)
  }
}

extension QueryArgument {
  /// Returns one value as a scalar, several as a list. Parameters for single values do not accept lists.
  static func short(_ values: [Scalar]) -> QueryArgument { values.count == 1 ? .scalar(values[0]) : .list(values) }
}

// The application of restrictions to a query.
extension Restrictions {
  /// A query with enforced restrictions.
  struct Query {
    var query: QueryDefinition
    var arguments: QueryArguments
    /// True if none of the requested values is allowed. The result is then that of a value that does not exist.
    var isOutside = false

    /// Restricts an argument to allowed values: the intersection of the requested values with them.
    fileprivate mutating func narrow(_ name: String, to value: QueryArgument) {
      guard case .list(let allowed) = value else { return }
      let declared = query.parameters.first(named: name)
      let own = declared?.type.flatMap { QueryArgument.list(allowed).converted(to: $0) } ?? value
      guard case .list(let values) = own else { return }
      let given = arguments[name]
      var seen = values
      if let asked = given ?? declared?.defaultValue.map({ .scalar($0) }) {
        // A value of the wrong type is reported like without a policy.
        seen = asked.values(among: values, as: declared?.type)
      }
      if seen.isEmpty { isOutside = true }
      arguments[name] = seen.isEmpty ? (values.isEmpty ? .scalar(.null) : .short(values)) : .short(seen)
      if let given, let type = declared?.type, given.converted(to: type) == nil { arguments[name] = given }
    }

    /// Returns the result with only the rows that the caller may see.
    func limited(_ table: Table) -> Table {
      guard isOutside, case .sql = query.body else { return table }
      return table.gathered([])
    }
  }

  /// Returns a query with forced arguments. Throws `argumentNotForced` if it does not use one of them.
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
          hint: "Write a table query, or use row policies of the database with 'session'.",
          details: [.init(.query, query.name)]))
    case .table(var table) where result.isOutside:
      table.filters.append(TableQuery.Filter(try Expression.parse("1 == 2")))
      result.query.body = .table(table)
    case .table: break
    }
    return result
  }

  /// Returns the row conditions of a table that a query reads, under any of its names. Throws `unknownColumn` if the
  /// table does not have the columns, because another column of the query must not replace them.
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
  /// Returns the values of `allowed` that are requested.
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
  /// Returns true if an argument restricts the rows of the result, with these arguments.
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

  /// Returns a hint that explains how the query can use the argument.
  package func narrowingHint(_ argument: String) -> String {
    switch body {
    case .sql: "name it outside of optional clauses, or alone in one: [[ AND column IN (:\(argument)) ]]"
    case .table: "add a condition of its own to 'where': column in (\(Expression.reference(toVariable: argument)))"
    }
  }
}
