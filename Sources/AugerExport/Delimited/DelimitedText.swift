import AugerColumns

/// The table behind a chart or a query as CSV or TSV: RFC 4180, LF line ends, column names first.
///
/// Null is an empty field, the empty string `""`: they stay apart. Fields with a delimiter, quote or line end are
/// quoted.
public struct DelimitedText: Sendable {
  public var delimiter: UInt8

  public init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

  public func data(for table: Table) -> [UInt8] {
    var out: [UInt8] = []
    append(table.schema.names.map { Array($0.utf8) }, to: &out)
    let cells = table.columns.map(CellText.init)
    for row in 0..<table.rowCount {
      for (index, cell) in cells.enumerated() {
        if index > 0 { out.append(delimiter) }
        if let text = cell.bytes(row) { appendField(text, to: &out) }
      }
      out.append(UInt8(ascii: "\n"))
    }
    return out
  }

  private func append(_ fields: [[UInt8]], to out: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(delimiter) }
      appendField(field, to: &out)
    }
    out.append(UInt8(ascii: "\n"))
  }

  private func appendField(_ text: [UInt8], to out: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let isPlain = !text.isEmpty && !text.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
    if isPlain {
      out += text
      return
    }
    out.append(quote)
    for byte in text {
      if byte == quote { out.append(quote) }
      out.append(byte)
    }
    out.append(quote)
  }
}

/// The cells of a column as text; each entry of a dictionary is made once.
struct CellText {
  private let column: Column
  private let entries: [[UInt8]]

  init(_ column: Column) {
    self.column = column
    if case .string(_, let dictionary) = column.values {
      entries = dictionary.strings.map { Array($0.utf8) }
    } else {
      entries = []
    }
  }

  /// Nil for null.
  func bytes(_ row: Int) -> [UInt8]? {
    if column.isNull(row) { return nil }
    if case .string(let codes, _) = column.values { return entries[codes[row]] }
    return Array(column[row].description.utf8)
  }
}
