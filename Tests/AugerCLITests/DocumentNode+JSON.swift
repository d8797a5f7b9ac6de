import AugerDiagnostics
import AugerDocuments
import TestSupport

extension DocumentNode {
  /// The node as an editor's YAML parser sees it: plain scalars are numbers, Booleans and null according to YAML's core
  /// schema.
  var json: JSONValue {
    switch kind {
    case .scalar(let text, .quoted): return .string(text)
    case .scalar(let text, .plain):
      if isNull { return .null }
      if ["true", "True", "TRUE"].contains(text) { return .bool(true) }
      if ["false", "False", "FALSE"].contains(text) { return .bool(false) }
      let isNumber = text.wholeMatch(of: /[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?/) != nil
      return (isNumber ? Double(text) : nil).map(JSONValue.number) ?? .string(text)
    case .sequence(let items): return .array(items.map(\.json))
    case .mapping(let entries):
      return .object(Dictionary(entries.map { ($0.key.text, $0.value.json) }) { first, _ in first })
    }
  }
}

extension JSONSchemaCheck {
  /// Returns the schema violations of a YAML document.
  func findings(inYAML text: String) throws -> [String] {
    findings(in: try YAMLDocument.parse(SourceText(name: "auger.yaml", text: text)).json)
  }
}
