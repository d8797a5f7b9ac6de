import AugerColumns
import AugerQuery

/// Reads descriptions of relations from the catalog, without reading the relations themselves.
struct CatalogueReader {
  let connection: PostgreSQLConnection
  let watch: Watch
  let types: TypeCatalogue

  typealias Relation = PostgreSQLSource.Relation

  /// Returns one description per relation, in order, with columns, keys and comments.
  func describe(_ relations: [Relation]) throws -> [TableDescription] {
    guard !relations.isEmpty else { return [] }
    let list = relations.map(\.number).joined(separator: ", ")
    let (columns, comments, keys) = (try columns(list), try comments(list), try keys(list))
    let unique = try uniqueKeys(list)
    return relations.map { relation in
      TableDescription(
        name: relation.name, kind: relation.isView ? .view : .table,
        columns: (columns[relation.number] ?? []).map { column in
          var column = column
          // A view can compute values that violate a domain, and another server might not enforce its constraints.
          if relation.isView || relation.isForeign { column.isNullable = true }
          return column
        },
        primaryKey: keys.primary[relation.number] ?? [], foreignKeys: (keys.foreign[relation.number] ?? []).map(\.key),
        uniqueKeys: unique[relation.number] ?? [], comment: comments[relation.number])
    }
  }

  // MARK: Columns

  /// Reads columns without their table. Domains are resolved to base types. A column is not nullable if it or its
  /// domain excludes nulls.
  private func columns(_ list: String) throws -> [String: [ColumnDescription]] {
    let rows = try connection.rows(
      """
      WITH RECURSIVE base (attrelid, attnum, type, modifier, rule) AS (
        SELECT a.attrelid, a.attnum, a.atttypid, a.atttypmod, a.attnotnull
        FROM pg_catalog.pg_attribute AS a WHERE a.attrelid IN (\(list)) AND a.attnum > 0 AND NOT a.attisdropped
        UNION ALL
        SELECT b.attrelid, b.attnum, t.typbasetype, t.typtypmod, b.rule OR t.typnotnull
        FROM base AS b JOIN pg_catalog.pg_type AS t ON t.oid = b.type AND t.typtype = 'd')
      SELECT a.attrelid::text, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), b.rule,
        CASE WHEN a.attgenerated = '' THEN pg_catalog.pg_get_expr(d.adbin, d.adrelid) END, a.attgenerated <> '',
        NULLIF(pg_catalog.col_description(a.attrelid, a.attnum), ''), b.type::text, b.modifier::text
      FROM base AS b
      JOIN pg_catalog.pg_type AS t ON t.oid = b.type AND t.typtype <> 'd'
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
      LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      ORDER BY a.attrelid, a.attnum
      """, columns: 9, watch)
    let found = rows.map {
      Description.Column(
        name: $0[1] ?? "", type: $0[7].flatMap { UInt32($0) } ?? 0, modifier: $0[8].flatMap { Int32($0) } ?? -1)
    }
    var columns: [String: [ColumnDescription]] = [:]
    for (row, column) in zip(rows, try types.columns(found, connection, watch)) {
      columns[row[0] ?? "", default: []].append(
        ColumnDescription(
          name: column.name, declaredType: row[2] ?? "", type: column.form.declaredType, isNullable: row[3] != "t",
          defaultValue: row[4], isGenerated: row[5] == "t", comment: row[6]))
    }
    return columns
  }

  private func comments(_ list: String) throws -> [String: String] {
    let rows = try connection.rows(
      """
      SELECT d.objoid::text, d.description FROM pg_catalog.pg_description AS d
      WHERE d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0 AND d.objoid IN (\(list))
        AND d.description <> ''
      """, columns: 2, watch)
    return Dictionary(rows.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
  }

  // MARK: Keys

  private struct Keys {
    var primary: [String: [String]] = [:]
    var foreign: [String: [(id: String, key: ForeignKey)]] = [:]
  }

  /// Reads foreign keys in order of creation. Keys that PostgreSQL derives for partitions are excluded.
  private func keys(_ list: String) throws -> Keys {
    var keys = Keys()
    for row in try connection.rows(
      """
      SELECT c.conrelid::text, c.oid::text, c.contype, a.attname, f.attname,
        CASE WHEN pg_catalog.pg_table_is_visible(r.oid) THEN r.relname ELSE n.nspname || '.' || r.relname END
      FROM pg_catalog.pg_constraint AS c
      CROSS JOIN LATERAL generate_subscripts(c.conkey, 1) AS i
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[i]
      LEFT JOIN pg_catalog.pg_attribute AS f ON f.attrelid = c.confrelid AND f.attnum = c.confkey[i]
      LEFT JOIN pg_catalog.pg_class AS r ON r.oid = c.confrelid
      LEFT JOIN pg_catalog.pg_namespace AS n ON n.oid = r.relnamespace
      WHERE c.conrelid IN (\(list)) AND (c.contype = 'p' OR c.contype = 'f' AND c.conparentid = 0)
      ORDER BY c.conrelid, c.oid, i
      """, columns: 6, watch)
    {
      let (table, id, column) = (row[0] ?? "", row[1] ?? "", row[3] ?? "")
      guard row[2] == "f" else {
        keys.primary[table, default: []].append(column)
        continue
      }
      var foreign = keys.foreign[table] ?? []
      if foreign.last?.id != id {
        foreign.append((id, ForeignKey(columns: [], referencedTable: row[5] ?? "", referencedColumns: [])))
      }
      foreign[foreign.count - 1].key.columns.append(column)
      foreign[foreign.count - 1].key.referencedColumns.append(row[4] ?? "")
      keys.foreign[table] = foreign
    }
    return keys
  }

  /// Returns the column names of each unique key: the primary key and unique indexes.
  func uniqueKeys(of relation: Relation) throws -> [[String]] {
    try uniqueKeys(relation.number, withPrimary: true)[relation.number] ?? []
  }

  /// Returns the columns of unique indexes, in order of creation. Partial indexes and indexes on expressions are
  /// excluded.
  private func uniqueKeys(_ list: String, withPrimary: Bool = false) throws -> [String: [[String]]] {
    var keys: [String: [(id: String, columns: [String])]] = [:]
    for row in try connection.rows(
      """
      SELECT x.indrelid::text, x.indexrelid::text, a.attname
      FROM pg_catalog.pg_index AS x
      CROSS JOIN LATERAL generate_series(0, x.indnkeyatts - 1) AS i
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[i]
      WHERE x.indrelid IN (\(list)) AND x.indisunique AND (\(withPrimary) OR NOT x.indisprimary)
        AND x.indisvalid AND x.indpred IS NULL AND x.indexprs IS NULL
      ORDER BY x.indrelid, x.indexrelid, i
      """, columns: 3, watch)
    {
      let (table, id) = (row[0] ?? "", row[1] ?? "")
      if keys[table]?.last?.id != id { keys[table, default: []].append((id, [])) }
      let last = (keys[table]?.count ?? 1) - 1
      keys[table]?[last].columns.append(row[2] ?? "")
    }
    return keys.mapValues { $0.map(\.columns) }
  }
}

extension ValueForm {
  /// The declared type of a column. Nil for a `numeric` whose scale depends on its values.
  var declaredType: DataType? {
    self == .numeric(.free) ? nil : WireSink.make(self, facts: nil, isTextUnchecked: false).type
  }
}
