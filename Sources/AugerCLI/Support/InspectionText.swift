import AugerColumns
import AugerEngine
import AugerQuery

/// Writes the result of `auger inspect` as text, 80 columns wide.
enum InspectionText {
  static func text(_ tables: [TableDescription], of source: String) -> String {
    guard !tables.isEmpty else { return "\(source) has no tables\n" }
    let hasRows = tables.contains { $0.rows != nil }
    let hasKeys = tables.contains { !$0.primaryKey.isEmpty }
    let keys = tables.map { clipped($0.primaryKey.joined(separator: ", "), 16) }
    let counts = tables.map { $0.rows?.description ?? "" }
    func width(_ title: String, _ texts: [String]) -> Int { max(title.count, texts.map(\.count).max() ?? 0) + 1 }
    let taken =
      width("table", tables.map { clipped($0.name, 24) }) + 6 + (hasRows ? width("rows", counts) : 0)
      + (hasKeys ? width("primary key", keys) : 0)
    let list = AlignedText(
      titles: ["table", "kind"] + (hasRows ? ["rows"] : []) + (hasKeys ? ["primary key"] : []) + ["columns"],
      rightAligned: [false, false] + (hasRows ? [true] : []) + (hasKeys ? [false] : []) + [false],
      rows: tables.map { table in
        let columns = "\(table.columns.count): " + table.columns.map(\.name).joined(separator: ", ")
        return [clipped(table.name, 24), table.kind.rawValue] + (hasRows ? [table.rows?.description ?? ""] : [])
          + (hasKeys ? [clipped(table.primaryKey.joined(separator: ", "), 16)] : [])
          + [clipped(columns, max(12, 80 - taken))]
      }
    ).text
    let foreign = tables.flatMap { table in
      table.foreignKeys.map { "\(table.name)(\($0.columns.joined(separator: ", "))) -> \(reference($0))" }
    }
    let comments = tables.compactMap { table in table.comment.map { "\(table.name): \($0)" } }
    return list + section("foreign keys", foreign) + section("comments", comments)
  }

  /// Returns a heading and its lines, or an empty string without lines.
  private static func section(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "\n\(title)\n" + lines.map { "  \(clipped($0, 78))\n" }.joined()
  }

  private static func reference(_ key: ForeignKey) -> String {
    key.referencedTable
      + (key.referencedColumns.isEmpty ? "" : "(\(key.referencedColumns.joined(separator: ", ")))")
  }

  static func text(
    _ profile: TableProfile, _ description: TableDescription?, _ facts: [(name: String, value: String)]
  ) -> String {
    var text = "\(profile.name): \(profile.rowCount) rows, \(profile.columns.count) columns\n"
    for fact in facts { text += wrapped("\(fact.name): \(fact.value)") }
    if let comment = description?.comment { text += wrapped("comment: \(comment)") }
    if let key = description?.primaryKey, !key.isEmpty {
      text += wrapped("primary key: \(key.joined(separator: ", "))")
    }
    for key in description?.uniqueKeys ?? [] { text += wrapped("unique: \(key.joined(separator: ", "))") }
    for key in description?.foreignKeys ?? [] {
      text += wrapped("foreign key: \(key.columns.joined(separator: ", ")) -> \(reference(key))")
    }
    text += "\n"
    return text
      + AlignedText(
        titles: ["column", "type", "nulls", "distinct", "range", "samples"],
        rightAligned: [false, false, true, true, false, false],
        rows: profile.columns.map { column in
          let isEmpty = column.minimum.isNull
          let text = column.field.type.text
          return [
            clipped(column.field.name, 16), column.field.type.description, String(column.nullCount),
            String(column.distinctCount),
            isEmpty
              ? ""
              : clipped("\(clipped(text(column.minimum), 10)) .. \(clipped(text(column.maximum), 10))", 24),
            clipped(column.samples.map(text).filter { !$0.isEmpty }.joined(separator: ", "), 16),
          ]
        }
      ).text + declarations(description)
  }

  /// Returns the declarations of the columns of a database table, or an empty string for a file.
  private static func declarations(_ description: TableDescription?) -> String {
    guard let description, description.kind != .file else { return "" }
    return "\n"
      + AlignedText(
        titles: ["column", "declared as", "rules"], rightAligned: [false, false, false],
        rows: description.columns.map { column in
          var notes = column.isNullable ? [] : ["not null"]
          if column.isGenerated { notes.append("generated") }
          if let value = column.defaultValue { notes.append("default \(value)") }
          if let comment = column.comment { notes.append("- \(comment)") }
          return [
            clipped(column.name, 24), clipped(column.declaredType, 24), clipped(notes.joined(separator: " "), 28),
          ]
        }
      ).text
  }

  /// Wraps text at 80 characters and indents all lines after the first.
  private static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.count + word.count < 80 || last.allSatisfy({ $0 == " " }) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append((lines.isEmpty ? "" : "  ") + word)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns at most `width` characters of the text. An ellipsis marks a cut.
  static func clipped(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "\u{2026}"
  }
}
