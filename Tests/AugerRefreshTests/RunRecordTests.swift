import AugerColumns
import AugerRefresh
import TestSupport
import Testing

@Suite struct RunRecordTests {
  private let start = Timestamp(microseconds: 1_000_000_000)
  private let retry = RetryPolicy(attempts: 3, firstWait: .seconds(2), longestWait: .seconds(60), hasJitter: false)
  private let down = RunFailure(code: "fileNotFound", message: "the source is down", isTransient: true)

  private func claimed() -> RunRecord {
    var chance = Chance(seed: 5)
    var run = RunRecord(id: 7, job: "a", trigger: .schedule, queuedAt: start)
    run.apply(.claimed(worker: "w", leaseUntil: start.adding(.seconds(30)), fence: 1), at: start, using: &chance)
    return run
  }

  @Test func successfulRunIsEvaluatedThenDelivered() {
    var chance = Chance(seed: 5)
    var run = claimed()
    #expect(run.state == .running && run.attempts == 1 && run.startedAt == start)
    run.apply(.evaluated(rows: 5, bytes: 100), at: start, using: &chance)
    #expect(run.state == .succeeded && run.delivery == .pending && !run.isSettled)
    run.apply(.delivered(snapshot: "s"), at: start.adding(.seconds(3)), using: &chance)
    #expect(run.isSettled && run.delivery == .delivered && run.snapshot == "s" && run.duration == .seconds(3))
  }

  @Test func runFailsWithItsReasonAfterThreeAttempts() {
    var chance = Chance(seed: 5)
    var run = claimed()
    for (attempt, wait) in [(1, 2), (2, 4)] {
      run.apply(.evaluationFailed(down), at: start, retry: retry, using: &chance)
      #expect(run.state == .queued && run.attempts == attempt && run.worker == nil)
      #expect(run.notBefore == start.adding(.seconds(wait)))
      run.apply(.claimed(worker: "v", leaseUntil: start, fence: 2), at: start, using: &chance)
    }
    run.apply(.evaluationFailed(down), at: start, retry: retry, using: &chance)
    #expect(run.state == .failed && run.isSettled && run.errorCode == "fileNotFound" && run.attempts == 3)
  }

  @Test func permanentFailureIsNotRetried() {
    var chance = Chance(seed: 5)
    var run = claimed()
    let wrong = RunFailure(code: "unknownColumn", message: "no such column", isTransient: false)
    run.apply(.evaluationFailed(wrong), at: start, retry: retry, using: &chance)
    #expect(run.state == .failed && run.attempts == 1)
  }

  @Test func failedDeliveryDoesNotFailTheRun() {
    var chance = Chance(seed: 5)
    var run = claimed()
    run.apply(.evaluated(rows: 1, bytes: 1), at: start, using: &chance)
    run.apply(.deliveryFailed(down), at: start, using: &chance)
    #expect(run.state == .succeeded && run.delivery == .failed && run.isSettled && run.errorCode == "fileNotFound")
  }

  @Test func runThatKillsItsWorkersEnds() {
    var chance = Chance(seed: 5)
    var run = claimed()
    for _ in 1..<RunRecord.mostDeaths {
      run.apply(.workerDied, at: start, using: &chance)
      #expect(run.state == .queued)
      run.apply(.claimed(worker: "v", leaseUntil: start, fence: 2), at: start, using: &chance)
    }
    run.apply(.workerDied, at: start, using: &chance)
    #expect(run.state == .failed && run.errorCode == "workerDied")
  }

  @Test func returnedRunDoesNotCountAsAttempt() {
    var chance = Chance(seed: 5)
    var run = claimed()
    run.apply(.givenBack, at: start, using: &chance)
    #expect(run.state == .queued && run.attempts == 0 && run.notBefore == start)
  }
}
