import AugerColumns

/// A table as text, made some rows at a time as they are asked for: what is whole in memory is the table alone. A copy
/// begins where the original stands.
package struct TablePieces: Sendable, IteratorProtocol {
  private var head: [UInt8]?
  private var tail: [UInt8]?
  private let texts: RowTexts
  private var columns: [CellTexts]
  /// Bytes that the table takes while its text is made.
  package let byteCount: Int
  private let rowCount: Int
  private let rowsAtOnce: Int
  /// Bytes before the first row that only stand between rows.
  private let separator: Int
  private var row = 0

  /// - Parameters:
  ///   - head: before all rows.
  ///   - tail: behind them.
  ///   - separator: how many bytes of a row's start are left out before the first.
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

  /// The next bytes, never none; nil at the end.
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

  /// Hands on all that is left.
  func write(to emit: ([UInt8]) throws -> Void) rethrows {
    var pieces = self
    while let piece = pieces.next() { try emit(piece) }
  }
}
