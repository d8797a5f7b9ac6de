import Auger
import AugerDiagnostics
import AugerQuery
import HTTPTypes

/// Who asks, as far as that is known.
package struct Visitor: Sendable, Hashable {
  /// For logs and limits; empty where nobody has to say who they are.
  package var name: String
  /// What caches and ETags tell the visitor's entitlement by.
  package var entitlement: String
  /// Whether the server asks nobody who they are.
  package var isOpen: Bool
  /// Names of dashboards that may be seen; nil: all.
  var dashboards: Set<String>?

  package init(name: String = "", entitlement: String = "", isOpen: Bool = true, dashboards: Set<String>? = nil) {
    self.name = name
    self.entitlement = entitlement
    self.isOpen = isOpen
    self.dashboards = dashboards
  }

  func allows(dashboard name: String) -> Bool { dashboards?.contains(name) ?? true }
}

/// Decides which requests are answered, and to whom.
package struct SiteAccess: Sendable {
  /// The names by which clients may call the server, with ports: `localhost:8080`. Nil: any.
  package var authorities: Set<String>?

  package init(authorities: Set<String>? = nil) { self.authorities = authorities }

  /// Throws 421 for a name that the server does not go by, and 403 for a change that a page of another site asks for.
  func check(_ request: SiteRequest, isChange: Bool) throws {
    if let authorities, !authorities.contains(request.authority?.lowercased() ?? "") {
      throw Problem(.misdirectedRequest, "wrongHost", "The server does not go by this name")
    }
    guard isChange || request.method == .post else { return }
    if let site = request.fields[.secFetchSite], site != "same-origin", site != "none" {
      throw Problem(.forbidden, "foreignOrigin", "A page of another site may not do this")
    }
    if let origin = request.fields[.origin], let authority = request.authority,
      !origin.lowercased().hasSuffix("://" + authority.lowercased())
    {
      throw Problem(.forbidden, "foreignOrigin", "A page of another site may not do this")
    }
  }

  func visitor(_ request: SiteRequest, _ workspace: Workspace) throws -> Visitor { Visitor() }

  func pipeline(_ content: SiteContent, for visitor: Visitor) throws -> Pipeline { content.pipeline }

  func session(_ request: SiteRequest) throws -> SiteResponse { throw Problem.notFound("session") }
}

extension HTTPField.Name {
  static let secFetchSite = Self("Sec-Fetch-Site")!
}
