/// Whether bytes are UTF-8, as the Unicode standard's table 3-7 has it.
enum UTF8Text {
  static func isValid(_ text: borrowing Span<UInt8>) -> Bool {
    let count = text.count
    var at = 0
    while at < count {
      let first = text[at]
      if first < 0x80 {
        at += 1
        continue
      }
      let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
      guard length > 0, at + length <= count else { return false }
      let second = text[at + 1]
      let (low, high): (UInt8, UInt8) =
        switch first {
        case 0xE0: (0xA0, 0xBF)
        case 0xED: (0x80, 0x9F)
        case 0xF0: (0x90, 0xBF)
        case 0xF4: (0x80, 0x8F)
        default: (0x80, 0xBF)
        }
      guard second >= low, second <= high else { return false }
      var offset = 2
      while offset < length {
        guard text[at + offset] & 0xC0 == 0x80 else { return false }
        offset += 1
      }
      at += length
    }
    return true
  }
}
