import AugerColumns

/// The rows of a table as bytes: cells are made column by column, for some rows at a time, and then put together.
package struct RowTexts: Sendable {
  /// What stands before each row, before the cell of each column, and behind the row.
  private let start: [UInt8]
  private let before: [[UInt8]]
  private let end: [UInt8]

  package init(start: [UInt8] = [], before: [[UInt8]], end: [UInt8]) {
    self.start = start
    self.before = before
    self.end = end
  }

  /// Blanks that fill a cell up to a width, in front of it or behind.
  package struct Padding {
    let width: Int
    let isInFront: Bool
    /// How wide each cell is without it.
    let cellWidths: [Int]

    package init(width: Int, isInFront: Bool, cellWidths: [Int]) {
      self.width = width
      self.isInFront = isInFront
      self.cellWidths = cellWidths
    }
  }

  /// Rows at a time, and so many bytes of texts at most.
  private static let mostRows = 1 << 10
  private static let mostBytes = 1 << 20

  /// How many rows are made at a time: long texts are fewer, so that writing takes the same memory, however large a
  /// table's text is.
  package static func rows(_ columns: [CellTexts]) -> Int {
    let longest = columns.reduce(columns.count * 24) { $0 + $1.longestText }
    return max(1, min(mostRows, mostBytes / max(1, longest)))
  }

  /// Puts rows together of the cells that were made last, padded where that is said.
  package func append(_ columns: [CellTexts], _ rowCount: Int, padding: [Padding] = [], to out: inout [UInt8]) {
    // Where what comes next of each row is to stand.
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

  /// The same text for every row.
  private static func put(_ text: [UInt8], _ bytes: inout MutableSpan<UInt8>, _ next: inout MutableSpan<Int>) {
    for (offset, byte) in text.enumerated() { for row in next.indices { bytes[next[row] + offset] = byte } }
    if !text.isEmpty { for row in next.indices { next[row] += text.count } }
  }
}
