import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Crypto
import Foundation
import HTTPTypes
import NIOCore

/// AugerServer: every dashboard of a workspace as pages and as an API, over HTTP. `Site` answers requests without a
/// connection; `SiteServer` listens. `auger serve` makes both.
///
///     request → target → entitlement → kept bytes, or place → models → face → bytes → response
///
/// A site keeps nothing but what it could compute again: where a reader is stands in the address.
package final class Site: Sendable {
  private let content: Locked<SiteContent>
  package let limits: ServerLimits
  let faces: FaceCache
  let admission: Admission
  let work = SharedWork<FaceCache.Entry>()
  package let assets = Assets()
  package let counters = SiteCounters()
  package let events: EventHub
  package let access: SiteAccess
  /// Makes a PNG of a picture; nil: there are none.
  let rasterize: (@Sendable ([UInt8]) async throws -> [UInt8])?
  /// Reports what callers are not told, by the request's identifier.
  let log: @Sendable (_ request: String, _ error: any Error) -> Void
  /// Is handed each access; nil: they are not recorded.
  private let audit: (@Sendable (Access) -> Void)?
  /// Ended by the server's shutdown: it is no longer ready.
  let isDraining = Locked(false)
  private let key: SymmetricKey

  /// - Parameters:
  ///   - key: of ETags; equal servers have equal ones. Nil: one of this process.
  package init(
    _ content: SiteContent, limits: ServerLimits, access: SiteAccess, key: [UInt8]? = nil,
    rasterize: (@Sendable ([UInt8]) async throws -> [UInt8])? = nil,
    log: @escaping @Sendable (_ request: String, _ error: any Error) -> Void = { _, _ in },
    audit: (@Sendable (Access) -> Void)? = nil
  ) {
    self.audit = audit
    self.content = Locked(content)
    self.limits = limits
    self.access = access
    self.key = key.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
    self.rasterize = rasterize
    self.log = log
    faces = FaceCache(bytes: limits.keptBytes)
    admission = Admission(limits)
    events = EventHub()
  }

  package var current: SiteContent { content.withLock { $0 } }

  /// Serves a workspace that was read again. What was made of the one before is forgotten.
  package func replace(_ new: SiteContent) {
    content.withLock { $0 = new }
    faces.removeAll()
  }

  /// The answer to a request. Never throws: what goes wrong is an answer too.
  package func respond(to request: SiteRequest) async -> SiteResponse {
    let identifier = Self.identifier()
    let principal = Locked("")
    let began = ContinuousClock.now
    var response: SiteResponse
    do {
      response = try await answer(request, identifier, principal)
    } catch {
      let problem = Problem(error)
      // Of clients that have gone nobody waits for an answer.
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
    counters.count(response.status.code)
    if let audit {
      let size = if case .bytes(let bytes) = response.body { bytes.readableBytes } else { 0 }
      let took = (ContinuousClock.now - began) / .microseconds(1)
      audit(
        Access(
          request: identifier, principal: principal.withLock { $0 }, method: request.method.rawValue,
          address: request.query.isEmpty ? request.path : "\(request.path)?\(request.query)",
          status: response.status.code, bytes: size, microseconds: Int64(took)))
    }
    return response
  }

  private func answer(
    _ request: SiteRequest, _ identifier: String, _ principal: Locked<String>
  ) async throws -> SiteResponse {
    guard request.path.utf8.count + request.query.utf8.count <= limits.target else {
      throw Problem(.uriTooLong, "addressTooLong", "An address has at most \(limits.target) bytes")
    }
    guard let target = Target(path: request.path) else { throw Problem.notFound("page '\(request.path.prefix(80))'") }
    switch target {
    case .health: return SiteResponse(.ok, "text/plain; charset=utf-8", Array("ok\n".utf8), fields: Self.plainFields)
    case .ready: return try ready()
    case .asset(let name): return try assets.response(name)
    case .schema(let name): return try schema(name, request)
    default: break
    }
    try access.check(request, isChange: false)
    if case .session = target {
      return try access.session(request, assets.styles(DashboardHTML.servedStyles(current.theme)))
    }
    let content = current
    let visitor = try access.visitor(request, content.workspace)
    principal.withLock { $0 = visitor.name }
    let visit = Visit(
      request: request, visitor: visitor, content: content,
      pipeline: content.pipeline.entitled(to: visitor.entitlement),
      identifier: identifier)
    switch target {
    case .home(let face): return try home(visit, face)
    case .dashboard(let name, let face): return try await faceResponse(visit, name, nil, face)
    case .item(let name, let item, let face): return try await faceResponse(visit, name, item, face)
    case .move(let name): return try await move(visit, name)
    case .parts(let name): return try await parts(visit, name)
    case .published(let job, let file): return try await published(visit, job, file)
    case .events: return try eventStream(visit)
    case .metrics:
      return SiteResponse(.ok, "text/plain; version=0.0.4; charset=utf-8", Array(metrics().utf8), fields: visit.fields)
    case .openAPI: return try openAPI(visit)
    case .agents: return try await agents(visit)
    case .frames(let name, let item): return try await frames(visit, name, item)
    case .session: throw Problem.notFound("page '\(request.path.prefix(80))'")
    case .health, .ready, .asset, .schema: throw Problem.notFound("page '\(request.path.prefix(80))'")
    }
  }

  private func ready() throws -> SiteResponse {
    guard !isDraining.withLock({ $0 }) else {
      throw Problem(.serviceUnavailable, "draining", "The server is being stopped", retryAfter: 5)
    }
    return SiteResponse(.ok, "text/plain; charset=utf-8", Array("ready\n".utf8), fields: Self.plainFields)
  }

  static let plainFields: HTTPFields = [.cacheControl: "no-store", .contentTypeOptions: "nosniff"]

  /// The last word on whether bytes are what a caller has: equal for equal servers, and no help in guessing content.
  func etag(_ parts: [String], _ bytes: [UInt8]) -> String {
    var code = HMAC<Crypto.SHA256>(key: key)
    for part in parts {
      code.update(data: Array("\(part.utf8.count):\(part)".utf8))
    }
    code.update(data: bytes)
    return "\"" + Data(code.finalize().prefix(15)).base64EncodedString() + "\""
  }

  private static func identifier() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
  }
}

/// One request with all that it is answered by.
struct Visit: Sendable {
  var request: SiteRequest
  var visitor: Visitor
  var content: SiteContent
  /// Sees what the visitor may.
  var pipeline: Pipeline
  var identifier: String

  /// The header fields of every answer that depends on who asks.
  var fields: HTTPFields {
    var fields = Site.plainFields
    fields[.cacheControl] = visitor.isOpen ? "no-cache" : "private, no-cache"
    fields[.referrerPolicy] = "no-referrer"
    fields[.crossOriginResourcePolicy] = "same-origin"
    return fields
  }

  /// A dashboard that the visitor may see; one that they may not is one that there is not.
  func dashboard(_ name: String) throws -> Dashboard {
    let visible = content.workspace.dashboards.filter { visitor.allows(dashboard: $0.name) }
    if let found = visible.first(where: { Name($0.name) == Name(name) }) { return found }
    if content.workspace.damagedDashboards.contains(where: { Name($0.name) == Name(name) }),
      visitor.allows(dashboard: name)
    {
      throw Problem(
        .serviceUnavailable, "dashboardDamaged", "The definition of this dashboard has mistakes", retryAfter: 60)
    }
    throw Problem.notFound(
      "dashboard '\(name)'", hint: DidYouMean.hint(for: name, among: visible.map(\.name), listing: "dashboards"))
  }
}
