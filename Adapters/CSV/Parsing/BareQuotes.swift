/// Counts misplaced quotes: quotes inside an unquoted field, or single quotes inside a quoted one.
///
/// libcsv accepts them and does not report them. Only pieces with quotes are examined, from quote to quote.
struct BareQuotes {
  private let dialect: CSVDialect
  private(set) var count = 0
  /// The offset of the first misplaced quote.
  private(set) var firstOffset: Int?
  private var isQuoted = false
  /// True if the last byte was a quote inside quotes. The next byte decides its meaning.
  private var isPending = false
  private var last = UInt8(ascii: "\n")
  private var offset = 0

  init(_ dialect: CSVDialect) { self.dialect = dialect }

  var found: (count: Int, firstOffset: Int?) { (count, firstOffset) }

  /// Counts the misplaced quotes of a file before a physical line.
  init(_ file: RereadableFile, _ form: CSVForm, beforeLine last: Int) throws {
    self.init(form.dialect)
    var input = try CSVInput(file, form)
    var line = 1
    var lastWasReturn = false
    while line < last {
      let goesOn = try input.next { bytes in
        var end = 0
        while end < bytes.count, line < last {
          let byte = bytes[end]
          if byte == 0x0D || (byte == 0x0A && !lastWasReturn) { line += 1 }
          lastWasReturn = byte == 0x0D
          end += 1
        }
        pass(bytes.extracting(first: end), mayHoldQuotes: true)
      }
      if !goesOn { break }
    }
  }

  /// Examines the next piece of the text. `mayHoldQuotes` is true if it contains a quote or begins inside quotes.
  mutating func pass(_ bytes: borrowing Span<UInt8>, mayHoldQuotes: Bool) {
    defer {
      offset += bytes.count
      if bytes.count > 0 { last = bytes[bytes.count - 1] }
    }
    guard mayHoldQuotes || isPending, bytes.count > 0 else { return }
    var at = 0
    if isPending { settle(bytes[0], at: 0, &at) }
    while let found = LibCSV.firstIndex(of: dialect.quote, in: bytes, from: at) {
      at = found + 1
      if isQuoted {
        guard at < bytes.count else {
          isPending = true
          return
        }
        settle(bytes[at], at: at, &at)
      } else if endsField(found == 0 ? last : bytes[found - 1]) {
        isQuoted = true
      } else {
        note(found)
      }
    }
  }

  /// Classifies a quote inside quotes by the byte after it.
  private mutating func settle(_ next: UInt8, at index: Int, _ at: inout Int) {
    isPending = false
    if next == dialect.quote {
      at = index + 1
    } else if endsField(next) {
      isQuoted = false
    } else {
      note(index - 1)
    }
  }

  private mutating func note(_ index: Int) {
    count += 1
    if firstOffset == nil { firstOffset = offset + index }
  }

  private func endsField(_ byte: UInt8) -> Bool { byte == dialect.delimiter || byte == 0x0A || byte == 0x0D }
}
