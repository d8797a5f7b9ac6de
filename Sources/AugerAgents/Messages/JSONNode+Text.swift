import AugerDiagnostics
import AugerDocuments
import AugerExport

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
  package var bytes: [UInt8] { written(.compact) }

  /// The value in one line.
  package var line: String { String(decoding: bytes, as: UTF8.self) }
}
