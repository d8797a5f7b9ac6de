import AugerColumns

/// The table behind a chart or a query as CSV or TSV: RFC 4180, LF line ends, column names first.
///
/// Null is an empty field, the empty string `""`: they stay apart. Fields with a delimiter, quote or line end are
/// quoted. Instants end with `Z`.
public struct DelimitedText: Sendable {
  public var delimiter: UInt8
  /// Whether a text - a title too - that a spreadsheet would compute gets a `'` in front: one that begins with `=`,
  /// `+`, `-`, `@`, a tab or a carriage return. Otherwise every text is written as it is.
  public var isSafe: Bool

  public init(delimiter: UInt8 = UInt8(ascii: ","), isSafe: Bool = false) {
    self.delimiter = delimiter
    self.isSafe = isSafe
  }

  public func data(for table: Table) -> [UInt8] {
    var all: [UInt8] = []
    write(table) { all += $0 }
    return all
  }

  /// The same bytes, handed on some at a time.
  public func write(_ table: Table, to emit: ([UInt8]) throws -> Void) rethrows {
    var out = RowBytes()
    append(table.schema.names.map { safe(Array($0.utf8)) }, to: &out.bytes)
    let cells = table.columns.map { column in
      // What is quoted is decided once for each entry of a dictionary.
      (text: CellText(column) { field(safe($0)) }, isPlain: isPlain(column.type))
    }
    var cell: [UInt8] = []
    for row in 0..<table.rowCount {
      for (index, column) in cells.enumerated() {
        if index > 0 { out.bytes.append(delimiter) }
        if column.isPlain {
          _ = column.text.append(row, to: &out.bytes)
        } else {
          cell.removeAll(keepingCapacity: true)
          if column.text.append(row, to: &cell) { out.bytes += field(cell) }
        }
      }
      out.bytes.append(UInt8(ascii: "\n"))
      try out.endRow(emit)
    }
    try out.finish(emit)
  }

  /// Whether no cell needs quotes that it does not have: texts have theirs, numbers and dates need none.
  private func isPlain(_ type: DataType) -> Bool {
    switch type {
    case .string: true
    case .bool, .int64, .float64, .decimal, .date, .timestamp, .time: ",;\t|".utf8.contains(delimiter)
    case .interval, .binary: false
    }
  }

  private func append(_ fields: [[UInt8]], to out: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(delimiter) }
      out += self.field(field)
    }
    out.append(UInt8(ascii: "\n"))
  }

  private func safe(_ text: [UInt8]) -> [UInt8] {
    guard isSafe, let first = text.first, "=+-@\t\r".utf8.contains(first) else { return text }
    return [UInt8(ascii: "'")] + text
  }

  private func field(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let isPlain = !text.isEmpty && !text.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
    if isPlain { return text }
    var quoted = [quote]
    for byte in text {
      if byte == quote { quoted.append(quote) }
      quoted.append(byte)
    }
    quoted.append(quote)
    return quoted
  }
}
