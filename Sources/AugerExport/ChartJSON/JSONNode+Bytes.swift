import AugerDiagnostics

extension JSONNode {
  /// The spaces and line ends of JSON output.
  package enum Style {
    /// Without spaces: `{"a":[1,2]}`.
    case compact
    /// A space after each comma and colon: `{"a": [1, 2]}`.
    case spaced
    /// Spaces, and a line for each item of a list of objects.
    case lines
  }

  /// Returns the value as UTF-8, without a line end.
  package func written(_ style: Style) -> [UInt8] {
    var out = JSONBytes(capacity: 256)
    write(to: &out, style)
    return out.bytes
  }

  package func write(to out: inout JSONBytes, _ style: Style, indent: String = "") {
    let (comma, colon) = style == .compact ? (",", ":") : (", ", ": ")
    switch self {
    case .null: out.null()
    case .bool(let value): out.raw(value ? "true" : "false")
    case .number(let digits): out.raw(digits)
    case .text(let text): out.string(text)
    case .object(let members):
      out.raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { out.raw(comma) }
        out.string(member.name)
        out.raw(colon)
        member.value.write(to: &out, style, indent: indent)
      }
      out.raw("}")
    case .list(let items):
      let hasLines = style == .lines && items.contains(where: \.isObject)
      out.raw("[")
      for (index, item) in items.enumerated() {
        if index > 0 { out.raw(hasLines ? "," : comma) }
        if hasLines { out.raw("\n\(indent)  ") }
        item.write(to: &out, style, indent: indent + (hasLines ? "  " : ""))
      }
      if hasLines { out.raw("\n\(indent)") }
      out.raw("]")
    }
  }
}
