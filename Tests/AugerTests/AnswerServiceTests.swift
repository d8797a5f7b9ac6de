import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// Charts, jobs and commands share one answer service, which runs no unnecessary queries.
@Suite struct AnswerServiceTests {
  @Test func answerIsRecomputedOnlyAfterItsExpiry() async throws {
    let delegate = Rows(cache: .seconds(2))
    let clock = Clock()
    let service = try AnswerService(delegate, for: .everything, clock: AnswerClock(now: { clock.now }))
    for (elapsed, runs) in [(0, 1), (1_999, 1), (2_000, 2), (3_999, 2), (4_001, 3)] {
      clock.set(.milliseconds(elapsed))
      _ = try await service.table(for: QueryRequest("q"))
      #expect(delegate.runs == runs, "after \(elapsed) ms")
    }
  }

  @Test func answerWithoutExpiryStaysUntilForgotten() async throws {
    let delegate = Rows()
    let service = AnswerService(delegate)
    for _ in 0..<3 { _ = try await service.table(for: QueryRequest("q")) }
    #expect(delegate.runs == 1)
    service.forget()
    _ = try await service.table(for: QueryRequest("q"))
    #expect(delegate.runs == 2)
  }

  @Test func dataWithoutVersionExpiresAfterThirtySeconds() async throws {
    let delegate = Rows()
    delegate.version.withLock { $0 = nil }
    let clock = Clock()
    let service = try AnswerService(delegate, for: .everything, clock: AnswerClock(now: { clock.now }))
    for (elapsed, runs) in [(0, 1), (29_999, 1), (30_000, 2), (59_999, 2), (60_000, 3)] {
      clock.set(.milliseconds(elapsed))
      let trace = AnswerTrace()
      _ = try await AnswerTrace.$current.withValue(trace) { try await service.table(for: QueryRequest("q")) }
      #expect(delegate.runs == runs, "after \(elapsed) ms")
      // Results derived from an answer expire with it.
      let stamps = try #require(trace.stamps)
      #expect(try await service.trusting(.seconds(1)).areCurrent(stamps))
      #expect(service.timeLeft(stamps) == nil, "its query names no time for other caches")
    }
    clock.set(.seconds(60))
    let trace = AnswerTrace()
    _ = try await AnswerTrace.$current.withValue(trace) { try await service.table(for: QueryRequest("q")) }
    clock.set(.seconds(90))
    #expect(try await !service.trusting(.seconds(100)).areCurrent(try #require(trace.stamps)))
  }

