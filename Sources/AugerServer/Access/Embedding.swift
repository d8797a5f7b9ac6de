import Auger
import AugerAgents
import AugerCharts
import AugerColumns
import AugerDiagnostics
import HTTPTypes

/// The token in the URL of an embedded page (`/e/TOKEN/dashboards/sales`). It grants access to one dashboard for up to
/// 15 minutes.
///
/// ```json
/// {"aud": "embed", "sub": "acme", "iat": 1790000000, "exp": 1790000900, "dashboard": "sales",
///  "claims": {"role": "seller", "regions": ["Europe"]}, "locked": "filter.Region=Europe",
///  "ancestors": ["https://portal.example.org"]}
/// ```
struct Embedding: Sendable {
  let principal: Principal
  let dashboard: String
  let locked: LockedState
  /// The origins of the pages that may embed the dashboard.
  let ancestors: [String]
  let expires: Double

  static let audience = "embed"
  /// The maximum lifetime of a token in seconds.
  static let longest = 15 * 60.0

  /// Verifies a token. Throws 401. For an expired token, the error includes the origins that may show it.
  init(_ text: String, by keys: KeyFile, at now: Double) async throws(Problem) {
    let token: SignedToken
    do throws(SignedToken.Refusal) {
      token = try await SignedToken(text, by: keys, for: Self.audience, from: nil, at: now)
    } catch {
      guard case .expired(let claims) = error else { throw Self.unknown }
      var problem = Problem(
        .unauthorized, .embedExpired, .problemEmbedExpired, hint: .problemEmbedExpiredHint)
      problem.ancestors = Self.ancestors(claims) ?? []
      throw problem
    }
    guard let issued = token.issued, token.expires - issued <= Self.longest,
      let dashboard = token.claims["dashboard"]?.text, !dashboard.isEmpty,
      let ancestors = Self.ancestors(token.claims), let locked = Self.locked(token.claims),
      token.claims["claims"]?.isObject ?? true
    else { throw Self.unknown }
    self.dashboard = dashboard
    self.ancestors = ancestors
    self.locked = locked
    expires = token.expires
    principal = Principal(name: token.subject, members: token.claims["claims"] ?? .object([]))
  }

  private static func locked(_ claims: JSONNode) -> LockedState? {
    guard let locked = claims["locked"] else { return LockedState("") }
    return locked.text.flatMap { LockedState($0) }
  }

  private static func ancestors(_ claims: JSONNode) -> [String]? {
    guard let items = claims["ancestors"]?.items, (1...16).contains(items.count) else { return nil }
    let origins = items.compactMap(\.text).filter(isOrigin)
    return origins.count == items.count ? origins : nil
  }

  /// Returns true for an origin such as `https://portal.example.org:8443`, without characters that could extend a
  /// header field.
  private static func isOrigin(_ text: String) -> Bool {
    text.utf8.count <= 300 && text.wholeMatch(of: /https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?/) != nil
  }

  /// The error does not explain why a token is invalid, because the explanation would help attackers most.
  private static let unknown = Problem(.unauthorized, .embedUnknown, .problemEmbed)
}
