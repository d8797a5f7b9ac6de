import AugerColumns
import AugerDiagnostics
import AugerExport

/// A text table with aligned columns and titles.
struct AlignedText {
  var titles: [String]
  var rightAligned: [Bool]
  var rows: [[String]]

  var text: String {
    let columns = titles.indices.map { index in AugerColumns.Column(rows.map { Optional($0[index]) }) }
    let fields = titles.map { Field($0, .string) }
    return String(
      decoding: Self.data(for: Table(Schema(fields), columns, rowCount: rows.count), rightAligned), as: UTF8.self)
  }

  /// Formats a table for people: numbers are aligned to the right, and null is an empty cell.
  static func data(for table: Table) -> [UInt8] { data(for: table, table.columns.map(\.type.isNumeric)) }

  private static func data(for table: Table, _ rightAligned: [Bool]) -> [UInt8] {
    var all: [UInt8] = []
    write(table, rightAligned) { all += $0 }
    return all
  }

  /// Writes a table in blocks. Each cell is formatted twice: to measure its width, and to write it.
  static func write(_ table: Table, to emit: ([UInt8]) throws -> Void) rethrows {
    try write(table, table.columns.map(\.type.isNumeric), to: emit)
  }

  private static func write(
    _ table: Table, _ rightAligned: [Bool], to emit: ([UInt8]) throws -> Void
  ) rethrows {
    let style = CellStyle(isPlain: { $0 != .string }, text: { text, _, out in oneLine(text, to: &out) })
    var columns = zip(table.schema.names, zip(table.columns, rightAligned)).map { name, column in
      Column(title: name, cells: CellTexts(column.0, style), isRightAligned: column.1)
    }
    let rows = RowTexts.rows(columns.map(\.cells))
    let blocks = stride(from: 0, to: table.rowCount, by: rows).map { $0..<min(table.rowCount, $0 + rows) }
    for block in blocks { for index in columns.indices { columns[index].measure(block) } }
    var out: [UInt8] = []
    line(columns, &out) { $0.writeTitle(to: &$1) }
    if table.rowCount > 0 { line(columns, &out) { $0.writeRule(to: &$1) } }
    try emit(out)
    let between = columns.indices.map { $0 == 0 ? [] : [UInt8(ascii: " ")] }
    let lines = RowTexts(before: between, end: [UInt8(ascii: "\n")])
    for block in blocks {
      for index in columns.indices { columns[index].cells.make(block) }
      out.removeAll(keepingCapacity: true)
      lines.append(columns.map(\.cells), block.count, padding: columns.map(\.padding), to: &out)
      removeBlanksAtEnds(&out)
      try emit(out)
    }
  }

  /// Removes the spaces at the end of each line.
  private static func removeBlanksAtEnds(_ lines: inout [UInt8]) {
    var bytes = lines.mutableSpan
    var kept = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") { while kept > 0, bytes[kept - 1] == UInt8(ascii: " ") { kept -= 1 } }
      bytes[kept] = byte
      kept += 1
    }
    lines.removeLast(lines.count - kept)
  }

  /// The cells of a column and the width of the widest cell.
  private struct Column {
    let title: [UInt8]
    var cells: CellTexts
    let isRightAligned: Bool
    private var width: Int
    /// True if all cells are ASCII, so that the width is the number of bytes.
    private var isASCII = true

    init(title: String, cells: CellTexts, isRightAligned: Bool) {
      var text: [UInt8] = []
      AlignedText.oneLine(title.utf8.span, to: &text)
      self.title = text
      self.cells = cells
      self.isRightAligned = isRightAligned
      width = AlignedText.width(of: text[...])
    }

    /// Measures a block of rows. All blocks are measured before the first one is written.
    mutating func measure(_ rows: Range<Int>) {
      cells.make(rows)
      let isPlain = !cells.bytes.contains { $0 >= 0x80 }
      if !isPlain { isASCII = false }
      for row in cells.ends.indices {
        let (start, end) = (cells.starts[row], cells.ends[row])
        width = max(width, isPlain ? end - start : AlignedText.width(of: cells.bytes[start..<end]))
      }
    }

    func writeTitle(to out: inout [UInt8]) { write(title[...], AlignedText.width(of: title[...]), to: &out) }

    func writeRule(to out: inout [UInt8]) { out += repeatElement(UInt8(ascii: "-"), count: width) }

    /// The padding of the rows that were formatted last.
    var padding: RowTexts.Padding {
      let widths = cells.ends.indices.map { row in
        let (start, end) = (cells.starts[row], cells.ends[row])
        return isASCII ? end - start : AlignedText.width(of: cells.bytes[start..<end])
      }
      return RowTexts.Padding(width: width, isInFront: isRightAligned, cellWidths: widths)
    }

    private func write(_ text: ArraySlice<UInt8>, _ textWidth: Int, to out: inout [UInt8]) {
      if isRightAligned { for _ in textWidth..<width { out.append(UInt8(ascii: " ")) } }
      out += text
      if !isRightAligned { for _ in textWidth..<width { out.append(UInt8(ascii: " ")) } }
    }
  }

  private static func line(_ columns: [Column], _ out: inout [UInt8], _ cell: (Column, inout [UInt8]) -> Void) {
    for (index, column) in columns.enumerated() {
      if index > 0 { out.append(UInt8(ascii: " ")) }
      cell(column, &out)
    }
    while out.last == UInt8(ascii: " ") { out.removeLast() }
    out.append(UInt8(ascii: "\n"))
  }

  /// Returns the number of characters.
  private static func width(of text: ArraySlice<UInt8>) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }

  /// Appends text without line breaks and control characters, which would break the table or the terminal.
  private static func oneLine(_ text: borrowing Span<UInt8>, to out: inout [UInt8]) {
    // The byte 0xC2 starts the UTF-8 form of the control characters U+0080 to U+009F.
    var isPlain = true
    for index in text.indices where text[index] < 0x20 || text[index] == 0x7F || text[index] == 0xC2 { isPlain = false }
    guard isPlain else {
      out += DiagnosticRenderer.printable(String(copying: text)).utf8
      return
    }
    for index in text.indices { out.append(text[index]) }
  }
}
