import AugerExport

extension SHA256 {
  /// The digest in hexadecimal digits, to compare with recorded ones of what other parsers read.
  static func text(_ bytes: [UInt8]) -> String {
    digest(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
