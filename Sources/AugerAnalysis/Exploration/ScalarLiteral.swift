import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The literal of a value in a query string: `Europe`, `2011`, `'2011'`, `9.5`, `2024-05-01`.
///
/// A string is written in single quotes if it would otherwise be read as another type. Numbers, dates and Booleans are
/// unquoted in canonical form: `012` is a string. A decimal has a point and a float has an exponent, which
/// distinguishes them from integers. The form `date(2011,1,1)` of the guide is also accepted for dates.
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

  /// Parses a number with a point. The largest integers have no digit left for a zero after the point.
  private static func decimal(_ text: String) -> Decimal128? {
    guard text.contains(".") else { return nil }
    let number = Decimal128(text) ?? (text.hasSuffix(".0") ? Decimal128(String(text.dropLast(2))) : nil)
    return number.flatMap { Name(Self.text(.decimal($0))) == Name(text) ? $0 : nil }
  }

  /// Parses a number with an exponent, only in the form that `text` writes.
  private static func float(_ text: String) -> Double? {
    guard text.contains("e"), let value = Scalar(text: text, type: .float64), case .float(let number) = value,
      Name(Self.text(value)) == Name(text)
    else { return nil }
    return number
  }

  private static let bareTypes: [DataType] = [.int64, .date, .timestamp, .time, .interval, .binary]
  private static let quote = UInt8(ascii: "'")
}
