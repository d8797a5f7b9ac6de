import ByteScan

/// Finds where rows end, 64 bytes at a time, without looking at their fields: what lets several threads read one file,
/// each a stretch of whole rows.
///
/// Agrees with libcsv on what is quoted: a quote opens a field where one begins, and ends it before a delimiter, a line's
/// end, or the end of the text. CR, LF and CRLF end lines; blank lines are no rows.
struct RowBoundaries {
  private let delimiter: UInt8
  private let quote: UInt8
  /// Bytes taken so far.
  private(set) var offset = 0
  /// The physical line of the next byte, from 1.
  private(set) var line = 1
  /// Quotes that stand where none should.
  private(set) var bareQuotes = 0
  private(set) var firstBareQuote: Int?
  /// Whether the text so far ends inside of quotes, and where the field begins.
  private(set) var isQuoted = false
  private(set) var quotedFrom = 0
  /// The last byte was a quote inside of quotes: the next one says what it meant.
  private var isPending = false
  private var last = UInt8(ascii: "\n")

  init(_ dialect: CSVDialect) {
    delimiter = dialect.delimiter
    quote = dialect.quote
  }

  /// Whether the text so far ends inside of a row.
  var isInRow: Bool { isQuoted || isPending || !Self.endsLine(last) }

  /// Whether the text so far would be an error if it ended here.
  var isUnterminated: Bool { isQuoted && !isPending }

  /// Whether the last byte was the CR of what may be a CRLF.
  var endsWithReturn: Bool { last == 0x0D && !isQuoted }

  /// Takes bytes until `rows` have ended; counts them down. The number of bytes taken: all, unless that was reached.
  mutating func pass(_ bytes: borrowing Span<UInt8>, until rows: inout Int) -> Int {
    let count = bytes.count
    var at = 0
    while at + 64 <= count, rows > 0 {
      let bits = lineBits(of: bytes, at: at)
      if bits.quotes == 0, !isQuoted, !isPending {
        at += takePlain(bits, of: bytes, at: at, &rows)
      } else {
        at = takeQuoted(bits, of: bytes, at: at, &rows)
      }
    }
    while at < count, rows > 0 {
      take(bytes[at], at: at, &rows)
      at += 1
    }
    // The line feed of a CRLF belongs to its row.
    if rows == 0, at < count, endsWithReturn, bytes[at] == 0x0A {
      last = 0x0A
      at += 1
    }
    offset += at
    return at
  }

  @inline(__always)
  private func lineBits(of bytes: borrowing Span<UInt8>, at: Int) -> LineBits {
    // Sound: the caller has 64 bytes behind `at`; the pointer does not leave the closure.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return LineBits() }
      return unsafe bytescan_lines(base + at, quote)
    }
  }

  /// A block without quotes: its lines are counted. How many bytes were taken.
  private mutating func takePlain(_ bits: LineBits, of bytes: borrowing Span<UInt8>, at: Int, _ rows: inout Int) -> Int
  {
    let lines = bits.lineFeeds | bits.returns
    let lastEndsLine: UInt64 = Self.endsLine(last) ? 1 : 0
    var ends = lines & ~(lines << 1 | lastEndsLine)
    var taken = 64
    var covered = UInt64.max
    if ends.nonzeroBitCount >= rows {
      for _ in 1..<rows { ends &= ends &- 1 }
      taken = ends.trailingZeroBitCount + 1
      if taken < 64 { covered = (1 << UInt64(taken)) &- 1 }
      rows = 0
    } else {
      rows -= ends.nonzeroBitCount
    }
    // A line feed behind a return ends no second line.
    let pairs = bits.lineFeeds & (bits.returns << 1 | (last == 0x0D ? 1 : 0))
    line += (lines & ~pairs & covered).nonzeroBitCount
    last = bytes[at + taken - 1]
    return taken
  }

  /// A block with quotes, or inside of them: from one byte that matters to the next. Where the next byte to be taken is.
  private mutating func takeQuoted(_ bits: LineBits, of bytes: borrowing Span<UInt8>, at: Int, _ rows: inout Int) -> Int
  {
    var marks = bits.lineFeeds | bits.returns | bits.quotes
    if isPending {
      take(bytes[at], at: at, &rows)
      marks &= ~1
      if rows == 0 { return at + 1 }
    }
    while marks != 0, rows > 0 {
      let index = at + marks.trailingZeroBitCount
      marks &= marks &- 1
      if index > at { last = bytes[index - 1] }
      take(bytes[index], at: index, &rows)
      // What stands behind a quote inside of quotes is always looked at.
      if isPending, index + 1 < at + 64 {
        take(bytes[index + 1], at: index + 1, &rows)
        if marks & 1 << UInt64(index + 1 - at) != 0 { marks &= marks &- 1 }
        if rows == 0 { return index + 2 }
      }
      if rows == 0 { return index + 1 }
    }
    last = bytes[at + 63]
    return at + 64
  }

  /// Takes one byte; `at` is its place in the bytes of this call.
  @inline(__always)
  private mutating func take(_ byte: UInt8, at: Int, _ rows: inout Int) {
    defer { last = byte }
    if isPending {
      isPending = false
      if byte == quote { return }
      if byte == delimiter || Self.endsLine(byte) {
        isQuoted = false
      } else {
        note(at - 1)
      }
    } else if byte == quote {
      if isQuoted {
        isPending = true
      } else if last == delimiter || Self.endsLine(last) {
        isQuoted = true
        quotedFrom = offset + at
      } else {
        note(at)
      }
      return
    }
    guard Self.endsLine(byte) else { return }
    if byte != 0x0A || last != 0x0D { line += 1 }
    if !isQuoted, !Self.endsLine(last) { rows -= 1 }
  }

  private mutating func note(_ at: Int) {
    bareQuotes += 1
    if firstBareQuote == nil { firstBareQuote = offset + at }
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
