import Auger
import HTTPTypes

/// Who a request is from, and until when that is certified, in seconds since 1970.
struct Identity: Sendable {
  var principal: Principal
  var expires: Double?

  init(_ principal: Principal, expires: Double? = nil) {
    self.principal = principal
    self.expires = expires
  }
}

/// Callers are known by JSON Web Tokens: whose keys sign them, and for whom they are.
package struct SignedIdentity: Sendable {
  let keys: KeyFile
  let audience: String
  let issuer: String
  /// A header field that has the token alone; nil: `Authorization: Bearer`.
  let field: HTTPField.Name?

  package init(keys: KeyFile, audience: String, issuer: String, field: HTTPField.Name? = nil) {
    self.keys = keys
    self.audience = audience
    self.issuer = issuer
    self.field = field
  }
}

/// Callers are known by proxies that have signed them in, and say in a header field who they are.
package struct ProxyIdentity: Sendable {
  let addresses: [AddressBlock]
  let field: HTTPField.Name

  package init(addresses: [AddressBlock], field: HTTPField.Name) {
    self.addresses = addresses
    self.field = field
  }

  /// Nil where the field is not there, or the other end of the connection is no such proxy: anybody can send a field.
  /// Throws 401 for a field that is no name.
  func identity(of request: SiteRequest) throws -> Identity? {
    let names = request.fields[values: field]
    guard !names.isEmpty, let peer = request.client, addresses.contains(where: { $0.contains(peer) }) else {
      return nil
    }
    guard names.count == 1, SignedToken.isName(names[0]) else {
      throw Problem(.unauthorized, "notSignedIn", "The proxy does not say who you are")
    }
    return Identity(Principal(name: names[0], claims: ["user": [.string(names[0])]]))
  }
}
