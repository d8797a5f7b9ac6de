import AugerDiagnostics

/// Finds the place of a field in a file by reading the file again.
///
/// Places are needed for one error or the first of many warnings; keeping them ready for every field would cost every
/// field. Reads the text as libcsv does.
struct PlaceFinder {
  let path: String
  let dialect: CSVDialect

  /// `sales.csv:17:42`: physical line and column (in Unicode scalars, from 1) where the field begins. Without the
  /// column if the file does not read as it did.
  func place(rowLine: Int, field: Int, line: Int) -> String {
    guard let position = try? position(rowLine: rowLine, field: field) else { return "\(path):\(line)" }
    return "\(path):\(position.line):\(position.column)"
  }

  private func position(rowLine: Int, field: Int) throws -> SourcePosition? {
    var reader = try FileReader(path: path)
    var walk = Walk(dialect: dialect, rowLine: rowLine, field: field)
    var isFirst = true
    while true {
      let bytes = try reader.next()
      if bytes.isEmpty { return walk.isThere ? walk.position : nil }
      let from = isFirst && CSVEncoding.hasByteOrderMark(bytes) ? CSVEncoding.byteOrderMarkLength : 0
      isFirst = false
      for index in from..<bytes.count {
        if walk.isThere { return walk.position }
        walk.take(bytes[index])
      }
    }
  }

  private struct Walk {
    private enum State { case fieldStart, bare, quoted, quoteInQuoted }

    let dialect: CSVDialect
    let rowLine: Int
    let field: Int
    private(set) var position = SourcePosition(line: 1, column: 1)
    private var state = State.fieldStart
    private var fieldsBefore = 0
    private var lastWasReturn = false

    init(dialect: CSVDialect, rowLine: Int, field: Int) {
      self.dialect = dialect
      self.rowLine = rowLine
      self.field = field
    }

    /// Whether the next byte is the first of the field that is looked for.
    var isThere: Bool {
      position.line >= rowLine && state == .fieldStart && fieldsBefore == field
        && !(lastWasReturn && position.column > 1)
    }

    mutating func take(_ byte: UInt8) {
      let isNewline = byte == 0x0A || byte == 0x0D
      let endsCRLF = byte == 0x0A && lastWasReturn
      defer {
        lastWasReturn = byte == 0x0D
        if isNewline {
          if !endsCRLF { position = SourcePosition(line: position.line + 1, column: 1) }
        } else if byte & 0xC0 != 0x80 {
          position.column += 1
        }
      }
      guard position.line >= rowLine, !endsCRLF || state == .quoted else { return }
      switch state {
      case .fieldStart where byte == dialect.quote: state = .quoted
      case .quoted: if byte == dialect.quote { state = .quoteInQuoted }
      case .quoteInQuoted where byte != dialect.delimiter && !isNewline: state = .quoted
      default:
        state = .bare
        if byte == dialect.delimiter {
          state = .fieldStart
          fieldsBefore += 1
        } else if isNewline {
          state = .fieldStart
        }
      }
    }
  }
}
