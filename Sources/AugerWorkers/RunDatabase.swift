import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Dispatch

/// The run database: a small connection pool for statements that write. Data sources use a separate adapter, which only
/// reads.
///
/// The functions block: call them from a blocking thread.
final class RunDatabase: Sendable {
  private struct State {
    var idle: [RunConnection] = []
    /// True after the first successful connection. A server that becomes unavailable later may return.
    var wasConnected = false
  }

  private static let reconnecting: Duration = .seconds(5)

  private let location: String
  private let state = Locked(State())
  private let places: DispatchSemaphore

  /// - Parameter location: a URL, a keyword string or a service name.
  init(_ location: String, connections: Int) {
    self.location = location
    places = DispatchSemaphore(value: max(1, connections))
  }

  /// Runs `body` and commits. If it throws, the transaction is rolled back. Each statement has its own snapshot.
  ///
  /// A deadlock is retried. Throws `runStoreFailed` for other errors of the server.
  func transaction<R>(_ operation: String, _ body: (RunConnection) throws -> R) throws -> R {
    places.wait()
    defer { places.signal() }
    var attempt = 1
    while true {
      do {
        let connection = try connected()
        do {
          // The timeouts prevent a worker from waiting for another one that hangs.
          _ = try connection.rows(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '20s'; "
              + "SET LOCAL idle_in_transaction_session_timeout = '20s'")
          let result = try body(connection)
          _ = try connection.rows("COMMIT")
          state.withLock { $0.idle.append(connection) }
          return result
        } catch {
          // Reuse the connection only if the rollback succeeded.
          if (try? connection.rows("ROLLBACK")) != nil { state.withLock { $0.idle.append(connection) } }
          throw error
        }
      } catch let failure as RunConnection.Failure {
        guard failure.asksToTryAgain, attempt < 5 else {
          throw AugerError(
            .runStoreFailed, operation: operation, "the database of runs cannot be used", underlying: failure.message)
        }
        attempt += 1
      }
    }
  }

  /// Returns an idle connection or opens one. If the server was available before, it retries for some time after
  /// increasing pauses.
  private func connected() throws -> RunConnection {
    while let idle = state.withLock({ $0.idle.popLast() }) { if idle.isAlive { return idle } }
    let deadline = ContinuousClock.now + Self.reconnecting
    var pause = 20
    while true {
      do {
        let connection = try RunConnection(location)
        state.withLock { $0.wasConnected = true }
        return connection
      } catch {
        guard state.withLock({ $0.wasConnected }), ContinuousClock.now < deadline else { throw error }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(pause))
        pause = min(pause * 2, 1000)
      }
    }
  }
}
