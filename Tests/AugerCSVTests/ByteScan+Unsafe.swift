import ByteScan
import Testing

/// The 64-byte blocks that the row reader scans.
@Suite("CSV: 64 bytes at a time") struct ByteScanTests {
  /// Blocks of significant bytes, bytes that differ from them in one bit, and random bytes.
  @Test func intrinsicsAndPortableCodeAreEqual() {
    var random = SystemRandomNumberGenerator()
    let likely = Array(",;\"'\n\r\t|\0-\u{B}\u{C}#".utf8) + [0x8A, 0x8D, 0xA2, 0xAC, 0xFF, 0x7F, 0x80]
    for _ in 0..<500 {
      let block = (0..<64).map { _ in
        Bool.random(using: &random)
          ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      let (quote, delimiter) = (likely.randomElement(using: &random) ?? 0, likely.randomElement(using: &random) ?? 0)
      // Sound: the block has the 64 bytes that each function reads.
      unsafe block.withUnsafeBufferPointer { buffer in
        guard let text = buffer.baseAddress else { return }
        let lines = unsafe bytescan_lines(text, quote)
        let twin = unsafe bytescan_portable_lines(text, quote)
        #expect(lines.lineFeeds == twin.lineFeeds && lines.returns == twin.returns && lines.quotes == twin.quotes)
        let ends = unsafe bytescan_ends(text, delimiter)
        #expect(unsafe ends == bytescan_portable_ends(text, delimiter))
        for at in 0..<64 {
          let isSet = { (bits: UInt64) in bits >> UInt64(at) & 1 == 1 }
          #expect(isSet(lines.quotes) == (block[at] == quote) && isSet(lines.lineFeeds) == (block[at] == 0x0A))
          #expect(isSet(ends) == [delimiter, 0x0A, 0x0D].contains(block[at]))
        }
      }
    }
  }
}
