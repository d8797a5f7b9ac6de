import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExport

/// A value of JSON, read or to be written. Objects keep the order of their members, numbers their digits.
package indirect enum JSONNode: Sendable, Hashable {
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONNode

    package init(name: String, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case text(String)
  case list([JSONNode])
  case object([Member])

  /// The first member of a name; nil where there is none, and for what is no object.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { Name($0.name) == Name(name) }?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var items: [JSONNode]? { if case .list(let items) = self { items } else { nil } }

  package var isObject: Bool { if case .object = self { true } else { false } }

  /// The members and, where there is one, another.
  func adding(_ name: String, _ value: JSONNode?) -> JSONNode {
    guard case .object(let members) = self, let value else { return self }
    return .object(members + [Member(name: name, value: value)])
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(integerLiteral value: Int) { self = .number(String(value)) }

  package init(arrayLiteral items: JSONNode...) { self = .list(items) }

  package init(dictionaryLiteral members: (String, JSONNode)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }

  init(_ count: Int) { self = .number(String(count)) }

  init(texts: [String]) { self = .list(texts.map { .text($0) }) }
}

// Reading.
extension JSONNode {
  /// What a message may cost. Nesting is bounded because values are walked by calls.
  private static var limits: JSONDocument.Limits {
    var limits = JSONDocument.Limits()
    limits.bytes = AgentService.mostBytes
    limits.nodes = 120_000
    limits.depth = 64
    return limits
  }

  /// One JSON text; nil where the bytes are none, or more than a message may have.
  package init?(reading bytes: [UInt8]) {
    guard bytes.count <= AgentService.mostBytes, UTF8Check.firstInvalid(bytes.span) == nil else { return nil }
    let source = SourceText(name: "message", text: String(decoding: bytes, as: UTF8.self))
    guard let document = try? JSONDocument.parse(source, limits: Self.limits) else { return nil }
    self.init(document)
  }

  private init(_ node: DocumentNode) {
    switch node.kind {
    case .sequence(let items): self = .list(items.map { JSONNode($0) })
    case .mapping(let entries):
      self = .object(entries.map { Member(name: $0.key.text, value: JSONNode($0.value)) })
    case .scalar(let text, .quoted): self = .text(text)
    case .scalar("null", .plain): self = .null
    case .scalar("true", .plain): self = .bool(true)
    case .scalar("false", .plain): self = .bool(false)
    case .scalar(let text, .plain): self = .number(text)
    }
  }
}

// Writing.
extension JSONNode {
  /// The value in one line of UTF-8, without a line end.
  package var bytes: [UInt8] {
    var out = JSONBytes(capacity: 1024)
    write(to: &out)
    return out.bytes
  }

  /// The value in one line.
  package var line: String { String(decoding: bytes, as: UTF8.self) }

  private func write(to out: inout JSONBytes) {
    switch self {
    case .null: out.null()
    case .bool(let value): out.raw(value ? "true" : "false")
    case .number(let digits): out.raw(digits)
    case .text(let text): out.string(text)
    case .list(let items):
      out.raw("[")
      for (index, item) in items.enumerated() {
        if index > 0 { out.raw(",") }
        item.write(to: &out)
      }
      out.raw("]")
    case .object(let members):
      out.raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { out.raw(",") }
        out.string(member.name)
        out.raw(":")
        member.value.write(to: &out)
      }
      out.raw("}")
    }
  }
}
