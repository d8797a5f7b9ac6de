import AugerColumns
import AugerRefresh
import TestSupport
import Testing

@Suite struct SchedulerTests {
  private func job(
    _ name: String, every seconds: Int = 3600, missed: JobDefinition.Missed = .runOnce, jitter: Duration = .zero
  ) -> JobDefinition {
    JobDefinition(
      name: name, schedule: Schedule(.every(.seconds(seconds)), jitter: jitter), missed: missed, contents: [])
  }

  private func time(_ text: String) throws -> Timestamp { try #require(Moment.parse("2024-05-01T" + text)) }

  @Test func jobIsDueOnceAtItsScheduledTime() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a")], now: try time("09:30:00"))
    #expect(scheduler.wakeUp == (try time("10:00:00")))
    #expect(scheduler.advance(to: try time("09:59:59"), using: &chance) == [])
    let ten = try time("10:00:00")
    #expect(
      scheduler.advance(to: ten, using: &chance) == [.run(job: "a", scheduledFor: ten, notBefore: ten)])
    #expect(scheduler.advance(to: try time("10:00:01"), using: &chance) == [])
  }

  @Test func oneRunReplacesAllMissedRuns() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a")], lastTimes: [("a", try time("01:00:00"))], now: try time("09:30:00"))
    let now = try time("09:30:00")
    #expect(
      scheduler.advance(to: now, using: &chance) == [
        .run(job: "a", scheduledFor: try time("09:00:00"), notBefore: now)
      ])
    #expect(scheduler.wakeUp == (try time("10:00:00")))
  }

  @Test func missedTimesAreSkippedIfTheJobSkipsThem() throws {
    var chance = Chance(seed: 1)
    let jobs = [job("a", missed: .skip)]
    var scheduler = Scheduler(jobs, lastTimes: [("a", try time("01:00:00"))], now: try time("09:30:00"))
    #expect(
      scheduler.advance(to: try time("09:30:00"), using: &chance) == [
        .skipMissed(job: "a", last: try time("09:00:00"), count: 8)
      ])
  }

  @Test func dueTimeReplacesEarlierMissedTimes() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a")], now: try time("01:30:00"))
    let now = try time("05:00:10")
    let actions = scheduler.advance(to: now, using: &chance)
    #expect(
      actions == [
        .skipMissed(job: "a", last: try time("04:00:00"), count: 3),
        .run(job: "a", scheduledFor: try time("05:00:00"), notBefore: now),
      ])
  }

  /// The overlap policy of the job handles run times that are close together, and the outcome is recorded.
  @Test func delayedSchedulerLosesNoRunTimes() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a", every: 1)], now: try time("00:00:00"))
    let times = scheduler.advance(to: try time("00:00:04"), using: &chance).map { action -> Timestamp? in
      if case .run(_, let time, _) = action { time } else { nil }
    }
    #expect(times == [try time("00:00:01"), try time("00:00:02"), try time("00:00:03"), try time("00:00:04")])
  }

  @Test func clockSetBackDoesNotStopAJob() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a")], now: try time("20:30:00"))
    _ = scheduler.advance(to: try time("21:00:00"), using: &chance)
    #expect(scheduler.advance(to: try time("08:30:00"), using: &chance) == [])
    #expect(scheduler.wakeUp == (try time("09:00:00")))
  }

  @Test func delayIsLessThanTheJitter() throws {
    var chance = Chance(seed: 1)
    var scheduler = Scheduler([job("a", every: 60, jitter: .seconds(10))], now: try time("00:00:30"))
    var waits: Set<Int64> = []
    for minute in 1...50 {
      let due = try time("00:\(minute < 10 ? "0" : "")\(minute):00")
      guard case .run(_, let at, let notBefore)? = scheduler.advance(to: due, using: &chance).first else {
        Issue.record("not due")
        continue
      }
      #expect(at == due)
      #expect((0..<10_000_000).contains(notBefore.microseconds - due.microseconds))
      waits.insert(notBefore.microseconds - due.microseconds)
    }
    #expect(waits.count > 10)
  }

  @Test func backoffDoublesUpToItsMaximum() {
    var chance = Chance(seed: 3)
    let policy = RetryPolicy(attempts: 8, firstWait: .seconds(2), longestWait: .seconds(30), hasJitter: false)
    let waits = (1...8).map { policy.wait(afterAttempt: $0, using: &chance) }
    #expect(
      waits == [.seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30), .seconds(30), .seconds(30), nil])
    let random = RetryPolicy(attempts: 100, firstWait: .seconds(2), longestWait: .seconds(2), hasJitter: true)
    for attempt in 1..<100 {
      let wait = random.wait(afterAttempt: attempt, using: &chance) ?? .zero
      #expect(wait >= .seconds(1) && wait <= .seconds(2))
    }
  }
}
