import AugerColumns
import AugerQuery

// Columns that the server does not compare by bytes.

extension PostgreSQLSource.Relation {
  /// Returns the positions of columns whose collation may treat different strings as equal.
  ///
  /// These are columns with nondeterministic collations, and columns whose rows may come from another kind of
  /// database with other comparisons. `postgres_fdw` delegates comparisons only if they use the collation that the
  /// foreign table declares.
  func columnsMixingTexts(_ connection: PostgreSQLConnection, _ watch: Watch) throws -> Set<Int> {
    do {
      let rows = try connection.rows(
        """
        WITH RECURSIVE used (oid) AS (
          SELECT \(number)::oid
          UNION
          SELECT e.target FROM used AS u JOIN (
            SELECT r.ev_class AS source, d.refobjid AS target
            FROM pg_catalog.pg_rewrite AS r JOIN pg_catalog.pg_depend AS d ON d.objid = r.oid
            JOIN pg_catalog.pg_class AS v ON v.oid = r.ev_class AND v.relkind = 'v'
            WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass
            UNION ALL
            SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits) AS e ON e.source = u.oid)
        SELECT COALESCE(NOT c.collisdeterministic, false)
          OR EXISTS (
            SELECT FROM used AS u JOIN pg_catalog.pg_foreign_table AS f ON f.ftrelid = u.oid
            JOIN pg_catalog.pg_foreign_server AS s ON s.oid = f.ftserver
            JOIN pg_catalog.pg_foreign_data_wrapper AS w ON w.oid = s.srvfdw AND w.fdwname <> 'postgres_fdw')
        FROM pg_catalog.pg_attribute AS a LEFT JOIN pg_catalog.pg_collation AS c ON c.oid = a.attcollation
        WHERE a.attrelid = \(number) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """, columns: 1, watch)
      return Set(rows.indices.filter { rows[$0][0] == "t" })
    } catch let failure as ServerFailure where failure.isUndefinedColumn {
      // Before PostgreSQL 12 all collations are deterministic.
      return []
    }
  }
}
