/// Whether bytes are UTF-8.
package enum UTF8Check {
  /// Bytes of the scalar at the beginning of the text; 0 if there is none.
  package static func scalarLength(_ text: borrowing Span<UInt8>) -> Int {
    for length in 1...max(1, min(4, text.count)) where length <= text.count {
      if firstInvalid(text.extracting(first: length)) == nil { return length }
    }
    return 0
  }

  /// The offset of the first byte that begins no valid scalar; nil if all is well (RFC 3629: no overlong forms, no
  /// surrogates, nothing beyond U+10FFFF).
  package static func firstInvalid(_ text: borrowing Span<UInt8>) -> Int? {
    let count = text.count
    var at = 0
    while at < count {
      let first = text[at]
      if first < 0x80 {
        at += 1
        continue
      }
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
      default: return at
      }
      guard at + length <= count, text[at + 1] >= lowest, text[at + 1] <= highest else { return at }
      for offset in 2..<max(length, 2) where text[at + offset] & 0xC0 != 0x80 { return at }
      at += length
    }
    return nil
  }
}
