/// AugerDiagnostics: source positions, codes, messages and their rendering. The lowest module: it has no imports, and
/// every other module may import it.

/// A text that an author wrote, such as an expression, a workspace file or an SQL statement, with its name and line
/// starts.
///
/// Offsets are UTF-8 bytes from 0. Lines and columns count from 1. Columns count Unicode scalars, like in editors.
package struct SourceText: Sendable, Hashable {
  /// A file path, or a name such as `expression` for text without a file.
  package let name: String
  package let text: String
  /// The key path of the text in a file without lines, such as a binary property list: `Dashboard/Chart2/Title`.
  package let keyPath: String?
  private let lineStarts: [Int]
  /// The number of scalars before every 256th byte. It makes positions fast in a file with one long line.
  private let scalarMarks: [Int]

  private static let markDistance = 256

  package init(name: String, text: String, keyPath: String? = nil) {
    self.name = name
    self.text = text
    self.keyPath = keyPath
    var starts = [0]
    var marks: [Int] = []
    var (offset, scalars) = (0, 0)
    for byte in text.utf8 {
      if offset % Self.markDistance == 0 { marks.append(scalars) }
      if byte & 0xC0 != 0x80 { scalars += 1 }
      offset += 1
      if byte == UInt8(ascii: "\n") { starts.append(offset) }
    }
    lineStarts = starts
    scalarMarks = marks
  }

  package var lineCount: Int { lineStarts.count }

  /// Returns the line and column of a byte offset. Offsets after the end are clamped. O(log lines).
  package func position(atOffset offset: Int) -> SourcePosition {
    let clamped = min(max(offset, 0), text.utf8.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= clamped { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: scalars(before: clamped) - scalars(before: lineStarts[low]) + 1)
  }

  /// Returns the number of scalars that begin before a byte offset in the text or at its end. O(1).
  private func scalars(before offset: Int) -> Int {
    guard !scalarMarks.isEmpty else { return 0 }
    let mark = min(offset / Self.markDistance, scalarMarks.count - 1)
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: mark * Self.markDistance)
    let to = utf8.index(from, offsetBy: offset - mark * Self.markDistance)
    return scalarMarks[mark] + utf8[from..<to].count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the number of scalars of a span up to the end of its first line, at most `limit`. O(limit).
  func scalarCount(of span: SourceSpan, atMost limit: Int) -> Int {
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: min(max(span.lower, 0), utf8.count))
    let to = utf8.index(utf8.startIndex, offsetBy: min(max(span.upper, span.lower, 0), utf8.count))
    var count = 0
    for byte in utf8[from..<to] {
      if count == limit || byte == UInt8(ascii: "\n") { break }
      if byte & 0xC0 != 0x80 { count += 1 }
    }
    return count
  }

  /// Returns the part of a line to display around a byte offset, and the number of scalars dropped before it.
  ///
  /// A line longer than `width` scalars is cut to that length, with the offset in the middle. Up to `lead` of the
  /// dropped scalars precede the returned part. O(width).
  func window(around offset: Int, width: Int, lead: Int = 0) -> (text: String, dropped: Int) {
    let position = position(atOffset: offset)
    let line = line(position.line)
    let start = lineStarts[position.line - 1]
    let count = scalars(before: start + line.utf8.count) - scalars(before: start)
    guard count > width else { return (String(line), 0) }
    let dropped = max(0, min(position.column - 1 - width / 2, count - width))
    // Start from the offset, which is near, instead of the start of the line.
    let utf8 = text.utf8
    let here = min(max(offset, start), start + line.utf8.count)
    var index = utf8.index(utf8.startIndex, offsetBy: here)
    while index > line.startIndex, index < line.endIndex, utf8[index] & 0xC0 == 0x80 {
      index = utf8.index(before: index)
    }
    let scalars = text.unicodeScalars
    let before = utf8.distance(from: utf8.startIndex, to: index)
    let column = self.scalars(before: before) - self.scalars(before: start)
    let from = scalars.index(index, offsetBy: dropped - column)
    let end = scalars.index(from, offsetBy: width)
    return (String(text[scalars.index(from, offsetBy: -min(lead, dropped))..<end]), dropped)
  }

  /// Returns the text of a line (from 1) without its line ending.
  package func line(_ number: Int) -> Substring {
    guard number >= 1, number <= lineStarts.count else { return "" }
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: lineStarts[number - 1])
    let end = number < lineStarts.count ? lineStarts[number] - 1 : utf8.count
    var to = utf8.index(utf8.startIndex, offsetBy: end)
    if to > from, utf8[utf8.index(before: to)] == UInt8(ascii: "\r") { to = utf8.index(before: to) }
    return text[from..<to]
  }

  /// Returns the text of a span, clamped to the text.
  package subscript(span: SourceSpan) -> Substring {
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: max(0, span.lower), limitedBy: utf8.endIndex) ?? utf8.endIndex
    let to = utf8.index(from, offsetBy: max(0, span.upper - max(0, span.lower)), limitedBy: utf8.endIndex)
    return text[from..<(to ?? utf8.endIndex)]
  }

  /// Returns the byte offset of a line and column, or the nearest one inside the text.
  package func offset(of position: SourcePosition) -> Int {
    let number = min(max(position.line, 1), lineStarts.count)
    let line = line(number)
    let scalars = line.unicodeScalars
    let index =
      scalars.index(scalars.startIndex, offsetBy: max(position.column - 1, 0), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    return lineStarts[number - 1] + line.utf8.distance(from: line.startIndex, to: index)
  }
}

/// A line and a column, both from 1.
package struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  package var line: Int
  /// The column, in Unicode scalars, from 1.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A half-open range of UTF-8 byte offsets in a `SourceText`.
package struct SourceSpan: Hashable, Sendable {
  package var lower: Int
  package var upper: Int

  package init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }

  package var isEmpty: Bool { lower == upper }

  /// Returns the smallest span that contains both.
  package func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(min(lower, other.lower), max(upper, other.upper))
  }

  package func shifted(by offset: Int) -> SourceSpan { SourceSpan(lower + offset, upper + offset) }
}
