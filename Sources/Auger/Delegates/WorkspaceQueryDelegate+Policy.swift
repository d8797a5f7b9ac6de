import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

// Enforces restrictions on the queries of a workspace.
extension WorkspaceQueryDelegate {
  /// Returns the arguments in their declared types, and the values of claims.
  func values(_ arguments: QueryArguments, of query: QueryDefinition) throws -> QueryArguments {
    var values = try ParameterDeclaration.resolve(arguments, declared: query.parameters)
    for (name, value) in restrictions.claims.entries { values[name] = value }
    return values
  }

  func restricting(
    _ query: TableQuery, on table: any ScannableTable, of definition: QueryDefinition, _ control: RunControl
  ) throws -> TableQuery {
    var query = query
    let conditions = try restrictions.conditions([query.from, table.name], of: definition.source) {
      try table.schema(control)
    }
    query.filters.insert(contentsOf: conditions, at: 0)
    return query
  }

  /// Returns a result without warnings if rows are restricted, because warnings could reveal hidden values.
  func quiet(_ table: Table) -> Table {
    guard !restrictions.rows.isEmpty else { return table }
    var table = table
    table.warnings = Warnings()
    return table
  }
}
