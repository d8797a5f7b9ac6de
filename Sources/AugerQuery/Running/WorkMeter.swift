import AugerColumns

/// The time that a run spends in each phase, and the number of rows read, for progress output.
///
/// A task sets `$current` to meter its run. Code that starts blocking work passes the meter on (`RunControl`).
/// Computations do not use it.
package final class WorkMeter: Sendable {
  package enum Phase: Sendable, CaseIterable {
    /// Finding files and databases and their columns.
    case open
    /// Reading rows from sources, or executing statements.
    case read
    /// Encoding and writing results.
    case write
  }

  private struct State {
    var times = [Phase: Duration]()
    var rows = 0
  }

  private let state = Locked(State())

  @TaskLocal package static var current: WorkMeter?

  package init() {}

  /// The number of rows read from sources.
  package var rows: Int { state.withLock { $0.rows } }

  package subscript(phase: Phase) -> Duration { state.withLock { $0.times[phase, default: .zero] } }

  package func add(_ duration: Duration, to phase: Phase) {
    state.withLock { $0.times[phase, default: .zero] += max(.zero, duration) }
  }

  package func count(rows: Int) { state.withLock { $0.rows += rows } }

  /// Performs work and adds its time to a phase.
  package static func measure<R>(_ phase: Phase, on meter: WorkMeter?, _ work: () throws -> R) rethrows -> R {
    guard let meter else { return try work() }
    let start = ContinuousClock.now
    defer { meter.add(ContinuousClock.now - start, to: phase) }
    return try work()
  }
}
