import AugerColumns

/// The table of a chart or a query as CSV or TSV: RFC 4180, LF line ends, column names first.
///
/// Null is an empty field and the empty string is `""`, so that they remain distinct. Fields with a delimiter, quote or
/// line end are quoted. Instants end with `Z`.
package struct DelimitedText: Sendable {
  package var delimiter: UInt8
  /// True if a string or title that a spreadsheet would evaluate as a formula gets the prefix `'`. Otherwise strings
  /// are written unchanged.
  package var isSafe: Bool

  /// - Parameters:
  ///   - delimiter: An ASCII byte between fields, such as a comma or a tab.
  ///   - isSafe: True if strings that a spreadsheet would evaluate as formulas get the prefix `'`.
  package init(delimiter: UInt8 = UInt8(ascii: ","), isSafe: Bool = false) {
    self.delimiter = delimiter
    self.isSafe = isSafe
  }

  /// Returns the table as UTF-8: a line of column names, then one for each row.
  package func data(for table: DataTable) -> [UInt8] {
    var all: [UInt8] = []
    write(table) { all += $0 }
    return all
  }

  /// Passes the same bytes to `emit` in pieces.
  package func write(_ table: Table, to emit: ([UInt8]) throws -> Void) rethrows {
    try pieces(of: table).write(to: emit)
  }

  /// Returns the same bytes, created on demand.
  package func pieces(of table: Table) -> TablePieces {
    var head: [UInt8] = []
    for (index, name) in table.schema.names.enumerated() {
      if index > 0 { head.append(delimiter) }
      appendSafe(name.utf8.span, to: &head)
    }
    head.append(UInt8(ascii: "\n"))
    let texts = CellStyle(isPlain: isPlain) { text, isString, out in
      if isString { appendSafe(text, to: &out) } else { append(text, to: &out) }
    }
    let before = table.columns.indices.map { $0 == 0 ? [] : [delimiter] }
    return TablePieces(table, head: head, RowTexts(before: before, end: [UInt8(ascii: "\n")]), texts)
  }

  /// Returns true if no value of a type requires quotes.
  private func isPlain(_ type: DataType) -> Bool {
    switch type {
    case .string, .interval, .binary: false
    case .bool, .int64, .float64, .decimal, .date, .timestamp, .time: ",;\t|".utf8.contains(delimiter)
    }
  }

  private func appendSafe(_ text: borrowing Span<UInt8>, to out: inout [UInt8]) {
    guard isSafe, FormulaGuard.isFormula(text) else { return append(text, to: &out) }
    var prefixed = [UInt8(ascii: "'")]
    for index in text.indices { prefixed.append(text[index]) }
    append(prefixed.span, to: &out)
  }

  private func append(_ text: borrowing Span<UInt8>, to out: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    var isPlain = !text.isEmpty
    for index in text.indices {
      let byte = text[index]
      if byte == delimiter || byte == quote || byte == 0x0A || byte == 0x0D { isPlain = false }
    }
    if !isPlain { out.append(quote) }
    for index in text.indices {
      if !isPlain, text[index] == quote { out.append(quote) }
      out.append(text[index])
    }
    if !isPlain { out.append(quote) }
  }
}
