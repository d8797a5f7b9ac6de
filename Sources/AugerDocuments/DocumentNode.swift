/// AugerDocuments: written documents - a workspace file today, dashboards in other forms later - as one located tree,
/// and the reader that turns such a tree into values while it collects every mistake. Only the modules that read what
/// an author wrote call it; it knows nothing of what the keys mean.

import AugerDiagnostics

/// A value in a document with the place it was written at.
///
/// Every form of document becomes this tree. Scalars are texts: `012`, `yes` and `1:30` stay as written until a reader
/// asks for a number, a truth value or a duration. Mappings keep the order of the document.
package struct DocumentNode: Sendable {
  package enum Kind: Sendable {
    case scalar(String, style: ScalarStyle)
    case sequence([DocumentNode])
    case mapping([DocumentEntry])
  }

  /// How a scalar was written; only a plain one can mean null.
  package enum ScalarStyle: Sendable, Hashable {
    case plain
    case quoted
  }

  package let kind: Kind
  /// From the first byte of the value to the last, quotes and brackets included. A value that is an alias has the place
  /// of the alias; what is inside of it keeps the place of its definition.
  package let span: SourceSpan
  package let source: SourceText
  /// How the bytes of a scalar lie in the source, where that is simple enough to point into it.
  let layout: ScalarLayout

  package init(_ kind: Kind, span: SourceSpan, in source: SourceText) {
    self.init(kind, span: span, in: source, layout: .opaque)
  }

  init(_ kind: Kind, span: SourceSpan, in source: SourceText, layout: ScalarLayout) {
    self.kind = kind
    self.span = span
    self.source = source
    self.layout = layout
  }

  package var place: Diagnostic.Place { Diagnostic.Place(source, span) }

  /// True for `~`, `null` and a value that was left out.
  package var isNull: Bool {
    guard case .scalar(let text, .plain) = kind else { return false }
    return ["", "~", "null", "Null", "NULL"].contains { $0.isSameText(as: text) }
  }

  /// The text of a scalar as written, quotes and escapes resolved; nil for a list, a mapping and null.
  package var text: String? {
    guard case .scalar(let text, _) = kind, !isNull else { return nil }
    return text
  }

  /// What this is, for messages: `a list`.
  package var kindName: String {
    switch kind {
    case .scalar: isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A key of a mapping and where it stands.
package struct DocumentKey: Sendable {
  package let text: String
  package let span: SourceSpan
  package let source: SourceText

  init(_ text: String, span: SourceSpan, in source: SourceText) {
    self.text = text
    self.span = span
    self.source = source
  }

  package var place: Diagnostic.Place { Diagnostic.Place(source, span) }
}

/// One line of a mapping.
package struct DocumentEntry: Sendable {
  package let key: DocumentKey
  package let value: DocumentNode

  package init(key: DocumentKey, value: DocumentNode) {
    self.key = key
    self.value = value
  }
}

extension String {
  /// Equality by UTF-8 bytes; `==` would also take canonically equivalent texts as equal.
  func isSameText(as other: String) -> Bool { Name(self) == Name(other) }
}
