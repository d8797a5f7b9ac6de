import AugerColumns
import AugerRefresh
import Foundation
import Testing

@Suite struct LocalRunStoreTests {
  private let folder: TemporaryFolder
  private let store: LocalRunStore
  private let now = Timestamp(microseconds: 1_700_000_000_000_000)

  init() throws {
    folder = try TemporaryFolder()
    store = try LocalRunStore(folder: folder.path + "/.auger")
  }

  private func run(_ job: String, at seconds: Int? = nil) -> RunRecord {
    RunRecord(
      job: job, trigger: .schedule, scheduledFor: seconds.map { now.adding(.seconds($0)) }, queuedAt: now)
  }

  private func claim(_ job: String, _ worker: String = "w", at seconds: Int = 0) async throws -> RunRecord? {
    let moment = now.adding(.seconds(seconds))
    return try await store.claim(worker: worker, jobs: [job], now: moment, leaseUntil: moment.adding(.seconds(30)))
  }

  @Test func runsRoundTrip() async throws {
    var record = try #require(try await store.enqueue(run("a", at: 0), overlap: .skip))
    #expect(record.id > 0)
    #expect(try await store.run(record.id) == record)
    record = try #require(try await claim("a"))
    record.rows = 5
    record.errorMessage = "naïve ✓"
    #expect(try await store.save(record))
    #expect(try await store.history(job: nil, limit: 10) == [record])
  }

  @Test func scheduledTimeHasOneRun() async throws {
    #expect(try await store.enqueue(run("a", at: 60), overlap: .queue) != nil)
    #expect(try await store.enqueue(run("a", at: 60), overlap: .queue) == nil)
    #expect(try await store.lastScheduled("a") == now.adding(.seconds(60)))
    #expect(try await store.lastScheduled("b") == nil)
  }

  @Test func overlapFollowsTheJobPolicy() async throws {
    let first = try #require(try await store.enqueue(run("a"), overlap: .skip))
    #expect(try await store.enqueue(run("a"), overlap: .skip)?.state == .skipped)
    #expect(try await store.enqueue(run("a"), overlap: .queue)?.state == .queued)
    #expect(try await claim("a")?.id == first.id)
    #expect(try await claim("a") == nil, "one run of a job at a time")
    #expect(try await store.enqueue(run("a"), overlap: .cancelPrevious)?.state == .queued)
    #expect(try await store.run(first.id)?.cancelRequested == true)
    let states = try await store.history(job: "a", limit: 10).map(\.state)
    #expect(states == [.queued, .cancelled, .skipped, .running])
  }

  @Test func runsOfUnknownJobsAndLaterTimesAreSkipped() async throws {
    var later = run("a")
    later.notBefore = now.adding(.seconds(10))
    _ = try await store.enqueue(later, overlap: .queue)
    #expect(try await claim("b", at: 20) == nil)
    #expect(try await claim("a", at: 9) == nil)
    #expect(try await claim("a", at: 10) != nil)
  }

