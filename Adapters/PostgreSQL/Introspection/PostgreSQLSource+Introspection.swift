import AugerColumns
import AugerDiagnostics
import AugerQuery

extension PostgreSQLSource {
  /// A table in the catalog.
  struct Relation: Sendable, HasName {
    /// The name, without its schema if the search path finds the table.
    var name: String
    var schema: String
    var table: String
    var number: String
    var kind: String
    var isPartition: Bool
    var hasChildren: Bool

    var isView: Bool { kind == "v" || kind == "m" }
    var isForeign: Bool { kind == "f" }
    /// True if reading the relation may fail because of other objects.
    var mayFail: Bool { isView || isForeign || kind == "p" }
  }

  /// Returns readable tables, views, materialized views, foreign and partitioned tables, with columns and keys.
  ///
  /// A table that the search path does not find has a qualified name. Partitions are included only in their table.
  /// Row counts cannot be known without reading: `describe` estimates or counts them.
  func tables(_ control: RunControl) throws -> [TableDescription] {
    try introspect(control) { connection, watch in
      let shown = try relations(connection, watch).filter { !$0.isPartition }
      return try CatalogueReader(connection: connection, watch: watch, types: catalogue).describe(shown)
    }
  }

  /// Returns a table by its name in `tables` or by its qualified name: `public.orders`.
  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    try introspect(control) { connection, watch in
      let relations = try relations(connection, watch)
      let found =
        relations.first(named: name)
        ?? relations.first { Name("\($0.schema).\($0.table)") == Name(name) }
      guard let found else {
        let names = relations.filter { !$0.isPartition }.map(\.name)
        throw AugerError.tableNotFound(name, of: self.name, among: names)
      }
      return ServerTable(name: name, source: self, relation: found)
    }
  }

  func introspect<R>(
    _ control: RunControl, _ body: (PostgreSQLConnection, Watch) throws -> R
  ) throws -> R {
    let watch = Watch(control)
    do {
      return try withConnection(watch) { try body($0, watch) }
    } catch let failure as ServerFailure {
      throw failure.error(operation: "read the schema of '\(name)'")
    }
  }

  /// Returns the relations, sorted by name.
  func relations(_ connection: PostgreSQLConnection, _ watch: Watch) throws -> [Relation] {
    let schemas =
      options.schemas.isEmpty
      ? "n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'"
      : "n.nspname = ANY (pg_catalog.current_schemas(false))"
    let rows = try connection.rows(
      """
      SELECT n.nspname, c.relname, c.oid::text, c.relkind, c.relispartition, c.relhassubclass,
        pg_catalog.pg_table_is_visible(c.oid)
      FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND \(schemas)
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND (pg_catalog.has_table_privilege(c.oid, 'SELECT')
          OR pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))
      """, columns: 7, watch)
    let relations = rows.map { row in
      let (schema, table) = (row[0] ?? "", row[1] ?? "")
      return Relation(
        name: row[6] == "t" ? table : "\(schema).\(table)", schema: schema, table: table, number: row[2] ?? "",
        kind: row[3] ?? "", isPartition: row[4] == "t", hasChildren: row[5] == "t")
    }
    return relations.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
  }
}
