/// AugerDocuments: documents as trees with positions, and a reader that converts a tree to values and collects all
/// errors. Only modules that read files of an author use it. It does not know the meaning of keys.

import AugerDiagnostics

/// A value in a document with its position.
///
/// All document formats use this tree. Scalars are strings: `012`, `yes` and `1:30` are unchanged until a reader
/// requests a number, a Boolean or a duration. Mappings preserve the order of the document.
package struct DocumentNode: Sendable {
  package enum Kind: Sendable {
    case scalar(String, style: ScalarStyle)
    case sequence([DocumentNode])
    case mapping([DocumentEntry])
  }

  /// The notation of a scalar. Only a plain scalar can be null.
  package enum ScalarStyle: Sendable, Hashable {
    case plain
    case quoted
  }

  package let kind: Kind
  /// The range of the value, including quotes and brackets. A value that is an alias has the position of the alias,
  /// and its content has the position of its definition.
  package let span: SourceSpan
  package let source: SourceText
  /// The mapping of a scalar's bytes to the source, if it is simple enough.
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

  /// True for `~`, `null` and an omitted value.
  package var isNull: Bool {
    guard case .scalar(let text, .plain) = kind else { return false }
    return ["", "~", "null", "Null", "NULL"].contains { $0.isSameText(as: text) }
  }

  /// The string of a scalar, with quotes and escapes resolved. Nil for a list, a mapping and null.
  package var text: String? {
    guard case .scalar(let text, _) = kind, !isNull else { return nil }
    return text
  }

  /// The kind of value, for messages: `a list`.
  package var kindName: String {
    switch kind {
    case .scalar: isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A key of a mapping with its position.
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

/// A key of a mapping with its value.
package struct DocumentEntry: Sendable {
  package let key: DocumentKey
  package let value: DocumentNode

  package init(key: DocumentKey, value: DocumentNode) {
    self.key = key
    self.value = value
  }
}

extension String {
  /// Returns true for equal UTF-8 bytes. `==` also treats canonically equivalent strings as equal.
  func isSameText(as other: String) -> Bool { Name(self) == Name(other) }
}
