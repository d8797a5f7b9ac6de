import AugerQuery

/// A table of a shelf, whole or narrowed to some of its rows. Whatever is read of it is read by one statement.
struct ShelfTable: ScannableTable {
  let name: String
  let shelf: Shelf
  let fields: [Field]
  var selection = RowSelection()

  func schema(_ control: RunControl) throws -> Schema { Schema(fields) }

  /// Rows come from one statement and are handed on in chunks. It would have to be several statements, or one with a
  /// cursor, for more rows than memory holds.
  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var selection = selection
    if let limit = request.rowLimit { selection.limit = min(limit, selection.limit ?? limit) }
    let table = try execute(statement(for: request.columns, selection), limits: .none, control)
    var row = 0
    while row < table.rowCount {
      try control.check()
      let end = min(row + request.chunkRows, table.rowCount)
      let columns = request.columns.isEmpty ? [] : table.columns.map { $0[row..<end] }
      try body(row / request.chunkRows, Batch(columns: columns, rowCount: end - row, firstRow: row))
      row = end
    }
    return ScanSummary(rowCount: table.rowCount)
  }
}

extension ShelfTable: PushdownTable {
  var dialect: SQLDialect { SQLDialect(name: "shelf", placeholder: .numberedQuestionMark) }
  var rules: any SQLRules { ShelfRules() }
  var sqlSource: SQLFragment { SQLFragment(verbatim: dialect.quoted(name)) }

  /// Rows stay where they are.
  var hasFixedOrder: Bool { true }

  /// Nobody writes to a shelf: one version is all there is.
  func version(_ control: RunControl) throws -> Int64? { 0 }

  /// What holds for all rows: their number, and the least and the greatest whole number of a column, which tell that a
  /// sum cannot overflow. A database would be asked for them, once for each version.
  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage {
    try control.check()
    let rows = shelf.table(name)?.rows ?? []
    return TableStorage(
      rowCount: rows.count,
      columns: columns.map { column in
        let numbers = rows.compactMap { row in if case .int(let number) = row[column] { Int128(number) } else { nil } }
        let bounds = numbers.min().flatMap { least in numbers.max().map { least...$0 } }
        return ColumnStorage(fields[column].type, bounds: bounds)
      })
  }

  func statement(for columns: [Int], _ selection: RowSelection) -> SQLStatement {
    let names = columns.map { SQLFragment(verbatim: dialect.quoted(fields[$0].name)) }
    // Rows are counted where no column is asked for: any column will do.
    var sql: SQLFragment = "SELECT \(names.first ?? SQLFragment(verbatim: dialect.quoted(fields[0].name)))"
    for name in names.dropFirst() { sql = sql + ", \(name)" }
    sql = sql + " FROM \(sqlSource)"
    if let condition = selection.condition { sql = sql + " WHERE \(condition)" }
    if let order = selection.order { sql = sql + " ORDER BY \(order)" }
    if let limit = selection.limit { sql = sql + " LIMIT \(SQLFragment(verbatim: "\(limit)"))" }
    return sql.statement(dialect)
  }

  func narrowed(to selection: RowSelection) -> any ScannableTable {
    var table = self
    table.selection = selection
    return table
  }

  /// Executes what was written with `ShelfRules`, or what `statement(for:_:)` wrote.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try control.check()
    let answer: Shelf.Answer
    do {
      answer = try shelf.execute(statement.text, statement.bindings) { try control.check() }
    } catch let error as ShelfError {
      throw AugerError(.queryFailed, operation: "execute \(statement.text)", error.message)
    }
    try limits.check(rows: answer.rows.count)
    let columns = try answer.types.enumerated().map { index, type in
      try Column(type, answer.rows.map { $0[index] })
    }
    return Table(
      Schema(answer.types.enumerated().map { Field("\($0 + 1)", $1) }), columns, rowCount: answer.rows.count)
  }
}
