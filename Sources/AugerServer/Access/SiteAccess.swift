import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import HTTPTypes

/// Who asks, and what they may see.
package struct Visitor: Sendable, Hashable {
  /// For logs and limits; empty where nobody has to say who they are.
  package var name: String
  package var entitlement: Entitlement
  /// Whether the server asks nobody who they are.
  package var isOpen: Bool

  package init(name: String = "", entitlement: Entitlement = .everything, isOpen: Bool = true) {
    self.name = name
    self.entitlement = entitlement
    self.isOpen = isOpen
  }

  func allows(dashboard name: String) -> Bool { entitlement.allows(dashboard: name) }
}

/// Decides which requests are answered, and to whom.
package struct SiteAccess: Sendable {
  /// The names by which clients may call the server, with ports: `localhost:8080`. Nil: any.
  package var authorities: Set<String>?
  /// Nil: nobody has to say who they are.
  package var tokens: TokenFile?
  /// Whether clients reach the server by TLS: cookies are sent by no other way then.
  package var isSecure: Bool
  /// What day it is.
  private let today: @Sendable () -> CivilDate

  /// The session of a browser; no page of another site can set it.
  static let cookie = "__Host-auger"

  package init(
    authorities: Set<String>? = nil, tokens: TokenFile? = nil, isSecure: Bool = false,
    today: @escaping @Sendable () -> CivilDate = { SystemTime.now().date }
  ) {
    self.authorities = authorities
    self.tokens = tokens
    self.isSecure = isSecure
    self.today = today
  }

  /// Throws 421 for a name that the server does not go by, and 403 for a change that a page of another site asks for.
  func check(_ request: SiteRequest, isChange: Bool) throws {
    if let authorities, !authorities.contains(request.authority?.lowercased() ?? "") {
      throw Problem(.misdirectedRequest, "wrongHost", "The server does not go by this name")
    }
    guard isChange || request.method == .post else { return }
    if let site = request.fields[.secFetchSite], site != "same-origin", site != "none" { throw Self.foreign }
    // A page without referrers sends its own forms with the origin `null`; where they come from the browser says too.
    let isOwn = request.fields[.secFetchSite] == "same-origin"
    if let origin = request.fields[.origin], !(isOwn && origin == "null") {
      guard let authority = request.authority, origin.lowercased().hasSuffix("://" + authority.lowercased()) else {
        throw Self.foreign
      }
    }
  }

  private static let foreign = Problem(.forbidden, "foreignOrigin", "A page of another site may not do this")

  /// Throws 401 where somebody has to say who they are and does not, and 403 where a rule of the policy needs a claim
  /// that they do not have.
  func visitor(_ request: SiteRequest, _ workspace: Workspace) throws -> Visitor {
    var principal = Principal(name: "", claims: [:])
    if let tokens {
      guard let sent = Self.credential(request),
        let token = tokens.current().first(where: { $0.isOf(sent) }), token.expires >= today()
      else { throw Problem(.unauthorized, "notSignedIn", "Say who you are: a token is needed") }
      principal = Principal(name: token.name, claims: token.claims)
    }
    guard let policy = workspace.policy else { return Visitor(name: principal.name, isOpen: tokens == nil) }
    do {
      return Visitor(
        name: principal.name, entitlement: try policy.entitlement(for: principal), isOpen: tokens == nil)
    } catch {
      throw Problem(.forbidden, error.code.rawValue, "What you may see cannot be decided")
    }
  }

  /// Signs a browser in: `POST` of a form with a token; anything else shows the form.
  func session(_ request: SiteRequest, _ styles: String) throws -> SiteResponse {
    var fields = Site.plainFields
    guard request.method == .post else {
      try Site.require(request, [.get, .head])
      for (name, value) in Site.pagePolicy { fields[name] = value }
      return SiteResponse(.ok, Face.html.mediaType, ServedNotice.signIn(styles: styles), fields: fields)
    }
    let token = try FormFields(request.body)["token"] ?? ""
    guard let known = tokens?.current().first(where: { $0.isOf(token) }), known.expires >= today() else {
      throw Problem(.unauthorized, "notSignedIn", "This token is not known, or its time is over")
    }
    // Without TLS, which only this machine does without, browsers take it for a site on this machine all the same.
    fields[.setCookie] = "\(Self.cookie)=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
    fields[.location] = "/"
    return SiteResponse(.seeOther, fields: fields)
  }

  private static func credential(_ request: SiteRequest) -> String? {
    if let authorization = request.fields[.authorization] {
      guard authorization.lowercased().hasPrefix("bearer ") else { return nil }
      return String(authorization.dropFirst("bearer ".count))
    }
    for part in (request.fields[.cookie] ?? "").split(separator: ";") {
      let pair = part.trimmingPrefix { $0 == " " }
      if pair.hasPrefix(cookie + "=") { return String(pair.dropFirst(cookie.count + 1)) }
    }
    return nil
  }
}
