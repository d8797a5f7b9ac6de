import AugerColumns
import AugerDiagnostics
import AugerQuery

/// An opened PostgreSQL database. Each query uses a connection from the pool.
final class PostgreSQLSource: SQLSource {
  let name: String
  let options: PostgreSQLOptions
  let catalogue = TypeCatalogue()
  let pool: ConnectionPool

  init(name: String, location: String, options: PostgreSQLOptions) {
    self.name = name
    self.options = options
    pool = ConnectionPool(location: location, options)
  }

  let dialect = SQLDialect(name: "postgresql", placeholder: .dollarNumber, namesSchemas: true)

  let holdsSessions = true

  func close() { pool.close() }

  /// Reads the result as a stream. Memory is close to the size of the result.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    let watch = Watch(control, limit: limits.time)
    do {
      return try withConnection(watch) { connection in
        let query = try PreparedQuery(statement, connection, catalogue, watch)
        try connection.begin("BEGIN READ ONLY", watch)
        try query.begin(connection, watch)
        var reader = WireReader(
          query.columns, facts: query.columns.map { _ in nil }, usesCopy: query.usesCopy, connection)
        let share = MemoryShare(of: control.memory)
        while !reader.isAtEnd {
          let allowed = limits.rows.map { max(1, $0 - reader.rowCount + 1) } ?? WireStage.capacity
          try reader.readBatch(limit: allowed, watch, share)
          try connection.check(watch)
          try limits.check(rows: reader.rowCount, bytes: limits.bytes != nil ? reader.byteCount : 0)
        }
        return reader.table()
      }
    } catch var failure as ServerFailure {
      // The position refers to the text that was sent, which may contain the original one.
      failure.position = nil
      throw failure.error(operation: PreparedQuery.operation, statement: statement)
    }
  }

  /// Runs `body` with a connection of the pool. The state that `body` leaves is then cleared.
  func withConnection<R>(_ watch: Watch, _ body: (PostgreSQLConnection) throws -> R) throws -> R {
    try watch.check()
    let connection = try pool.take(watch)
    connection.limitRows(to: watch.control.memory)
    defer { pool.giveBack(connection) }
    return try body(connection)
  }
}

extension WireReader {
  /// Returns all rows read as a table.
  func table() -> Table {
    let fields = zip(columns, sinks).map { Field($0.name, $1.type, declaredType: $0.declaredType) }
    return Table(Schema(fields), sinks.map { $0.finish() }, rowCount: rowCount, warnings: warnings())
  }
}
