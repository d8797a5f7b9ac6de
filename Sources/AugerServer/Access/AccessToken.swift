import Auger
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation

/// An opaque access token. The token file contains only its digest, and the principal that it identifies.
package struct AccessToken: Sendable, Hashable {
  package var name: String
  /// The SHA-256 digest of the token in hexadecimal digits.
  package var digest: String
  /// The last day on which the token is valid.
  package var expires: CivilDate
  package var claims: [Name: [Scalar]]

  package init(name: String, digest: String, expires: CivilDate, claims: [Name: [Scalar]]) {
    self.name = name
    self.digest = digest
    self.expires = expires
    self.claims = claims
  }

  /// Returns a random token of 256 bits with a prefix that secret scanners recognize.
  package static func random() -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
    return "auger_" + text
  }

  /// Returns true if the digest of `token` matches. The time of the comparison depends on the length alone.
  func isOf(_ token: String) -> Bool {
    let (own, other) = (Array(digest.utf8), Array(SHA256.text(Array(token.utf8)).utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The token file, which is read again when it changes.
///
/// ```yaml
/// tokens:
///   - name: sales-screen
///     sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
///     expires: 2027-01-31
///     claims: { role: seller, regions: [Europe] }
/// ```
package final class TokenFile: Sendable {
  private let file: WatchedFile<[AccessToken]>

  /// Reads the file. Throws `fileNotFound`, or all errors in the file with their locations. `failed` receives the error
  /// if a later read fails.
  package init(_ path: String, failed: @escaping @Sendable (any Error) -> Void = { _ in }) throws {
    let stamp = FileStamp.of(path)
    file = WatchedFile(path, try Self.read(path), stamp: stamp, failed: failed) { try Self.read($0) }
  }

  /// Returns the tokens of the file, or nil if it can no longer be read.
  func current() async -> [AccessToken]? { await file.current() }

  /// The identifier of the file's contents.
  var stamp: String { file.stamp }

  private static func read(_ path: String) throws -> [AccessToken] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AugerError(.fileNotFound, operation: "read the tokens", "file '\(path)' does not exist or is not readable")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw AugerError(.invalidUTF8, operation: "read the tokens", "'\(path)' is not UTF-8 text")
    }
    let collector = DiagnosticCollector()
    let document = try YAMLDocument.parse(SourceText(name: path, text: text))
    var reader = DocumentReader(document, as: "the file of tokens", of: AccessToken.fileKeys, reporting: collector)
    let tokens = (reader.list("tokens", required: true) ?? []).compactMap { AccessToken($0, collector) }
    reader.finish()
    try collector.throwIfErrors()
    return tokens
  }
}

extension AccessToken {
  package static let fileKeys = MappingDescription(
    "tokens file", "The tokens that a server knows, by their digests.",
    keys: [
      KeyDescription("tokens", .list(.mapping(keys)), isRequired: true, "the tokens", example: "[]")
    ])

  package static let keys = MappingDescription(
    "tokens", "One token, and who sends it.",
    keys: [
      KeyDescription("name", .text("name"), isRequired: true, "who sends it, for logs", example: "sales-screen"),
      KeyDescription(
        "sha256", .text("digest", matching: "^[0-9a-f]{64}$"), isRequired: true, "its SHA-256", example: "9f86d081..."),
      KeyDescription("expires", .text("date"), isRequired: true, "the last day of its life", example: "2027-01-31"),
      KeyDescription("claims", .anything, "what is certified of its sender", example: "{ role: seller }"),
    ])

  fileprivate init?(_ node: DocumentNode, _ collector: DiagnosticCollector) {
    var reader = DocumentReader(node, as: "a token", of: Self.keys, reporting: collector)
    let name = reader.string("name", required: true)
    let digest = reader.text("sha256", required: true)
    let expires = reader.text("expires", required: true)
    var claims: [Name: [Scalar]] = [:]
    for entry in reader.namedEntries("claims") {
      claims[Name(entry.key.text)] = DataPolicy.Value.scalars(entry.value, collector)
    }
    reader.finish()
    if let digest,
      digest.text.utf8.count != 64 || !digest.text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    {
      reader.reject(
        digest.node, "'sha256' is not a SHA-256 digest",
        hint: "Run 'auger token NAME' to create a token and its digest.")
      return nil
    }
    guard let name, let digest, let expires else { return nil }
    guard case .date(let day)? = Scalar(text: expires.text, type: .date) else {
      reader.reject(expires.node, "'\(expires.text)' is not a date", hint: "Write expires: 2027-01-31.")
      return nil
    }
    self.init(name: name, digest: digest.text, expires: day, claims: claims)
  }
}
