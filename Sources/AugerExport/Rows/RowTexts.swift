import AugerColumns

/// Formats the rows of a table as bytes: cells are formatted by column for a batch of rows, then assembled.
package struct RowTexts: Sendable {
  /// The bytes before each row, before the cell of each column, and after the row.
  private let start: [UInt8]
  private let before: [[UInt8]]
  private let end: [UInt8]

  package init(start: [UInt8] = [], before: [[UInt8]], end: [UInt8]) {
    self.start = start
    self.before = before
    self.end = end
  }

  /// Spaces before or after a cell that fill it to a width.
  package struct Padding {
    let width: Int
    let isInFront: Bool
    /// The width of each cell without padding.
    let cellWidths: [Int]

    package init(width: Int, isInFront: Bool, cellWidths: [Int]) {
      self.width = width
      self.isInFront = isInFront
      self.cellWidths = cellWidths
    }
  }

  /// Maximum number of rows in a batch, and of bytes of strings.
  private static let mostRows = 1 << 10
  private static let mostBytes = 1 << 20

  /// Returns the number of rows in a batch. Batches with long strings are smaller, so that memory use does not depend
  /// on the size of the strings.
  package static func rows(_ columns: [CellTexts]) -> Int {
    let longest = columns.reduce(columns.count * 24) { $0 + $1.longestText }
    return max(1, min(mostRows, mostBytes / max(1, longest)))
  }

  /// Appends the rows of the current batch, with optional padding.
  package func append(_ columns: [CellTexts], _ rowCount: Int, padding: [Padding] = [], to out: inout [UInt8]) {
    // The position for the next output of each row.
    let around = before.reduce(start.count + end.count) { $0 + $1.count }
    var places = [Int](repeating: around, count: rowCount)
    for column in columns { for row in 0..<rowCount { places[row] += column.ends[row] - column.starts[row] } }
    for pad in padding { for row in 0..<rowCount { places[row] += pad.width - pad.cellWidths[row] } }
    var place = out.count
    for row in 0..<rowCount { (places[row], place) = (place, place + places[row]) }
    out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: place - out.count))
    var bytes = out.mutableSpan
    var next = places.mutableSpan
    Self.put(start, &bytes, &next)
    for (index, column) in columns.enumerated() {
      Self.put(before[index], &bytes, &next)
      let pad = padding.isEmpty ? nil : padding[index]
      if let pad, pad.isInFront { Self.skip(pad, &next) }
      let (text, starts, ends) = (column.bytes.span, column.starts.span, column.ends.span)
      for row in next.indices {
        var at = next[row]
        for index in starts[row]..<ends[row] {
          bytes[at] = text[index]
          at += 1
        }
        next[row] = at
      }
      if let pad, !pad.isInFront { Self.skip(pad, &next) }
    }
    Self.put(end, &bytes, &next)
  }

  private static func skip(_ pad: Padding, _ next: inout MutableSpan<Int>) {
    for row in next.indices { next[row] += pad.width - pad.cellWidths[row] }
  }

  /// Writes the same bytes for every row.
  private static func put(_ text: [UInt8], _ bytes: inout MutableSpan<UInt8>, _ next: inout MutableSpan<Int>) {
    for (offset, byte) in text.enumerated() { for row in next.indices { bytes[next[row] + offset] = byte } }
    if !text.isEmpty { for row in next.indices { next[row] += text.count } }
  }
}
