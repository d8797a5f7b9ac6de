import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Row and distinct counts, estimated from statistics of ANALYZE and VACUUM in the catalog, or counted. All counts
/// use one snapshot.
extension PostgreSQLSource {
  func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription] {
    try introspect(control) { connection, watch in
      try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", watch)
      let shown = try relations(connection, watch).filter { !$0.isPartition }
      let wanted = try request.chosen(shown.map(\.name), of: name).map { shown[$0] }
      let reader = CatalogueReader(connection: connection, watch: watch, types: catalogue)
      var tables = try reader.describe(wanted)
      let statistics = try Statistics(wanted, connection, watch)
      for index in tables.indices {
        statistics.estimate(&tables[index], wanted[index])
        if request.countsRows || request.countsDistinct {
          try count(&tables[index], wanted[index], request, connection, watch)
        }
      }
      return tables
    }
  }

  /// Counts rows and distinct values. If reading fails, the estimates remain.
  ///
  /// Reading fails, for example, for a view with a failing function, an unpopulated materialized view, a table of an
  /// unreachable server, and columns without permission.
  private func count(
    _ table: inout TableDescription, _ relation: Relation, _ request: IntrospectionRequest,
    _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws {
    try connection.command("SAVEPOINT counting", watch)
    do {
      let from = "FROM \(dialect.quoted(relation.schema)).\(dialect.quoted(relation.table)) AS t"
      func number(_ sql: String) throws -> RowCount? {
        try connection.rows(sql, columns: 1, watch).first?.first.flatMap { $0 }.flatMap { Int($0) }.map(RowCount.exact)
      }
      if request.countsRows { table.rows = try number("SELECT count(*) \(from)") }
      if request.countsDistinct {
        let described = try connection.describe("SELECT * \(from)", types: [], watch)
        let columns = try catalogue.columns(described.columns, connection, watch)
        for (index, column) in columns.enumerated() where index < table.columns.count {
          // The group of nulls does not count.
          let value = Self.asStored(
            "t." + dialect.quoted(table.columns[index].name), column.form, type: described.columns[index].type)
          table.columns[index].distinct = try number(
            "SELECT count(v) FROM (SELECT \(value) AS v \(from) GROUP BY 1) AS s")
        }
      }
    } catch let failure as ServerFailure where relation.mayFail || failure.state == "42501" {
      // A cancelled statement and a lost connection are not errors of the relation.
      if failure.isConnectionLost || failure.state == "57014" { throw failure }
      try connection.command("ROLLBACK TO SAVEPOINT counting", watch)
    }
    try connection.command("RELEASE SAVEPOINT counting", watch)
  }

  /// Returns an expression that is equal only for identical stored values, without regard to collations, equal
  /// intervals and equivalent JSON.
  private static func asStored(_ column: String, _ form: ValueForm, type: UInt32) -> String {
    switch (form, type) {
    case (.text, 25), (.text, 1043): "\(column) COLLATE \"C\""
    case (.interval, _), (.jsonb, _): "\(column)::text COLLATE \"C\""
    // The type's output function, which a scan also uses.
    case (.text, _): "CASE WHEN \(column) IS NOT NULL THEN pg_catalog.format('%s', \(column)) END COLLATE \"C\""
    case (.cast, _): "(\(form.expression(column))) COLLATE \"C\""
    default: column
    }
  }
}

/// The catalog's statistics of relations, from their last ANALYZE or VACUUM.
private struct Statistics {
  private struct Distinct {
    /// If positive, a number. If negative, a fraction of the rows.
    var number: Double
    var nullShare: Double
  }

  private var rows: [String: Double] = [:]
  private var distinct: [String: [Name: Distinct]] = [:]

  init(
    _ relations: [PostgreSQLSource.Relation], _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws {
    guard !relations.isEmpty else { return }
    let list = relations.map(\.number).joined(separator: ", ")
    // A parent includes the rows of its children. -1, and before PostgreSQL 14 also 0 without pages, means unknown.
    for row in try connection.rows(
      """
      WITH RECURSIVE family (root, oid) AS (
        SELECT c.oid, c.oid FROM pg_catalog.pg_class AS c WHERE c.oid IN (\(list))
        UNION ALL
        SELECT f.root, i.inhrelid FROM family AS f JOIN pg_catalog.pg_inherits AS i ON i.inhparent = f.oid)
      SELECT f.root::text, CASE WHEN bool_and(c.reltuples > 0 OR c.reltuples = 0 AND c.relpages > 0)
        THEN sum(c.reltuples::float8) END::text
      FROM family AS f JOIN pg_catalog.pg_class AS c ON c.oid = f.oid AND c.relkind IN ('r', 'm', 'f')
      GROUP BY f.root
      """, columns: 2, watch)
    { rows[row[0] ?? ""] = row[1].flatMap { Double($0) } }
    for row in try connection.rows(
      """
      SELECT c.oid::text, s.attname, s.n_distinct::text, s.null_frac::text
      FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_stats AS s ON s.schemaname = n.nspname AND s.tablename = c.relname
        AND s.inherited = (c.relkind = 'p' OR c.relhassubclass)
      WHERE c.oid IN (\(list))
      """, columns: 4, watch)
    {
      guard let number = row[2].flatMap({ Double($0) }), let nulls = row[3].flatMap({ Double($0) }) else { continue }
      distinct[row[0] ?? "", default: [:]][Name(row[1] ?? "")] = Distinct(number: number, nullShare: nulls)
    }
  }

  func estimate(_ table: inout TableDescription, _ relation: PostgreSQLSource.Relation) {
    guard let count = rows[relation.number] else { return }
    table.rows = .estimate(Int(clamping: count.rounded()))
    for index in table.columns.indices {
      guard let known = distinct[relation.number]?[Name(table.columns[index].name)] else { continue }
      // 0 means unknown, unless all values are null.
      if known.number == 0, known.nullShare < 1 { continue }
      let estimate = known.number < 0 ? -known.number * count : known.number
      table.columns[index].distinct = .estimate(Int(clamping: estimate.rounded()))
    }
  }
}
