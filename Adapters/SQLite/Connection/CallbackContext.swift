import AugerDiagnostics
import AugerQuery

/// The state for SQLite's callbacks while a connection is in use. One thread at a time uses it, with its connection.
final class CallbackContext {
  private(set) var control = RunControl()
  /// The end of the query's own time limit.
  private(set) var deadline: ContinuousClock.Instant?
  var busyTimeout: Duration = .zero
  /// True if the connection may wait for a lock.
  private var isPatient = true
  /// The first action that was denied during preparation of the current statement.
  var denied: String?
  private var busyUntil: ContinuousClock.Instant?

  var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  var shouldStop: Bool { control.shouldStop || isPastDeadline }

  /// Returns the milliseconds to sleep before the next attempt to lock. Nil to give up. `attempt` counts from 0 for
  /// each lock.
  func delay(attempt: Int) -> Int? {
    if attempt == 0 { busyUntil = ContinuousClock.now + busyTimeout }
    guard isPatient, !shouldStop, let busyUntil, ContinuousClock.now < busyUntil else { return nil }
    let delays = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]
    return delays[min(attempt, delays.count - 1)]
  }

  /// Starts work with `control`, or without one.
  func begin(_ control: RunControl, _ deadline: ContinuousClock.Instant?) {
    self.control = control
    self.deadline = deadline
  }

  /// Runs `body`. A lock of another process is an immediate error.
  func withoutWaiting<R>(_ body: () throws -> R) rethrows -> R {
    isPatient = false
    defer { isPatient = true }
    return try body()
  }

  /// Throws `cancelled` or `timeout` if work should stop.
  func check(limit: Duration?) throws(AugerError) {
    try control.check()
    if isPastDeadline, let limit { throw Self.timeout(limit) }
  }

  static func timeout(_ limit: Duration) -> AugerError {
    AugerError(
      .timeout, operation: "finish the query", "it exceeded its time limit of \(limit)",
      hint: "Narrow the query, or raise its limit 'time'.")
  }
}
