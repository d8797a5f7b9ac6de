import AugerColumns

/// Where the time of a run goes, and how many rows it has read so far: for people who wait for it.
///
/// A run is metered where its task says so by `$current`; whoever begins a piece of blocking work hands the meter on
/// (`RunControl`). What computes goes on without a look at it.
package final class WorkMeter: Sendable {
  package enum Phase: Sendable, CaseIterable {
    /// Files and databases are looked for, and their columns found.
    case open
    /// Sources give rows, or answer statements.
    case read
    /// Results are put into bytes and written.
    case write
  }

  private struct State {
    var times = [Phase: Duration]()
    var rows = 0
  }

  private let state = Locked(State())

  @TaskLocal package static var current: WorkMeter?

  package init() {}

  /// Rows that sources have given.
  package var rows: Int { state.withLock { $0.rows } }

  package subscript(phase: Phase) -> Duration { state.withLock { $0.times[phase, default: .zero] } }

  package func add(_ duration: Duration, to phase: Phase) {
    state.withLock { $0.times[phase, default: .zero] += max(.zero, duration) }
  }

  package func count(rows: Int) { state.withLock { $0.rows += rows } }

  /// Does work that belongs to a phase.
  package static func measure<R>(_ phase: Phase, on meter: WorkMeter?, _ work: () throws -> R) rethrows -> R {
    guard let meter else { return try work() }
    let start = ContinuousClock.now
    defer { meter.add(ContinuousClock.now - start, to: phase) }
    return try work()
  }
}
