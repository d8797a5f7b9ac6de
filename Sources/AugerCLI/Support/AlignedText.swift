import AugerColumns
import AugerDiagnostics
import AugerExport

/// Rows of text in aligned columns under their titles.
struct AlignedText {
  var titles: [String]
  var rightAligned: [Bool]
  var rows: [[String]]

  var text: String {
    var columns = zip(titles, rightAligned).map { Cells(title: $0, isRightAligned: $1) }
    for row in rows { for index in columns.indices { columns[index].append(Array(row[index].utf8)) } }
    return String(decoding: Self.lines(columns, rows.count), as: UTF8.self)
  }

  /// A table for people: numbers to the right, null as an empty cell.
  static func data(for table: Table) -> [UInt8] {
    let columns = zip(table.schema.fields, table.columns).map { field, column in
      var cells = Cells(title: field.name, isRightAligned: field.type.isNumeric)
      // An entry of a dictionary is looked at once, however many rows have it.
      let isText = field.type == .string
      let text = CellText(column, changing: Self.oneLine)
      var cell: [UInt8] = []
      for row in 0..<column.count {
        cell.removeAll(keepingCapacity: true)
        _ = text.append(row, to: &cell)
        cells.append(isText ? cell : Self.oneLine(cell), isClean: true)
      }
      return cells
    }
    return lines(columns, table.rowCount)
  }

  /// One column: its texts one after the other, and how wide each is.
  private struct Cells {
    let title: [UInt8]
    let titleWidth: Int
    let isRightAligned: Bool
    var width: Int
    var bytes: [UInt8] = []
    /// For each row, where its text ends.
    var ends: [Int] = []
    /// Whether each character is a byte.
    var isASCII = true

    init(title: String, isRightAligned: Bool) {
      self.title = AlignedText.oneLine(Array(title.utf8))
      titleWidth = AlignedText.width(of: self.title)
      self.isRightAligned = isRightAligned
      width = titleWidth
    }

    mutating func append(_ text: [UInt8], isClean: Bool = false) {
      let text = isClean ? text : AlignedText.oneLine(text)
      let width = AlignedText.width(of: text)
      if width != text.count { isASCII = false }
      bytes += text
      ends.append(bytes.count)
      self.width = max(self.width, width)
    }

    func write(row: Int, to out: inout [UInt8]) {
      let text = bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
      write(text, isASCII ? text.count : AlignedText.width(of: Array(text)), to: &out)
    }

    func write(_ text: ArraySlice<UInt8>, _ textWidth: Int, to out: inout [UInt8]) {
      let blanks = repeatElement(UInt8(ascii: " "), count: width - textWidth)
      if isRightAligned { out += blanks }
      out += text
      if !isRightAligned { out += blanks }
    }
  }

  private static func lines(_ columns: [Cells], _ rowCount: Int) -> [UInt8] {
    var out: [UInt8] = []
    func endLine() {
      while out.last == UInt8(ascii: " ") { out.removeLast() }
      out.append(UInt8(ascii: "\n"))
    }
    for (index, column) in columns.enumerated() {
      if index > 0 { out.append(UInt8(ascii: " ")) }
      column.write(column.title[...], column.titleWidth, to: &out)
    }
    endLine()
    guard rowCount > 0 else { return out }
    for (index, column) in columns.enumerated() {
      if index > 0 { out.append(UInt8(ascii: " ")) }
      out += repeatElement(UInt8(ascii: "-"), count: column.width)
    }
    endLine()
    for row in 0..<rowCount {
      for (index, column) in columns.enumerated() {
        if index > 0 { out.append(UInt8(ascii: " ")) }
        column.write(row: row, to: &out)
      }
      endLine()
    }
    return out
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
