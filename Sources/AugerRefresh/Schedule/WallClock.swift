public import AugerColumns
import AugerQuery

/// What time it is, and waiting for it. Handed in, so that tests say what time it is.
public protocol WallClock: Sendable {
  func now() -> Timestamp

  /// Waits; throws `CancellationError` when its task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The clock of the machine. It may jump: nobody should sleep on it for long.
public struct SystemClock: WallClock {
  public init() {}

  public func now() -> Timestamp { SystemTime.now() }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
