/// Validation of UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
package enum UTF8Check {
  /// Returns the number of bytes of the scalar at an offset, or 0 if it is invalid.
  @inline(__always)
  package static func scalarLength(_ text: borrowing Span<UInt8>, at offset: Int = 0) -> Int {
    guard offset < text.count else { return 0 }
    let first = text[offset]
    if first < 0x80 { return 1 }
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, lowest) = (3, 0xA0)
    case 0xED: (length, highest) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, lowest) = (4, 0x90)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, highest) = (4, 0x8F)
    default: return 0
    }
    guard offset + length <= text.count, text[offset + 1] >= lowest, text[offset + 1] <= highest else { return 0 }
    for next in 2..<max(length, 2) where text[offset + next] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Returns the offset of the first invalid byte. Nil if all bytes are valid.
  package static func firstInvalid(_ text: borrowing Span<UInt8>) -> Int? {
    var at = 0
    while at < text.count {
      let length = scalarLength(text, at: at)
      guard length > 0 else { return at }
      at += length
    }
    return nil
  }
}
