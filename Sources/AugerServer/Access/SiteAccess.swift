import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import HTTPTypes

/// Who asks, and what they may see.
package struct Visitor: Sendable, Hashable {
  /// For logs and limits; empty where nobody has to say who they are.
  package var name: String = ""
  package var entitlement: Entitlement = .everything
  /// Whether the server asks nobody who they are.
  package var isOpen: Bool = true
  /// When what they have shown is no longer good, in seconds since 1970; nil: not while a request is answered.
  package var expires: Double?

  func allows(dashboard name: String) -> Bool { entitlement.allows(dashboard: name) }
}

/// Decides which requests are answered, and to whom.
package struct SiteAccess: Sendable {
  /// The names by which clients may call the server, with ports: `localhost:8080`. Nil: any.
  package var authorities: Set<String>?
  /// How callers say who they are; without any nobody has to.
  package var tokens: TokenFile?
  package var signed: SignedIdentity?
  package var proxies: ProxyIdentity?
  /// Whose keys sign the addresses of pages that stand in others; nil: there are no such pages.
  package var embeds: KeyFile?
  /// Whether clients reach the server by TLS: cookies are sent by no other way then.
  package var isSecure: Bool
  private let now: @Sendable () -> Timestamp

  /// The session of a browser; no page of another site can set it.
  static let cookie = "__Host-auger"

  package init(
    authorities: Set<String>? = nil, tokens: TokenFile? = nil, signed: SignedIdentity? = nil,
    proxies: ProxyIdentity? = nil, embeds: KeyFile? = nil, isSecure: Bool = false,
    now: @escaping @Sendable () -> Timestamp = { SystemTime.now() }
  ) {
    self.authorities = authorities
    self.tokens = tokens
    self.signed = signed
    self.proxies = proxies
    self.embeds = embeds
    self.isSecure = isSecure
    self.now = now
  }

  private var isOpen: Bool { tokens == nil && signed == nil && proxies == nil }

  /// Seconds since 1970.
  var seconds: Double { Double(now().microseconds) / 1e6 }

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
  func visitor(_ request: SiteRequest, _ workspace: Workspace) async throws -> Visitor {
    guard !isOpen else {
      let nobody = Principal(name: "", claims: [:])
      return Visitor(entitlement: try Self.entitlement(of: nobody, workspace), isOpen: true)
    }
    let identity = try await identity(of: request)
    return Visitor(
      name: identity.principal.name, entitlement: try Self.entitlement(of: identity.principal, workspace),
      isOpen: false, expires: identity.expires)
  }

  /// The visitor of a page that stands in another, by the token in its address: whatever else the request shows, of its
  /// browser or a proxy, is nothing to it.
  func visitor(embedded token: Substring, _ workspace: Workspace) async throws -> (visitor: Visitor, Embedding) {
    guard let embeds else { throw Problem.notFound("embedded page") }
    let embedding = try await Embedding(String(token), by: embeds, at: seconds)
    let own = try Self.entitlement(of: embedding.principal, workspace)
    return (
      Visitor(
        name: embedding.principal.name,
        entitlement: own.held(to: embedding.dashboard, embedding.locked.arguments), isOpen: false,
        expires: embedding.expires), embedding
    )
  }

  private static func entitlement(of principal: Principal, _ workspace: Workspace) throws -> Entitlement {
    guard let policy = workspace.policy else { return .everything }
    do { return try policy.entitlement(for: principal) } catch {
      throw Problem(.forbidden, error.code.rawValue, "What you may see cannot be decided")
    }
  }

  // MARK: Identity

  /// Identifies the contents of all files by which callers are known: what they have shown is checked again when it
  /// changes.
  var stamp: String {
    [tokens?.stamp, signed?.keys.stamp, embeds?.stamp].map { $0 ?? "-" }.joined(separator: "\n")
  }

  /// Throws 503 if a file by which callers are known cannot be read: nobody is known by it.
  func requireFiles() async throws(Problem) {
    var areReadable = true
    if let tokens, await tokens.current() == nil { areReadable = false }
    if let signed, await !signed.keys.isReadable() { areReadable = false }
    if let embeds, await !embeds.isReadable() { areReadable = false }
    guard areReadable else {
      throw Problem(.serviceUnavailable, "identityUnreadable", "Callers cannot be identified", retryAfter: 5)
    }
  }

  private func identity(of request: SiteRequest) async throws -> Identity {
    if let named = try proxies?.identity(of: request) { return named }
    guard let sent = credential(request) else {
      throw Problem(.unauthorized, "notSignedIn", "Say who you are: a token is needed")
    }
    return try await identity(by: sent)
  }

  private func identity(by credential: String) async throws -> Identity {
    // Hashed as it is, an opaque token of any length would cost as much as its sender likes.
    if credential.utf8.count <= SignedToken.mostBytes, let tokens,
      let token = await tokens.current()?.first(where: { $0.isOf(credential) })
    {
      guard token.expires >= now().date else { throw Self.expired }
      return Identity(Principal(name: token.name, claims: token.claims))
    }
    guard let signed else { throw Self.unknown }
    do throws(SignedToken.Refusal) {
      let token = try await SignedToken(
        credential, by: signed.keys, for: signed.audience, from: signed.issuer, at: seconds)
      return Identity(Principal(name: token.subject, members: token.claims), expires: token.expires)
    } catch {
      if case .expired = error { throw Self.expired }
      throw Self.unknown
    }
  }

  private static let unknown = Problem(.unauthorized, "notSignedIn", "This token is not known")
  private static let expired = Problem(.unauthorized, "tokenExpired", "The time of this token is over")

  /// The fields of a page: it has no styles but its own, loads nothing from elsewhere, and stands in no other page but
  /// in those of `ancestors`.
  ///
  /// Where readers differ, it is cut off from a page of another site that opened it. Browsers find that out when the
  /// answer has come, and then begin again in a new process, a quarter of the time to the first paint; where all
  /// readers see the same, there is nothing to hide and no reason to wait.
  func pagePolicy(_ styles: PageStyles, in ancestors: [String] = []) -> [(HTTPField.Name, String)] {
    let frames = ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " ")
    let content: (HTTPField.Name, String) = (
      .contentSecurityPolicy,
      "default-src 'none'; script-src 'self' \(ServedStart.source); style-src \(styles.source); "
        + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(frames); "
        + "require-trusted-types-for 'script'; trusted-types auger"
    )
    return isOpen && embeds == nil ? [content] : [content, (.crossOriginOpenerPolicy, "same-origin")]
  }

  /// Signs a browser in: `POST` of a form with a token; anything else shows the form.
  func session(_ request: SiteRequest, _ styles: PageStyles) async throws -> SiteResponse {
    var fields = Site.plainFields
    guard request.method == .post else {
      try Site.require(request, [.get, .head])
      for (name, value) in pagePolicy(styles) { fields[name] = value }
      return SiteResponse(.ok, Face.html.mediaType, ServedNotice.signIn(styles: styles), fields: fields)
    }
    let token = try FormFields(request.body)["token"] ?? ""
    _ = try await identity(by: token)
    // Without TLS, which only this machine does without, browsers take it for a site on this machine all the same.
    fields[.setCookie] = "\(Self.cookie)=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
    fields[.location] = "/"
    return SiteResponse(.seeOther, fields: fields)
  }

  private func credential(_ request: SiteRequest) -> String? {
    if let field = signed?.field, let sent = request.fields[field] { return sent }
    if let authorization = request.fields[.authorization] {
      guard authorization.lowercased().hasPrefix("bearer ") else { return nil }
      return String(authorization.dropFirst("bearer ".count))
    }
    for part in (request.fields[.cookie] ?? "").split(separator: ";") {
      let pair = part.trimmingPrefix { $0 == " " }
      if pair.hasPrefix(Self.cookie + "=") { return String(pair.dropFirst(Self.cookie.count + 1)) }
    }
    return nil
  }
}
