import AugerQuery

/// The work that the database does: it filters, sorts and groups rows before they are read.
extension ShelfTable: PushdownTable {
  var rules: any SQLRules { ShelfRules() }

  /// True because the order of the rows never changes.
  var hasFixedOrder: Bool { true }

  /// Returns the only version, because a shelf is immutable.
  func version(_ control: RunControl) throws -> Int64? { 0 }

  /// Returns the number of rows, and the minimum and maximum of each integer column. They prove that a sum cannot
  /// overflow. A real database would be queried for them once per version.
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
    statement(for: columns, selection, limit: selection.limit)
  }

  func narrowed(to selection: RowSelection) -> any ScannableTable {
    var table = self
    table.selection = selection
    return table
  }

  /// Executes a statement from `ShelfRules` or from `statement(for:_:)`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> DataTable {
    let answer = try answer(to: statement, control)
    try limits.check(rows: answer.rows.count)
    return try DataTable(
      answer.types.enumerated().map { DataTable.Field("\($0 + 1)", type: $1) },
      columns: answer.types.enumerated().map { index, type in
        try DataTable.Column(answer.rows.map { $0[index] }, type: type)
      })
  }
}
