import AugerDiagnostics

extension AttributedDocument {
  /// Converts nested dictionaries, lists and scalars to a tree, by the rules of property lists. Reports errors. Nil if
  /// no tree can be created.
  ///
  /// Positions are key paths. Nodes without a number have the order of their keys.
  package static func root(
    _ dictionary: [String: Any], name: String, reporting collector: DiagnosticCollector
  ) -> AttributedNode? {
    AttributedReader(collector: collector, isPropertyList: true).root(
      DictionaryReader(name: name).node(dictionary, at: "", depth: 0))
  }
}

/// Converts Swift values to a document. It stops at the maximum depth of documents.
private struct DictionaryReader {
  let name: String

  func node(_ value: Any, at path: String, depth: Int) -> DocumentNode {
    let source = SourceText(name: name, text: "", keyPath: path.isEmpty ? nil : path)
    func below(_ key: String) -> String { path.isEmpty ? key : "\(path)/\(key)" }
    let kind: DocumentNode.Kind
    switch value {
    case let dictionary as [String: Any] where depth < AttributedDocument.maximumDepth:
      let entries = dictionary.sorted { $0.key < $1.key }.map { key, value in
        let child = node(value, at: below(key), depth: depth + 1)
        return DocumentEntry(key: DocumentKey(key, span: child.span, in: child.source), value: child)
      }
      kind = .mapping(entries)
    case let list as [Any] where depth < AttributedDocument.maximumDepth:
      kind = .sequence(list.enumerated().map { node($1, at: below("\($0 + 1)"), depth: depth + 1) })
    case let text as String: kind = .scalar(text, style: .quoted)
    // A number of Foundation is also a Boolean, which reads 1 as true.
    case let number as Int: kind = .scalar("\(number)", style: .quoted)
    case let number as Double: kind = .scalar("\(number)", style: .quoted)
    default: kind = .scalar("\(value)", style: .quoted)
    }
    return DocumentNode(kind, span: SourceSpan(0, 0), in: source)
  }
}
