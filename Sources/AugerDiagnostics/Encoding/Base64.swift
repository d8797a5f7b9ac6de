/// Base64 (RFC 4648), with padding.
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= part.count ? digits[word >> (18 - 6 * place) & 63] : "=")
      }
    }
    return String(text)
  }
}
