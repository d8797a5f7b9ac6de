import AugerDiagnostics

/// A node of a document of named nodes with attributes, with all positions.
///
/// The tree of the dashboard language in any format. A node is an XML element, or a dictionary of a property list,
/// JSON or YAML file whose keys are the attributes. Attributes and children have the order of the document.
package struct AttributedNode: Sendable {
  package let name: String
  /// The span of the name in the opening tag.
  package let nameSpan: SourceSpan
  package let attributes: [NodeAttribute]
  package let children: [AttributedNode]
  /// The text between the children, if it is not only white space.
  package let text: NodeText?
  /// The range of the whole node.
  package let span: SourceSpan
  package let source: SourceText
  /// The index of each attribute by name, for nodes with many attributes. For equal names, the first one.
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

  /// The position of the node in messages: its name.
  package var place: Diagnostic.Place { Diagnostic.Place(source, nameSpan) }

  /// Returns the attribute with a name. Names are compared byte by byte.
  package func attribute(_ name: String) -> NodeAttribute? {
    if let indices { return indices[Array(name.utf8)].map { attributes[$0] } }
    return attributes.first { $0.name.isSameText(as: name) }
  }

  package subscript(name: String) -> String? { attribute(name)?.value }
}

/// The text between the children of a node, without surrounding white space.
package struct NodeText: Sendable {
  package let value: String
  /// The span of its first part that is not white space.
  package let span: SourceSpan
  /// The mapping of the value's bytes to the source, if it was requested.
  let pieces: [ValuePiece]

  package init(_ value: String, span: SourceSpan, pieces: [ValuePiece] = []) {
    self.value = value
    self.span = span
    self.pieces = pieces
  }
}

/// An attribute of a node, with the positions of its name and value.
package struct NodeAttribute: Sendable {
  package let name: String
  package let nameSpan: SourceSpan
  /// The value with references resolved. Line ends and tabs are converted to spaces.
  package let value: String
  /// The span inside the quotes.
  package let valueSpan: SourceSpan
  package let source: SourceText
  /// The mapping of the value's bytes to the source. Empty if they are identical.
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

  /// The position of the value in messages: the value, or the name if the value is empty.
  package var place: Diagnostic.Place { Diagnostic.Place(source, valueSpan.isEmpty ? nameSpan : valueSpan) }

  package var namePlace: Diagnostic.Place { Diagnostic.Place(source, nameSpan) }

  /// True if the source contains the value's bytes unchanged, so that it can be read directly.
  package var isVerbatim: Bool { pieces.isEmpty }

  /// Returns the source span of a part of the value. `range` counts bytes of `value`. A part of a reference is the
  /// whole reference.
  package func span(of range: SourceSpan) -> SourceSpan { pieces.span(of: range, within: valueSpan) }
}

/// A part of a value: bytes that are unchanged in the source, or a reference that became one character.
package struct ValuePiece: Sendable {
  /// The offset in the value.
  var value: Int
  /// The start offset in the source.
  var source: Int
  var sourceEnd: Int
  var isReference: Bool
}

extension ValuePiece: Hashable {}

extension [ValuePiece] {
  /// Returns the source span of a part of a value. Without pieces, the value is identical to the source.
  func span(of range: SourceSpan, within whole: SourceSpan) -> SourceSpan {
    SourceSpan(sourceOffset(of: range.lower, whole), sourceOffset(ofEnd: range.upper, whole))
  }

  private func sourceOffset(of offset: Int, _ whole: SourceSpan) -> Int {
    guard let piece = piece(at: offset) else { return Swift.min(whole.lower + offset, whole.upper) }
    // Only the start of a reference has a position.
    return piece.isReference ? piece.source : piece.source + offset - piece.value
  }

  private func sourceOffset(ofEnd offset: Int, _ whole: SourceSpan) -> Int {
    guard offset > 0, let piece = piece(at: offset - 1) else { return sourceOffset(of: offset, whole) }
    return piece.isReference ? piece.sourceEnd : Swift.min(piece.source + offset - piece.value, whole.upper)
  }

  /// Returns the last piece that starts at or before an offset of the value.
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
  /// Returns true if both trees have the same nodes and attributes in the same order, byte by byte. Positions, text
  /// between nodes and notation are ignored.
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
  /// The text for messages, shortened if it is long.
  package var shown: String {
    guard utf8.count > 80 else { return self }
    var result = UnicodeScalarView()
    result.append(contentsOf: unicodeScalars.prefix(77))
    return String(result) + "..."
  }
}
