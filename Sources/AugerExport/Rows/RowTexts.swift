import AugerColumns

/// The rows of a table as bytes: cells are made column by column, for some rows at a time, and then put together.
package struct RowTexts {
  /// What stands before each row, before the cell of each column, and behind the row.
  var start: [UInt8] = []
  var before: [[UInt8]]
  var end: [UInt8]

  /// Rows at a time, and so many bytes of texts at most.
  private static let mostRows = 1 << 10
  private static let mostBytes = 1 << 20

  func write(_ table: Table, _ style: CellStyle, to emit: ([UInt8]) throws -> Void) rethrows {
    var columns = table.columns.map { CellTexts($0, style) }
    let rows = Self.rows(columns)
    var out: [UInt8] = []
    var first = 0
    while first < table.rowCount {
      let range = first..<min(table.rowCount, first + rows)
      for index in columns.indices { columns[index].make(range) }
      out.removeAll(keepingCapacity: true)
      append(columns, range.count, to: &out)
      try emit(out)
      first = range.upperBound
    }
  }

  /// How many rows are made at a time: long texts are fewer, so that writing takes the same memory, however large a
  /// table's text is.
  package static func rows(_ columns: [CellTexts]) -> Int {
    let longest = columns.reduce(columns.count * 24) { $0 + $1.longestText }
    return max(1, min(mostRows, mostBytes / max(1, longest)))
  }

  private func append(_ columns: [CellTexts], _ rowCount: Int, to out: inout [UInt8]) {
    // Where what comes next of each row is to stand.
    let around = before.reduce(start.count + end.count) { $0 + $1.count }
    var places = [Int](repeating: around, count: rowCount)
    for column in columns { for row in 0..<rowCount { places[row] += column.ends[row] - column.starts[row] } }
    var place = 0
    for row in 0..<rowCount { (places[row], place) = (place, place + places[row]) }
    out.append(contentsOf: repeatElement(0, count: place))
    var bytes = out.mutableSpan
    var next = places.mutableSpan
    Self.put(start, &bytes, &next)
    for (column, before) in zip(columns, before) {
      Self.put(before, &bytes, &next)
      let (text, starts, ends) = (column.bytes.span, column.starts.span, column.ends.span)
      for row in next.indices {
        var at = next[row]
        for index in starts[row]..<ends[row] {
          bytes[at] = text[index]
          at += 1
        }
        next[row] = at
      }
    }
    Self.put(end, &bytes, &next)
  }

  /// The same text for every row.
  private static func put(_ text: [UInt8], _ bytes: inout MutableSpan<UInt8>, _ next: inout MutableSpan<Int>) {
    for (offset, byte) in text.enumerated() { for row in next.indices { bytes[next[row] + offset] = byte } }
    if !text.isEmpty { for row in next.indices { next[row] += text.count } }
  }
}
