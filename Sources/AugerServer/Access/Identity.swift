import Auger
import AugerCharts
import AugerDiagnostics
import HTTPTypes

/// The caller of a request, and the time until which the identity is certified, in seconds since 1970.
struct Identity: Sendable {
  var principal: Principal
  var expires: Double?

  init(_ principal: Principal, expires: Double? = nil) {
    self.principal = principal
    self.expires = expires
  }
}

/// Authentication with JSON Web Tokens: the signing keys, the audience and the issuer.
package struct SignedIdentity: Sendable {
  let keys: KeyFile
  let audience: String
  let issuer: String
  /// The header field that contains the token. Nil means `Authorization: Bearer`.
  let field: HTTPField.Name?

  package init(keys: KeyFile, audience: String, issuer: String, field: HTTPField.Name? = nil) {
    self.keys = keys
    self.audience = audience
    self.issuer = issuer
    self.field = field
  }
}

/// Authentication by trusted proxies, which pass the name of the caller in a header field.
package struct ProxyIdentity: Sendable {
  let addresses: [AddressBlock]
  let field: HTTPField.Name

  package init(addresses: [AddressBlock], field: HTTPField.Name) {
    self.addresses = addresses
    self.field = field
  }

  /// Returns the identity that a trusted proxy passed. Nil if the field is missing or the connection does not come from
  /// a trusted proxy, because any client can send the field.
  ///
  /// Throws 401 if the field does not contain a valid name.
  func identity(of request: SiteRequest) throws -> Identity? {
    let names = request.fields[values: field]
    guard !names.isEmpty, let peer = request.client, addresses.contains(where: { $0.contains(peer) }) else {
      return nil
    }
    guard names.count == 1, SignedToken.isName(names[0]) else {
      throw Problem(.unauthorized, .notSignedIn, .problemProxy)
    }
    return Identity(Principal(name: names[0], claims: ["user": [.string(names[0])]]))
  }
}
