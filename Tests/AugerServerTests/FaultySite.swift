import Auger
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import AugerServer
import HTTPTypes

/// A site whose source can disappear, hang, return wrong data and recover, with a clock that the test sets.
final class FaultySite: Sendable {
  let source: FaultySource
  let site: Site
  private let seconds: Locked<Int>

  static let start = Timestamp(microseconds: 1_700_000_000_000_000)
  /// Strings that no response may contain.
  static let secrets = ["SELECT", "db.internal", "/srv/secret"]

  init(
    rows: Int = 3, cache: Duration? = .seconds(60), stale: Duration? = nil,
    limits: ServerLimits = .patient
  ) throws {
    let (source, seconds, began) = (FaultySource(rows: rows, cache, stale), Locked(0), ContinuousClock.now)
    let clock = AnswerClock(
      now: { began + .seconds(seconds.withLock { $0 }) },
      time: { Timestamp(microseconds: Self.start.microseconds + Int64(seconds.withLock { $0 }) * 1_000_000) },
      sleep: { _ in })
    let sum = try Expression.parse("sum(n)")
    let charts = ["One", "Two"].map { name in
      ParsedChart(
        name: name, type: .column, query: name.lowercased(), category: AxisDefinition(column: "name"),
        values: [ValueDefinition(sequence: 1, expression: sum)])
    }
    let workspace = Workspace(dashboards: [Dashboard(name: "board", charts: charts)])
    let pipeline = Pipeline(
      answers: try AnswerService(source, for: .everything, clock: clock), dashboards: workspace.dashboards)
    self.source = source
    self.seconds = seconds
    site = Site(
      SiteContent(workspace, pipeline: pipeline, version: "1"), limits: limits, access: SiteAccess(),
      key: Array("key".utf8))
  }

  func set(seconds value: Int) { seconds.withLock { $0 = value } }

  func get(_ address: String, _ fields: HTTPFields = HTTPFields(), method: HTTPRequest.Method = .get) async
    -> Served.Answer
  {
    await Served.Answer(site.respond(to: SiteRequest(method: method, path: address, query: "", fields: fields)))
  }
}

/// Answers every query with a few rows, unless a test sets another behavior.
final class FaultySource: QueryDelegate {
  enum Behaviour: Sendable, CaseIterable { case answers, isGone, hangs, isSlow, hasOtherTypes, losesColumns }

  private let behaviour = Locked(Behaviour.answers)
  private let count = Locked(0)
  private let rows: Int
  private let cache: Duration?
  private let stale: Duration?

  init(rows: Int, _ cache: Duration?, _ stale: Duration?) {
    self.rows = rows
    self.cache = cache
    self.stale = stale
  }

  var runs: Int { count.withLock { $0 } }
  func becomes(_ new: Behaviour) { behaviour.withLock { $0 = new } }

  func description(of query: String) -> QueryDescription? {
    var description = QueryDescription(parameters: [], cache: cache)
    description.stale = stale
    return description
  }

  func table(for request: QueryRequest) async throws -> Table {
    count.withLock { $0 += 1 }
    let names = Column((0..<rows).map { "name \($0), of many" })
    let numbers = Column((0..<rows).map { Int64($0) })
    switch behaviour.withLock({ $0 }) {
    case .answers: return Table([("name", names), ("n", numbers)])
    case .hasOtherTypes: return Table([("name", numbers), ("n", names)])
    case .losesColumns: return Table([("name", names)])
    case .isSlow:
      for _ in 0..<50 { await Task.yield() }
      return Table([("name", names), ("n", numbers)])
    case .isGone:
      throw AugerError(
        .other, operation: "execute SELECT * FROM t", "db.internal does not answer", underlying: "/srv/secret")
    case .hangs:
      // Wait until the task is cancelled.
      try await Task.sleep(for: .seconds(1 << 30))
      throw CancellationError()
    }
  }
}
