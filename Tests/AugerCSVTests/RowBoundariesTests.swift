import AugerCSV
import TestSupport
import Testing

/// Finding row boundaries in blocks of 64 bytes gives the same result as byte by byte.
@Suite struct RowBoundariesTests {
  /// Random texts of significant bytes, with valid and misplaced quotes, split at random positions.
  @Test func blocksAndBytesFindTheSameRows() {
    let dialect = CSVDialect(delimiter: 0x2C, quote: 0x22)
    let pieces = [
      "\"", "\"\"", ",", "\n", "\r\n", "\r", "a", "word", "\"x\",", "\"a \"\"b\"\" c\",", "\"\",", "\"\n\",",
      "\"\r\n\"\n",
      "\"q\"\r\n", "1,2,3\n", "\n\n", "x\"y,", "\"p\"q,", String(repeating: "z", count: 70),
      "\"" + String(repeating: "long, ", count: 15) + "\",",
    ].map { Array($0.utf8) }
    for seed in 0..<3000 as Range<UInt64> {
      var chance = Chance(seed: seed)
      // Half of the texts have no misplaced quote.
      let known = seed % 2 == 0 ? pieces : Array(pieces[2...3] + pieces[6...15] + pieces[18...])
      var text: [UInt8] = []
      for _ in 0..<1 + chance.below(80) { text += chance.pick(known) }
      var (blocks, bytes) = (RowBoundaries(dialect), RowBoundaries(dialect))
      var at = 0
      while at < text.count {
        let wanted = 1 + chance.below(12)
        let end = min(text.count, at + 1 + chance.below(400))
        var (left, leftOver) = (wanted, wanted)
        at += blocks.pass(text.span.extracting(at..<end), until: &left)
        while bytes.offset < at, leftOver > 0 {
          _ = bytes.pass(text.span.extracting(bytes.offset..<bytes.offset + 1), until: &leftOver)
        }
        if bytes.offset < at, bytes.endsWithReturn {
          // The line feed of a CRLF belongs to the row before it.
          _ = bytes.pass(text.span.extracting(bytes.offset..<bytes.offset + 1), until: &leftOver)
        }
        #expect(left == leftOver && state(of: blocks) == state(of: bytes), "seed \(seed), up to \(at) of \(text)")
      }
    }
  }

  private func state(of rows: RowBoundaries) -> [Int] {
    let flags = [rows.isQuoted, rows.isInRow, rows.isUnterminated, rows.endsWithReturn].map { $0 ? 1 : 0 }
    return [rows.offset, rows.line, rows.bareQuotes, rows.firstBareQuote ?? -1, rows.isQuoted ? rows.quotedFrom : 0]
      + flags
  }
}