  /// Many requests share one check for changed data.
  @Test func sourceIsNotCheckedWithinItsTrustPeriod() async throws {
    let delegate = Rows()
    delegate.version.withLock { $0 = "1" }
    let clock = Clock()
    let service = try AnswerService(delegate, for: .everything, clock: AnswerClock(now: { clock.now }))
      .trusting(.milliseconds(5))
    for (elapsed, version, runs) in [(0, "1", 1), (4, "2", 1), (5, "2", 1), (6, "2", 2), (100, "2", 2)] {
      delegate.version.withLock { $0 = version }
      clock.set(.milliseconds(elapsed))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { _ = try await service.table(for: QueryRequest("q")) } }
        try await group.waitForAll()
      }
      #expect(delegate.runs == runs, "after \(elapsed) ms")
    }
  }

  @Test func dataWithVersionDoesNotExpire() async throws {
    let delegate = Rows()
    delegate.version.withLock { $0 = "1" }
    let clock = Clock()
    let service = try AnswerService(delegate, for: .everything, clock: AnswerClock(now: { clock.now }))
    for seconds in [0, 30, 100_000] {
      clock.set(.seconds(seconds))
      _ = try await service.table(for: QueryRequest("q"))
    }
    #expect(delegate.runs == 1)
  }

  @Test func sourceWithUnreadableVersionIsQueried() async throws {
    let delegate = Rows()
    let service = AnswerService(delegate)
    _ = try await service.table(for: QueryRequest("q"))
    // Nothing proves that the cached answer is current.
    delegate.isUnreachable.withLock { $0 = true }
    for runs in 2...3 {
      _ = try await service.table(for: QueryRequest("q"))
      #expect(delegate.runs == runs)
    }
    delegate.fails.withLock { $0 = true }
    let error = await #expect(throws: AugerError.self) { try await service.table(for: QueryRequest("q")) }
    #expect(error?.message == "it cannot", "the query's error, not that of its version")
  }

  @Test func oneTaskSeesTheSameDataThroughout() async throws {
    let delegate = Rows()
    let clock = Clock()
    let service = try AnswerService(delegate, for: .everything, clock: AnswerClock(now: { clock.now })).readingOnce()
    for (seconds, version) in [(0, nil), (40, "1"), (80, "2")] {
      clock.set(.seconds(seconds))
      delegate.version.withLock { $0 = version }
      _ = try await service.table(for: QueryRequest("q"))
    }
    #expect(delegate.runs == 1)
  }

  @Test func newVersionIsQueried() async throws {
    let delegate = Rows()
    let service = AnswerService(delegate)
    for (version, runs) in [("1", 1), ("1", 1), ("2", 2), ("1", 3)] {
      delegate.version.withLock { $0 = version }
      _ = try await service.table(for: QueryRequest("q"))
      #expect(delegate.runs == runs)
    }
    #expect(service.keptBytes == Rows.table(1).byteCount, "one version is kept")
  }

  @Test func answerThatDependsOnTheDayExpiresAtMidnight() async throws {
    for (use, runs) in [(nil, [1, 1, 1]), (ClockUse.day, [1, 1, 2]), (.moment, [1, 2, 3])] {
      let delegate = Rows(clockUse: use)
      let service = AnswerService(delegate)
      for (now, runs) in zip([0, 1, Timestamp.microsecondsPerDay], runs) {
        delegate.moment.withLock { $0 = Timestamp(microseconds: now) }
        for _ in 0..<2 { _ = try await service.table(for: QueryRequest("q")) }
        #expect(delegate.runs == runs, "\(use as Any) at \(now)")
      }
    }
  }

  @Test func hundredEqualConcurrentRequestsRunOneQuery() async throws {
    let delegate = Rows(isHeld: true)
    let service = AnswerService(delegate)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await service.table(for: QueryRequest("q")).rowCount } }
      await delegate.waitUntilAsked()
      delegate.release()
      for try await rows in group { #expect(rows == 1) }
    }
    #expect(delegate.runs == 1)
  }

  @Test func orderOfArgumentsDoesNotMatter() async throws {
    let delegate = Rows()
    let service = AnswerService(delegate)
    _ = try await service.table(for: QueryRequest("q", arguments: ["a": .scalar(.int(1)), "b": .scalar(.int(2))]))
    _ = try await service.table(for: QueryRequest("q", arguments: ["b": .scalar(.int(2)), "a": .scalar(.int(1))]))
    #expect(delegate.runs == 1)
    _ = try await service.table(for: QueryRequest("q", arguments: ["a": .scalar(.string("1")), "b": .scalar(.int(2))]))
    #expect(delegate.runs == 2)
  }

  @Test func cancelledCallerReturnsAndTheLastOneStopsTheQuery() async throws {
    let delegate = Rows(isHeld: true)
    let service = AnswerService(delegate)
    let first = Task { try await service.table(for: QueryRequest("q")) }
    let second = Task { try await service.table(for: QueryRequest("q")) }
    await delegate.waitUntilAsked()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(!delegate.wasCancelled, "the other still waits")
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await delegate.waitUntilCancelled()
    // The next request runs a new query.
    delegate.release()
    #expect(try await service.table(for: QueryRequest("q")).rowCount == 1)
    #expect(delegate.runs == 2)
  }

  @Test func cancelledChartStopsComputing() async throws {
    // After cancellation, the engine stops between two batches of rows.
    let rows = 200_000
    let delegate = Constant(
      table: Table([
        ("name", Column((0..<rows).map { "\($0 % 1000)" })), ("n", Column((0..<rows).map { Int64($0) })),
      ]))
    let chart = ParsedChart(
      name: "c", type: .column, query: "q", category: AxisDefinition(column: "name"),
      values: [ValueDefinition(sequence: 1, expression: try .parse("median(n)"))])
    let pipeline = Pipeline(delegate: delegate, dashboards: [Dashboard(name: "d", charts: [chart])], workers: 1)
    let dashboard = try pipeline.dashboard("d")
    _ = try await pipeline.table(behind: "c", of: dashboard)
    let task = Task { try await pipeline.chart("c", of: dashboard) }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }

  @Test func errorsAreNotCached() async throws {
    let delegate = Rows()
    delegate.fails.withLock { $0 = true }
    let service = AnswerService(delegate)
    for _ in 0..<2 {
      await #expect(throws: AugerError.self) { try await service.table(for: QueryRequest("q")) }
    }
    #expect(delegate.runs == 2)
    delegate.fails.withLock { $0 = false }
    #expect(try await service.table(for: QueryRequest("q")).rowCount == 1)
  }

  @Test func cacheStaysWithinItsLimits() async throws {
    let size = Rows.table(100).byteCount
    let delegate = Rows(rowCount: 100)
    let service = AnswerService(delegate, keeping: .init(bytes: 3 * size, entries: 10))
    for name in ["a", "b", "c", "a", "d"] { _ = try await service.table(for: QueryRequest(name)) }
    #expect(service.keptBytes == 3 * size)
    #expect(delegate.runs == 4)
    // The least recently used answer was evicted.
    _ = try await service.table(for: QueryRequest("a"))
    #expect(delegate.runs == 4)
    _ = try await service.table(for: QueryRequest("b"))
    #expect(delegate.runs == 5)
    let few = AnswerService(delegate, keeping: .init(bytes: 1 << 30, entries: 2))
    for name in ["a", "b", "c"] { _ = try await few.table(for: QueryRequest(name)) }
    #expect(few.keptBytes == 2 * size)
    let none = AnswerService(delegate, keeping: .init(bytes: size - 1))
    _ = try await none.table(for: QueryRequest("a"))
    #expect(none.keptBytes == 0)
  }

  @Test func preparedRequestsAreQueriedTogether() async throws {
    let delegate = Rows()
    let service = AnswerService(delegate)
    let requests = ["a", "b", "a", "c"].map { QueryRequest($0) }
    let answers = try await service.answers(to: requests)
    #expect(answers.map(\.isReused) == [false, false, true, false])
    #expect(delegate.calls.withLock { $0 } == [["a", "b", "c"]])
  }

  @Test func unusedPreparedRequestsAreCancelled() async throws {
    let delegate = Rows(isHeld: true)
    let service = AnswerService(delegate)
    let task = Task {
      try await service.preparing([QueryRequest("a"), QueryRequest("b")]) {
        _ = try await service.table(for: QueryRequest("a"))
      }
    }
    await delegate.waitUntilAsked()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await delegate.waitUntilCancelled()
  }
}

