import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import HTTPTypes

/// The caller of a request and its access rights.
package struct Visitor: Sendable, Hashable {
  /// The name for logs and limits. Empty if the server does not authenticate callers.
  package var name: String = ""
  package var entitlement: Entitlement = .everything
  /// True if the server does not authenticate callers.
  package var isOpen: Bool = true
  /// The time at which the credential expires, in seconds since 1970. Nil if it cannot expire during a request.
  package var expires: Double?

  func allows(dashboard name: String) -> Bool { entitlement.allows(dashboard: name) }
}

/// The access control of a site: it decides which requests are accepted and identifies their callers.
package struct SiteAccess: Sendable {
  /// The host names, with ports, that clients may use for the server: `localhost:8080`. Nil accepts every name.
  package var authorities: Set<String>?
  /// The token file, one of the ways to authenticate callers. Without any of them the server is open.
  package var tokens: TokenFile?
  package var signed: SignedIdentity?
  package var proxies: ProxyIdentity?
  /// The keys that sign the URLs of embedded pages. Nil disables embedded pages.
  package var embeds: KeyFile?
  /// True if clients use TLS. Cookies are then sent over TLS only.
  package var isSecure: Bool
  /// The clock of the site.
  let now: @Sendable () -> Timestamp

  /// The session cookie of a browser. Pages of other sites cannot set it.
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

  /// The current time in seconds since 1970.
  var seconds: Double { Double(now().microseconds) / 1e6 }

  /// Throws 421 for an unknown host name, and 403 for a change that a page of another site requests.
  func check(_ request: SiteRequest, isChange: Bool) throws {
    if let authorities, !authorities.contains(request.authority?.lowercased() ?? "") {
      throw Problem(.misdirectedRequest, .wrongHost, .problemHost)
    }
    guard isChange || request.method == .post else { return }
    if let site = request.fields[.secFetchSite], site != "same-origin", site != "none" { throw Self.foreign }
    // A page with the policy `no-referrer` sends its own forms with the origin `null`. `Sec-Fetch-Site` identifies
    // them.
    let isOwn = request.fields[.secFetchSite] == "same-origin"
    if let origin = request.fields[.origin], !(isOwn && origin == "null") {
      guard let authority = request.authority, origin.lowercased().hasSuffix("://" + authority.lowercased()) else {
        throw Self.foreign
      }
    }
  }

  private static let foreign = Problem(
    .forbidden, .foreignOrigin, .problemForeign)

  /// Returns the caller. Throws 401 if the credential is missing or invalid, and 403 if the data policy requires a
  /// claim that is missing.
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

  /// Returns the visitor of an embedded page from the token in its URL. All other credentials of the request are
  /// ignored.
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
      throw Problem(.forbidden, error.code, .problemPermissions)
    }
  }

  // MARK: Identity

  /// The identifier of all files that authenticate callers. If it changes, long-lived connections are checked again.
  var stamp: String {
    [tokens?.stamp, signed?.keys.stamp, embeds?.stamp].map { $0 ?? "-" }.joined(separator: "\n")
  }

  /// Throws 503 if a file that authenticates callers cannot be read, because then no caller can be identified.
  func requireFiles() async throws(Problem) {
    var areReadable = true
    if let tokens, await tokens.current() == nil { areReadable = false }
    if let signed, await !signed.keys.isReadable() { areReadable = false }
    if let embeds, await !embeds.isReadable() { areReadable = false }
    guard areReadable else {
      throw Problem(
        .serviceUnavailable, .identityUnreadable, .problemIdentity, retryAfter: 5)
    }
  }

  private func identity(of request: SiteRequest) async throws -> Identity {
    if let named = try proxies?.identity(of: request) { return named }
    guard let sent = credential(request) else {
      throw Problem(.unauthorized, .notSignedIn, .problemSignIn)
    }
    return try await identity(by: sent)
  }

  private func identity(by credential: String) async throws -> Identity {
    // Check the length before hashing, so that a long token does not cost CPU time.
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

  private static let unknown = Problem(.unauthorized, .notSignedIn, .problemToken)
  private static let expired = Problem(.unauthorized, .tokenExpired, .problemTokenExpired)

  /// Returns the security header fields of a page: only its own styles, no content from other sites, and embedding only
  /// by `ancestors`.
  ///
  /// If access depends on the caller, the page is also isolated from pages of other sites that opened it. Isolation
  /// makes browsers start a new process, which delays the first paint by a quarter. An open server omits the policy,
  /// because all users see the same data.
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

  /// Signs in a browser that sends a token in a `POST` request. Other requests receive the form.
  func session(_ request: SiteRequest, _ texts: PageTexts, _ styles: PageStyles) async throws -> SiteResponse {
    var fields = Site.plainFields
    let kept = KeptOptions(request.query, among: [])
    guard request.method == .post else {
      try Site.require(request, [.get, .head])
      for (name, value) in pagePolicy(styles) { fields[name] = value }
      let page = ServedNotice.signIn(texts, styles: styles, action: kept.adding(to: "/-/session"))
      return SiteResponse(.ok, Face.html.mediaType, page, fields: fields)
    }
    let token = try FormFields(request.body)["token"] ?? ""
    _ = try await identity(by: token)
    // Only local servers run without TLS, and browsers treat local servers as secure.
    fields[.setCookie] = "\(Self.cookie)=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
    fields[.location] = kept.adding(to: "/")
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
