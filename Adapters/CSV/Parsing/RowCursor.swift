/// Where a parser stands: the physical line and the field within its row. libcsv reports neither.
///
/// CR, LF and CRLF end a line, inside quotes as well. With every newline reported, line numbers cost nothing outside
/// quotes; fields are searched for newlines only while the text being parsed holds a quote.
struct RowCursor {
  /// Line of the next field to be reported, from 1.
  var line = 1
  /// Line on which the current row begins.
  var rowLine = 1
  /// Fields of the current row so far.
  var fieldCount = 0
  /// Whether fields may hold newlines.
  var searchesFields = false
  private var endedWithReturn = false

  /// Goes on behind a row.
  mutating func begin(atLine number: Int) { (line, rowLine) = (number, number) }

  enum RowEnd {
    /// The line feed of a CRLF: no row of its own.
    case continuation
    case blank
    case row
  }

  /// Takes the character that ended a row (−1 at the end of the text) and says what it ended.
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

  /// To be called when a row was dealt with, so that places inside it can still be reported before.
  @inline(__always)
  mutating func startRow() {
    line &+= 1
    rowLine = line
    fieldCount = 0
  }

  /// Counts the lines that a field runs over.
  mutating func pass(_ text: borrowing Span<UInt8>) {
    for index in text.indices {
      let byte = text[index]
      if byte == 0x0A || (byte == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)) { line &+= 1 }
    }
  }
}
