import Foundation

/// Validates JSON documents against a JSON Schema (2020-12 or draft 7). It supports the keywords that the schemas of
/// Auger and of Vega-Lite use, and reports every other keyword.
package struct JSONSchemaCheck {
  private let documents: [String: JSONValue]
  private let schema: JSONValue

  /// - Parameter others: Schemas that the first one references by `$id`.
  package init(_ schema: String, referringTo others: [String] = []) throws {
    self.schema = try JSONValue(Data(schema.utf8))
    var documents: [String: JSONValue] = [:]
    for other in others {
      let document = try JSONValue(Data(other.utf8))
      if case .string(let id)? = document["$id"] { documents[id] = document }
    }
    self.documents = documents
  }

  /// Returns the errors in a document, each with its location: `$.items[2].kind: ...`.
  package func findings(in document: [UInt8]) throws -> [String] {
    findings(in: try JSONValue(Data(document)))
  }

  /// Returns the errors in a value of any format that is read as JSON.
  package func findings(in value: JSONValue) -> [String] { check(value, schema, in: schema, at: "$") }

  private static let notes: Set<String> = [
    "$schema", "$id", "$defs", "title", "description", "definitions", "default", "format", "$comment", "examples",
    "then",
  ]

  private func check(_ value: JSONValue, _ schema: JSONValue, in root: JSONValue, at place: String) -> [String] {
    if case .bool(let allows) = schema { return allows ? [] : ["\(place): is not allowed"] }
    guard case .object(let words) = schema else { return ["\(place): its schema is no object"] }
    var findings: [String] = []
    for (word, rule) in words.sorted(by: { $0.key < $1.key }) where !Self.notes.contains(word) {
      findings += check(value, word, rule, words, in: root, at: place)
    }
    return findings
  }

  private func check(
    _ value: JSONValue, _ word: String, _ rule: JSONValue, _ schema: [String: JSONValue], in root: JSONValue,
    at place: String
  ) -> [String] {
    func finding(_ isRight: Bool, _ message: String) -> [String] { isRight ? [] : ["\(place): \(message)"] }
    switch (word, rule, value) {
    case ("$ref", .string(let reference), _): return follow(reference, value, in: root, at: place)
    case ("type", .string(let name), _): return finding(value.isOf(name), "is no \(name)")
    case ("type", .array(let names), _):
      let isOne = names.contains { if case .string(let name) = $0 { value.isOf(name) } else { false } }
      return finding(isOne, "has none of the types")
    case ("const", _, _): return finding(value == rule, "is not the constant")
    case ("enum", .array(let choices), _): return finding(choices.contains(value), "is none of the choices")
    case ("anyOf", .array(let choices), _):
      return finding(choices.contains { check(value, $0, in: root, at: place).isEmpty }, "fits none of anyOf")
    case ("allOf", .array(let rules), _): return rules.flatMap { check(value, $0, in: root, at: place) }
    case ("not", _, _): return finding(!check(value, rule, in: root, at: place).isEmpty, "fits what it must not")
    case ("if", _, _):
      guard check(value, rule, in: root, at: place).isEmpty, let then = schema["then"] else { return [] }
      return check(value, then, in: root, at: place)
    case ("oneOf", .array(let choices), _):
      let count = choices.count { check(value, $0, in: root, at: place).isEmpty }
      return finding(count == 1, "fits \(count) of oneOf")
    case ("minimum", .number(let least), .number(let number)): return finding(number >= least, "is below \(least)")
    case ("maximum", .number(let most), .number(let number)): return finding(number <= most, "is above \(most)")
    case ("pattern", .string(let pattern), .string(let text)):
      return finding(text.range(of: pattern, options: .regularExpression) != nil, "does not match \(pattern)")
    case ("minItems", .number(let least), .array(let items)):
      return finding(Double(items.count) >= least, "has \(items.count) items")
    case ("maxItems", .number(let most), .array(let items)):
      return finding(Double(items.count) <= most, "has \(items.count) items")
    case ("minLength", .number(let least), .string(let text)):
      return finding(Double(text.unicodeScalars.count) >= least, "is shorter than \(least)")
    case ("maxLength", .number(let most), .string(let text)):
      return finding(Double(text.unicodeScalars.count) <= most, "is longer than \(most)")
    case ("minProperties", .number(let least), .object(let members)):
      return finding(Double(members.count) >= least, "has \(members.count) members")
    case ("items", _, .array(let items)):
      return items.enumerated().flatMap { check($1, rule, in: root, at: "\(place)[\($0)]") }
    case ("required", .array(let names), .object(let members)):
      return names.flatMap { name in
        if case .string(let name) = name { finding(members[name] != nil, "has no '\(name)'") } else { [String]() }
      }
    case ("properties", .object(let rules), .object(let members)):
      return rules.sorted { $0.key < $1.key }.flatMap { name, rule in
        members[name].map { check($0, rule, in: root, at: "\(place).\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      var known: [String: JSONValue] = [:]
      if case .object(let rules)? = schema["properties"] { known = rules }
      return members.keys.filter { known[$0] == nil }.sorted().flatMap { name in
        if rule == .bool(false) { return ["\(place): has '\(name)'"] }
        return members[name].map { check($0, rule, in: root, at: "\(place).\(name)") } ?? []
      }
    // Rules for types other than that of the value do not apply.
    case ("minLength", _, _), ("maxLength", _, _), ("minProperties", _, _), ("minimum", _, _), ("maximum", _, _),
      ("pattern", _, _), ("minItems", _, _), ("maxItems", _, _),
      ("items", _, _), ("required", _, _), ("properties", _, _), ("additionalProperties", _, _):
      return []
    default: return ["\(place): its schema has the unknown word '\(word)'"]
    }
  }

  private func follow(_ reference: String, _ value: JSONValue, in root: JSONValue, at place: String) -> [String] {
    if let document = documents[reference] { return check(value, document, in: document, at: place) }
    for (prefix, member) in [("#/$defs/", "$defs"), ("#/definitions/", "definitions")] {
      guard reference.hasPrefix(prefix), let definition = root[member]?[String(reference.dropFirst(prefix.count))]
      else { continue }
      return check(value, definition, in: root, at: place)
    }
    return ["\(place): its schema refers to '\(reference)', which is not there"]
  }
}

/// A JSON document that distinguishes Booleans from numbers.
package enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(_ data: Data) throws { self = try JSONDecoder().decode(JSONValue.self, from: data) }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The value in the types of `JSONSerialization`. Numbers are exactly the doubles of the text.
  package var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let value): value
    case .string(let value): value
    case .array(let items): items.map(\.plain)
    case .object(let members): members.mapValues(\.plain)
    }
  }

  subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
