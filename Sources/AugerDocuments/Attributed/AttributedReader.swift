import AugerDiagnostics

/// Converts mappings of JSON, YAML and property lists to a tree of named nodes.
struct AttributedReader {
  let collector: DiagnosticCollector
  /// True if the numbers at the end of the keys determine the order of children, and the keys are not names.
  var isPropertyList = false

  /// Returns the root node, named by its entry `MetaName` or by the only entry of the outermost mapping.
  func root(_ document: DocumentNode) -> AttributedNode? {
    guard case .mapping(let entries) = document.kind else {
      report(.wrongKind, "a metadata file must be a mapping, not \(document.kindName)", at: document.place)
      return nil
    }
    if entries.contains(where: { isName($0) }) {
      return node(document, entries, key: nil)
    }
    if entries.count == 1, case .mapping(let inner) = entries[0].value.kind {
      return node(entries[0].value, inner, key: entries[0].key)
    }
    report(
      .missingKey, "the outermost mapping must have one entry, the root node, or name it by '\(Self.nameKey)'",
      at: Diagnostic.Place(document.source, SourceSpan(document.span.lower, document.span.lower)),
      hint: "Write one root node, such as MobileAnalytic, with the rest of the file below it.")
    return nil
  }

  private static let nameKey = AttributedDocument.nameKey

  private func isName(_ entry: DocumentEntry) -> Bool {
    entry.key.text.isSameText(as: Self.nameKey) && entry.value.text != nil
  }

  private func node(_ value: DocumentNode, _ entries: [DocumentEntry], key: DocumentKey?) -> AttributedNode {
    let stated = entries.first { isName($0) }
    var name = stated?.value.text ?? key?.text ?? ""
    if stated == nil, isPropertyList, let key {
      name = Self.split(key.text).name
      report(
        .missingKey, level: .note, "'\(key.text.shown)' has no \(Self.nameKey); it is taken for '\(name.shown)'",
        at: key.place)
    }
    var attributes: [NodeAttribute] = []
    var children: [(order: Int, node: AttributedNode)] = []
    for entry in entries where !isName(entry) {
      let order = isPropertyList ? Self.split(entry.key.text).index ?? 0 : 0
      switch entry.value.kind {
      case .scalar: attributes.append(attribute(entry))
      case .mapping(let inner): children.append((order, node(entry.value, inner, key: entry.key)))
      case .sequence(let items):
        for item in items {
          switch item.kind {
          case .mapping(let inner): children.append((order, node(item, inner, key: entry.key)))
          case .scalar where item.isNull: children.append((order, node(item, [], key: entry.key)))
          default:
            report(
              .wrongKind, "each '\(entry.key.text.shown)' must be a mapping, not \(item.kindName)", at: item.place)
          }
        }
      }
    }
    // Sorting by (order, position) preserves the order of children without numbers and with equal numbers.
    let sorted = children.indices.sorted { (children[$0].order, $0) < (children[$1].order, $1) }
    let nameSource = stated?.value.source ?? key?.source ?? value.source
    let nameSpan = stated?.value.span ?? key?.span ?? SourceSpan(value.span.lower, value.span.lower)
    return AttributedNode(
      name: name, nameSpan: nameSpan, attributes: attributes, children: sorted.map { children[$0].node },
      span: value.span, in: nameSource)
  }

  private func attribute(_ entry: DocumentEntry) -> NodeAttribute {
    let value = entry.value
    // A null value means an empty string.
    let text = value.text ?? ""
    let (pieces, span) = value.attributePieces(text)
    return NodeAttribute(
      name: entry.key.text, nameSpan: entry.key.span, value: text, valueSpan: span, in: value.source, pieces: pieces)
  }

  /// Returns the name and number of a key: `Chart12` is `Chart` and 12.
  static func split(_ key: String) -> (name: String, index: Int?) {
    let digits = key.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0, digits < key.utf8.count, let index = Int(String(decoding: key.utf8.suffix(digits), as: UTF8.self))
    else { return (key, nil) }
    var name = String(decoding: key.utf8.dropLast(digits), as: UTF8.self)
    if name.utf8.last == UInt8(ascii: "_"), name.utf8.count > 1 { name.removeLast() }
    return (name, index)
  }

  private func report(
    _ code: Diagnostic.Code, level: Diagnostic.Level = .error, _ message: String, at place: Diagnostic.Place,
    hint: String? = nil
  ) {
    // Limit the number of diagnostics for a malicious file.
    guard collector.diagnostics.count < 10_000 else { return }
    collector.report(Diagnostic(code, level: level, message, at: place, hint: hint))
  }
}

extension DocumentNode {
  /// Returns the mapping of a scalar's bytes to the source, in the form that an attribute uses.
  fileprivate func attributePieces(_ text: String) -> ([ValuePiece], SourceSpan) {
    guard !isNull else { return ([], SourceSpan(span.lower, span.lower)) }
    switch layout {
    case .verbatim(let start): return ([], SourceSpan(start, start + text.utf8.count))
    case .pieces(let pieces, let inner): return (pieces, inner)
    case .lines, .opaque:
      // Every part has the position of the whole.
      return ([ValuePiece(value: 0, source: span.lower, sourceEnd: span.upper, isReference: true)], span)
    }
  }
}
