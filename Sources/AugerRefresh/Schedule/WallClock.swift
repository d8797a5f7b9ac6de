import AugerColumns
import AugerQuery

/// A clock and a timer. It is a parameter, so that tests control the time.
package protocol WallClock: Sendable {
  func now() -> Timestamp

  /// Waits for `duration`. Throws `CancellationError` if the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The clock of the machine. It may jump, so do not sleep on it for long.
package struct SystemClock: WallClock {
  package init() {}

  package func now() -> Timestamp { SystemTime.now() }

  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
