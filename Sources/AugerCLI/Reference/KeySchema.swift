import AugerDiagnostics
import AugerDocuments

/// Writes the JSON Schema (2020-12) of a mapping of keys, for editors: what it refuses the reader refuses too.
///
/// YAML's `2024` and `"2024"` are one text to the reader, so that a text may be a number or a truth value here, and a
/// number a text that holds one.
package struct KeySchema {
  /// Whether values may refer to the environment: `${NAME}` may then stand for a number or a word.
  package var allowsReferences: Bool

  package init(allowsReferences: Bool) { self.allowsReferences = allowsReferences }

  package func document(_ mapping: MappingDescription, id: String, title: String) -> String {
    let head: [(name: String, value: SchemaNode)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("$id", .text(id)), ("title", .text(title)),
    ]
    return SchemaNode.object(head + members(of: mapping)).json() + "\n"
  }

  // MARK: Mappings

  private func members(of mapping: MappingDescription) -> [(name: String, value: SchemaNode)] {
    var members: [(name: String, value: SchemaNode)] = [
      ("description", .text(Self.plain(mapping.summary))),
      ("type", mapping.mayBeEmpty ? .texts(["object", "null"]) : .text("object")),
    ]
    let required = mapping.keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", .texts(required))) }
    if !mapping.needsOneOf.isEmpty {
      let needs = mapping.needsOneOf.map { SchemaNode.object([("required", .texts([$0]))]) }
      members.append(("anyOf", .list(needs)))
    }
    members.append(("properties", .object(mapping.keys.map { ($0.name, property($0)) })))
    var rules = mapping.conflicts.map { pair in
      SchemaNode.object([("not", .object([("required", .texts([pair.first, pair.second]))]))])
    }
    if let variants = mapping.variants {
      rules += variants.cases.map { rule(for: $0, of: variants.key, in: mapping) }
    } else {
      members.append(("additionalProperties", .bool(false)))
    }
    if !rules.isEmpty { members.append(("allOf", .list(rules))) }
    return members
  }

  /// Where the key has the word, its keys and those of all are the only ones.
  private func rule(
    for variant: MappingDescription.Variants.Case, of key: String, in mapping: MappingDescription
  ) -> SchemaNode {
    let own = variant.description
    var then: [(name: String, value: SchemaNode)] = []
    if !own.needsOneOf.isEmpty {
      then.append(("anyOf", .list(own.needsOneOf.map { .object([("required", .texts([$0]))]) })))
    }
    then.append(
      (
        "properties",
        .object(mapping.keys.map { ($0.name, .bool(true)) } + own.keys.map { ($0.name, property($0)) })
      ))
    then.append(("additionalProperties", .bool(false)))
    let isWord = SchemaNode.object([(key, .object([("const", .text(variant.word))]))])
    return .object([
      ("if", .object([("required", .texts([key])), ("properties", isWord)])), ("then", .object(then)),
    ])
  }

  private func property(_ key: KeyDescription) -> SchemaNode {
    var notes = [("description", SchemaNode.text(Self.sentence(key)))]
    notes.append(("examples", .list([.text(key.example)])))
    return adding(notes, to: schema(of: key.shape, mayBeNull: key.mayBeNull))
  }

  private func adding(_ notes: [(String, SchemaNode)], to node: SchemaNode) -> SchemaNode {
    guard case .object(let members) = node else { return node }
    let own = notes.filter { note in !members.contains { $0.name == note.0 } }
    return .object(own.map { (name: $0.0, value: $0.1) } + members)
  }

  // MARK: Values

  /// What fits a shape: one schema, or one of several.
  private func schema(of shape: ValueShape, mayBeNull: Bool) -> SchemaNode {
    var all = alternatives(of: shape, mayBeNull: mayBeNull)
    if allowsReferences, Self.needsReference(shape) { all.append(Self.reference) }
    return all.count == 1 ? all[0] : .object([("anyOf", .list(all))])
  }

  private func alternatives(of shape: ValueShape, mayBeNull: Bool) -> [SchemaNode] {
    switch shape {
    case .text(let text):
      guard let pattern = text.pattern else { return [.object([type(["string", "number", "boolean"], mayBeNull)])] }
      return [patterned(["string"], pattern, mayBeNull)]
    case .choice(let words):
      return [.object([("enum", .list(words.map(SchemaNode.text) + (mayBeNull ? [.null] : [])))])]
    case .whole(let range):
      var bounds = [(name: "minimum", value: SchemaNode.whole(range.lowerBound))]
      if range.upperBound != .max { bounds.append(("maximum", .whole(range.upperBound))) }
      return [patterned(["integer", "string"], "^[+-]?[0-9]+$", mayBeNull, bounds)]
    case .number:
      return [patterned(["number", "string"], #"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"#, mayBeNull)]
    case .truth: return [patterned(["boolean", "string"], "^(\(Self.truths))$", mayBeNull)]
    case .toggle:
      let bounds = [(name: "minimum", value: SchemaNode.whole(0)), (name: "maximum", value: SchemaNode.whole(1))]
      return [
        patterned(
          ["boolean", "integer", "string"], "^(\(Self.truths)|[Oo][Nn]|[Oo][Ff][Ff]|0|1)$", mayBeNull, bounds)
      ]
    case .duration:
      let pattern = #"^(?=[0-9])([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$"#
      return [patterned(["string"], pattern, mayBeNull)]
    case .list(let item): return list(of: item, mayBeNull: mayBeNull)
    case .mapping(let mapping): return [.object(members(of: mapping))]
    case .named(let value):
      let inner = schema(of: value, mayBeNull: Self.mayBeEmpty(value))
      return [.object([type(["object"], mayBeNull), ("additionalProperties", inner)])]
    case .oneOf(let shapes):
      let all = shapes.flatMap { alternatives(of: $0, mayBeNull: false) }
      return all + (mayBeNull ? [.object([("type", .text("null"))])] : [])
    case .anything: return [.object([])]
    }
  }

  private static let truths = "[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]"

  /// A scalar whose text matches, and whose number, where it is one, is within the bounds.
  private func patterned(
    _ types: [String], _ pattern: String, _ mayBeNull: Bool, _ bounds: [(name: String, value: SchemaNode)] = []
  ) -> SchemaNode {
    let pattern = allowsReferences ? "(\(pattern))|\\$\\{" : pattern
    return .object([type(types, mayBeNull)] + bounds + [("pattern", .text(pattern))])
  }

  /// Words are listed, so that a reference to the environment is an alternative of its own.
  private static func needsReference(_ shape: ValueShape) -> Bool {
    switch shape {
    case .choice: true
    case .list(let item): needsReference(item)
    case .oneOf(let shapes): shapes.contains(where: needsReference)
    default: false
    }
  }

  /// A single value is a list of one, unless it is a mapping.
  private func list(of item: ValueShape, mayBeNull: Bool) -> [SchemaNode] {
    let array = SchemaNode.object([type(["array"], mayBeNull), ("items", schema(of: item, mayBeNull: false))])
    return [array] + (Self.isMapping(item) ? [] : alternatives(of: item, mayBeNull: false))
  }

  private func type(_ names: [String], _ mayBeNull: Bool) -> (name: String, value: SchemaNode) {
    let all = names + (mayBeNull ? ["null"] : [])
    return ("type", all.count == 1 ? .text(all[0]) : .texts(all))
  }

  private static let reference = SchemaNode.object([("type", .text("string")), ("pattern", .text(#"\$\{"#))])

  private static func isMapping(_ shape: ValueShape) -> Bool { if case .mapping = shape { true } else { false } }

  /// Whether a name may stand without a value.
  private static func mayBeEmpty(_ shape: ValueShape) -> Bool {
    switch shape {
    case .mapping(let mapping): mapping.mayBeEmpty
    case .oneOf(let shapes): shapes.contains(where: mayBeEmpty)
    case .named, .anything: true
    default: false
    }
  }

  // MARK: Words

  /// The summary as a sentence, with what holds without the key.
  private static func sentence(_ key: KeyDescription) -> String {
    let standard = key.standard.map { " Without it: \(plain($0))." } ?? ""
    let text = plain(key.summary)
    return text.prefix(1).uppercased() + text.dropFirst() + "." + standard
  }

  /// Without the marks of Markdown: links by their texts, lines as one.
  static func plain(_ text: String) -> String {
    text.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.replacingBytes("\n", with: " ").replacingBytes(
      "`", with: "")
  }
}
