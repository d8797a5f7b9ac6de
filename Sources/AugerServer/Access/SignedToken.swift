import Auger
import AugerAgents
import AugerColumns
import AugerDiagnostics

/// A valid JSON Web Token (RFC 7519): signed by a known key, issued for this server and not expired.
///
/// The header is checked before the library receives the token. The library would fall back to another key for an
/// unknown identifier, and it would let the token choose the algorithm.
struct SignedToken: Sendable {
  /// The claims of the token.
  let claims: JSONNode
  /// The principal that the token identifies.
  let subject: String
  /// The time of issue, in seconds since 1970.
  let issued: Double?
  let expires: Double

  /// The maximum size of a token in bytes.
  static let mostBytes = 8 << 10
  /// The maximum clock difference in seconds.
  static let leeway = 60.0

  enum Refusal: Error {
    /// The token is malformed, has an unknown signer or is for another audience.
    case unknown
    /// The token was valid but has expired.
    case expired(JSONNode)
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - issuer: the required issuer. Nil accepts every issuer, because the keys identify it.
  ///   - now: the time in seconds since 1970.
  init(
    _ text: String, by keys: KeyFile, for audience: String, from issuer: String?, at now: Double
  ) async throws(Refusal) {
    guard text.utf8.count <= Self.mostBytes else { throw .unknown }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decoded(parts[0]).flatMap({ JSONNode(reading: $0) }),
      let payload = Base64URL.decoded(parts[1]), let signature = Base64URL.decoded(parts[2]), !signature.isEmpty,
      let algorithm = await Self.algorithm(header, keys)
    else { throw .unknown }
    let signed = Array("\(parts[0]).\(parts[1])".utf8)
    guard algorithm.verifies(signature, of: signed) else { throw .unknown }
    guard let claims = JSONNode(reading: payload), claims.isObject else { throw .unknown }

    guard let subject = claims["sub"]?.text, Self.isName(subject), Self.isFor(audience, claims["aud"]),
      Self.isIssued(claims["iss"], by: issuer), let expires = Self.time(claims["exp"])
    else { throw .unknown }
    for name in ["nbf", "iat"] {
      guard let member = claims[name] else { continue }
      guard let time = Self.time(member), time <= now + Self.leeway else { throw .unknown }
    }
    guard now < expires else { throw .expired(claims) }
    self.claims = claims
    self.subject = subject
    self.expires = expires
    issued = Self.time(claims["iat"])
  }

  /// Returns the algorithm for the key that the header names, if the key permits it. Ignores keys and key URLs in the
  /// header itself.
  private static func algorithm(_ header: JSONNode, _ keys: KeyFile) async -> SignatureAlgorithm? {
    guard header.isObject, header["crit"] == nil, let name = header["alg"]?.text, let identifier = header["kid"]?.text
    else { return nil }
    if let type = header["typ"] {
      guard let type = type.text?.lowercased(), type == "jwt" || type == "at+jwt" else { return nil }
    }
    return await keys.key(identifier)?.algorithms[name]
  }

  private static func isIssued(_ node: JSONNode?, by issuer: String?) -> Bool {
    guard let issuer else { return true }
    guard case .text(let text) = node else { return false }
    return Name(text) == Name(issuer)
  }

  private static func isFor(_ audience: String, _ node: JSONNode?) -> Bool {
    switch node {
    case .text(let text): return Name(text) == Name(audience)
    case .list(let items):
      let texts = items.compactMap(\.text)
      return texts.count == items.count && texts.contains(name: audience)
    default: return false
    }
  }

  /// Returns true if the text can be written to one line of a log.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// Returns a time in seconds since 1970. Rejects times after the year 5138 as invalid.
  private static func time(_ node: JSONNode?) -> Double? {
    guard case .number(let digits)? = node, let time = Double(digits), (0..<1e11).contains(time) else { return nil }
    return time
  }
}

extension Principal {
  /// Converts strings, numbers, Booleans and lists of them to claims. Skips nested objects.
  init(name: String, members: JSONNode) {
    var claims: [Name: [Scalar]] = [:]
    if case .object(let members) = members {
      for member in members { claims[Name(member.name)] = Self.values(member.value) }
    }
    self.init(name: name, claims: claims)
  }

  /// Returns the values of a claim, or nil if the type is not supported.
  private static func values(_ node: JSONNode) -> [Scalar]? {
    switch node {
    case .null, .object: return nil
    case .text(let text): return [.string(text)]
    case .bool(let value): return [.bool(value)]
    case .number(let digits):
      if let whole = Int64(digits) { return [.int(whole)] }
      return Double(digits).flatMap { $0.isFinite ? [.float($0)] : nil }
    case .list(let items):
      var values: [Scalar] = []
      for item in items {
        if case .list = item { return nil }
        guard let value = Self.values(item) else { return nil }
        values += value
      }
      return values.isEmpty ? nil : values
    }
  }
}
