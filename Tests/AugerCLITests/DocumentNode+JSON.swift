import AugerDiagnostics
import AugerDocuments
import TestSupport

extension DocumentNode {
  /// The node as an editor's reader of YAML sees it: plain scalars are numbers, truth values and null where YAML's core
  /// schema says so.
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
  /// What is wrong with a document of YAML.
  func findings(inYAML text: String) throws -> [String] {
    findings(in: try YAMLDocument.parse(SourceText(name: "auger.yaml", text: text)).json)
  }
}
