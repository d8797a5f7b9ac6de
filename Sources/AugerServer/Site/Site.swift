import Auger
import AugerAgents
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation
import HTTPTypes
import NIOCore

/// AugerServer: the dashboards of a workspace as pages and as an HTTP API. `Site` answers requests without a
/// connection, `SiteServer` listens, and `auger serve` creates both.
///
/// request → target → entitlement → cached bytes, or state → models → output format → bytes → response
///
/// A site stores only data that it can compute again: the URL contains the state of the user.
package final class Site: Sendable {
  private let served: Locked<Served>
  package let limits: ServerLimits
  let faces: FaceCache
  let admission: Admission
  private let rate: RequestRate
  let downloads = Downloads()
  let work = SharedWork<FaceCache.Work, FaceCache.Entry>()
  package let counters = SiteCounters()
  package let events: EventHub
  package let access: SiteAccess
  /// A function that converts a picture to PNG or PDF. Nil if both are not available.
  let rasterize: ChartFiles.Rasterize?
  /// A function that logs details that callers do not receive, under the identifier of the request.
  let log: @Sendable (_ request: String, _ error: any Error) -> Void
  /// A function that receives each access before the response is sent. Nil disables the access log.
  private let audit: (@Sendable (Access) throws -> Void)?
  /// The journal of running requests. Nil if the server has no supervisor.
  package let journal: RequestJournal?
  /// True if a request fails when its access cannot be recorded.
  private let isAuditRequired: Bool
  /// True during shutdown. The server is then no longer ready.
  let isDraining = Locked(false)
  let key: [UInt8]

  /// - Parameters:
  ///   - key: the key from which ETags are computed. Servers with the same key return the same ETags. Default: a random
  ///     key.
  ///   - audit: a function that records each access before its response is sent. If it throws and `isAuditRequired` is
  ///     true, the response is 503.
  package init(
    _ content: SiteContent, limits: ServerLimits, access: SiteAccess, key: [UInt8]? = nil,
    rasterize: ChartFiles.Rasterize? = nil,
    log: @escaping @Sendable (_ request: String, _ error: any Error) -> Void = { _, _ in },
    audit: (@Sendable (Access) throws -> Void)? = nil, isAuditRequired: Bool = false, journal: RequestJournal? = nil
  ) {
    self.journal = journal
    self.audit = audit
    self.isAuditRequired = isAuditRequired
    served = Locked(Served(content, limits))
    self.limits = limits
    self.access = access
    self.key = key ?? (0..<32).map { _ in UInt8.random(in: 0...255) }
    self.rasterize = rasterize
    self.log = log
    faces = FaceCache(bytes: limits.keptBytes)
    admission = Admission(limits)
    events = EventHub(limits)
    rate = RequestRate(limits)
  }

  /// A workspace and its pipeline for requests.
  private struct Served {
    var content: SiteContent
    var pipeline: Pipeline

    init(_ content: SiteContent, _ limits: ServerLimits) {
      self.content = content
      pipeline = content.pipeline.trusting(limits.trust)
    }
  }

  package var current: SiteContent { served.withLock { $0.content } }

  /// Replaces the workspace with a newer version and clears the caches.
  ///
  /// Throws `policyWeakened` if the new workspace shows data that the current policy hides. The current workspace then
  /// remains in use.
  package func replace(_ new: SiteContent) throws(DiagnosticError) {
    try new.workspace.requirePolicy(of: current.workspace)
    served.withLock { $0 = Served(new, limits) }
    faces.removeAll()
    events.beat()
  }

  /// Returns true if the visitor of a long-lived response still has the same access: tokens expire and are revoked.
  func isWelcome(_ visit: Visit) async -> Bool {
    let workspace = current.workspace
    let now: Visitor? =
      if let token = visit.token {
        try? await access.visitor(embedded: token, workspace).visitor
      } else {
        try? await access.visitor(visit.request, workspace)
      }
    return now.map { Name($0.name) == Name(visit.visitor.name) && $0.entitlement == visit.visitor.entitlement } ?? false
  }

  /// Returns the response to a request. Errors are responses, too.
  package func respond(to request: SiteRequest) async -> SiteResponse {
    guard let journal else { return await response(to: request, blocked: nil) }
    let (running, problem): (RequestJournal.Running?, Problem?)
    do throws(Problem) { (running, problem) = (try journal.begin(request), nil) } catch {
      (running, problem) = (nil, error)
    }
    var response = await response(to: request, blocked: problem)
    withExtendedLifetime(running) {}
    if case .pieces(let next) = response.body { response.body = .pieces(recorded(next, of: request, in: journal)) }
    return response
  }

  /// Returns the pieces of a response, and records the request while each piece is computed.
  private func recorded(
    _ next: @escaping @Sendable () async throws -> [UInt8]?, of request: SiteRequest, in journal: RequestJournal
  ) -> @Sendable () async throws -> [UInt8]? {
    {
      let running = try? journal.begin(request)
      defer { withExtendedLifetime(running) {} }
      return try await next()
    }
  }

  private func response(to request: SiteRequest, blocked: Problem?) async -> SiteResponse {
    let identifier = Self.identifier()
    let caller = Locked<Visitor?>(nil)
    let trace = AnswerTrace()
    let began = ContinuousClock.now
    var response: SiteResponse
    do {
      if let blocked { throw blocked }
      response = try await AnswerTrace.$current.withValue(trace) { try await answer(request, identifier, caller) }
    } catch {
      let problem = Problem(error)
      // Do not log cancelled requests: their clients have disconnected.
      if problem.status.kind == .serverError, !(error is Problem), !(error is CancellationError) {
        log(identifier, error)
      }
      response = problemResponse(problem, request, identifier)
    }
    if request.method == .head {
      if case .bytes(let bytes) = response.body {
        response.fields[.contentLength] = String(bytes.readableBytes)
      }
      response.body = .bytes(ByteBuffer())
    }
    if let audit {
      let size = if case .bytes(let bytes) = response.body { bytes.readableBytes } else { 0 }
      let took = (ContinuousClock.now - began) / .microseconds(1)
      let visitor = caller.withLock { $0 }
      do {
        try audit(
          Access(
            request: identifier, principal: visitor?.name ?? "",
            entitlement: visitor.map { digest($0.entitlement) } ?? "", method: request.method.rawValue,
            address: RecordedAddress.text(request), status: response.status.code, use: trace.use, bytes: size,
            microseconds: Int64(clamping: took)))
      } catch {
        log(identifier, error)
        if isAuditRequired {
          let problem = Problem(.serviceUnavailable, .auditUnavailable, .problemAudit, retryAfter: 60)
          response = problemResponse(problem, request, identifier)
        }
      }
    }
    counters.count(response.status.code, trace.use)
    return response
  }

  private func answer(
    _ request: SiteRequest, _ identifier: String, _ caller: Locked<Visitor?>
  ) async throws -> SiteResponse {
    guard request.path.utf8.count + request.query.utf8.count <= limits.target else {
      throw Problem(.uriTooLong, .addressTooLong, .problemURLTooLong, ["count": "\(limits.target)"])
    }
    if let embedded = EmbeddedPath(request.path) {
      return try await answer(request, at: embedded, identifier, caller)
    }
    guard let target = Target(path: request.path) else { throw Problem.notFound("page '\(request.path.prefix(80))'") }
    switch target {
    case .health: return SiteResponse(.ok, "text/plain; charset=utf-8", Array("ok\n".utf8), fields: Self.plainFields)
    case .ready: return try await ready()
    case .asset(let name): return try Assets.response(name, request)
    case .schema(let name): return try schema(name, request)
    default: break
    }
    try access.check(request, isChange: false)
    if case .session = target {
      return try await access.session(request, texts(for: request), styles(for: request))
    }
    let (content, pipeline) = served.withLock { ($0.content, $0.pipeline) }
    let visitor = try await access.visitor(request, content.workspace)
    caller.withLock { $0 = visitor }
    try rate.take(visitor.name)
    let visit = Visit(
      request: request, visitor: visitor, content: content,
      pipeline: pipeline.entitled(to: visitor.entitlement), identifier: identifier)
    return try await answer(visit, target)
  }

  /// Answers a request for an embedded page or its resources. Other resources are not available below its URL.
  private func answer(
    _ request: SiteRequest, at path: EmbeddedPath, _ identifier: String, _ caller: Locked<Visitor?>
  ) async throws -> SiteResponse {
    try access.check(request, isChange: false)
    let (content, pipeline) = served.withLock { ($0.content, $0.pipeline) }
    let (visitor, embedding) = try await access.visitor(embedded: path.token, content.workspace)
    caller.withLock { $0 = visitor }
    try rate.take(visitor.name)
    guard let target = Target(path: path.rest) else { throw Problem.notFound("such page", in: embedding) }
    var inner = request
    inner.path = path.rest
    let visit = Visit(
      request: inner, visitor: visitor, content: content,
      pipeline: pipeline.entitled(to: visitor.entitlement), identifier: identifier, embedding: embedding,
      token: path.token)
    switch target {
    case .asset(let name): return try Assets.response(name, request)
    case .dashboard, .item, .rows, .move, .parts, .frames, .events:
      do { return try await answer(visit, target) } catch {
        var problem = Problem(error)
        if problem.status.kind == .serverError, !(error is Problem) { log(identifier, error) }
        problem.ancestors = embedding.ancestors
        throw problem
      }
    case .definition, .embed, .home, .published, .openAPI, .session, .health, .ready, .metrics, .agents, .schema, .jobs:
      throw Problem.notFound("such page", in: embedding)
    }
  }

  private func answer(_ visit: Visit, _ target: Target) async throws -> SiteResponse {
    switch target {
    case .home(let face): return try home(visit, face)
    case .dashboard(let name, let face): return try await faceResponse(visit, name, nil, face)
    case .item(let name, let item, let face): return try await faceResponse(visit, name, item, face)
    case .rows(let name, let item, let face):
      return try await faceResponse(visit, name, item, face, rows: try RowsQuery(visit.request.query))
    case .definition(let name, let item): return try await definition(visit, name, item)
    case .embed(let name, let item): return try embed(visit, name, item)
    case .move(let name): return try await move(visit, name)
    case .parts(let name): return try await parts(visit, name)
    case .published(let job, let file): return try await published(visit, job, file)
    case .events: return try eventStream(visit)
    case .metrics where visit.visitor.entitlement.allowsMetrics:
      return SiteResponse(.ok, "text/plain; version=0.0.4; charset=utf-8", Array(metrics().utf8), fields: visit.fields)
    case .jobs(let face) where visit.visitor.entitlement.allowsMetrics: return try await jobs(visit, face)
    case .openAPI: return try await openAPI(visit)
    case .agents: return try await agents(visit)
    case .frames(let name, let item): return try await frames(visit, name, item)
    case .session, .health, .ready, .metrics, .jobs, .asset, .schema:
      throw Problem.notFound("page '\(visit.request.path.prefix(80))'")
    }
  }

  private func ready() async throws -> SiteResponse {
    guard !isDraining.withLock({ $0 }) else {
      throw Problem(.serviceUnavailable, .draining, .problemDraining, retryAfter: 5)
    }
    try await access.requireFiles()
    return SiteResponse(.ok, "text/plain; charset=utf-8", Array("ready\n".utf8), fields: Self.plainFields)
  }

  static let plainFields: HTTPFields = [.cacheControl: CacheControl.never.field, .contentTypeOptions: "nosniff"]

  /// Returns a short identifier of access rights that does not reveal them.
  private func digest(_ entitlement: Entitlement) -> String {
    if entitlement == .everything { return "everything" }
    var hash = KeyedHash(key: key)
    hash.update(Array(entitlement.identity.utf8))
    return Base64URL.encoded(Data(hash.code.prefix(9)))
  }

  static func identifier() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
