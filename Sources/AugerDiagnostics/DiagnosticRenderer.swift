/// Renders diagnostics as text for people and as JSON for programs.
package struct DiagnosticRenderer: Sendable {
  package init() {}

  /// Returns `sales.xml:14:38: error: unknownColumn: column 'Regoin' is not known`, the line, a caret under the span,
  /// and the hint.
  ///
  /// The caret position counts Unicode scalars. Tabs of the line are copied, so that the caret is aligned.
  /// - Parameter isNamed: True if level and code precede the message.
  package func text(_ diagnostic: Diagnostic, isNamed: Bool = true) -> String {
    var lines: [String] = []
    let head = diagnostic.place.map { "\($0): " } ?? ""
    let name = isNamed ? "\(diagnostic.level.rawValue): \(diagnostic.code): " : ""
    lines.append(head + name + diagnostic.message)
    if let place = diagnostic.place, let span = place.span, !place.source.text.isEmpty, !place.isSecret {
      let (shown, dropped) = place.source.window(around: span.lower, width: Self.widestLine, lead: Self.leadOfSecrets)
      let line = Self.withoutSecrets(shown, lead: min(dropped, Self.leadOfSecrets))
      let before = place.source.position(atOffset: span.lower).column - 1 - dropped
      let length = place.source.scalarCount(of: span, atMost: Self.widestLine)
      lines.append("  " + line)
      lines.append("  " + Self.caret(under: line, after: before, length: length))
    }
    for note in diagnostic.notes { lines.append("  note: \(note)") }
    if let hint = diagnostic.hint { lines.append("  hint: \(hint)") }
    return lines.map { Self.printable($0, keeping: "\n\t") }.joined(separator: "\n")
  }

  /// Returns the text without terminal control characters. Each control character except those in `kept` becomes
  /// U+FFFD.
  package static func printable(_ text: String, keeping kept: String = "") -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) && !kept.unicodeScalars.contains(scalar)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// Returns one line of JSON with the keys code, level, message, file, line, column, endLine, endColumn, hint,
  /// notes, details.
  package func json(_ diagnostic: Diagnostic) -> String {
    var fields = [
      ("code", Self.quoted(diagnostic.code.rawValue)), ("level", Self.quoted(diagnostic.level.rawValue)),
      ("message", Self.quoted(diagnostic.message)),
    ]
    if let place = diagnostic.place {
      fields.append(("file", Self.quoted(place.source.name)))
      if let keyPath = place.source.keyPath {
        fields.append(("keyPath", Self.quoted(keyPath)))
      } else if let span = place.span {
        let from = place.source.position(atOffset: span.lower)
        let to = place.source.position(atOffset: span.upper)
        fields += [
          ("line", "\(from.line)"), ("column", "\(from.column)"), ("endLine", "\(to.line)"),
          ("endColumn", "\(to.column)"),
        ]
      }
    }
    if let hint = diagnostic.hint { fields.append(("hint", Self.quoted(hint))) }
    if !diagnostic.notes.isEmpty {
      fields.append(("notes", "[" + diagnostic.notes.map(Self.quoted).joined(separator: ",") + "]"))
    }
    if !diagnostic.details.isEmpty { fields.append(("details", Self.object(diagnostic.details))) }
    return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// Returns one line of JSON for a run-time error.
  package func json(_ error: AugerError) -> String {
    var fields = [
      ("code", error.code.rawValue), ("level", "error"), ("message", error.message), ("operation", error.operation),
    ]
    if let place = error.place { fields.append(("place", place)) }
    if let underlying = error.underlying { fields.append(("underlying", underlying)) }
    if let hint = error.hint { fields.append(("hint", hint)) }
    return Self.object(fields, error.details)
  }

  /// Returns one line of JSON for a warning about rows, with the number of occurrences and the position of the first.
  package func json(_ warning: Warning, details: [Diagnostic.Detail] = []) -> String {
    var fields = [("code", warning.code.rawValue), ("level", "warning"), ("message", warning.message)]
    if warning.count > 1 { fields.append(("count", String(warning.count))) }
    if let place = warning.firstPlace { fields.append(("place", place)) }
    return Self.object(fields, details)
  }

  private static func object(_ fields: [(String, String)], _ details: [Diagnostic.Detail]) -> String {
    var members = fields.map { "\"\($0.0)\":\($0.0 == "count" ? $0.1 : quoted($0.1))" }
    if !details.isEmpty { members.append("\"details\":\(object(details))") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func object(_ details: [Diagnostic.Detail]) -> String {
    "{" + details.map { "\"\($0.key.rawValue)\":\(quoted($0.value))" }.joined(separator: ",") + "}"
  }

  /// The maximum length of a displayed line. A longer line is shown as a window around the position.
  static let widestLine = 160

  private static func caret(under line: String, after before: Int, length: Int) -> String {
    let scalars = line.unicodeScalars
    var result = ""
    for scalar in scalars.prefix(before) { result += scalar == "\t" ? "\t" : " " }
    result += String(repeating: " ", count: max(0, before - scalars.count))
    return result + String(repeating: "^", count: max(1, min(length, max(1, scalars.count - before))))
  }

  /// Returns a JSON string literal. Control characters and line separators are escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // Some readers treat line separators as line ends and remove the byte order mark.
      case _ where scalar.value < 0x20 || [0x2028, 0x2029, 0xFEFF].contains(scalar.value),
        _ where (0x7F...0x9F).contains(scalar.value):
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
