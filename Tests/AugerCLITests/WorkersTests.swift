import AugerColumns
import AugerRefresh
import AugerWorkers
import Foundation
import TestSupport
import Testing

/// Runs that workers share in a database, with workers that crash or hang.
@Suite(.enabled(if: PostgreSQL.url != nil, Comment(rawValue: PostgreSQL.reason)))
struct WorkersTests {
  private let database: PostgreSQL.Database
  private let store: SharedRunStore
  private let now = SystemClock().now()

  init() throws {
    database = try PostgreSQL.Database(statements: "SELECT 1")
    store = try SharedRunStore(database.url)
  }

  private func run(_ job: String = "a", at second: Int? = nil) -> RunRecord {
    RunRecord(
      job: job, trigger: .schedule, scheduledFor: second.map { Timestamp(microseconds: Int64($0) * 1_000_000) },
      queuedAt: now)
  }

  private func claim(_ worker: String = "w", _ jobs: [String] = ["a", "b"], lease: Int = 30) async throws -> RunRecord?
  {
    try await store.claim(worker: worker, jobs: jobs, now: now, leaseUntil: now.adding(.seconds(lease)))
  }

  @Test func runSurvivesARoundTrip() async throws {
    let queued = try #require(try await store.enqueue(run(at: 60), overlap: .queue))
    var record = try #require(try await claim())
    #expect(record.id == queued.id && record.state == .running && record.attempts == 1 && record.worker == "w")
    record.errorMessage = "it said \"no\\\", O'Reilly; Ω\u{0}"
    (record.rows, record.bytes, record.snapshot) = (12, 3456, "x")
    #expect(try await store.save(record))
    var saved = try #require(try await store.run(record.id))
    #expect(saved.errorMessage == "it said \"no\\\", O'Reilly; Ω\u{FFFD}")
    (saved.errorMessage, saved.leaseUntil) = (record.errorMessage, record.leaseUntil)
    #expect(saved == record)
    #expect(try await store.lastScheduled("a") == record.scheduledFor)
  }

  @Test func jobRunsOncePerScheduledTime() async throws {
    #expect(try await store.enqueue(run(at: 1), overlap: .queue) != nil)
    #expect(try await store.enqueue(run(at: 1), overlap: .queue) == nil)
    #expect(try await store.enqueue(run(at: 2), overlap: .queue) != nil)
    #expect(try await store.enqueue(run(at: 3), overlap: .skip)?.state == .skipped)
    _ = try await store.enqueue(run("b", at: 1), overlap: .queue)
    #expect(try await claim()?.job == "a")
    #expect(try await claim()?.job == "b")
    #expect(try await claim() == nil)
    let cancelling = try #require(try await store.enqueue(run(at: 4), overlap: .cancelPrevious))
    let history = try await store.history(job: "a", limit: 10)
    #expect(history.map(\.state) == [.queued, .skipped, .cancelled, .running])
    #expect(history.last?.cancelRequested == true && history.first?.id == cancelling.id)
  }

  @Test func whoLostTheLeaseChangesNothing() async throws {
    _ = try await store.enqueue(run(), overlap: .queue)
    let old = try #require(try await claim(lease: 0))
    #expect(try await store.recover(now: now).map(\.id) == [old.id])
    #expect(try await store.save(old) == false)
    #expect(try await store.renew(old, now: now, leaseUntil: now.adding(.seconds(9))) == nil)
    let new = try #require(try await claim("v"))
    #expect(new.fence > old.fence && new.deaths == 1 && new.attempts == 2)
    #expect(try await store.recover(now: now).isEmpty)
    #expect(try await store.save(old) == false)
    #expect(try await store.renew(new, now: now, leaseUntil: now.adding(.seconds(60)))?.worker == "v")
  }

  @Test func onlyTheNewestFinishedRunsRemain() async throws {
    for second in 1...5 {
      var settled = run(at: second)
      (settled.state, settled.finishedAt) = (.skipped, now)
      _ = try await store.enqueue(settled, overlap: .queue)
    }
    #expect(try await store.prune(keeping: 2) == 3)
    let times = try await store.history(job: nil, limit: 9).compactMap(\.scheduledFor?.microseconds)
    #expect(times == [5_000_000, 4_000_000])
  }

  @Test func jobIsNeverClaimedTwice() async throws {
    for job in ["a", "b", "c"] {
      for second in 0..<8 { _ = try await store.enqueue(run(job, at: second), overlap: .queue) }
    }
    let (store, now) = (store, now)
    let done = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for worker in 0..<6 {
        group.addTask {
          var mine: [Int64] = []
          var idle = 0
          while idle < 40 {
            let claimed = try await store.claim(
              worker: "w\(worker)", jobs: ["a", "b", "c"], now: now, leaseUntil: now.adding(.seconds(30)))
            guard var held = claimed else {
              idle += 1
              continue
            }
            idle = 0
            mine.append(held.id)
            var chance = SystemRandomNumberGenerator()
            held.apply(.evaluated(rows: 1, bytes: 1), at: now, using: &chance)
            held.apply(.delivered(snapshot: nil), at: now, using: &chance)
            guard try await store.save(held) else { throw CocoaError(.fileWriteUnknown) }
          }
          return mine
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(done.sorted() == Array(1...24))
  }

  /// `Scripts/kill-workers 2000` runs a longer version.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not there"))
  func fourWorkersCompleteEachRunOnce() throws {
    let script = Shared.repository.appendingPathComponent("Scripts/kill-workers").path
    let auger = Auger.directory.appendingPathComponent("auger").path
    let trial = try Auger([script, "200", auger, database.url], running: "/usr/bin/python3")
    #expect(trial.exitCode == 0, "\(trial.output)\(trial.errors)")
    #expect(trial.output.contains("each done once"))
  }
}
