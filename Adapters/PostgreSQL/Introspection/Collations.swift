import AugerColumns
import AugerQuery

// Where the server compares texts otherwise than by their bytes.

extension PostgreSQLSource.Relation {
  /// The positions of the columns whose collation may have different texts equal: those that are not deterministic,
  /// and all whose rows may come from a database of another kind, which compares by its own rules. `postgres_fdw`
  /// leaves comparisons to the other server only if they are by the collation that the foreign table declares.
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
