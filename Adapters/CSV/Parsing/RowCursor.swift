/// The position of a parser: the physical line, and the field within its row. libcsv reports neither.
///
/// CR, LF and CRLF end a line, also inside quotes. Since every newline is reported, line numbers take no time outside
/// quotes. Fields are searched for newlines only if the current text contains a quote.
struct RowCursor {
  /// The line of the next field, from 1.
  var line = 1
  /// The line on which the current row begins.
  var rowLine = 1
  /// The number of fields of the current row so far.
  var fieldCount = 0
  /// True if fields can contain newlines.
  var searchesFields = false
  private var endedWithReturn = false

  /// Sets the position to the start of a row.
  mutating func begin(atLine number: Int) { (line, rowLine) = (number, number) }

  enum RowEnd {
    /// The line feed of a CRLF, which is not a row.
    case continuation
    case blank
    case row
  }

  /// Processes the character that ended a row (−1 at the end of the text). Returns the kind of line it ended.
  @inline(__always)
  mutating func endRow(_ terminator: Int32) -> RowEnd {
    if fieldCount == 0 {
      if terminator == 0x0A, endedWithReturn {
        endedWithReturn = false
        return .continuation
      }
      endedWithReturn = terminator == 0x0D
      if terminator < 0 { return .continuation }
      line &+= 1
      rowLine = line
      return .blank
    }
    endedWithReturn = terminator == 0x0D
    return .row
  }

  /// Starts a row. Call it after the previous row is processed, so that its positions can still be reported.
  @inline(__always)
  mutating func startRow() {
    line &+= 1
    rowLine = line
    fieldCount = 0
  }

  /// Counts the lines that a field spans.
  mutating func pass(_ text: borrowing Span<UInt8>) {
    for index in text.indices {
      let byte = text[index]
      if byte == 0x0A || (byte == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)) { line &+= 1 }
    }
  }
}
