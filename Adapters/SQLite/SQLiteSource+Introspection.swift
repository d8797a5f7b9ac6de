import AugerColumns
import AugerDiagnostics
import AugerQuery

extension SQLiteSource {
  /// Returns tables and views with their columns and keys, without SQLite's internal tables.
  ///
  /// Row counts cannot be known without reading: `describe` estimates or counts them.
  func tables(_ control: RunControl) throws -> [TableDescription] {
    try withConnection(control) { connection in
      try tableNames(connection).map { try describe($0.name, isView: $0.isView, connection) }
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    try withConnection(control) { connection in
      let names = try tableNames(connection)
      guard names.contains(where: { Name($0.name) == Name(name) }) else {
        throw AugerError.tableNotFound(name, of: self.name, among: names.map(\.name))
      }
      return DatabaseTable(name: name, source: self, layout: try layout(of: name, connection))
    }
  }

  func tableNames(_ connection: SQLiteConnection) throws -> [(name: String, isView: Bool)] {
    let rows = try rows(
      """
      SELECT name, type FROM sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """, connection)
    return rows.map { ($0[0].description, $0[1] == .string("view")) }
  }

  /// Describes a table. A view that cannot be prepared has no columns here. Reading it reports the reason.
  func describe(_ name: String, isView: Bool, _ connection: SQLiteConnection) throws -> TableDescription {
    let argument = Scalar.string(name)
    let columns =
      (try? rows(
        "SELECT name, type, \"notnull\", pk, dflt_value, hidden FROM pragma_table_xinfo(?1) WHERE hidden <> 1",
        connection, [argument])) ?? []
    let keyColumns = columns.filter { $0[3] != .int(0) }.sorted { Scalar.precedes($0[3], $1[3]) }
    let indexes = try rows(
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?1) ORDER BY seq DESC", connection, [argument])
    // SQLite allows null in primary keys, except if the key is the rowid.
    let isRowid =
      keyColumns.count == 1 && keyColumns[0][1].description.uppercased() == "INTEGER"
      && !indexes.contains { $0[2] == .string("pk") }
    return TableDescription(
      name: name, kind: isView ? .view : .table,
      columns: columns.map { column in
        ColumnDescription(
          name: column[0].description, declaredType: column[1].description, type: Self.type(column[1].description),
          isNullable: column[2] == .int(0) && !(isRowid && column[3] != .int(0)),
          defaultValue: column[4].isNull ? nil : column[4].description,
          isGenerated: column[5] == .int(2) || column[5] == .int(3))
      }, primaryKey: keyColumns.map(\.[0].description), foreignKeys: try foreignKeys(name, connection),
      uniqueKeys: try uniqueKeys(indexes, connection))
  }

  /// Returns the type of a declaration. Nil if it does not determine one.
  private static func type(_ declared: String) -> DataType? {
    let kind = ColumnKind(declared: declared)
    return kind == .any ? nil : TypeDecision(kind, ColumnFacts(), .widen).type
  }

  /// Returns foreign keys in the order of their declarations. SQLite numbers them in reverse.
  private func foreignKeys(_ name: String, _ connection: SQLiteConnection) throws -> [ForeignKey] {
    let foreign = try rows(
      "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq", connection,
      [.string(name)])
    var keys: [(id: Scalar, key: ForeignKey)] = []
    for row in foreign {
      if keys.last?.id != row[0] {
        keys.append((row[0], ForeignKey(columns: [], referencedTable: row[1].description, referencedColumns: [])))
      }
      keys[keys.count - 1].key.columns.append(row[2].description)
      if row[3] != .null { keys[keys.count - 1].key.referencedColumns.append(row[3].description) }
    }
    for index in keys.indices where keys[index].key.referencedColumns.isEmpty {
      // A foreign key without column names refers to the primary key.
      let table = Scalar.string(keys[index].key.referencedTable)
      keys[index].key.referencedColumns = try rows(
        "SELECT name FROM pragma_table_xinfo(?1) WHERE pk > 0 ORDER BY pk", connection, [table]
      ).map(\.[0].description)
    }
    return keys.map(\.key)
  }

  /// Returns the columns of unique indexes, in order of creation. Partial indexes and indexes on expressions are
  /// excluded.
  private func uniqueKeys(_ indexes: [[Scalar]], _ connection: SQLiteConnection) throws -> [[String]] {
    try indexes.compactMap { index in
      guard index[1] == .int(1), index[2] != .string("pk"), index[3] == .int(0) else { return nil }
      let columns = try rows(
        "SELECT name FROM pragma_index_info(?1) ORDER BY seqno", connection, [index[0]]
      ).map(\.[0])
      // An expression has no name.
      return columns.contains { $0.isNull } ? nil : columns.map(\.description)
    }
  }

  static let rowidNames = ["rowid", "_rowid_", "oid"]

  /// Returns the names of columns as SELECT requires them, and the order of the table's rows.
  private func layout(of name: String, _ connection: SQLiteConnection) throws -> DatabaseTable.Layout {
    let argument = Scalar.string(name)
    let columns = try rows(
      "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid", connection, [argument]
    ).map(\.[0].description)
    let kind = try rows(
      "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1", connection, [argument])
    guard let row = kind.first, row[0] == .string("table") || row[0] == .string("shadow") else {
      return DatabaseTable.Layout(columns: columns, order: nil)
    }
    if row[1] == .int(0) {
      let lowered = Set(columns.map { $0.lowercased() })
      return DatabaseTable.Layout(
        columns: columns, order: Self.rowidNames.first { !lowered.contains($0) })
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
    return DatabaseTable.Layout(columns: columns, order: terms.isEmpty ? nil : terms.joined(separator: ", "))
  }

  /// Returns the rows of a small internal statement.
  func rows(
    _ sql: String, _ connection: SQLiteConnection, _ bindings: [Scalar] = []
  ) throws -> [[Scalar]] {
    let statement = try SQLiteStatement(SQLStatement(text: sql, bindings: bindings), on: connection)
    var reader = ResultReader(statement, options: SQLiteOptions(), operation: "read the schema of '\(path)'")
    while !reader.isAtEnd { try reader.readBatch(rows: RowStage.standardCapacity) }
    let table = try reader.table(.widen)
    return (0..<table.rowCount).map { row in table.columns.map { $0[row] } }
  }
}
