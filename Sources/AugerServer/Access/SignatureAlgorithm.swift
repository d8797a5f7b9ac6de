import AugerAgents
import AugerDiagnostics

#if JWT
  import JWTKit
#endif

/// An algorithm that verifies signatures with one key. Builds without the trait `JWT` do not support any.
struct SignatureAlgorithm: Sendable {
  #if JWT
    private let algorithm: any JWTAlgorithm

    /// Returns nil if the members of a JSON Web Key are not a key of the algorithm.
    init?(_ name: String, _ node: JSONNode, _ identifier: String) async {
      func number(_ member: String) -> String? {
        node[member]?.text.flatMap { Base64URL.decoded($0)?.isEmpty == false ? $0 : nil }
      }
      guard let algorithm = JWK.Algorithm(rawValue: name) else { return nil }
      let known = JWKIdentifier(string: identifier)
      let key: JWK
      switch name.prefix(2) {
      case "ES":
        guard let x = number("x"), let y = number("y"),
          let curve = node["crv"]?.text.flatMap(ECDSACurve.init(rawValue:))
        else { return nil }
        key = .ecdsa(algorithm, identifier: known, x: x, y: y, curve: curve)
      case "Ed":
        guard let x = number("x") else { return nil }
        key = .octetKeyPair(algorithm, identifier: known, x: x, y: nil, curve: .ed25519)
      default:
        guard let modulus = number("n"), let exponent = number("e") else { return nil }
        key = .rsa(algorithm, identifier: known, modulus: modulus, exponent: exponent)
      }
      let keys = JWTKeyCollection()
      do {
        try await keys.add(jwk: key)
        self.algorithm = try await keys.getKey(for: known, alg: name)
      } catch {
        return nil
      }
    }

    /// Returns true if the owner of the key has signed the bytes.
    func verifies(_ signature: [UInt8], of signed: [UInt8]) -> Bool {
      (try? algorithm.verify(signature, signs: signed)) == true
    }
  #else
    init?(_ name: String, _ node: JSONNode, _ identifier: String) async { return nil }

    func verifies(_ signature: [UInt8], of signed: [UInt8]) -> Bool { false }
  #endif

  /// Throws `keysUnreadable` in builds without the trait `JWT`.
  static func requireAvailability(_ operation: String) throws(AugerError) {
    #if !JWT
      throw AugerError(
        .keysUnreadable, operation: operation, "this build does not verify signatures",
        hint: "Build with the trait JWT, as 'swift build -c release' does without '--traits'.")
    #endif
  }
}
