import AugerCharts
import AugerColumns

/// A JSON text under construction. It formats values; callers write the structure.
package struct JSONBytes {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Appends punctuation or literals unchanged.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends existing JSON.
  package mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  package mutating func null() { raw("null") }

  /// Appends the separator of two items on a line.
  package mutating func comma() {
    bytes.append(UInt8(ascii: ","))
    bytes.append(UInt8(ascii: " "))
  }

  /// Appends a quoted string. Control characters are escaped, and also the two line separators that old versions of
  /// JavaScript treated as line ends.
  package mutating func string(_ text: String) {
    bytes.append(Self.quote)
    var escaped = false
    for byte in text.utf8 where Self.mayNeedEscape(byte) {
      escaped = true
      break
    }
    if escaped { appendEscaped(text) } else { bytes.append(contentsOf: text.utf8) }
    bytes.append(Self.quote)
  }

  /// Appends the string of a row's value.
  mutating func string(of row: Int, by texts: inout ColumnTexts) {
    bytes.append(Self.quote)
    let start = bytes.count
    texts.append(row, to: &bytes)
    var escaped = false
    for index in start..<bytes.count where Self.mayNeedEscape(bytes[index]) {
      escaped = true
      break
    }
    if escaped {
      let text = String(decoding: bytes[start...], as: UTF8.self)
      bytes.removeSubrange(start...)
      appendEscaped(text)
    }
    bytes.append(Self.quote)
  }

  /// E2 is the first byte of the line separators, and of other characters.
  @inline(__always)
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == quote || byte == backslash || byte == 0xE2
  }

  private mutating func appendEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "\r": raw("\\r")
      case "\t": raw("\\t")
      case "\u{08}": raw("\\b")
      case "\u{0C}": raw("\\f")
      case "\u{2028}": raw("\\u2028")
      case "\u{2029}": raw("\\u2029")
      case _ where scalar.value < 0x20:
        raw("\\u00")
        bytes.append(Self.hex[Int(scalar.value >> 4)])
        bytes.append(Self.hex[Int(scalar.value & 15)])
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  package mutating func number(_ value: Int64) { NumberBytes.append(value, to: &bytes) }

  /// Appends a finite number. JSON has no NaN and no infinities.
  package mutating func number(_ value: Double) { NumberBytes.append(value, to: &bytes) }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let hex = Array("0123456789abcdef".utf8)
}
