import AugerColumns

/// A kind of file that users confuse with CSV: a workbook, a Parquet file, JSON or XML.
struct ForeignKind {
  /// The name of the kind in messages, with its article.
  let name: String
  /// The hint of the error message.
  let hint: String

  /// Returns the kind that the first bytes show. Nil for text that can be CSV.
  static func of(_ bytes: borrowing Span<UInt8>, title: String) -> ForeignKind? {
    let start = (0..<min(bytes.count, mostBytes)).map { bytes[$0] }
    if let binary = marks.first(where: { start.starts(with: $0.mark) }) {
      let isWorkbook = binary.mark == zip && CSVPaths.pathExtension(title) == "xlsx"
      return isWorkbook ? workbook : binary.kind
    }
    var text = start.drop { $0 <= 0x20 }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3).drop { $0 <= 0x20 } }
    if isJSON(text) { return json }
    return isMarkup(text)
  }

  private static let mostBytes = 4096
  private static let zip = Array("PK\u{3}\u{4}".utf8)
  private static let workbook = ForeignKind(
    name: "an Excel workbook", hint: "Save the sheet as CSV (in Excel: File, Save As, CSV UTF-8).")
  private static let json = ForeignKind(
    name: "JSON", hint: "Convert it to CSV, for example with DuckDB: COPY (FROM 'in.json') TO 'out.csv'.")

  private static let marks: [(mark: [UInt8], kind: ForeignKind)] =
    [
      // A CSV header can begin with these letters, but not with the byte that follows them.
      (
        Array("PAR1\u{15}".utf8),
        ForeignKind(
          name: "a Parquet file",
          hint: "Convert it to Arrow or CSV, for example with DuckDB: COPY (FROM 'in.parquet') TO 'out.csv'.")
      ),
      (zip, ForeignKind(name: "a ZIP archive", hint: "Unpack it, and name a file that was in it.")),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], workbook),
      (
        [0x28, 0xB5, 0x2F, 0xFD],
        ForeignKind(name: "a Zstandard file", hint: "Decompress it, or compress it with gzip.")
      ),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], ForeignKind(name: "an xz file", hint: "Decompress it, or use gzip.")),
      (Array("%PDF-".utf8), ForeignKind(name: "a PDF file", hint: "Export its table as CSV.")),
      ([0x89, 0x50, 0x4E, 0x47], ForeignKind(name: "a PNG picture", hint: "Name a file that contains a table.")),
      (
        Array("SQLite format 3\0".utf8),
        ForeignKind(name: "a SQLite database", hint: "Use the adapter 'sqlite', as in sqlite:FILE.TABLE.")
      ),
    ]
    + (1...9).map { level in
      (
        Array("BZh\(level)1AY&SY".utf8),
        ForeignKind(name: "a bzip2 file", hint: "Decompress it, or compress it with gzip.")
      )
    }

  /// Returns true for an object with a key, or an array of objects or arrays. A CSV field can begin with a bracket,
  /// but not in this form.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.dropFirst().drop { $0 <= 0x20 }
    switch (text.first, rest.first) {
    case (UInt8(ascii: "["), UInt8(ascii: "{")), (UInt8(ascii: "["), UInt8(ascii: "[")): return true
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return true
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")):
      guard let close = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return false }
      return rest[(close + 1)...].drop { $0 <= 0x20 }.first == UInt8(ascii: ":")
    default: return false
    }
  }

  private static func isMarkup(_ text: ArraySlice<UInt8>) -> ForeignKind? {
    let words = String(decoding: text, as: UTF8.self).lowercased()
    if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") {
      return ForeignKind(name: "an HTML page", hint: "Name a file that contains a table.")
    }
    let nodes = ["<chart", "<dashboard", "<drilldowngroup", "<treemapgroup", "<overlaygroup", "<datagrid"]
    if words.hasPrefix("<"), nodes.contains(where: { words.contains($0) }) {
      return ForeignKind(
        name: "a dashboard, not a table",
        hint: "Make a workspace of it with 'auger generate workspace FILE -o FOLDER', then export it from there.")
    }
    guard words.hasPrefix("<?xml") else { return nil }
    return ForeignKind(name: "XML", hint: "Convert its rows to CSV.")
  }
}
