import AugerColumns
import AugerDiagnostics

/// Rows of lists, structs and maps, ready to be written as JSON.
indirect enum JSONPart {
  case values(Column)
  /// A list. `ends` are relative to the nested row with the first row's first element.
  case list(ends: [Int], JSONPart, isMap: Bool, Bitmap?)
  case structure(names: [String], [JSONPart], Bitmap?)

  /// The size of strings in bytes, with a maximum.
  struct Size {
    var bytes = 0
    let most: Int

    init(most: Int) { self.most = most }
  }

  private struct TooLong: Error {}

  /// Returns a column with the rows as strings. Nil if they exceed the maximum size.
  func texts(rows: Int, _ size: inout Size) throws -> Column? {
    var builder = StringColumnBuilder()
    for row in 0..<rows {
      if isNull(row) {
        builder.appendNull()
        continue
      }
      var text: [UInt8] = []
      do { try append(row, to: &text, most: size.most - size.bytes) } catch is TooLong { return nil }
      size.bytes += text.count
      builder.append(utf8: text.span)
    }
    return builder.finish()
  }

  private func isNull(_ row: Int) -> Bool {
    switch self {
    case .values(let column): column.isNull(row)
    case .list(_, _, _, let validity), .structure(_, _, let validity): validity.map { !$0[row] } ?? false
    }
  }

  private func append(_ row: Int, to text: inout [UInt8], most: Int) throws {
    guard text.count <= most else { throw TooLong() }
    if isNull(row) {
      text += "null".utf8
      return
    }
    switch self {
    case .values(let column): text += column.type.json(of: column[row]).utf8
    case .list(let ends, let items, let isMap, _):
      text.append(UInt8(ascii: isMap ? "{" : "["))
      for (index, element) in (ends[row] - ends[0]..<ends[row + 1] - ends[0]).enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if isMap {
          try items.appendEntry(element, to: &text, most: most)
        } else {
          try items.append(element, to: &text, most: most)
        }
      }
      text.append(UInt8(ascii: isMap ? "}" : "]"))
    case .structure(let names, let parts, _):
      text.append(UInt8(ascii: "{"))
      for (index, name) in names.enumerated() {
        text += ((index > 0 ? "," : "") + DiagnosticRenderer.quoted(name) + ":").utf8
        try parts[index].append(row, to: &text, most: most)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a key and its value. Keys in JSON are strings, so other keys are converted.
  private func appendEntry(_ row: Int, to text: inout [UInt8], most: Int) throws {
    guard case .structure(_, let parts, _) = self, parts.count == 2 else { return }
    var key: [UInt8] = []
    try parts[0].append(row, to: &key, most: most)
    let isText = key.first == UInt8(ascii: "\"")
    text += isText ? key : Array(DiagnosticRenderer.quoted(String(decoding: key, as: UTF8.self)).utf8)
    text.append(UInt8(ascii: ":"))
    try parts[1].append(row, to: &text, most: most)
  }
}
