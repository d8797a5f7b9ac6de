import AugerDiagnostics
import AugerDocuments

/// Writes the JSON Schema (2020-12) of a file format, for editors. The reader rejects every file that the schema
/// rejects.
///
/// The reader treats YAML's `2024` and `"2024"` alike. The schema therefore accepts a number or a Boolean as a string,
/// and a string that contains a number as a number.
package struct KeySchema {
  /// True if values can refer to environment variables: `${NAME}` can then replace a number or a word.
  package var allowsReferences: Bool

  package init(allowsReferences: Bool) { self.allowsReferences = allowsReferences }

  package func document(_ mapping: MappingDescription, id: String, title: String) -> String {
    let head: JSONNode = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": .text(id), "title": .text(title),
    ]
    return node(of: mapping, after: head).text() + "\n"
  }

  // MARK: Mappings

  /// Returns the schema of a mapping, after the members of `head`.
  private func node(of mapping: MappingDescription, after head: JSONNode = [:]) -> JSONNode {
    let required = mapping.keys.filter(\.isRequired).map(\.name)
    var rules = mapping.conflicts.map { pair -> JSONNode in
      ["not": ["required": JSONNode(texts: [pair.first, pair.second])]]
    }
    rules +=
      mapping.variants.map { variants in variants.cases.map { rule(for: $0, of: variants.key, in: mapping) } } ?? []
    return head.adding("description", .text(Self.plain(mapping.summary)))
      .adding("type", mapping.mayBeEmpty ? ["object", "null"] : "object")
      .adding("required", required.isEmpty ? nil : JSONNode(texts: required))
      .adding("anyOf", Self.needs(mapping))
      .adding("properties", Self.object(mapping.keys.map { ($0.name, property($0)) }))
      .adding("additionalProperties", mapping.variants == nil ? false : nil)
      .adding("allOf", rules.isEmpty ? nil : .list(rules))
  }

  private static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    .object(members.map { JSONNode.Member(name: $0, value: $1) })
  }

  /// Returns the condition that at least one of some keys is present.
  private static func needs(_ mapping: MappingDescription) -> JSONNode? {
    mapping.needsOneOf.isEmpty ? nil : .list(mapping.needsOneOf.map { ["required": [.text($0)]] })
  }

  /// Returns the condition of a variant. If the key has the word, only the common keys and the variant's keys are
  /// valid.
  private func rule(
    for variant: MappingDescription.Variants.Case, of key: String, in mapping: MappingDescription
  ) -> JSONNode {
    let own = variant.description
    let properties = mapping.keys.map { ($0.name, JSONNode.bool(true)) } + own.keys.map { ($0.name, property($0)) }
    let then = ([:] as JSONNode).adding("anyOf", Self.needs(own)).adding("properties", Self.object(properties))
      .adding("additionalProperties", false)
    let isWord = Self.object([(key, ["const": .text(variant.word)])])
    return ["if": ["required": [.text(key)], "properties": isWord], "then": then]
  }

  private func property(_ key: KeyDescription) -> JSONNode {
    guard case .object(let members) = schema(of: key.shape, mayBeNull: key.mayBeNull) else { return [:] }
    let notes: [JSONNode.Member] = [
      JSONNode.Member(name: "description", value: .text(Self.sentence(key))),
      JSONNode.Member(name: "examples", value: [.text(key.example)]),
    ]
    return .object(notes.filter { note in !members.contains { $0.name == note.name } } + members)
  }

  // MARK: Values

  /// Returns the schema of a shape, or a choice of several schemas.
  private func schema(of shape: ValueShape, mayBeNull: Bool) -> JSONNode {
    var all = alternatives(of: shape, mayBeNull: mayBeNull)
    if allowsReferences, Self.needsReference(shape) { all.append(Self.reference) }
    return all.count == 1 ? all[0] : ["anyOf": .list(all)]
  }

  private func alternatives(of shape: ValueShape, mayBeNull: Bool) -> [JSONNode] {
    switch shape {
    case .text(let text):
      guard let pattern = text.pattern else { return [["type": type(["string", "number", "boolean"], mayBeNull)]] }
      return [patterned(["string"], pattern, mayBeNull)]
    case .choice(let words): return [["enum": .list(words.map(JSONNode.text) + (mayBeNull ? [.null] : []))]]
    case .whole(let range):
      return [patterned(["integer", "string"], "^[+-]?[0-9]+$", mayBeNull, range)]
    case .number:
      return [patterned(["number", "string"], #"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"#, mayBeNull)]
    case .truth: return [patterned(["boolean", "string"], "^(\(Self.truths))$", mayBeNull)]
    case .toggle:
      return [
        patterned(["boolean", "integer", "string"], "^(\(Self.truths)|[Oo][Nn]|[Oo][Ff][Ff]|0|1)$", mayBeNull, 0...1)
      ]
    case .duration:
      let pattern = #"^(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$"#
      return [patterned(["string"], pattern, mayBeNull)]
    case .list(let item): return list(of: item, mayBeNull: mayBeNull)
    case .mapping(let mapping): return [node(of: mapping)]
    case .named(let value):
      let inner = schema(of: value, mayBeNull: Self.mayBeEmpty(value))
      return [["type": type(["object"], mayBeNull), "additionalProperties": inner]]
    case .oneOf(let shapes):
      return shapes.flatMap { alternatives(of: $0, mayBeNull: false) } + (mayBeNull ? [["type": "null"]] : [])
    case .anything: return [[:]]
    }
  }

  private static let truths = "[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]"

  /// Returns the schema of a scalar with a pattern and, for numbers, bounds.
  private func patterned(
    _ types: [String], _ pattern: String, _ mayBeNull: Bool, _ bounds: ClosedRange<Int>? = nil
  ) -> JSONNode {
    let pattern = allowsReferences ? "(\(pattern))|\\$\\{" : pattern
    let upper = bounds.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
    return (["type": type(types, mayBeNull)] as JSONNode).adding("minimum", bounds.map { JSONNode($0.lowerBound) })
      .adding("maximum", upper.map { JSONNode($0) }).adding("pattern", .text(pattern))
  }

  /// Returns true if the schema lists words, so that it needs an alternative for references to environment variables.
  private static func needsReference(_ shape: ValueShape) -> Bool {
    switch shape {
    case .choice: true
    case .list(let item): needsReference(item)
    case .oneOf(let shapes): shapes.contains(where: needsReference)
    default: false
    }
  }

  /// Returns the schema of a list. A single value that is not a mapping is also valid.
  private func list(of item: ValueShape, mayBeNull: Bool) -> [JSONNode] {
    let array: JSONNode = ["type": type(["array"], mayBeNull), "items": schema(of: item, mayBeNull: false)]
    return [array] + (Self.isMapping(item) ? [] : alternatives(of: item, mayBeNull: false))
  }

  private func type(_ names: [String], _ mayBeNull: Bool) -> JSONNode {
    let all = names + (mayBeNull ? ["null"] : [])
    return all.count == 1 ? .text(all[0]) : JSONNode(texts: all)
  }

  private static let reference: JSONNode = ["type": "string", "pattern": #"\$\{"#]

  private static func isMapping(_ shape: ValueShape) -> Bool { if case .mapping = shape { true } else { false } }

  /// Returns true if a key can have no value.
  private static func mayBeEmpty(_ shape: ValueShape) -> Bool {
    switch shape {
    case .mapping(let mapping): mapping.mayBeEmpty
    case .oneOf(let shapes): shapes.contains(where: mayBeEmpty)
    case .named, .anything: true
    default: false
    }
  }

  // MARK: Descriptions

  /// Returns the summary as a sentence, with the default.
  private static func sentence(_ key: KeyDescription) -> String {
    let standard = key.standard.map { " Default: \(plain($0))." } ?? ""
    let text = plain(key.summary)
    return text.prefix(1).uppercased() + text.dropFirst() + "." + standard
  }

  /// Returns the text without Markdown: links as their text, lines joined.
  static func plain(_ text: String) -> String {
    text.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.replacingBytes("\n", with: " ").replacingBytes(
      "`", with: "")
  }
}
