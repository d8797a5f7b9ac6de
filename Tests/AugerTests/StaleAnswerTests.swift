import Auger
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Testing

/// An expired answer is still used if its source does not respond, for as long as the query allows. Every output
/// reports it as stale.
@Suite struct StaleAnswerTests {
  @Test func staleAnswerIsUsedOnlyAfterFailureAndWithinTheAllowance() async throws {
    let source = FaultySource(cache: .seconds(300), stale: .seconds(3600))
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    #expect(try await service.answer(to: QueryRequest("q")).staleness == nil)
    source.behaviour.withLock { $0 = .gone }
    for (seconds, outcome) in [(299, "kept"), (300, "old"), (3_899, "old"), (3_900, "error"), (9_000, "error")] {
      clock.set(seconds)
      let answer = try? await service.answer(to: QueryRequest("q"))
      #expect(answer.map { $0.staleness == nil ? "kept" : "old" } ?? "error" == outcome, "after \(seconds) s")
      if let answer { #expect(answer.asOf == SetClock.start) }
    }
  }

  @Test func nextCallerRetriesImmediatelyAfterAFailure() async throws {
    let source = FaultySource(cache: .seconds(1), stale: .seconds(100))
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    _ = try await service.table(for: QueryRequest("q"))
    clock.set(2)
    source.behaviour.withLock { $0 = .gone }
    for runs in [2, 3] {
      #expect(try await service.answer(to: QueryRequest("q")).staleness != nil)
      #expect(source.runs == runs, "a failure is not kept")
    }
    source.behaviour.withLock { $0 = .answers }
    let fresh = try await service.answer(to: QueryRequest("q"))
    #expect(fresh.staleness == nil && fresh.asOf.microseconds == SetClock.start.microseconds + 2_000_000)
    #expect(fresh.table.warnings.items.isEmpty)
  }

  @Test func failureIsReportedWithoutAnAllowance() async throws {
    let source = FaultySource(cache: .seconds(1), stale: nil)
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    _ = try await service.table(for: QueryRequest("q"))
    clock.set(1)
    source.behaviour.withLock { $0 = .gone }
    await #expect(throws: AugerError.self) { try await service.table(for: QueryRequest("q")) }
  }

  @Test func limitErrorsAreNotReplacedByStaleAnswers() async throws {
    let source = FaultySource(cache: .seconds(1), stale: .seconds(100))
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    _ = try await service.table(for: QueryRequest("q"))
    clock.set(1)
    for code in [Diagnostic.Code.limitExceeded, .lowMemory] {
      source.behaviour.withLock { $0 = .refuses(code) }
      await #expect(throws: AugerError.self) { try await service.table(for: QueryRequest("q")) }
    }
  }

  @Test func staleAnswerIsUsedIfNewVersionIsUnreadable() async throws {
    let source = FaultySource(cache: .seconds(100), stale: .seconds(100))
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    _ = try await service.table(for: QueryRequest("q"))
    source.version.withLock { $0 = "2" }
    source.behaviour.withLock { $0 = .gone }
    #expect(try await service.answer(to: QueryRequest("q")).staleness != nil)
    source.behaviour.withLock { $0 = .answers }
    #expect(try await service.answer(to: QueryRequest("q")).staleness == nil)
  }

  @Test func hangingSourceIsCancelledAtTheCallersTimeLimit() async throws {
    let source = FaultySource(cache: .seconds(1), stale: .seconds(100))
    let clock = SetClock()
    let service = try AnswerService(source, for: .everything, clock: clock.clock)
    _ = try await service.table(for: QueryRequest("q"))
    clock.set(2)
    source.behaviour.withLock { $0 = .hangs }
    let trace = AnswerTrace(patience: .seconds(20))
    let answer = try await AnswerTrace.$current.withValue(trace) { try await service.answer(to: QueryRequest("q")) }
    #expect(answer.staleness is AugerError && (answer.staleness as? AugerError)?.code == .timeout)
    #expect(clock.slept == [.seconds(20)])
    await source.waitUntilCancelled()
    #expect(trace.stamps == nil && trace.asOf == SetClock.start && trace.staleAsOf == SetClock.start)
  }

  @Test func chartOfStaleAnswerHasWarningAndReceipt() async throws {
    let source = FaultySource(cache: .seconds(1), stale: .seconds(100))
    let clock = SetClock()
    let chart = ParsedChart(
      name: "c", type: .column, query: "q", category: AxisDefinition(column: "name"),
      values: [ValueDefinition(sequence: 1, expression: try .parse("sum(n)"))])
    let pipeline = Pipeline(
      answers: try AnswerService(source, for: .everything, clock: clock.clock),
      dashboards: [Dashboard(name: "d", charts: [chart])])
    let dashboard = try pipeline.dashboard("d")
    let fresh = try await pipeline.chart("c", of: dashboard)
    #expect(fresh.receipt.queries[0].staleAsOf == nil && !fresh.warnings.contains { $0.code == .answerStale })
    clock.set(1)
    source.behaviour.withLock { $0 = .gone }
    let old = try await pipeline.chart("c", of: dashboard)
    #expect(old.receipt.queries[0].staleAsOf == SetClock.start)
    #expect(
      old.warnings.filter { $0.code == .answerStale }.map(\.message)
        == ["the data are from \(SetClock.start)Z: query 'q' has failed since"])
    #expect(old.levels[0].count == fresh.levels[0].count)
  }

