import AugerDiagnostics
import HTTPTypes

/// The fields of an HTML form in the encoding of browsers (application/x-www-form-urlencoded).
struct FormFields: Sendable {
  private let fields: [(name: String, value: String)]

  /// Parses a form. Throws 400 if it is malformed.
  init(_ bytes: [UInt8]) throws {
    var fields: [(name: String, value: String)] = []
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.unreadable }
    for part in text.parts(at: "&") {
      let (key, encoded) = part.parted(at: "=") ?? (part, "")
      guard let name = PercentEncoding.decodedPart(key.replacingBytes("+", with: " ")),
        let value = PercentEncoding.decodedPart(encoded.replacingBytes("+", with: " "))
      else { throw Self.unreadable }
      fields.append((name, value))
    }
    self.fields = fields
  }

  subscript(name: String) -> String? { fields.value(named: name) }

  func all(_ name: String) -> [String] { fields.filter { Name($0.name) == Name(name) }.map(\.value) }

  private static var unreadable: Problem { Problem(.badRequest, .formUnreadable, "The form cannot be read") }
}
