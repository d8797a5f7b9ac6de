/// Empties lines that are no data - the first ones of a file, and comments - before the parser sees them.
///
/// Their line ends stay, so that every line keeps its number.
struct LineFilter {
  private enum State { case skipping, rowStart, comment, fieldStart, bare, quoted, quoteInQuoted }

  private let dialect: CSVDialect
  private var linesToSkip: Int
  private var state: State
  private var lastWasReturn = false

  /// Nil if there is nothing to filter.
  init?(_ dialect: CSVDialect, skippedLines: Int) {
    guard skippedLines > 0 || dialect.comment != nil else { return nil }
    self.dialect = dialect
    linesToSkip = skippedLines
    state = skippedLines > 0 ? .skipping : .rowStart
  }

  /// Whether all that follows passes as it is.
  var isIdle: Bool { dialect.comment == nil && state != .skipping && !lastWasReturn }

  mutating func append(_ bytes: borrowing Span<UInt8>, to text: inout [UInt8]) {
    for index in bytes.indices {
      let byte = bytes[index]
      if take(byte) { text.append(byte) }
    }
  }

  /// Whether the byte passes.
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
