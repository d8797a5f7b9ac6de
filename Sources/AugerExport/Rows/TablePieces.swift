import AugerColumns

/// A table as text, created on demand in batches of rows. Only the table itself is completely in memory. A copy
/// continues at the position of the original.
package struct TablePieces: Sendable, IteratorProtocol {
  private var head: [UInt8]?
  private var tail: [UInt8]?
  private let texts: RowTexts
  private var columns: [CellTexts]
  /// The number of bytes that the table uses during output.
  package let byteCount: Int
  private let rowCount: Int
  private let rowsAtOnce: Int
  /// The number of separator bytes that precede each row except the first.
  private let separator: Int
  private var row = 0

  /// - Parameters:
  ///   - head: The bytes before all rows.
  ///   - tail: The bytes after all rows.
  ///   - separator: The number of bytes to omit from the start of the first row.
  init(_ table: Table, head: [UInt8], _ texts: RowTexts, _ style: CellStyle, tail: [UInt8] = [], separator: Int = 0) {
    self.head = head
    self.tail = tail.isEmpty ? nil : tail
    self.texts = texts
    self.separator = separator
    columns = table.columns.map { CellTexts($0, style) }
    byteCount = table.byteCount
    rowCount = table.rowCount
    rowsAtOnce = RowTexts.rows(columns)
  }

  /// Returns the next bytes, which are never empty; nil at the end.
  package mutating func next() -> [UInt8]? {
    if let head {
      self.head = nil
      return head
    }
    guard row < rowCount else {
      defer { tail = nil }
      return tail
    }
    let rows = row..<min(rowCount, row + rowsAtOnce)
    for index in columns.indices { columns[index].make(rows) }
    var out: [UInt8] = []
    texts.append(columns, rows.count, to: &out)
    row = rows.upperBound
    return rows.lowerBound == 0 && separator > 0 ? Array(out.dropFirst(separator)) : out
  }

  /// Passes all remaining bytes to `emit`.
  func write(to emit: ([UInt8]) throws -> Void) rethrows {
    var pieces = self
    while let piece = pieces.next() { try emit(piece) }
  }
}
