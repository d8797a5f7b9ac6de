import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation
import Testing

/// A job over a source that a test controls, with real publication.
@Suite struct RunPerformerTests {
  private let folder: TemporaryFolder
  private let store: LocalRunStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LocalRunStore(folder: folder.path + "/.auger")
  }

  private static func table(amounts: [Int64], column: String = "amount") throws -> Table {
    Table([
      ("region", try Column(.string, amounts.indices.map { .string("r\($0)") })),
      (column, try Column(.int64, amounts.map(Scalar.int))),
    ])
  }

  private func performer(
    _ settings: String = "", sql: String = "SELECT 1", publish: String = "{ directory: public }",
    _ answer: @escaping @Sendable (RunControl) throws -> Table
  ) throws -> RunPerformer {
    let text = """
      sources: { db: { adapter: scripted, path: x } }
      queries: { Sales: { source: db, sql: "\(sql)" }, Regions: { source: db, sql: "SELECT 2" } }
      jobs:
        sales:
          queries: Sales
          publish: \(publish)
          \(settings)
      """
    let workspace = try Workspace(
      parsing: SourceText(name: "auger.yaml", text: text), directory: folder.path,
      adapters: [ScriptedAdapter(answer: answer)])
    return RunPerformer(workspace: workspace, jobs: try JobDefinition.jobs(of: workspace), store: store)
  }

  /// Performs one attempt of the waiting run, or of a new run if none is waiting.
  private func attempt(_ performer: RunPerformer) async throws -> RunRecord {
    let now = performer.clock.now()
    let waiting = try await store.history(job: "sales", limit: 1).first { $0.state == .queued }
    var run = waiting
    if run == nil {
      run = try await store.enqueue(RunRecord(job: "sales", trigger: .command, queuedAt: now), overlap: .queue)
    }
    let claimed = try await store.claim(
      try #require(run).id, worker: "w", now: now, leaseUntil: now.adding(.seconds(30)))
    return try await performer.perform(try #require(claimed))
  }

  private func published() throws -> PublishedSnapshot {
    let snapshot = try #require(try PublishedSnapshot(directory: folder.path + "/public"))
    try snapshot.verify()
    return snapshot
  }

  @Test func runIsPublishedWithItsReceipt() async throws {
    let run = try await attempt(try performer { _ in try Self.table(amounts: [1, 2]) })
    #expect(run.state == .succeeded && run.delivery == .delivered && run.rows == 2 && run.isSettled)
    let snapshot = try published()
    #expect(snapshot.manifest.files.map(\.path) == ["queries/Sales.json"])
    #expect(snapshot.manifest.receipt.map(\.rows) == [2])
    #expect(run.snapshot.map(snapshot.folder.hasSuffix) == true)
    #expect(try await store.run(run.id) == run)
  }

  /// The source fails three attempts, then succeeds. Until then the last good snapshot stays published and reports the
  /// reason.
  @Test func failingSourceLeavesTheLastGoodSnapshot() async throws {
    let retry = "retry: { attempts: 3, backoff: 1ms..1ms }"
    _ = try await attempt(try performer(retry) { _ in try Self.table(amounts: [1]) })
    let down = try performer(retry) { _ in throw AugerError(.fileNotFound, operation: "open", "it is down") }
    #expect(try await attempt(down).state == .queued)
    #expect(try published().status().stale == false)
    #expect(try await attempt(down).state == .queued)
    let failed = try await attempt(down)
    #expect(failed.state == .failed && failed.attempts == 3 && failed.errorCode == "fileNotFound")
    let status = try published().status()
    #expect(status.stale && status.lastErrorCode == "fileNotFound" && status.lastRun == failed.id)
    #expect(failed.errorMessage == "it is down (could not open)" && status.lastError == failed.errorMessage)
    #expect(try await attempt(try performer(retry) { _ in try Self.table(amounts: [2]) }).state == .succeeded)
    #expect(try published().status().stale == false)
  }

  @Test func slowQueryIsCancelledInTheDatabase() async throws {
    let wasCancelled = Locked(false)
    let slow = try performer("timeout: 50ms") { control in
      while !control.isCancelled { usleep(1000) }
      wasCancelled.withLock { $0 = true }
      throw AugerError(.cancelled, operation: "finish the query", "it was cancelled")
    }
    let run = try await attempt(slow)
    #expect(run.state == .failed && run.errorCode == "timeout")
    #expect(wasCancelled.withLock { $0 })
  }

  @Test(arguments: [
    ("expect: { rows: '>= 1' }", [Int64](), "amount"),
    ("expect: { total: sum(amount) within 20% of previous }", [50], "amount"),
    ("expect: { total: sum(amount) >= 90 }", [89], "amount"),
    ("expect: { total: sum(amount) >= 90 }", [100], "money"),
  ])
  func failedExpectationPreventsPublication(settings: String, amounts: [Int64], column: String) async throws {
    _ = try await attempt(try performer(settings) { _ in try Self.table(amounts: [100]) })
    let good = try published().manifest
    let run = try await attempt(
      try performer(settings) { _ in try Self.table(amounts: amounts, column: column) })
    #expect(run.state == .failed && run.errorCode == "expectationFailed" && run.attempts == 1)
    #expect(try published().manifest == good)
    #expect(try published().status().stale)
  }

  @Test func changeWithinBoundsIsPublished() async throws {
    let settings = "expect: { total: sum(amount) within 20% of previous }"
    for amount: Int64 in [100, 119, 100] {
      #expect(try await attempt(try performer(settings) { _ in try Self.table(amounts: [amount]) }).state == .succeeded)
    }
    #expect(try published().manifest.measures.map(\.value) == [100])
  }

  @Test func freshnessMeasuresFromTheEndOfADate() async throws {
    let yesterday = CivilDate(days: SystemClock().now().date.days - 1)
    let table = Table([("day", try Column(.date, [.date(yesterday)]))])
    let good = try await attempt(try performer("expect: { freshness: '< 25h of max(day)' }") { _ in table })
    #expect(good.state == .succeeded)
    let old = Table([("day", try Column(.string, [.string("2020-01-01")]))])
    let bad = try await attempt(try performer("expect: { freshness: '< 25h of max(day)' }") { _ in old })
    #expect(bad.errorCode == "expectationFailed")
  }

  @Test func runUsesItsScheduledTime() async throws {
    for (time, told, day) in [
      ("2024-02-29T06:00:00", nil, "2024,2,29"), ("2024-03-01T06:00:00", "2023-12-31T00:00:00", "2023,12,31"),
    ] {
      let scheduled = try #require(Moment.parse(time))
      var performer = try performer("expect: { today: 'count(where: today() == date(\(day))) == 2' }") { _ in
        try Self.table(amounts: [1, 2])
      }
      performer.moment = told.flatMap(Moment.parse)
      let now = performer.clock.now()
      let asked = RunRecord(job: "sales", trigger: .schedule, scheduledFor: scheduled, queuedAt: now)
      let run = try #require(try await store.enqueue(asked, overlap: .queue))
      let claimed = try await store.claim(run.id, worker: "w", now: now, leaseUntil: now.adding(.seconds(30)))
      let ended = try await performer.perform(try #require(claimed))
      #expect(ended.state == .succeeded, "\(day): \(ended.errorMessage ?? "")")
    }
  }

  /// Forty answers that would exceed the memory limit if the run retained them after writing.
  @Test func resultsAreReleasedAfterWriting() async throws {
    let table = Table([
      ("region", try Column(.string, (0..<5_000).map { .string("r\($0 % 40)") })),
      ("amount", Column((0..<5_000).map { Int64($0) })),
    ])
    let settings = "forEach: { Region: Regions.region }\n    formats: [csv]"
    var performer = try performer(settings, sql: "SELECT :Region") { _ in table }
    let budget = MemoryBudget(limit: 1 << 20)
    performer.memory = budget
    let run = try await attempt(performer)
    #expect(run.state == .succeeded && run.rows == 41 * 5_000, "\(run)")
    #expect(41 * table.byteCount > budget.limit)
    #expect(try published().manifest.files.count == 40)
  }

  @Test func cancelledRunEnds() async throws {
    let performer = try performer { control in
      while !control.isCancelled { usleep(1000) }
      throw AugerError(.cancelled, operation: "finish the query", "it was cancelled")
    }
    async let run = attempt(performer)
    while try await store.history(job: nil, limit: 1).first?.state != .running { await Task.yield() }
    _ = try await store.enqueue(
      RunRecord(job: "sales", trigger: .command, queuedAt: performer.clock.now()), overlap: .cancelPrevious)
    #expect(try await run.state == .cancelled)
  }

  @Test func endingProcessReturnsItsRun() async throws {
    let performer = try performer { control in
      while !control.isCancelled { usleep(1000) }
      throw AugerError(.cancelled, operation: "finish the query", "it was cancelled")
    }
    let task = Task { try await attempt(performer) }
    while try await store.history(job: nil, limit: 1).first?.state != .running { await Task.yield() }
    task.cancel()
    #expect(try await task.value.state == .queued)
    #expect(try await store.history(job: nil, limit: 1).first?.attempts == 0)
  }

  /// The disk is full while results are computed, or while they are published.
  @Test(arguments: [(".draft-", RunRecord.State.failed), (".unfinished-", .succeeded)])
  func fullDiskLeavesTheLastGoodSnapshot(_ place: String, _ state: RunRecord.State) async throws {
    _ = try await attempt(try performer { _ in try Self.table(amounts: [1]) })
    var full = try performer { _ in try Self.table(amounts: [2]) }
    full.files = FileSystem { operation, path throws(AugerError) in
      if operation == .write, path.contains(place) {
        throw AugerError(.diskFull, operation: "write '\(path)'", "the disk is full")
      }
    }
    let run = try await attempt(full)
    #expect(run.state == state && run.errorCode == "diskFull")
    #expect(state == .failed || run.delivery == .failed)
    #expect(try published().status().lastErrorCode == "diskFull")
    let rests = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/public/snapshots")
    #expect(rests.count == 1, "\(rests)")
  }

  /// The webhook of the second case accepts no connections.
  @Test(arguments: [
    ("{ directory: public }", "notified nobody"),
    ("{ directory: public, webhook: { url: 'http://127.0.0.1:1/hook' } }", "was not delivered"),
  ])
  func failureWithoutNotificationIsLoggedOnce(publish: String, words: String) async throws {
    let notes = Locked<[String]>([])
    func attempt(isDown: Bool) async throws {
      var performer = try performer(publish: publish) { _ in
        if isDown { throw AugerError(.fileNotFound, operation: "open", "it is down") }
        return try Self.table(amounts: [1])
      }
      performer.report = { if case .note(let text) = $0 { notes.withLock { $0.append(text) } } }
      _ = try await self.attempt(performer)
    }
    for isDown in [true, true, false, false, true, true] { try await attempt(isDown: isDown) }
    let logged = notes.withLock { $0 }
    #expect(logged.count == 2 && logged.allSatisfy { $0.contains("job 'sales' failed and ") && $0.contains(words) })
  }

  /// A run fails after three workers died while running it. The snapshot and the notification targets report the
  /// failure.
  @Test func runThatKillsItsWorkersFails() async throws {
    _ = try await attempt(try performer { _ in try Self.table(amounts: [1]) })
    let reports = Locked<[String]>([])
    var performer = try performer { _ in try Self.table(amounts: [2]) }
    performer.report = { report in
      switch report {
      case .recovered(let runs): reports.withLock { $0.append("recovered \(runs.count)") }
      case .ended(let run): reports.withLock { $0.append("ended \(run.state)") }
      case .note(let text): reports.withLock { $0.append(text) }
      default: break
      }
    }
    let now = performer.clock.now()
    let asked = RunRecord(job: "sales", trigger: .command, queuedAt: now)
    let run = try #require(try await store.enqueue(asked, overlap: .queue))
    for _ in 1...RunRecord.mostDeaths {
      _ = try #require(
        try await store.claim(run.id, worker: "dead", now: now, leaseUntil: now.adding(.seconds(30))))
      try await performer.recover()
    }
    #expect(
      reports.withLock { $0 } == [
        "recovered 1", "recovered 1", "ended failed",
        "job 'sales' failed and notified nobody: it has no webhook and no e-mail",
      ])
    let status = try published().status()
    #expect(status.stale && status.lastErrorCode == "workerDied")
  }

  @Test func publicationOfDeadWorkerIsNotRepeated() async throws {
    let performer = try performer { _ in try Self.table(amounts: [1]) }
    let run = try await attempt(performer)
    var unsettled = run
    unsettled.id = 0
    (unsettled.state, unsettled.delivery, unsettled.finishedAt) = (.running, .pending, nil)
    // The same run under the same number, as if its end had not been recorded.
    try FileManager.default.removeItem(atPath: folder.path + "/.auger")
    let fresh = try LocalRunStore(folder: folder.path + "/.auger")
    _ = try await fresh.enqueue(unsettled, overlap: .queue)
    let now = performer.clock.now()
    #expect(try await fresh.recover(now: now).count == 1)
    let claimed = try await fresh.claim(worker: "w", jobs: ["sales"], now: now, leaseUntil: now.adding(.seconds(30)))
    var again = performer
    again.store = fresh
    let settled = try await again.perform(try #require(claimed))
    #expect(settled.snapshot == run.snapshot && settled.delivery == .delivered && settled.rows == 1)
  }
}
