import AugerColumns
import AugerQuery

/// What time it is, and waiting for it. Handed in, so that tests say what time it is.
package protocol WallClock: Sendable {
  func now() -> Timestamp

  /// Waits; throws `CancellationError` when its task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The clock of the machine. It may jump: do not sleep on it for long.
package struct SystemClock: WallClock {
  package init() {}

  package func now() -> Timestamp { SystemTime.now() }

  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
