import AugerColumns
import AugerDiagnostics
import AugerExport

/// Rows of text in aligned columns under their titles.
struct AlignedText {
  var titles: [String]
  var rightAligned: [Bool]
  var rows: [[String]]

  var text: String {
    let columns = titles.indices.map { index in
      Column(title: titles[index], isRightAligned: rightAligned[index], rowCount: rows.count) { row, out in
        out += AlignedText.oneLine(Array(rows[row][index].utf8))
      }
    }
    var all: [UInt8] = []
    Self.write(columns, rows.count) { all += $0 }
    return String(decoding: all, as: UTF8.self)
  }

  /// A table for people: numbers to the right, null as an empty cell.
  static func data(for table: Table) -> [UInt8] {
    var all: [UInt8] = []
    write(table) { all += $0 }
    return all
  }

  /// The same bytes, handed on some at a time. Cells are made twice: to see how wide they are, and to be written.
  static func write(_ table: Table, to emit: ([UInt8]) throws -> Void) rethrows {
    let columns = zip(table.schema.fields, table.columns).map { field, column in
      // An entry of a small dictionary is looked at once, however many rows have it.
      let isText = field.type == .string
      let text = CellText(column, changing: Self.oneLine)
      return Column(title: field.name, isRightAligned: field.type.isNumeric, rowCount: table.rowCount) { row, out in
        let start = out.count
        _ = text.append(row, to: &out)
        guard !isText, !field.type.isNumeric else { return }
        let cell = Self.oneLine(Array(out[start...]))
        out.removeSubrange(start...)
        out += cell
      }
    }
    try write(columns, table.rowCount, to: emit)
  }

  /// One column: how its cells are made, and how wide the widest is.
  private struct Column {
    let title: [UInt8]
    let isRightAligned: Bool
    let cell: (_ row: Int, _ out: inout [UInt8]) -> Void
    private var width: Int
    /// Whether each character is a byte.
    private var isASCII = true

    init(
      title: String, isRightAligned: Bool, rowCount: Int, cell: @escaping (_ row: Int, _ out: inout [UInt8]) -> Void
    ) {
      self.title = AlignedText.oneLine(Array(title.utf8))
      self.isRightAligned = isRightAligned
      self.cell = cell
      width = AlignedText.width(of: self.title)
      var text: [UInt8] = []
      for row in 0..<rowCount {
        text.removeAll(keepingCapacity: true)
        cell(row, &text)
        let width = AlignedText.width(of: text)
        if width != text.count { isASCII = false }
        self.width = max(self.width, width)
      }
    }

    func writeTitle(to out: inout [UInt8]) { write(title, AlignedText.width(of: title), to: &out) }

    func writeRule(to out: inout [UInt8]) { out += repeatElement(UInt8(ascii: "-"), count: width) }

    func write(_ row: Int, _ text: inout [UInt8], to out: inout [UInt8]) {
      text.removeAll(keepingCapacity: true)
      cell(row, &text)
      write(text, isASCII ? text.count : AlignedText.width(of: text), to: &out)
    }

    private func write(_ text: [UInt8], _ textWidth: Int, to out: inout [UInt8]) {
      let blanks = repeatElement(UInt8(ascii: " "), count: width - textWidth)
      if isRightAligned { out += blanks }
      out += text
      if !isRightAligned { out += blanks }
    }
  }

  private static func write(
    _ columns: [Column], _ rowCount: Int, to emit: ([UInt8]) throws -> Void
  ) rethrows {
    var out = RowBytes()
    try line(columns, &out, emit) { $0.writeTitle(to: &$1) }
    if rowCount > 0 { try line(columns, &out, emit) { $0.writeRule(to: &$1) } }
    var text: [UInt8] = []
    for row in 0..<rowCount { try line(columns, &out, emit) { $0.write(row, &text, to: &$1) } }
    try out.finish(emit)
  }

  private static func line(
    _ columns: [Column], _ out: inout RowBytes, _ emit: ([UInt8]) throws -> Void,
    _ cell: (Column, inout [UInt8]) -> Void
  ) rethrows {
    for (index, column) in columns.enumerated() {
      if index > 0 { out.bytes.append(UInt8(ascii: " ")) }
      cell(column, &out.bytes)
    }
    while out.bytes.last == UInt8(ascii: " ") { out.bytes.removeLast() }
    out.bytes.append(UInt8(ascii: "\n"))
    try out.endRow(emit)
  }

  /// Characters, as a terminal shows them one beside the other.
  private static func width(of text: [UInt8]) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }

  /// Text without line ends, which would break the grid, and without what a terminal takes as a command.
  private static func oneLine(_ text: [UInt8]) -> [UInt8] {
    // Characters of several bytes may be control characters too.
    guard text.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    return Array(DiagnosticRenderer.printable(String(decoding: text, as: UTF8.self)).utf8)
  }
}
