/// The text form of bytes: `\x` and two lowercase hexadecimal digits per byte. JSON contains it as a string.
package enum BinaryText {
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var out: [UInt8] = [UInt8(ascii: "\\"), UInt8(ascii: "x")]
    for byte in bytes {
      out.append(digits[Int(byte >> 4)])
      out.append(digits[Int(byte & 15)])
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Parses `\x` and pairs of hexadecimal digits in either case. Nil for other strings.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    guard utf8.count % 2 == 0, utf8.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count / 2 - 1)
    for at in stride(from: 2, to: utf8.count, by: 2) {
      guard let high = nibble(utf8[at]), let low = nibble(utf8[at + 1]) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x57
    case 0x41...0x46: byte - 0x37
    default: nil
    }
  }
}
