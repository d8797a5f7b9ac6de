import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Dispatch

/// The database of runs: a few connections, for statements of our own that write. Sources of data are only read, by an
/// adapter that knows nothing of this. Blocks: call it from a thread of its own.
final class RunDatabase: Sendable {
  private struct State {
    var idle: [RunConnection] = []
    /// A connection was made once: a server that is away now may come back.
    var wasConnected = false
  }

  private static let reconnecting: Duration = .seconds(5)

  private let location: String
  private let state = Locked(State())
  private let places: DispatchSemaphore

  /// `location` is a URL, keywords or a service.
  init(_ location: String, connections: Int) {
    self.location = location
    places = DispatchSemaphore(value: max(1, connections))
  }

  /// Runs `body` and commits; what it throws takes everything back. Each statement has a snapshot of its own.
  ///
  /// A deadlock is tried again. Throws `runStoreFailed` for whatever the server refuses.
  func transaction<R>(_ operation: String, _ body: (RunConnection) throws -> R) throws -> R {
    places.wait()
    defer { places.signal() }
    var attempt = 1
    while true {
      do {
        let connection = try connected()
        do {
          // No worker waits for another that hangs.
          _ = try connection.rows(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '20s'; "
              + "SET LOCAL idle_in_transaction_session_timeout = '20s'")
          let result = try body(connection)
          _ = try connection.rows("COMMIT")
          state.withLock { $0.idle.append(connection) }
          return result
        } catch {
          // A connection that cannot take back what was begun is not used again.
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

  /// One that is there, or a new one. A server that was there is tried again for a while, with growing pauses.
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
