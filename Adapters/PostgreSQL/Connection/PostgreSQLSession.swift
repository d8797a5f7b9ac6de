import AugerDiagnostics
import AugerQuery

/// Connections for statements of the house's own that write: the runs that several workers share.
///
/// Sources of data are only read, whatever this can do. Blocks: call it from a thread of its own.
package final class PostgreSQLSession: Sendable {
  private let pool: ConnectionPool

  /// `location` is a URL, keywords or a service, as of a source.
  package init(_ location: String, connections: Int = 4) {
    var options = PostgreSQLOptions()
    options.poolSize = connections
    pool = ConnectionPool(location: location, options)
  }

  deinit { pool.close() }

  /// Statements of one transaction, each with a snapshot of its own (READ COMMITTED).
  package struct Transaction {
    fileprivate let connection: PostgreSQLConnection
    fileprivate let watch: Watch

    /// Rows as text, null as nil. Arguments are text, of the types that the server infers.
    package func rows(_ sql: String, _ arguments: [String?] = []) throws -> [[String?]] {
      try connection.rows(sql, watch, arguments: arguments)
    }
  }

  /// Runs `body` and commits; what it throws takes everything back.
  ///
  /// A deadlock is tried again. Throws `AugerError`: `connectionFailed`, `connectionLost`, `queryFailed`, ...
  package func transaction<R>(
    _ operation: String, _ control: RunControl = RunControl(), _ body: (Transaction) throws -> R
  ) throws -> R {
    var attempt = 1
    while true {
      do { return try attemptTransaction(control, body) } catch let failure as ServerFailure {
        // 40001 and 40P01: the server asks to try again.
        guard failure.stateClass == "40", !failure.isConnectionLost, attempt < 5 else {
          throw failure.error(operation: operation)
        }
        attempt += 1
      }
    }
  }

  private func attemptTransaction<R>(_ control: RunControl, _ body: (Transaction) throws -> R) throws -> R {
    let watch = Watch(control)
    let connection = try pool.take(watch)
    // Leaves the transaction too, where it was not committed.
    defer { pool.giveBack(connection) }
    // Sessions are read-only unless a transaction says otherwise; nobody waits for a worker that hangs.
    try connection.command(
      "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '20s'; "
        + "SET LOCAL idle_in_transaction_session_timeout = '20s'", watch)
    let result = try body(Transaction(connection: connection, watch: watch))
    try connection.command("COMMIT", watch)
    return result
  }
}
