import TextTable

/// Rows of text in aligned columns under their titles.
struct AlignedText {
  var titles: [String]
  var rightAligned: [Bool]
  var rows: [[String]]

  var text: String {
    // The library measures titles in its cells; line ends would break the grid.
    let table = TextTable<[String]> { row in
      titles.indices.map { index in
        Column(title: titles[index], value: Self.oneLine(row[index]), align: rightAligned[index] ? .right : .left)
      }
    }
    guard !rows.isEmpty else { return titles.joined(separator: "  ") + "\n" }
    let lines = (table.string(for: rows, style: Style.simple) ?? "").split(
      separator: "\n", omittingEmptySubsequences: true)
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
  }
}
