import AugerColumns
import AugerDiagnostics

extension CSVSchema {
  /// Returns the schema file of a layout. Reading it produces the same layout.
  static func text(_ layout: CSVLayout, _ options: CSVOptions) -> String {
    let dialect = layout.dialect
    var lines = ["# Describes how the CSV file of the same name is read. These settings override inference."]
    lines.append("encoding: \(layout.form.encoding.rawValue)")
    lines.append("delimiter: " + (dialect.delimiterText == "tab" ? "tab" : quoted(dialect.delimiterText)))
    lines.append("quote: \(quoted(dialect.quote))")
    if let escape = dialect.escape { lines.append("escape: \(quoted(escape))") }
    lines.append("header: \(layout.hasHeader)")
    lines.append("skipLines: \(layout.form.skippedLines)")
    lines.append("comment: " + (dialect.comment.map(quoted) ?? "\"\""))
    if let policy = options.onError { lines.append("onError: \(quoted(policy.rawValue))") }
    if let words = options.nullWords { lines.append("nullWords: \(list(words))") }
    lines.append("columns:")
    for (name, shape) in zip(layout.names, layout.shapes(options)) {
      var parts = ["name: \(quoted(name))", "type: \(quoted(shape.type.description))"]
      if shape.type.isNumeric, shape.number != .plain {
        parts.append("decimal: " + (shape.number.hasDecimalComma ? "\",\"" : "\".\""))
        if !shape.number.grouping.isEmpty { parts.append("grouping: \(quoted(shape.number.grouping))") }
      }
      if shape.type.isTemporal, shape.date != .iso { parts.append("format: \(shape.date.pattern)") }
      if let words = shape.nullWords { parts.append("nullWords: \(list(words))") }
      if let policy = shape.onError { parts.append("onError: \(quoted(policy.rawValue))") }
      lines.append("  - { \(parts.joined(separator: ", ")) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ words: [String]) -> String { "[" + words.map(quoted).joined(separator: ", ") + "]" }

  private static func quoted(_ byte: UInt8) -> String { quoted(String(UnicodeScalar(byte))) }

  /// Returns a JSON string, which is also a YAML string.
  private static func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }
}
