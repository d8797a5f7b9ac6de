import AugerColumns
import AugerDiagnostics
import AugerQuery

extension SQLiteSource {
  /// Tables and views with their columns and keys; SQLite's own tables are left out.
  ///
  /// Row counts are not known without reading: a scan without columns counts them.
  func tables(_ control: RunControl) throws -> [TableDescription] {
    try withConnection(control) { connection in
      try tableNames(connection).map { try describe($0.name, isView: $0.isView, connection) }
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    try withConnection(control) { connection in
      let names = try tableNames(connection)
      guard names.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        throw AugerError(
          .tableNotFound, operation: "read '\(name)'", "source '\(self.name)' has no table '\(name)'",
          hint: DidYouMean.hint(for: name, among: names.map(\.name), listing: "tables"))
      }
      return SQLiteTable(name: name, source: self, layout: try layout(of: name, connection))
    }
  }

  private func tableNames(_ connection: SQLiteConnection) throws -> [(name: String, isView: Bool)] {
    let rows = try rows(
      """
      SELECT name, type FROM sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """, connection)
    return rows.map { ($0[0].description, $0[1] == .string("view")) }
  }

  /// A view that cannot be prepared has no columns here; reading it says why.
  private func describe(_ name: String, isView: Bool, _ connection: SQLiteConnection) throws -> TableDescription {
    let argument = Scalar.string(name)
    let columns =
      (try? rows(
        "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?1) WHERE hidden <> 1", connection, [argument]))
      ?? []
    let keyColumns = columns.filter { $0[3] != .int(0) }.sorted { Scalar.precedes($0[3], $1[3]) }
    let foreign = try rows(
      "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1) ORDER BY id, seq", connection, [argument]
    )
    var keys: [(id: Scalar, key: ForeignKey)] = []
    for row in foreign {
      if keys.last?.id != row[0] {
        keys.append((row[0], ForeignKey(columns: [], referencedTable: row[1].description, referencedColumns: [])))
      }
      keys[keys.count - 1].key.columns.append(row[2].description)
      if row[3] != .null { keys[keys.count - 1].key.referencedColumns.append(row[3].description) }
    }
    for index in keys.indices where keys[index].key.referencedColumns.isEmpty {
      // A key that names no columns refers to the primary key.
      let table = Scalar.string(keys[index].key.referencedTable)
      keys[index].key.referencedColumns = try rows(
        "SELECT name FROM pragma_table_xinfo(?1) WHERE pk > 0 ORDER BY pk", connection, [table]
      ).map(\.[0].description)
    }
    return TableDescription(
      name: name, kind: isView ? .view : .table,
      columns: columns.map {
        ColumnDescription(
          name: $0[0].description, declaredType: $0[1].description, isNullable: $0[2] == .int(0))
      }, primaryKey: keyColumns.map(\.[0].description), foreignKeys: keys.map(\.key))
  }

  /// Columns of a table as SELECT must name them, and what keeps its rows in their order.
  private func layout(of name: String, _ connection: SQLiteConnection) throws -> SQLiteTable.Layout {
    let argument = Scalar.string(name)
    let columns = try rows(
      "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid", connection, [argument]
    ).map(\.[0].description)
    let kind = try rows(
      "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1", connection, [argument])
    guard let row = kind.first, row[0] == .string("table") || row[0] == .string("shadow") else {
      return SQLiteTable.Layout(columns: columns, order: nil)
    }
    if row[1] == .int(0) {
      let lowered = Set(columns.map { $0.lowercased() })
      return SQLiteTable.Layout(
        columns: columns, order: ["rowid", "_rowid_", "oid"].first { !lowered.contains($0) })
    }
    let terms = try rows(
      """
      SELECT x.name, x.coll, x.desc FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x
      WHERE l.origin = 'pk' AND x.key ORDER BY x.seqno
      """, connection, [argument]
    ).map { row in
      let collation = dialect.quoted(row[1].description)
      return dialect.quoted(row[0].description) + " COLLATE " + collation + (row[2] == .int(1) ? " DESC" : "")
    }
    return SQLiteTable.Layout(columns: columns, order: terms.isEmpty ? nil : terms.joined(separator: ", "))
  }

  /// The rows of a small statement of our own.
  private func rows(
    _ sql: String, _ connection: SQLiteConnection, _ bindings: [Scalar] = []
  ) throws -> [[Scalar]] {
    let statement = try SQLiteStatement(SQLStatement(text: sql, bindings: bindings), on: connection)
    var reader = ResultReader(statement, options: SQLiteOptions(), operation: "read the schema of '\(path)'")
    while !reader.isAtEnd { try reader.readBatch(rows: RowStage.standardCapacity) }
    let table = try reader.table(.widen)
    return (0..<table.rowCount).map { row in table.columns.map { $0[row] } }
  }
}
