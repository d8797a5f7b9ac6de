import AugerColumns

/// AugerQuery: what a query is and who answers it - the query delegate, adapters and their sources, batch scans, SQL
/// templates, table queries. Adapters and the engine build on it; it opens nothing itself.

/// Whatever answers "execute query NAME with these arguments" with a table (MAKit: MAQueryDelegate).
public protocol QueryDelegate: Sendable {
  /// Executes the named query and returns its result.
  ///
  /// Throws `DiagnosticError` for what is wrong with the query or its arguments and `AugerError` for what went wrong
  /// while it ran. A cancelled task cancels the work in the database.
  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table
}
