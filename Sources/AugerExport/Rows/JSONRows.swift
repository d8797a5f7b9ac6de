import AugerColumns
import AugerDiagnostics

/// A table as a JSON array of objects, one row per line.
///
/// Ints and decimals are written with all their digits, floats in their shortest form, dates and times as ISO 8601,
/// bytes as `\x00ff`. Instants have the suffix `Z`. NaN and infinities, which JSON does not support, become strings.
package struct JSONRows: Sendable {
  /// Creates a writer of rows, which has no options.
  package init() {}

  /// Returns the table as UTF-8.
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
    var keys = table.schema.names.map { Array((DiagnosticRenderer.quoted($0) + ":").utf8) }
    for index in keys.indices.dropFirst() { keys[index].insert(UInt8(ascii: ","), at: 0) }
    let rows = RowTexts(start: Array(",\n{".utf8), before: keys, end: [UInt8(ascii: "}")])
    let style = CellStyle(null: Array("null".utf8), isPlain: Self.isPlain) { text, _, out in
      Self.appendQuoted(text, to: &out)
    }
    // The first row has no preceding comma.
    return TablePieces(
      table, head: [UInt8(ascii: "[")], rows, style, tail: Array((table.rowCount == 0 ? "]\n" : "\n]\n").utf8),
      separator: 1)
  }

  /// Returns true if values of a type are JSON numbers or literals.
  private static func isPlain(_ type: DataType) -> Bool {
    switch type {
    case .bool, .int64, .float64, .decimal: true
    case .string, .date, .timestamp, .time, .interval, .binary: false
    }
  }

  private static func appendQuoted(_ text: borrowing Span<UInt8>, to out: inout [UInt8]) {
    var isPlain = true
    for index in text.indices {
      let byte = text[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { isPlain = false }
    }
    guard isPlain else {
      out += DiagnosticRenderer.quoted(String(copying: text)).utf8
      return
    }
    out.append(UInt8(ascii: "\""))
    for index in text.indices { out.append(text[index]) }
    out.append(UInt8(ascii: "\""))
  }
}

extension String {
  /// Creates a string from UTF-8 bytes.
  package init(copying bytes: borrowing Span<UInt8>) {
    var array: [UInt8] = []
    array.reserveCapacity(bytes.count)
    for index in bytes.indices { array.append(bytes[index]) }
    self.init(decoding: array, as: UTF8.self)
  }
}
