import Auger
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation

/// An opaque token: whoever sends it is the principal that the file of tokens says. The file has its digest alone.
package struct AccessToken: Sendable, Hashable {
  package var name: String
  /// SHA-256 of the token, in hexadecimal digits.
  package var digest: String
  /// The last day of its life.
  package var expires: CivilDate
  package var claims: [Name: [Scalar]]

  package init(name: String, digest: String, expires: CivilDate, claims: [Name: [Scalar]]) {
    self.name = name
    self.digest = digest
    self.expires = expires
    self.claims = claims
  }

  /// A token nobody can guess: 256 bits, with a prefix by which secret scanners know it.
  package static func random() -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
    return "auger_" + text
  }

  /// Compared with the time that its length takes, whatever it is.
  func isOf(_ token: String) -> Bool {
    let (own, other) = (Array(digest.utf8), Array(SHA256.text(Array(token.utf8)).utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The file of tokens, which is read again when it changes.
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

  /// Throws every mistake in the file with its place, and `fileNotFound`. `failed` gets the reason if the file cannot
  /// be read later.
  package init(_ path: String, failed: @escaping @Sendable (any Error) -> Void = { _ in }) throws {
    let stamp = FileStamp.of(path)
    file = WatchedFile(path, try Self.read(path), stamp: stamp, failed: failed) { try Self.read($0) }
  }

  /// The tokens of the file; nil if it cannot be read any more.
  func current() async -> [AccessToken]? { await file.current() }

  /// Identifies the contents of the file.
  var stamp: String { file.stamp }

  private static func read(_ path: String) throws -> [AccessToken] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AugerError(.fileNotFound, operation: "read the tokens", "there is no readable file '\(path)'")
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
      reader.reject(digest.node, "'sha256' is no SHA-256", hint: "'auger token NAME' makes a token and its digest")
      return nil
    }
    guard let name, let digest, let expires else { return nil }
    guard case .date(let day)? = Scalar(text: expires.text, type: .date) else {
      reader.reject(expires.node, "'\(expires.text)' is no date", hint: "write expires: 2027-01-31")
      return nil
    }
    self.init(name: name, digest: digest.text, expires: day, claims: claims)
  }
}
