/// Percent-encoding of URIs (RFC 3986).
package enum PercentEncoding {
  /// Returns the text with every byte encoded except letters, digits and the characters in `plain`.
  package static func encoded(_ text: String, keeping plain: String = "-._~") -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where plain.utf8.contains(byte): encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += escape(byte)
      }
    }
    return encoded
  }

  /// Returns the three characters that encode a byte.
  package static func escape(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Returns the decoded text. Nil if an escape is not two hexadecimal digits, or if the bytes are not UTF-8. `+` is
  /// not decoded.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the value of a hexadecimal digit.
  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Returns a name as a path segment. `.` and `..` are encoded because they have a special meaning.
  package static func part(_ name: String) -> String {
    let text = encoded(name)
    return text == "." || text == ".." ? text.replacingBytes(".", with: "%2E") : text
  }

  /// Returns the decoded path segment. Nil if it cannot be decoded or contains a null byte.
  package static func decodedPart(_ text: some StringProtocol) -> String? {
    decoded(text).flatMap { $0.utf8.contains(0) ? nil : $0 }
  }
}
