import AugerDiagnostics

/// A node of a document that consists of named nodes with attributes, located to the attribute.
///
/// The tree of the dashboard language, whatever form it was written in: an XML element, or a dictionary of a property
/// list, JSON or YAML file whose keys are the attributes. Attributes and children keep the order of the document.
package struct AttributedNode: Sendable {
  package let name: String
  /// Where the name stands in the opening tag.
  package let nameSpan: SourceSpan
  package let attributes: [NodeAttribute]
  package let children: [AttributedNode]
  /// What stands between the children that is not blank.
  package let text: NodeText?
  /// From the first byte of the node to the last.
  package let span: SourceSpan
  package let source: SourceText
  /// Where each attribute stands, where there are many: each is asked for by its name. Of equal names the first.
  private let indices: [[UInt8]: Int]?

  package init(
    name: String, nameSpan: SourceSpan, attributes: [NodeAttribute] = [], children: [AttributedNode] = [],
    text: NodeText? = nil, span: SourceSpan, in source: SourceText
  ) {
    self.name = name
    self.nameSpan = nameSpan
    self.attributes = attributes
    self.children = children
    self.text = text
    self.span = span
    self.source = source
    indices =
      attributes.count < 32
      ? nil : Dictionary(attributes.enumerated().map { (Array($1.name.utf8), $0) }) { first, _ in first }
  }

  /// Where to speak of the node as such: its name.
  package var place: Diagnostic.Place { Diagnostic.Place(source, nameSpan) }

  /// The attribute of a name; names are compared byte by byte.
  package func attribute(_ name: String) -> NodeAttribute? {
    if let indices { return indices[Array(name.utf8)].map { attributes[$0] } }
    return attributes.first { $0.name.isSameText(as: name) }
  }

  package subscript(name: String) -> String? { attribute(name)?.value }
}

/// Text between the children of a node, without the white space around it.
package struct NodeText: Sendable {
  package let value: String
  /// Its first part that is not blank.
  package let span: SourceSpan
  /// How the value's bytes lie in the source, where that was asked for.
  let pieces: [ValuePiece]

  package init(_ value: String, span: SourceSpan, pieces: [ValuePiece] = []) {
    self.value = value
    self.span = span
    self.pieces = pieces
  }
}

/// An attribute of a node, with the places of its name and value.
package struct NodeAttribute: Sendable {
  package let name: String
  package let nameSpan: SourceSpan
  /// References resolved, line ends and tabs turned into spaces.
  package let value: String
  /// Inside of the quotes.
  package let valueSpan: SourceSpan
  package let source: SourceText
  /// How the value's bytes lie in the source; empty where they are those of the source.
  private let pieces: [ValuePiece]

  package init(
    name: String, nameSpan: SourceSpan, value: String, valueSpan: SourceSpan, in source: SourceText,
    pieces: [ValuePiece] = []
  ) {
    self.name = name
    self.nameSpan = nameSpan
    self.value = value
    self.valueSpan = valueSpan
    self.source = source
    self.pieces = pieces
  }

  /// Where to speak of the value: the value, or the name if the value is empty.
  package var place: Diagnostic.Place { Diagnostic.Place(source, valueSpan.isEmpty ? nameSpan : valueSpan) }

  package var namePlace: Diagnostic.Place { Diagnostic.Place(source, nameSpan) }

  /// Whether the source has the value's bytes as they are, so that it can be read in place.
  package var isVerbatim: Bool { pieces.isEmpty }

  /// Where a part of the value was written; `range` counts bytes of `value`. A part of a reference is the whole of it.
  package func span(of range: SourceSpan) -> SourceSpan { pieces.span(of: range, within: valueSpan) }
}

/// A run of a value's bytes that lie in the source as they are, or a reference that became one character.
package struct ValuePiece: Sendable {
  /// Offset in the value.
  var value: Int
  /// Offsets in the source.
  var source: Int
  var sourceEnd: Int
  var isReference: Bool
}

extension ValuePiece: Hashable {}

extension [ValuePiece] {
  /// Where a part of a value was written; without pieces the source has the value's bytes as they are.
  func span(of range: SourceSpan, within whole: SourceSpan) -> SourceSpan {
    SourceSpan(sourceOffset(of: range.lower, whole), sourceOffset(ofEnd: range.upper, whole))
  }

  private func sourceOffset(of offset: Int, _ whole: SourceSpan) -> Int {
    guard let piece = piece(at: offset) else { return Swift.min(whole.lower + offset, whole.upper) }
    // Inside of a reference there is only its beginning.
    return piece.isReference ? piece.source : piece.source + offset - piece.value
  }

  private func sourceOffset(ofEnd offset: Int, _ whole: SourceSpan) -> Int {
    guard offset > 0, let piece = piece(at: offset - 1) else { return sourceOffset(of: offset, whole) }
    return piece.isReference ? piece.sourceEnd : Swift.min(piece.source + offset - piece.value, whole.upper)
  }

  /// The last piece that begins at or before an offset of the value.
  private func piece(at offset: Int) -> ValuePiece? {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].value <= offset { low = middle } else { high = middle }
    }
    return low < count ? self[low] : nil
  }
}

extension AttributedNode {
  /// Whether two trees have the same nodes and attributes in the same order, byte by byte; places, text between nodes
  /// and how it was written do not matter.
  package func hasSameContent(as other: AttributedNode) -> Bool {
    name.isSameText(as: other.name) && attributes.count == other.attributes.count
      && children.count == other.children.count
      && zip(attributes, other.attributes).allSatisfy {
        $0.name.isSameText(as: $1.name) && $0.value.isSameText(as: $1.value)
      }
      && zip(children, other.children).allSatisfy { $0.hasSameContent(as: $1) }
  }
}

extension String {
  /// The text as messages show it: a long one is cut.
  package var shown: String {
    guard utf8.count > 80 else { return self }
    var result = UnicodeScalarView()
    result.append(contentsOf: unicodeScalars.prefix(77))
    return String(result) + "..."
  }
}
