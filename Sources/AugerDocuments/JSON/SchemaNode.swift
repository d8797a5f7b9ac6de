import AugerDiagnostics

/// A JSON value whose members have an order: what schemas are put together from.
package enum SchemaNode: Sendable {
  case null
  case bool(Bool)
  case whole(Int)
  case text(String)
  case list([SchemaNode])
  case object([(name: String, value: SchemaNode)])

  package static func texts(_ texts: [String]) -> SchemaNode { .list(texts.map(SchemaNode.text)) }

  private static let width = 110

  /// What fits a line stands on one.
  package func json(indent: Int = 0) -> String {
    let short = line
    if indent * 2 + short.utf8.count <= Self.width { return short }
    let (inner, outer) = (String(repeating: "  ", count: indent + 1), String(repeating: "  ", count: indent))
    switch self {
    case .list(let items):
      return "[\n" + items.map { inner + $0.json(indent: indent + 1) }.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members):
      let lines = members.map { "\(inner)\(DiagnosticRenderer.quoted($0.name)): \($0.value.json(indent: indent + 1))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default: return short
    }
  }

  private var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .whole(let number): String(number)
    case .text(let text): DiagnosticRenderer.quoted(text)
    case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ " + members.map { "\(DiagnosticRenderer.quoted($0.name)): \($0.value.line)" }.joined(separator: ", ") + " }"
    }
  }
}
