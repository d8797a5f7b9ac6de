import Auger
import AugerAgents
import AugerColumns
import AugerDiagnostics
import HTTPTypes

/// What the token in the address of a page says that stands in another (`/e/TOKEN/dashboards/sales`): one dashboard, as
/// somebody may see it, for a quarter of an hour.
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
  /// Origins of the pages that it may stand in.
  let ancestors: [String]
  let expires: Double

  static let audience = "embed"
  /// The longest life of a token, in seconds.
  static let longest = 15 * 60.0

  /// Throws 401; of a token whose time is over it says so, and where that may be shown.
  init(_ text: String, by keys: KeyFile, at now: Double) async throws(Problem) {
    let token: SignedToken
    do throws(SignedToken.Refusal) {
      token = try await SignedToken(text, by: keys, for: Self.audience, from: nil, at: now)
    } catch {
      guard case .expired(let claims) = error else { throw Self.unknown }
      var problem = Problem(
        .unauthorized, "embedExpired", "The time of this page is over", hint: "load the page around it again")
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

  /// `https://portal.example.org:8443`, and nothing that would be more in a header field.
  private static func isOrigin(_ text: String) -> Bool {
    text.utf8.count <= 300 && text.wholeMatch(of: /https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?/) != nil
  }

  /// What is wrong with a token is not said: it helps nobody but those who try.
  private static let unknown = Problem(.unauthorized, "embedUnknown", "This page cannot be shown by this address")
}
