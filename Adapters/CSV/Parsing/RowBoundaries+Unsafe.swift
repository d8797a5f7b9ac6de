import AugerColumns
import ByteScan

/// Finds the ends of rows, 64 bytes at a time, without reading fields. Several threads can then read one file, each a
/// range of whole rows.
///
/// Quoting agrees with libcsv: a quote opens a field at its start, and closes it before a delimiter, a line end or
/// the end of the text. CR, LF and CRLF end lines. Blank lines are not rows.
package struct RowBoundaries {
  private let delimiter: UInt8
  private let quote: UInt8
  /// The number of bytes read so far.
  package private(set) var offset = 0
  /// The physical line of the next byte, from 1.
  package private(set) var line = 1
  /// The number of misplaced quotes.
  package private(set) var bareQuotes = 0
  package private(set) var firstBareQuote: Int?
  /// True if the text so far ends inside quotes. Then the start of the field is known too.
  package private(set) var isQuoted = false
  package private(set) var quotedFrom = 0
  /// True if the last byte was a quote inside quotes. The next byte decides its meaning.
  private var isPending = false
  private var last = UInt8(ascii: "\n")

  package init(_ dialect: CSVDialect) {
    delimiter = dialect.delimiter
    quote = dialect.quote
  }

  /// True if the text so far ends inside a row.
  package var isInRow: Bool { isQuoted || isPending || !Self.endsLine(last) }

  /// True if the end of the text at this position would be an error.
  package var isUnterminated: Bool { isQuoted && !isPending }

  /// True if the last byte was a CR that can be part of a CRLF.
  package var endsWithReturn: Bool { last == 0x0D && !isQuoted }

  /// Reads bytes until `rows` rows have ended, and decrements `rows`. Returns the number of bytes read.
  package mutating func pass(_ bytes: borrowing Span<UInt8>, until rows: inout Int) -> Int {
    let count = bytes.count
    var at = 0
    while at + 64 <= count, rows > 0 {
      let bits = lineBits(of: bytes, at: at)
      if bits.quotes == 0, !isQuoted, !isPending {
        at += takePlain(bits, of: bytes, at: at, &rows)
      } else if let taken = takeRegular(bits, of: bytes, at: at, &rows) {
        at += taken
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
    // Sound: at least 64 bytes follow `at`; the pointer does not leave the closure.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return LineBits() }
      return unsafe bytescan_lines(base + at, quote)
    }
  }

  /// Returns the ends of the fields of a block, quoted or not.
  @inline(__always)
  private func endBits(of bytes: borrowing Span<UInt8>, at: Int) -> UInt64 {
    // Sound: as above.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe bytescan_ends(base + at, delimiter)
    }
  }

  /// Processes a block without quotes by counting its lines. Returns the number of bytes.
  private mutating func takePlain(_ bits: LineBits, of bytes: borrowing Span<UInt8>, at: Int, _ rows: inout Int) -> Int
  {
    let taken = takeLines(bits, quoted: 0, &rows)
    last = bytes[at + taken - 1]
    return taken
  }

  /// Counts the lines of a block, and the rows that end in it, up to the last one requested. Returns the number of
  /// bytes. `quoted` marks the bytes inside quotes.
  private mutating func takeLines(_ bits: LineBits, quoted: UInt64, _ rows: inout Int) -> Int {
    let lines = bits.lineFeeds | bits.returns
    let lastEndsLine: UInt64 = Self.endsLine(last) ? 1 : 0
    var ends = lines & ~quoted & ~(lines << 1 | lastEndsLine)
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
    // A line feed after a return does not end a second line.
    let pairs = bits.lineFeeds & (bits.returns << 1 | (last == 0x0D ? 1 : 0))
    line += (lines & ~pairs & covered).nonzeroBitCount
    return taken
  }

  /// Processes a block whose quotes are all well placed, without examining single bytes. Returns the number of bytes.
  /// Returns nil without any change if a quote is misplaced.
  ///
  /// A byte is quoted if an odd number of quotes precedes it. A doubled quote ends the field and opens it again, so
  /// it changes nothing.
  private mutating func takeRegular(
    _ bits: LineBits, of bytes: borrowing Span<UInt8>, at: Int, _ rows: inout Int
  ) -> Int? {
    var quoted = bits.quotes
    for shift in [1, 2, 4, 8, 16, 32] as [UInt64] { quoted ^= quoted << shift }
    if isQuoted, !isPending { quoted = ~quoted }
    let opening = bits.quotes & quoted
    let closing = bits.quotes & ~quoted
    let ends = endBits(of: bytes, at: at)
    let behindClosing = closing << 1 | (isPending ? 1 : 0)
    let behindEnds = ends << 1 | (last == delimiter || Self.endsLine(last) ? 1 : 0)
    guard behindClosing & ~(ends | bits.quotes) == 0, opening & ~(behindEnds | behindClosing) == 0 else { return nil }
    let taken = takeLines(bits, quoted: quoted, &rows)
    let fields = opening & ~behindClosing & (taken == 64 ? .max : (1 << UInt64(taken)) &- 1)
    if fields != 0 { quotedFrom = offset + at + 63 - fields.leadingZeroBitCount }
    let lastBit = UInt64(1) << UInt64(taken - 1)
    isPending = closing & lastBit != 0
    isQuoted = isPending || quoted & lastBit != 0
    last = bytes[at + taken - 1]
    return taken
  }

  /// Processes a block with quotes, or inside quotes, from one significant byte to the next. Returns the index of the
  /// next byte.
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
      // The byte after a quote inside quotes must always be examined.
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

  /// Processes one byte. `at` is its index in the bytes of this call.
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
