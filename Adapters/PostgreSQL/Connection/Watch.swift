import AugerDiagnostics
import AugerQuery

/// The conditions that end a piece of work early: its control, and the time limit of its query.
struct Watch: Sendable {
  let control: RunControl
  private let limit: Duration?
  private let deadline: ContinuousClock.Instant?

  init(_ control: RunControl, limit: Duration? = nil) {
    self.control = control
    self.limit = limit
    deadline = limit.map { ContinuousClock.now + $0 }
  }

  var shouldStop: Bool { control.shouldStop || isPastDeadline }

  private var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Throws `cancelled` or `timeout` if work should stop.
  func check() throws(AugerError) {
    try control.check()
    if isPastDeadline, let limit {
      throw AugerError(
        .timeout, operation: "finish the query", "it exceeded its time limit of \(limit)",
        hint: "Narrow the query, or raise its limit 'time'.")
    }
  }
}
