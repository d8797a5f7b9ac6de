import AugerAgents
import AugerDiagnostics
import AugerQuery
import Foundation

/// The public keys of those that sign tokens, a file in the form of a JSON Web Key Set (RFC 7517), which is read again
/// when it changes. Secret and symmetric keys are refused: whoever can read the file must not be able to sign.
package final class KeyFile: Sendable {
  private let file: WatchedFile<[Name: SigningKey]>

  /// Throws what is wrong with the file, and `fileNotFound`. `failed` gets the reason if the file cannot be read later.
  package init(_ path: String, failed: @escaping @Sendable (any Error) -> Void = { _ in }) async throws {
    try SignatureAlgorithm.requireAvailability("read the keys of '\(path)'")
    let stamp = FileStamp.of(path)
    file = WatchedFile(path, try await Self.read(path), stamp: stamp, failed: failed) { try await Self.read($0) }
  }

  /// The key of exactly this identifier; nil also if the file cannot be read any more.
  func key(_ identifier: String) async -> SigningKey? { await file.current()?[Name(identifier)] }

  func isReadable() async -> Bool { await file.current() != nil }

  /// Identifies the contents of the file.
  var stamp: String { file.stamp }

  private static func read(_ path: String) async throws -> [Name: SigningKey] {
    func wrong(_ message: String) -> AugerError {
      AugerError(
        .keysUnreadable, operation: "read the keys of '\(path)'", message,
        hint: "write a key set of public keys: {\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-256\", \"kid\": ..., ...}]}")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AugerError(.fileNotFound, operation: "read the keys", "there is no readable file '\(path)'")
    }
    guard let document = JSONNode(reading: Array(data)), let nodes = document["keys"]?.items else {
      throw wrong("the file is no key set")
    }
    var keys: [Name: SigningKey] = [:]
    for node in nodes where !SigningKey.isForEncryption(node) {
      let key: SigningKey
      do throws(KeyMistake) { key = try await SigningKey(node) } catch { throw wrong("a key \(error.text)") }
      guard keys.updateValue(key, forKey: Name(key.identifier)) == nil else {
        throw wrong("two keys are '\(key.identifier)'")
      }
    }
    guard !keys.isEmpty else { throw wrong("the file has no key") }
    return keys
  }
}

extension Diagnostic.Code {
  /// A file of keys that is no set of public keys.
  package static let keysUnreadable = Self("keysUnreadable")
}
