import AugerColumns
import AugerDiagnostics

/// A value of a Vega-Lite specification.
package typealias VegaNode = JSONNode

/// Members in the order in which they were first set.
package struct VegaObject {
  private(set) var members: [JSONNode.Member] = []

  /// The value of a member. Setting nil removes it.
  subscript(name: String) -> VegaNode? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONNode.Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  func with(_ name: String, _ value: VegaNode?) -> VegaObject {
    var result = self
    result[name] = value
    return result
  }

  /// Returns the object with the members of another, which replace those with the same name.
  func merged(with other: VegaObject) -> VegaObject {
    other.members.reduce(self) { $0.with($1.name, $1.value) }
  }
}

extension VegaObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, VegaNode)...) {
    members = elements.map { JSONNode.Member(name: $0.0, value: $0.1) }
  }

  /// Converts a literal to its type.
  init(_ object: VegaObject) { self = object }

  /// Returns nil for a value that is not an object.
  init?(of node: VegaNode) {
    guard case .object(let members) = node else { return nil }
    self.members = members
  }

  /// The complete specification, a line for each member.
  var bytes: [UInt8] {
    var out = JSONBytes(capacity: 8192)
    out.raw("{\n")
    for (index, member) in members.enumerated() {
      out.raw("  ")
      out.string(member.name)
      out.raw(": ")
      member.value.write(to: &out, .lines, indent: "  ")
      out.raw(index + 1 < members.count ? ",\n" : "\n")
    }
    out.raw("}\n")
    return out.bytes
  }
}

extension JSONNode: ExpressibleByFloatLiteral {
  package init(floatLiteral value: Double) { self = .number(value) }

  /// Returns a number; null for NaN and infinities.
  static func number(_ value: Double) -> JSONNode { value.isFinite ? .number(NumberText.shortest(value)) : .null }

  /// Returns existing JSON unchanged.
  static func json(_ bytes: [UInt8]) -> JSONNode { .number(String(decoding: bytes, as: UTF8.self)) }

  static func object(_ object: VegaObject) -> JSONNode { .object(object.members) }

  static func texts(_ texts: [String]) -> JSONNode { JSONNode(texts: texts) }

  static func numbers(_ numbers: [Double]) -> JSONNode { .list(numbers.map { .number($0) }) }

  /// The node as a Vega expression, which can be JSON.
  var expression: String { String(decoding: written(.lines), as: UTF8.self) }
}