  @Test func workspaceFileSetsExpiryAndAllowance() throws {
    func query(_ cache: String) throws -> QueryDefinition {
      try Workspace(
        yaml: "sources: { a: { adapter: csv, path: x.csv } }\nqueries: { q: { source: a, from: x, cache: \(cache) } }",
        adapters: [CSVAdapter()], environment: [:]
      ).query("q")
    }
    let both = try query("{ for: 5m, stale: 1h }")
    #expect(both.cache == .seconds(300) && both.stale == .seconds(3600))
    let short = try query("2s")
    #expect(short.cache == .seconds(2) && short.stale == nil)
    for wrong in ["{ stale: 1h }", "{ for: 5m, old: 1h }", "[5m]", "soon"] {
      #expect(throws: DiagnosticError.self, "\(wrong)") { try query(wrong) }
    }
  }
}

/// A clock that a test sets, in seconds since its start.
final class SetClock: Sendable {
  static let start = Timestamp(microseconds: 1_700_000_000_000_000)
  private let began = ContinuousClock.now
  private let seconds = Locked(0)
  private let sleeps = Locked<[Duration]>([])

  var slept: [Duration] { sleeps.withLock { $0 } }
  func set(_ value: Int) { seconds.withLock { $0 = value } }

  var clock: AnswerClock {
    AnswerClock(
      now: { self.began + .seconds(self.seconds.withLock { $0 }) },
      time: { Timestamp(microseconds: Self.start.microseconds + Int64(self.seconds.withLock { $0 }) * 1_000_000) },
      sleep: { duration in self.sleeps.withLock { $0.append(duration) } })
  }
}

/// Answers every query unless a test sets another behavior.
final class FaultySource: QueryDelegate {
  enum Behaviour: Sendable {
    case answers, gone, hangs
    case refuses(Diagnostic.Code)
  }

  let behaviour = Locked(Behaviour.answers)
  let version = Locked<String?>("1")
  private let count = Locked(0)
  private let cancelled = Locked(false)
  private let cache: Duration?
  private let stale: Duration?

  init(cache: Duration?, stale: Duration?) {
    self.cache = cache
    self.stale = stale
  }

  var runs: Int { count.withLock { $0 } }
  func waitUntilCancelled() async { while !cancelled.withLock({ $0 }) { await Task.yield() } }

  func description(of query: String) -> QueryDescription? {
    var description = QueryDescription(parameters: [], cache: cache)
    description.stale = stale
    return description
  }

  func version(of query: String) async throws -> String? { version.withLock { $0 } }

  func table(for request: QueryRequest) async throws -> Table {
    count.withLock { $0 += 1 }
    switch behaviour.withLock({ $0 }) {
    case .answers: return Table([("name", Column(["a", "b"])), ("n", Column([Int64(1), 2]))])
    case .gone: throw AugerError(.other, operation: "answer", "the database is gone")
    case .refuses(let code): throw AugerError(code, operation: "answer", "it may not be given")
    case .hangs:
      // Wait until the task is cancelled.
      try? await Task.sleep(for: .seconds(1 << 30))
      cancelled.withLock { $0 = true }
      throw CancellationError()
    }
  }
}
