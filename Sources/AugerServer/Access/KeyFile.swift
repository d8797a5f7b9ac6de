import AugerAgents
import AugerDiagnostics
import AugerQuery
import Foundation

/// The public keys for verifying tokens: a JSON Web Key Set (RFC 7517) that is read again when it changes.
///
/// Private and symmetric keys are rejected: access to the file must not be enough to sign tokens.
package final class KeyFile: Sendable {
  private let file: WatchedFile<[Name: SigningKey]>

  /// Reads the file. Throws `fileNotFound` or the errors in the file. `failed` receives the error if a later read
  /// fails.
  package init(_ path: String, failed: @escaping @Sendable (any Error) -> Void = { _ in }) async throws {
    try SignatureAlgorithm.requireAvailability("read the keys of '\(path)'")
    let stamp = FileStamp.of(path)
    file = WatchedFile(path, try await Self.read(path), stamp: stamp, failed: failed) { try await Self.read($0) }
  }

  /// Returns the key with exactly this identifier. Nil also if the file can no longer be read.
  func key(_ identifier: String) async -> SigningKey? { await file.current()?[Name(identifier)] }

  func isReadable() async -> Bool { await file.current() != nil }

  /// The identifier of the file's contents.
  var stamp: String { file.stamp }

  private static func read(_ path: String) async throws -> [Name: SigningKey] {
    func wrong(_ message: String) -> AugerError {
      AugerError(
        .keysUnreadable, operation: "read the keys of '\(path)'", message,
        hint: "Write a set of public keys: {\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-256\", \"kid\": ..., ...}]}.")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AugerError(.fileNotFound, operation: "read the keys", "file '\(path)' does not exist or is not readable")
    }
    guard let document = JSONNode(reading: Array(data)), let nodes = document["keys"]?.items else {
      throw wrong("the file is not a key set")
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
  /// The file is not a valid set of public keys.
  package static let keysUnreadable = Self("keysUnreadable")
}
