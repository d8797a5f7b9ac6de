import AugerColumns
import AugerDiagnostics
import AugerExport

/// Rows of text in aligned columns under their titles.
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

  /// A table for people: numbers to the right, null as an empty cell.
  static func data(for table: Table) -> [UInt8] { data(for: table, table.columns.map(\.type.isNumeric)) }

  private static func data(for table: Table, _ rightAligned: [Bool]) -> [UInt8] {
    var all: [UInt8] = []
    write(table, rightAligned) { all += $0 }
    return all
  }

  /// The same bytes, handed on some at a time. Cells are made twice: to see how wide they are, and to be written.
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
    for block in blocks {
      for index in columns.indices { columns[index].cells.make(block) }
      for row in 0..<block.count { line(columns, &out) { $0.write(row, to: &$1) } }
      try emit(out)
      out.removeAll(keepingCapacity: true)
    }
    if !out.isEmpty { try emit(out) }
  }

  /// One column: its cells, and how wide the widest is.
  private struct Column {
    let title: [UInt8]
    var cells: CellTexts
    let isRightAligned: Bool
    private var width: Int
    /// Whether each character is a byte.
    private var isASCII = true

    init(title: String, cells: CellTexts, isRightAligned: Bool) {
      var text: [UInt8] = []
      AlignedText.oneLine(title.utf8.span, to: &text)
      self.title = text
      self.cells = cells
      self.isRightAligned = isRightAligned
      width = AlignedText.width(of: text[...])
    }

    /// Looks at some rows before any is written.
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

    /// A row of those that were made last.
    func write(_ row: Int, to out: inout [UInt8]) {
      let text = cells.bytes[cells.starts[row]..<cells.ends[row]]
      write(text, isASCII ? text.count : AlignedText.width(of: text), to: &out)
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

  /// Characters, as a terminal shows them one beside the other.
  private static func width(of text: ArraySlice<UInt8>) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }

  /// Text without line ends, which would break the grid, and without what a terminal takes as a command.
  private static func oneLine(_ text: borrowing Span<UInt8>, to out: inout [UInt8]) {
    // Characters of several bytes may be control characters too.
    var isPlain = true
    for index in text.indices where text[index] < 0x20 || text[index] == 0x7F || text[index] == 0xC2 { isPlain = false }
    guard isPlain else {
      out += DiagnosticRenderer.printable(String(copying: text)).utf8
      return
    }
    for index in text.indices { out.append(text[index]) }
  }
}
