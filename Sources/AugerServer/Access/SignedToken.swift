import Auger
import AugerAgents
import AugerColumns
import AugerDiagnostics

/// A JSON Web Token (RFC 7519) that a known key has signed, for this server, and whose time it is.
///
/// The header is checked before the library sees anything: it would take another key where it does not know the one
/// that is named, and the token would say how it is to be checked.
struct SignedToken: Sendable {
  /// What its signer says.
  let claims: JSONNode
  /// Whom it is about.
  let subject: String
  /// Seconds since 1970.
  let issued: Double?
  let expires: Double

  /// Bytes of a token.
  static let mostBytes = 8 << 10
  /// How far clocks may differ, in seconds.
  static let leeway = 60.0

  enum Refusal: Error {
    /// It is none, or of nobody who is known, or for somebody else.
    case unknown
    /// It was good, and its time is over.
    case expired(JSONNode)
  }

  /// - Parameters:
  ///   - issuer: nil: the keys say it.
  ///   - now: seconds since 1970.
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

  /// Of exactly the key that the header names, if the key may be used so. What else a header has - a key of its own, an
  /// address of one - is never looked at.
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

  /// A name that can stand in a line of a log.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// Seconds since 1970, up to the year 5138: a time beyond is a mistake.
  private static func time(_ node: JSONNode?) -> Double? {
    guard case .number(let digits)? = node, let time = Double(digits), (0..<1e11).contains(time) else { return nil }
    return time
  }
}

extension Principal {
  /// Texts, numbers, truth values and lists of them become claims; what is nested deeper is none.
  init(name: String, members: JSONNode) {
    var claims: [Name: [Scalar]] = [:]
    if case .object(let members) = members {
      for member in members { claims[Name(member.name)] = Self.values(member.value) }
    }
    self.init(name: name, claims: claims)
  }

  /// Nil for what is no claim.
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
