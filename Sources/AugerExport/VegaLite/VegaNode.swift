/// A value of a Vega-Lite specification.
indirect enum VegaNode {
  case null
  case bool(Bool)
  /// NaN and infinities are written as null.
  case number(Double)
  case text(String)
  case list([VegaNode])
  case object(VegaObject)
  /// JSON that another writer has made.
  case json([UInt8])
}

/// Members in the order in which they were first set.
struct VegaObject {
  struct Member {
    var name: String
    var value: VegaNode
  }

  private(set) var members: [Member] = []

  /// Nil takes a member away.
  subscript(name: String) -> VegaNode? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  func with(_ name: String, _ value: VegaNode?) -> VegaObject {
    var result = self
    result[name] = value
    return result
  }

  /// With the members of another, which replace those of the same name.
  func merged(with other: VegaObject) -> VegaObject {
    other.members.reduce(self) { $0.with($1.name, $1.value) }
  }
}

extension VegaNode: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: VegaNode...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, VegaNode)...) { self = .object(VegaObject(members: elements)) }
}

extension VegaObject: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, VegaNode)...) { self.init(members: elements) }

  /// Gives a literal its type.
  init(_ object: VegaObject) { self = object }

  init(members: [(String, VegaNode)]) { self.members = members.map { Member(name: $0.0, value: $0.1) } }
}

extension VegaObject {
  /// A whole specification, a line for each member.
  var bytes: [UInt8] {
    var out = JSONBytes(capacity: 8192)
    out.raw("{\n")
    for (index, member) in members.enumerated() {
      out.raw("  ")
      out.string(member.name)
      out.raw(": ")
      member.value.write(to: &out, indent: "  ")
      out.raw(index + 1 < members.count ? ",\n" : "\n")
    }
    out.raw("}\n")
    return out.bytes
  }
}

extension VegaNode {
  static func texts(_ texts: [String]) -> VegaNode { .list(texts.map { .text($0) }) }

  static func numbers(_ numbers: [Double]) -> VegaNode { .list(numbers.map { .number($0) }) }

  /// The node on one line; lists of objects have a line for each.
  func write(to out: inout JSONBytes, indent: String = "") {
    switch self {
    case .null: out.null()
    case .bool(let value): out.raw(value ? "true" : "false")
    case .number(let value): if value.isFinite { out.number(value) } else { out.null() }
    case .text(let text): out.string(text)
    case .json(let bytes): out.raw(String(decoding: bytes, as: UTF8.self))
    case .object(let object):
      out.raw("{")
      for (index, member) in object.members.enumerated() {
        if index > 0 { out.comma() }
        out.string(member.name)
        out.raw(": ")
        member.value.write(to: &out, indent: indent)
      }
      out.raw("}")
    case .list(let nodes):
      let areObjects = nodes.contains { if case .object = $0 { true } else { false } }
      out.raw("[")
      for (index, node) in nodes.enumerated() {
        if index > 0 { out.raw(areObjects ? "," : ", ") }
        if areObjects { out.raw("\n\(indent)  ") }
        node.write(to: &out, indent: indent + (areObjects ? "  " : ""))
      }
      if areObjects { out.raw("\n\(indent)") }
      out.raw("]")
    }
  }

  /// The node as an expression of Vega, which JSON is.
  var expression: String {
    var out = JSONBytes(capacity: 256)
    write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
