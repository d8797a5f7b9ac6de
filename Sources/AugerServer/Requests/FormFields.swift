import AugerDiagnostics
import HTTPTypes

/// The fields of a form as a browser sends them (application/x-www-form-urlencoded).
struct FormFields: Sendable {
  private let fields: [(name: String, value: String)]

  /// Throws 400 for what is not well-formed.
  init(_ bytes: [UInt8]) throws {
    var fields: [(name: String, value: String)] = []
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.unreadable }
    for part in text.parts(at: "&") {
      let (key, encoded) = part.parted(at: "=") ?? (part, "")
      guard let name = PercentEncoding.decoded(key.replacingBytes("+", with: " ")),
        let value = PercentEncoding.decoded(encoded.replacingBytes("+", with: " "))
      else { throw Self.unreadable }
      fields.append((name, value))
    }
    self.fields = fields
  }

  subscript(name: String) -> String? { fields.first { Name($0.name) == Name(name) }?.value }

  func all(_ name: String) -> [String] { fields.filter { Name($0.name) == Name(name) }.map(\.value) }

  private static var unreadable: Problem { Problem(.badRequest, "formUnreadable", "The form cannot be read") }
}
