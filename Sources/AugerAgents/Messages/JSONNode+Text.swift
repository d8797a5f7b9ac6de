import AugerDiagnostics
import AugerDocuments
import AugerExport

// Parsing.
extension JSONNode {
  /// The limits of a message. Nesting is limited because values are traversed recursively.
  private static var limits: JSONDocument.Limits {
    var limits = JSONDocument.Limits()
    limits.bytes = AgentService.mostBytes
    limits.nodes = 120_000
    limits.depth = 64
    return limits
  }

  /// Parses a JSON text. Nil if it is invalid or exceeds the maximum size of a message.
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

// Serialization.
extension JSONNode {
  /// The value as one line of UTF-8, without a newline.
  package var bytes: [UInt8] { written(.compact) }

  /// The value as one line of text.
  package var line: String { String(decoding: bytes, as: UTF8.self) }
}
