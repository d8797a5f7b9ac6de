import AugerDiagnostics

/// Converts the XML of a property list to a document. Dictionaries become mappings, and their content becomes
/// strings.
struct PropertyListReader {
  let collector: DiagnosticCollector

  /// Reads the single value of a `plist` element.
  func value(ofRoot root: AttributedNode) -> DocumentNode? {
    guard let first = root.children.first, root.children.count == 1 else {
      report("a property list holds one value", root.children.dropFirst().first ?? root)
      return nil
    }
    return value(first)
  }

  private func value(_ node: AttributedNode) -> DocumentNode? {
    switch node.name {
    case "dict": return dictionary(node)
    case "array":
      return DocumentNode(.sequence(node.children.compactMap { value($0) }), span: node.span, in: node.source)
    case "string": return text(node, style: .quoted)
    case "integer", "real", "date": return text(node, style: .plain)
    case "true", "false":
      return DocumentNode(.scalar(node.name, style: .plain), span: node.span, in: node.source)
    default:
      report("metadata cannot hold '\(node.name.shown)' of a property list", node)
      return nil
    }
  }

  private func dictionary(_ node: AttributedNode) -> DocumentNode {
    if let text = node.text, !text.value.utf8.allSatisfy({ XMLCharacters.isSpace($0) }) {
      collector.report(
        Diagnostic(
          .propertyListSyntax, level: .warning, "the text '\(text.value.shown)' in a dictionary has no meaning",
          at: Diagnostic.Place(node.source, text.span)))
    }
    var entries: [DocumentEntry] = []
    var keys: [[UInt8]: SourceSpan] = [:]
    var pending: DocumentKey?
    for child in node.children {
      guard let key = pending else {
        if child.name.isSameText(as: "key") {
          let span = child.text?.span ?? child.nameSpan
          pending = DocumentKey(child.text?.value ?? "", span: span, in: child.source)
        } else {
          report("expected a key before '\(child.name.shown)'", child)
        }
        continue
      }
      pending = nil
      guard let value = value(child) else { continue }
      if let first = keys[Array(key.text.utf8)] {
        let position = key.source.position(atOffset: first.lower)
        collector.report(
          Diagnostic(
            .duplicateKey, "key '\(key.text.shown)' occurs twice in this dictionary", at: key.place,
            notes: ["the first is at \(position.line):\(position.column)"]))
        continue
      }
      keys[Array(key.text.utf8)] = key.span
      entries.append(DocumentEntry(key: key, value: value))
    }
    if let pending {
      collector.report(
        Diagnostic(.propertyListSyntax, "key '\(pending.text.shown)' has no value", at: pending.place))
    }
    return DocumentNode(.mapping(entries), span: node.span, in: node.source)
  }

  private func text(_ node: AttributedNode, style: DocumentNode.ScalarStyle) -> DocumentNode {
    if let child = node.children.first { report("a string must not contain '\(child.name.shown)'", child) }
    guard let text = node.text else {
      return DocumentNode(
        .scalar("", style: .quoted), span: node.span, in: node.source,
        layout: .pieces([], SourceSpan(node.nameSpan.lower, node.nameSpan.lower)))
    }
    return DocumentNode(
      .scalar(text.value, style: style), span: node.span, in: node.source, layout: .pieces(text.pieces, text.span))
  }

  private func report(_ message: String, _ node: AttributedNode) {
    guard collector.diagnostics.count < 10_000 else { return }
    collector.report(Diagnostic(.propertyListSyntax, message, at: node.place))
  }
}

extension Diagnostic.Code {
  /// The file is not a property list, or has content that metadata does not support.
  package static let propertyListSyntax = Self("propertyListSyntax")
}
