import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

// The rows that a query reads, as a query without groups. All conditions of the query and of the policy remain.
extension QueryDefinition {
  /// Returns a query of the underlying rows, and its arguments with the values of the conditions.
  ///
  /// Throws `rowsNotAvailable` if the rows cannot be determined exactly.
  func reading(
    _ rows: UnderlyingRows, _ arguments: QueryArguments
  ) throws(DiagnosticError) -> (query: QueryDefinition, arguments: QueryArguments) {
    guard case .table(var table) = body else {
      throw rowsUnknown(
        "it is SQL text, which may combine rows", hint: "Write a table query with from, where, groupBy and measures.")
    }
    let limit = table.isAggregation ? nil : table.limit
    if table.isAggregation {
      try check(rows, ofGroups: table)
      table.select =
        rows.showsNamedColumns ? try namedColumns(of: table).map { TableQuery.ColumnReference($0) } : nil
    } else {
      guard limit == nil || rows.conditions.isEmpty else {
        throw rowsUnknown("it has a limit", hint: "Remove the limit, or request the rows without a mark.")
      }
      if !rows.showsNamedColumns { table.select = nil }
    }
    if limit == nil { table.orderBy = [] }
    (table.groupBy, table.measures, table.having, table.pivot) = ([], [], [], nil)
    var arguments = arguments
    for (index, condition) in rows.conditions.enumerated() {
      let variable = "\u{1F}mark\(index)"
      table.filters.append(try condition.filter(variable, &arguments))
    }
    switch rows.form {
    case .all: table.limit = limit
    case .first(let count): table.limit = min(count, limit ?? count)
    case .count:
      (table.select, table.orderBy, table.limit) = (nil, [], nil)
      let count = limit.map { "if(count() > \($0), \($0), count())" } ?? "count()"
      table.measures = [try TableQuery.Named("count", count)]
    }
    var query = self
    query.body = .table(table)
    query.properties = TableProperties()
    return (query, arguments)
  }

  /// Throws if a condition is not on a key, or if some of the groups are missing in the result.
  private func check(_ rows: UnderlyingRows, ofGroups table: TableQuery) throws(DiagnosticError) {
    let keys = table.groupBy.map(\.name)
    if let other = rows.conditions.first(where: { !keys.contains(name: $0.column) }) {
      throw rowsUnknown(
        "'\(other.column)' is not one of its keys",
        hint: keys.isEmpty ? "Request the rows without a mark." : "Keys: \(keys.joined(separator: ", ")).")
    }
    guard table.limit != nil || !table.having.isEmpty else { return }
    // A mark of one group has the same rows, regardless of the other groups.
    let isOneGroup = keys.allSatisfy { key in
      rows.conditions.contains { condition in
        guard Name(condition.column) == Name(key), condition.expression == nil else { return false }
        if case .scalar = condition.argument { return true }
        return false
      }
    }
    guard isOneGroup, !keys.isEmpty else {
      throw rowsUnknown(
        "it leaves out groups, by a limit or by 'having'",
        hint: "Request the rows of one mark, with a value for each key: \(keys.joined(separator: ", ")).")
    }
  }

  /// Returns the columns that keys and measures name, in order of first appearance.
  private func namedColumns(of table: TableQuery) throws(DiagnosticError) -> [String] {
    var names: [String] = []
    for name in table.groupBy.map(\.name) + table.measures.flatMap({ $0.expression.columnNames })
    where !names.contains(name: name) { names.append(name) }
    guard !names.isEmpty else {
      throw rowsUnknown(
        "it names no column, and the data policy shows only named columns",
        hint: "Group the rows by a column, or name one in a measure.")
    }
    return names
  }

  private func rowsUnknown(_ reason: String, hint: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .rowsNotAvailable, "the rows behind query '\(name)' are not known exactly: \(reason)", hint: hint,
        details: [.init(.query, name)]))
  }
}

extension UnderlyingRows.Condition {
  /// Returns the condition on rows. Its values become the values of a variable.
  fileprivate func filter(
    _ variable: String, _ arguments: inout QueryArguments
  ) throws(DiagnosticError) -> TableQuery.Filter {
    let compared = expression ?? Expression.reference(to: column)
    let values = Expression.reference(toVariable: variable)
    var parts: [String] = []
    func given(_ argument: QueryArgument, _ condition: String) {
      arguments[variable] = argument
      parts.append(condition)
    }
    switch argument {
    case .scalar(.null): parts = ["\(compared) is null"]
    case .scalar: given(argument, "\(compared) in (\(values))")
    case .list(let list):
      let present = list.filter { !$0.isNull }
      if !present.isEmpty { given(.list(present), "\(compared) in (\(values))") }
      if present.count < list.count { parts.append("\(compared) is null") }
    case .range: given(argument, "\(compared) >= \(values).lower and \(compared) <= \(values).upper")
    }
    return try TableQuery.Filter(parts.isEmpty ? "1 == 2" : parts.joined(separator: " or "), name: "mark")
  }
}
