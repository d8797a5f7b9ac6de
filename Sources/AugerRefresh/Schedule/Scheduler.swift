import AugerColumns
import AugerDiagnostics

/// Decides which jobs are due. A value: the caller says what time it is, and it says what to do; it starts nothing.
///
/// Each time of a job is due once, however the clock jumps: a clock set back makes old times due again only for the
/// store of runs to refuse them. A time that is more than `tolerance` ago was missed.
package struct Scheduler: Sendable {
  /// What to do.
  package enum Action: Sendable, Hashable {
    /// The job is due; its run begins no earlier than `notBefore`, which the schedule's jitter puts off.
    case run(job: String, scheduledFor: Timestamp, notBefore: Timestamp)
    /// Times were missed and are left out; the last of them, and how many.
    case skipMissed(job: String, last: Timestamp, count: Int)
  }

  private struct Entry: Sendable {
    var job: String
    var schedule: Schedule
    var missed: JobDefinition.Missed
    var next: Timestamp?
  }

  /// How late a start may be and still be in time: a machine under load, not one that slept.
  package static let tolerance: Duration = .seconds(60)

  private var entries: [Entry]
  private var lastSeen: Timestamp

  /// - Parameter lastTimes: for each job the last time that has a run. Times after it count as missed; without one
  ///   nothing before `now` does.
  package init(_ jobs: [JobDefinition], lastTimes: [(job: String, time: Timestamp)] = [], now: Timestamp) {
    lastSeen = now
    entries = jobs.compactMap { job in
      guard let schedule = job.schedule else { return nil }
      let last = lastTimes.first { Name($0.job) == Name(job.name) }?.time
      // A time in the future was recorded by a clock that was wrong.
      let start = min(last ?? now, now)
      return Entry(job: job.name, schedule: schedule, missed: job.missed, next: schedule.next(after: start))
    }
  }

  /// When something is due next, if anything ever is.
  package var wakeUp: Timestamp? { entries.compactMap(\.next).min() }

  /// What is due now, jobs in the order of the workspace.
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
      // One that is due now makes up for those before it.
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
