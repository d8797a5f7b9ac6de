import Foundation

/// Base64 without padding, in the alphabet of URLs (RFC 4648, section 5).
enum Base64URL {
  /// Returns the decoded bytes. Nil if the text is not the exact encoding of the result.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    let text = String(text)
    guard text.utf8.allSatisfy(isDigit), text.utf8.count % 4 != 1 else { return nil }
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: plain + padding), encoded(data) == text else { return nil }
    return Array(data)
  }

  static func encoded(_ bytes: some DataProtocol) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}
