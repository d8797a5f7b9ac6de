import AugerDiagnostics
import AugerQuery

/// What SQLite's callbacks need to know while a connection is at work. Used by one thread at a time, with its
/// connection.
final class CallbackContext {
  private(set) var control = RunControl()
  /// The end of the query's own time limit.
  private(set) var deadline: ContinuousClock.Instant?
  var busyTimeout: Duration = .zero
  /// Whether the connection waits for a lock at all.
  private var isPatient = true
  /// The first action that was denied while the current statement was prepared.
  var denied: String?
  private var busyUntil: ContinuousClock.Instant?

  var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  var shouldStop: Bool { control.shouldStop || isPastDeadline }

  /// Milliseconds to sleep before a lock is tried again, or nil to give up. `attempt` counts from 0 for each lock.
  func delay(attempt: Int) -> Int? {
    if attempt == 0 { busyUntil = ContinuousClock.now + busyTimeout }
    guard isPatient, !shouldStop, let busyUntil, ContinuousClock.now < busyUntil else { return nil }
    let delays = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]
    return delays[min(attempt, delays.count - 1)]
  }

  /// The connection starts to work for `control`, or without one.
  func begin(_ control: RunControl, _ deadline: ContinuousClock.Instant?) {
    self.control = control
    self.deadline = deadline
  }

  /// `body`, in which a lock that another process holds is an error at once.
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
      hint: "narrow the query, or raise its limit 'time'")
  }
}