  @Test func firstWorkerCreatesTheTables() async throws {
    let path = try TemporaryFolder().path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try LocalRunStore(folder: path) } }
      try await group.waitForAll()
    }
    #expect(FileManager.default.fileExists(atPath: path + "/runs.sqlite"))
  }

  @Test func workerWithoutLeaseChangesNothing() async throws {
    _ = try await store.enqueue(run("a"), overlap: .queue)
    let life = try store.register(worker: "w")
    let old = try #require(try await claim("a"))
    #expect(try await store.recover(now: now.adding(.seconds(29))).isEmpty)
    #expect(try await store.recover(now: now.adding(.seconds(31))).map(\.id) == [old.id])
    #expect(try await store.save(old) == false)
    #expect(try await store.renew(old, now: now, leaseUntil: now) == nil)
    let new = try #require(try await claim("a", "v", at: 32))
    #expect(new.fence > old.fence && new.deaths == 1 && new.attempts == 2)
    #expect(try await store.save(old) == false)
    withExtendedLifetime(life) {}
  }

  @Test func runsOfDeadWorkersAreRecoveredImmediately() async throws {
    _ = try await store.enqueue(run("a"), overlap: .queue)
    var life: WorkerLife? = try store.register(worker: "w")
    let held = try #require(try await claim("a"))
    #expect(try await store.recover(now: now).isEmpty)
    withExtendedLifetime(life) {}
    life = nil
    #expect(try await store.recover(now: now).map(\.id) == [held.id])
    #expect(try await store.run(held.id)?.state == .queued)
  }

  @Test func newestRunsOfEachJobAreRetained() async throws {
    for _ in 0..<5 {
      for job in ["a", "b"] {
        var record = run(job)
        record.state = .skipped
        _ = try await store.enqueue(record, overlap: .queue)
      }
    }
    _ = try await store.enqueue(run("a"), overlap: .queue)
    #expect(try await store.prune(keeping: 2) == 7)
    #expect(try await store.history(job: "a", limit: 10).map(\.state) == [.queued, .skipped])
    #expect(try await store.history(job: "b", limit: 10).count == 2)
  }

  @Test func twoProcessesCanShareOneFile() async throws {
    let other = try LocalRunStore(folder: folder.path + "/.auger")
    for second in 0..<20 { _ = try await store.enqueue(run("job\(second)"), overlap: .queue) }
    let names = (0..<20).map { "job\($0)" }
    let until = now.adding(.seconds(30))
    async let first = Self.drain(store, names, now, until)
    async let second = Self.drain(other, names, now, until)
    let all = try await first + second
    #expect(all.count == 20 && Set(all).count == 20)
  }

  @Test func stateIsReadableOnlyByTheUser() async throws {
    _ = try await store.enqueue(run("a"), overlap: .skip)
    let life = try store.register(worker: "w")
    let state = folder.path + "/.auger"
    #expect(try Mode.of(state) == 0o700 && Mode.of(state + "/workers") == 0o700)
    for name in ["runs.sqlite", "runs.sqlite-wal", "runs.sqlite-shm", ".lock", "workers/w.lock"] {
      #expect(try Mode.of(state + "/" + name) == 0o600, "\(name)")
    }
    withExtendedLifetime(life) {}
  }

  /// Older versions created state files that other users could read.
  @Test func permissionsOfOlderVersionsAreRestricted() throws {
    let state = folder.path + "/old/.auger"
    _ = try LocalRunStore(folder: state)
    try folder.write("", to: "old/.auger/workers/killed.lock")
    try folder.write("a user's own", to: "old/.auger/notes.txt")
    func open(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: state + name)
    }
    for name in ["", "/workers"] { try open(name, 0o755) }
    for name in ["/runs.sqlite", "/.lock", "/notes.txt"] { try open(name, 0o644) }
    let again = try LocalRunStore(folder: state)
    for name in ["", "/workers"] { #expect(try Mode.of(state + name) == 0o700, "\(name)") }
    for name in ["/runs.sqlite", "/.lock"] { #expect(try Mode.of(state + name) == 0o600, "\(name)") }
    #expect(try Mode.of(state + "/notes.txt") == 0o644)
    withExtendedLifetime(again) {}
  }

  /// A folder that the user names may be shared. Only the files in it are private.
  @Test func namedFolderKeepsItsMode() throws {
    let state = folder.path + "/elsewhere"
    _ = try LocalRunStore(folder: state)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: state + "/runs.sqlite")
    _ = try LocalRunStore(folder: state)
    #expect(try Mode.of(state) == 0o755)
    #expect(try Mode.of(state + "/runs.sqlite") == 0o600)
  }

  /// The operating system releases the lock of a killed worker. The next start removes its file.
  @Test func filesOfKilledWorkersAreRemoved() throws {
    let workers = folder.path + "/.auger/workers"
    let life = try store.register(worker: "alive")
    try folder.write("", to: ".auger/workers/killed.lock")
    _ = try LocalRunStore(folder: folder.path + "/.auger")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workers) == ["alive.lock"])
    withExtendedLifetime(life) {}
  }

  /// Workers look for dead workers while others start. No file is lost, and no worker fails.
  @Test func workersThatStartTogetherAreAllAlive() async throws {
    let path = folder.path + "/.auger"
    let lives = try await withThrowingTaskGroup(of: WorkerLife?.self) { group in
      for number in 0..<40 {
        group.addTask { try LocalRunStore(folder: path).register(worker: "w\(number)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    _ = try LocalRunStore(folder: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/workers").count == 40)
    withExtendedLifetime(lives) {}
  }

  private static func drain(
    _ store: LocalRunStore, _ jobs: [String], _ now: Timestamp, _ until: Timestamp
  ) async throws -> [Int64] {
    var ids: [Int64] = []
    while let run = try await store.claim(worker: "w", jobs: jobs, now: now, leaseUntil: until) { ids.append(run.id) }
    return ids
  }
}
