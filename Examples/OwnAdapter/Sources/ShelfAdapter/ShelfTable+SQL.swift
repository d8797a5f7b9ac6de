import AugerQuery

extension ShelfTable {
  var dialect: SQLDialect { SQLDialect(name: "shelf", placeholder: .numberedQuestionMark) }

  /// The quoted name of the table.
  var sqlSource: SQLFragment { SQLFragment(verbatim: dialect.quoted(name)) }

  /// Returns the statement that reads columns of the selected rows.
  func statement(for columns: [Int], _ selection: RowSelection?, limit: Int?) -> SQLStatement {
    let names = columns.map { SQLFragment(verbatim: dialect.quoted(fields[$0].name)) }
    // A request without columns counts rows, for which any column is sufficient.
    var sql: SQLFragment = "SELECT \(names.first ?? SQLFragment(verbatim: dialect.quoted(fields[0].name)))"
    for name in names.dropFirst() { sql = sql + ", \(name)" }
    sql = sql + " FROM \(sqlSource)"
    if let condition = selection?.condition { sql = sql + " WHERE \(condition)" }
    if let order = selection?.order { sql = sql + " ORDER BY \(order)" }
    if let limit { sql = sql + " LIMIT \(SQLFragment(verbatim: "\(limit)"))" }
    return sql.statement(dialect)
  }

  /// Executes a statement in the database. Its errors become errors of the query.
  func answer(to statement: SQLStatement, _ control: RunControl) throws -> Shelf.Answer {
    try control.check()
    do {
      return try shelf.execute(statement.text, statement.bindings) { try control.check() }
    } catch let error as ShelfError {
      throw AugerError("queryFailed", message: error.message, operation: "execute \(statement.text)")
    }
  }
}