private struct Constant: QueryDelegate {
  let table: Table

  func table(for request: QueryRequest) async throws -> Table { table }
}

/// A clock that a test sets.
private final class Clock: Sendable {
  private let start = ContinuousClock.now
  private let elapsed = Locked(Duration.zero)

  var now: ContinuousClock.Instant { start + elapsed.withLock { $0 } }
  func set(_ duration: Duration) { elapsed.withLock { $0 = duration } }
}

/// Answers every query with a few rows, immediately or after `release()`.
private final class Rows: QueryDelegate {
  let calls = Locked<[[String]]>([])
  let version = Locked<String?>("0")
  let fails = Locked(false)
  let isUnreachable = Locked(false)
  private let cache: Duration?
  private let rowCount: Int
  private let isHeld: Locked<Bool>
  private let cancelled = Locked(false)

  let moment = Locked(Timestamp(microseconds: 0))
  private let clockUse: ClockUse?

  init(cache: Duration? = nil, rowCount: Int = 1, isHeld: Bool = false, clockUse: ClockUse? = nil) {
    self.clockUse = clockUse
    self.cache = cache
    self.rowCount = rowCount
    self.isHeld = Locked(isHeld)
  }

  static func table(_ rows: Int) -> Table { Table([("n", Column((0..<rows).map { Int64($0) }))]) }

  var runs: Int { calls.withLock { $0.reduce(0) { $0 + $1.count } } }
  var wasCancelled: Bool { cancelled.withLock { $0 } }

  func release() { isHeld.withLock { $0 = false } }
  func waitUntilAsked() async { while runs == 0 { await Task.yield() } }
  func waitUntilCancelled() async { while !wasCancelled { await Task.yield() } }

  func description(of query: String) -> QueryDescription? {
    var description = QueryDescription(parameters: [], cache: cache)
    description.clockUse = clockUse
    return description
  }

  func now() -> Timestamp { moment.withLock { $0 } }

  func version(of query: String) async throws -> String? {
    if isUnreachable.withLock({ $0 }) { throw AugerError(.other, operation: "look", "it is away") }
    return version.withLock { $0 }
  }

  func table(for request: QueryRequest) async throws -> Table {
    while isHeld.withLock({ $0 }) {
      guard !Task.isCancelled else {
        cancelled.withLock { $0 = true }
        throw CancellationError()
      }
      await Task.yield()
    }
    if fails.withLock({ $0 }) { throw AugerError(.other, operation: "answer", "it cannot") }
    return Self.table(rowCount)
  }

  func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>] {
    calls.withLock { $0.append(requests.map(\.query)) }
    var results: [Result<Table, any Error>] = []
    for request in requests {
      do {
        results.append(.success(try await executeQuery(request.query, arguments: request.arguments)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }
}
