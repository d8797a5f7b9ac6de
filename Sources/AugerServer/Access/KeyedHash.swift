import AugerDiagnostics
import AugerExport

#if JWT
  import Crypto
#endif

/// SHA-256 of bytes that arrive in pieces: that of swift-crypto, or in builds without it that of the module below.
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

/// A code of bytes that only the owner of a key can compute (HMAC, RFC 2104, with SHA-256).
package struct KeyedHash {
  private var inner = StreamedHash()
  private let outer: [UInt8]

  /// Bytes that SHA-256 takes at once.
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

  /// 32 bytes.
  package var code: [UInt8] {
    var hash = StreamedHash()
    hash.update(outer)
    hash.update(inner.digest)
    return hash.digest
  }
}
