import AugerColumns
import AugerDiagnostics

/// A state machine that decides which jobs are due. The caller passes the time and performs the returned actions.
///
/// Each scheduled time of a job runs once. If the clock is set back, old times become due again, and the run store
/// rejects them. A time that is more than `tolerance` ago counts as missed.
package struct Scheduler: Sendable {
  /// An action for the caller to perform.
  package enum Action: Sendable, Hashable {
    /// The job is due. The run starts no earlier than `notBefore`, which includes the jitter of the schedule.
    case run(job: String, scheduledFor: Timestamp, notBefore: Timestamp)
    /// Missed times are left out. The values are the last of them and their count.
    case skipMissed(job: String, last: Timestamp, count: Int)
  }

  private struct Entry: Sendable {
    var job: String
    var schedule: Schedule
    var missed: JobDefinition.Missed
    var next: Timestamp?
  }

  /// The maximum delay of a start that still counts as on time. It covers a machine under load, not a sleeping one.
  package static let tolerance: Duration = .seconds(60)

  private var entries: [Entry]
  private var lastSeen: Timestamp

  /// - Parameter lastTimes: for each job the last scheduled time that has a run. Times after it count as missed. A job
  ///   without an entry has no missed times.
  package init(_ jobs: [JobDefinition], lastTimes: [(job: String, time: Timestamp)] = [], now: Timestamp) {
    lastSeen = now
    entries = jobs.compactMap { job in
      guard let schedule = job.schedule else { return nil }
      let last = lastTimes.first { Name($0.job) == Name(job.name) }?.time
      // A time in the future comes from a clock that was wrong.
      let start = min(last ?? now, now)
      return Entry(job: job.name, schedule: schedule, missed: job.missed, next: schedule.next(after: start))
    }
  }

  /// The next time at which a job is due. Nil if no job has one.
  package var wakeUp: Timestamp? { entries.compactMap(\.next).min() }

  /// Returns the actions that are due now. Jobs are in the order of the workspace.
  package mutating func advance(
    to now: Timestamp, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let wasSetBack = now.adding(Self.tolerance) < lastSeen
    lastSeen = now
    var actions: [Action] = []
    for index in entries.indices {
      if wasSetBack { entries[index].next = entries[index].schedule.next(after: now) }
      actions += Self.advance(&entries[index], to: now, using: &chance)
    }
    return actions
  }

  private static func advance(
    _ entry: inout Entry, to now: Timestamp, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    var inTime: [Timestamp] = []
    var missed: (last: Timestamp, count: Int)?
    while let time = entry.next, time <= now {
      if time.adding(tolerance) < now { missed = (time, (missed?.count ?? 0) + 1) } else { inTime.append(time) }
      entry.next = entry.schedule.next(after: time)
    }
    var actions: [Action] = []
    if let missed {
      // A run that is due now also covers the missed times before it.
      if inTime.isEmpty, entry.missed == .runOnce {
        inTime = [missed.last]
      } else {
        actions.append(.skipMissed(job: entry.job, last: missed.last, count: missed.count))
      }
    }
    for time in inTime {
      let jitter = entry.schedule.jitter.microseconds
      let wait = jitter > 0 ? Int64.random(in: 0..<jitter, using: &chance) : 0
      actions.append(.run(job: entry.job, scheduledFor: time, notBefore: max(now, time).adding(.microseconds(wait))))
    }
    return actions
  }
}
