import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The text of a value in the address form of an exploration: `Europe`, `2011`, `'2011'`, `9.5`, `2024-05-01`.
///
/// A text stands as it is unless it would read as something else; then it stands in single quotes. Numbers, dates and
/// truth values stand bare in their canonical form: `012` is a text. A decimal has a point, a float an exponent, by
/// which they are told from each other and from whole numbers. Dates may also be written as the guide does:
/// `date(2011,1,1)`.
package enum ScalarLiteral {
  package static func text(_ value: Scalar) -> String {
    switch value {
    case .null: return "null"
    case .float(let number):
      let text = NumberText.shortest(number)
      return number.isFinite && !text.contains("e") ? text + "e0" : text
    case .decimal(let number):
      let text = number.description
      return text.contains(".") ? text : text + ".0"
    case .string(let text):
      if !text.isEmpty, !text.hasPrefix("'"), case .string = read(text) { return text }
      return "'\(text)'"
    default: return value.description
    }
  }

  package static func read(_ text: String) -> Scalar {
    let bytes = Array(text.utf8)
    if bytes.count >= 2, bytes.first == quote, bytes.last == quote {
      return .string(String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self))
    }
    if text == "null" { return .null }
    if text == "true" || text == "false" { return .bool(text == "true") }
    if text == "NaN" { return .float(.nan) }
    if text == "Infinity" || text == "-Infinity" { return .float(text == "Infinity" ? .infinity : -.infinity) }
    if let number = float(text) { return .float(number) }
    for type in bareTypes {
      if let value = Scalar(text: text, type: type), value.description.utf8.elementsEqual(bytes) { return value }
    }
    if let value = decimal(text) { return .decimal(value) }
    return DateCall.parse(text) ?? .string(text)
  }

  /// A number with a point. The largest whole numbers have no digit left for the zero after the point.
  private static func decimal(_ text: String) -> Decimal128? {
    guard text.contains(".") else { return nil }
    let number = Decimal128(text) ?? (text.hasSuffix(".0") ? Decimal128(String(text.dropLast(2))) : nil)
    return number.flatMap { Name(Self.text(.decimal($0))) == Name(text) ? $0 : nil }
  }

  /// A number with an exponent, in the form that `text` writes and no other.
  private static func float(_ text: String) -> Double? {
    guard text.contains("e"), let value = Scalar(text: text, type: .float64), case .float(let number) = value,
      Name(Self.text(value)) == Name(text)
    else { return nil }
    return number
  }

  private static let bareTypes: [DataType] = [.int64, .date, .timestamp, .time, .interval, .binary]
  private static let quote = UInt8(ascii: "'")
}
