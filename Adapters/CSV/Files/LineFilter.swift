/// Converts text into a form that libcsv can read. Skipped lines and comments become empty lines. A delimiter of
/// several characters becomes one character, and an escaped quote becomes a doubled quote.
///
/// Line ends are preserved, so that every line has the same number.
struct LineFilter {
  private enum State { case skipping, rowStart, comment, fieldStart, bare, quoted, quoteInQuoted }

  private let dialect: CSVDialect
  private var linesToSkip: Int
  private var state: State
  private var lastWasReturn = false
  /// The number of matched bytes of a long delimiter that are not passed on yet.
  private var matched = 0
  /// True if an escape byte was read and not passed on yet.
  private var isEscaped = false

  /// Creates a filter. Nil if the text needs no conversion.
  init?(_ dialect: CSVDialect, skippedLines: Int) {
    guard skippedLines > 0 || dialect.needsFilter else { return nil }
    self.dialect = dialect
    linesToSkip = skippedLines
    state = skippedLines > 0 ? .skipping : .rowStart
  }

  /// True if the remaining text passes unchanged.
  var isIdle: Bool { !dialect.needsFilter && state != .skipping && !lastWasReturn }

  mutating func append(_ bytes: borrowing Span<UInt8>, to text: inout [UInt8]) {
    for index in bytes.indices {
      let byte = bytes[index]
      if let escape = dialect.escape, state == .quoted, isEscaped || byte == escape {
        appendEscaped(byte, escape, to: &text)
      } else if dialect.longDelimiter.isEmpty {
        if take(byte) { text.append(byte) }
      } else {
        match(byte, to: &text)
      }
    }
  }

  /// Appends the bytes that the filter still holds at the end of the text.
  mutating func finish(_ text: inout [UInt8]) {
    if isEscaped, let escape = dialect.escape { text.append(escape) }
    text += dialect.longDelimiter.prefix(matched)
    (isEscaped, matched) = (false, 0)
  }

  /// Returns the part of a text for sampling, filtered.
  static func filtered(_ bytes: borrowing Span<UInt8>, _ dialect: CSVDialect) -> [UInt8] {
    var text: [UInt8] = []
    guard var filter = LineFilter(dialect, skippedLines: 0) else { return FieldReader.bytes(bytes) }
    filter.append(bytes, to: &text)
    filter.finish(&text)
    return text
  }

  private mutating func appendEscaped(_ byte: UInt8, _ escape: UInt8, to text: inout [UInt8]) {
    guard isEscaped else {
      isEscaped = true
      return
    }
    isEscaped = false
    // Before other bytes, the escape byte is a normal character.
    text.append(byte == dialect.quote ? dialect.quote : escape)
    if byte == escape { return }
    text.append(byte)
    lastWasReturn = byte == 0x0D
  }

  private mutating func match(_ byte: UInt8, to text: inout [UInt8]) {
    let long = dialect.longDelimiter
    let cannotDelimit = state == .quoted || state == .skipping || state == .comment
    if !cannotDelimit, byte == long[matched] {
      matched += 1
      guard matched == long.count else { return }
      matched = 0
      if take(dialect.delimiter) { text.append(dialect.delimiter) }
      return
    }
    let held = matched
    matched = 0
    for byte in long.prefix(held) where take(byte) { text.append(byte) }
    if held > 0 { return match(byte, to: &text) }
    if take(byte) { text.append(byte) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    let isNewline = byte == 0x0A || byte == 0x0D
    let endsCRLF = byte == 0x0A && lastWasReturn
    lastWasReturn = byte == 0x0D
    switch state {
    case .skipping:
      if isNewline {
        if endsCRLF { return true }
        linesToSkip -= 1
        if linesToSkip == 0 { state = .rowStart }
      }
      return isNewline
    case .comment:
      if isNewline { state = .rowStart }
      return isNewline
    case .rowStart where byte == dialect.comment:
      state = .comment
      return false
    case .quoted:
      if byte == dialect.quote { state = .quoteInQuoted }
    case .quoteInQuoted where byte != dialect.delimiter && !isNewline: state = .quoted
    case .rowStart where byte == dialect.quote, .fieldStart where byte == dialect.quote: state = .quoted
    default: state = isNewline ? .rowStart : byte == dialect.delimiter ? .fieldStart : .bare
    }
    return true
  }
}
