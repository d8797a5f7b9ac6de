import AugerDiagnostics
import AugerExport

#if JWT
  import Crypto
#endif

/// A streaming SHA-256 hash. It uses swift-crypto, or `AugerDiagnostics` in builds without it.
struct StreamedHash {
  #if JWT
    private var hash = Crypto.SHA256()

    mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

    var digest: [UInt8] { Array(hash.finalize()) }
  #else
    private var hash = AugerDiagnostics.SHA256.Stream()

    mutating func update(_ bytes: [UInt8]) { hash.update(bytes) }

    var digest: [UInt8] { hash.digest }
  #endif
}

/// An authentication code that requires a secret key (HMAC with SHA-256, RFC 2104).
package struct KeyedHash {
  private var inner = StreamedHash()
  private let outer: [UInt8]

  /// The block size of SHA-256 in bytes.
  private static let block = 64

  package init(key: [UInt8]) {
    var key = key
    if key.count > Self.block {
      var hash = StreamedHash()
      hash.update(key)
      key = hash.digest
    }
    key += [UInt8](repeating: 0, count: Self.block - key.count)
    inner.update(key.map { $0 ^ 0x36 })
    outer = key.map { $0 ^ 0x5C }
  }

  package mutating func update(_ bytes: [UInt8]) { inner.update(bytes) }

  /// The authentication code, 32 bytes.
  package var code: [UInt8] {
    var hash = StreamedHash()
    hash.update(outer)
    hash.update(inner.digest)
    return hash.digest
  }
}
