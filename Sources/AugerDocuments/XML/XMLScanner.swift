import AugerDiagnostics

/// Scans a document once and builds its tree from the leaves up.
///
/// All bytes are characters that XML allows. Open elements are on an explicit stack.
struct XMLScanner {
  let source: SourceText
  let bytes: [UInt8]
  let limits: XMLDocument.Limits
  var offset: Int
  var nodeCount = 0
  /// True if a document type names a file. The set of entities is then unknown.
  var hasExternalEntities = false
  /// True if unreadable content follows `bytes`.
  private let isCut: Bool
  private var isStandalone = false
  private var hasDocumentType = false
  private var stack: [OpenElement] = []
  private var root: AttributedNode?

  struct OpenElement {
    var start: Int
    var name: String
    var nameSpan: SourceSpan
    var attributes: [NodeAttribute]
    var children: [AttributedNode] = []
    var text: [UInt8] = []
    var textSpan: SourceSpan?
    /// The positions of all text, if it is preserved with its spaces.
    var pieces: [ValuePiece] = []
  }

  init(_ text: XMLText, limits: XMLDocument.Limits) {
    source = text.source
    bytes = text.bytes
    offset = text.start
    isCut = text.unreadable != nil
    self.limits = limits
  }

  mutating func scan() throws(XMLFailure) -> AttributedNode {
    if let declaration = try XMLDeclaration.scan(bytes, from: offset) {
      offset = declaration.end
      isStandalone = declaration.isStandalone
    }
    while offset < bytes.count {
      if stack.isEmpty { try scanOutside() } else { try scanInside() }
    }
    if let open = stack.last {
      throw atEnd(
        "the text ends before '</\(open.name.shown)>'", notes: ["'<\(open.name.shown)>' was opened \(at(open.start))"])
    }
    guard let root else { throw atEnd(bytes.isEmpty ? "the document is empty" : "the document has no element") }
    if isCut { throw atEnd("the text cannot be read to its end") }
    return root
  }

  /// Scans before and after the root element.
  private mutating func scanOutside() throws(XMLFailure) {
    let byte = bytes[offset]
    if XMLCharacters.isSpace(byte) {
      offset += 1
    } else if byte != UInt8(ascii: "<") {
      throw failure(
        "text is not allowed \(root == nil ? "before" : "after") the root element",
        hint: root == nil && offset == 0 ? "An XML document begins with '<'." : nil)
    } else if starts(with: "<?") {
      try scanProcessingInstruction()
    } else if starts(with: "<!--") {
      try scanComment()
    } else if starts(with: "<!DOCTYPE"), root == nil, !hasDocumentType {
      hasDocumentType = true
      hasExternalEntities = try scanDocumentType() && !isStandalone
    } else if root != nil, !starts(with: "<!") {
      throw failure("a document must have one root element, which was closed before this position", length: 1)
    } else {
      try scanStartTag()
    }
  }

  /// Scans inside an element.
  private mutating func scanInside() throws(XMLFailure) {
    switch bytes[offset] {
    case UInt8(ascii: "<"):
      if starts(with: "</") {
        try scanEndTag()
      } else if starts(with: "<!--") {
        try scanComment()
      } else if starts(with: "<![CDATA[") {
        let start = offset
        let text = try scanCharacterData()
        take(text: text, span: SourceSpan(start, offset))
      } else if starts(with: "<?") {
        try scanProcessingInstruction()
      } else {
        try scanStartTag()
      }
    case UInt8(ascii: "&"):
      let start = offset
      var character: [UInt8] = []
      try scanReference(into: &character)
      take(text: character, span: SourceSpan(start, offset))
    default:
      let start = offset
      let text = try scanText()
      take(text: text, span: SourceSpan(start, offset))
    }
  }

  private mutating func scanStartTag() throws(XMLFailure) {
    let start = offset
    offset += 1
    let nameSpan = try scanName("the name of an element")
    let name = string(nameSpan)
    guard stack.count < limits.depth else {
      throw XMLFailure(
        code: .documentTooDeep, message: "elements are nested more than \(limits.depth) levels deep", span: nameSpan)
    }
    try count(1, at: nameSpan)
    let (attributes, isEmpty) = try scanAttributes(of: name, openedAt: start)
    stack.append(OpenElement(start: start, name: name, nameSpan: nameSpan, attributes: attributes))
    if isEmpty { close() }
  }

  private mutating func scanEndTag() throws(XMLFailure) {
    let start = offset
    offset += 2
    let nameSpan = try scanName("the name of an element")
    if let open = stack.last, !bytes[nameSpan.lower..<nameSpan.upper].elementsEqual(open.name.utf8) {
      throw XMLFailure(
        code: .metadataInvalidXMLFormat,
        message: "expected '</\(string(nameSpan).shown)>', found '</\(open.name.shown)>'", span: nameSpan,
        notes: ["'<\(open.name.shown)>' was opened \(at(open.start))"])
    }
    skipSpace()
    guard offset < bytes.count else { throw unfinished("the tag is not closed", from: start) }
    guard bytes[offset] == UInt8(ascii: ">") else { throw failure("'>' is missing") }
    offset += 1
    close()
  }

  /// Removes the innermost element from the stack and adds it to its parent.
  private mutating func close() {
    guard let open = stack.popLast() else { return }
    let text: NodeText?
    if limits.keepsText, open.children.isEmpty {
      text = open.textSpan.map { NodeText(String(decoding: open.text, as: UTF8.self), span: $0, pieces: open.pieces) }
    } else {
      let last = open.text.lastIndex { !XMLCharacters.isSpace($0) }
      text = last.flatMap { last in
        open.textSpan.map { NodeText(String(decoding: open.text[...last], as: UTF8.self).withoutLead, span: $0) }
      }
    }
    let node = AttributedNode(
      name: open.name, nameSpan: open.nameSpan, attributes: open.attributes, children: open.children, text: text,
      span: SourceSpan(open.start, offset), in: source)
    if stack.isEmpty { root = node } else { stack[stack.count - 1].children.append(node) }
  }

  private mutating func take(text: [UInt8], span: SourceSpan) {
    let innermost = stack.count - 1
    if limits.keepsText {
      let isVerbatim = text.count == span.upper - span.lower
      stack[innermost].pieces.append(
        ValuePiece(
          value: stack[innermost].text.count, source: span.lower, sourceEnd: span.upper, isReference: !isVerbatim))
      stack[innermost].text += text
      stack[innermost].textSpan = stack[innermost].textSpan?.union(span) ?? span
      return
    }
    if stack[innermost].textSpan == nil {
      guard let first = text.firstIndex(where: { !XMLCharacters.isSpace($0) }) else { return }
      stack[innermost].textSpan = span
      stack[innermost].text = Array(text[first...])
    } else {
      stack[innermost].text += text
    }
  }

  /// Counts elements, attributes and references in values against the limit.
  mutating func count(_ nodes: Int, at span: SourceSpan) throws(XMLFailure) {
    nodeCount += nodes
    if nodeCount > limits.nodes {
      throw XMLFailure(
        code: .documentTooLarge,
        message: "the document has more than \(limits.nodes) elements, attributes and references",
        span: span)
    }
  }
}

extension String {
  /// The text without leading white space.
  fileprivate var withoutLead: String {
    String(Substring(utf8.drop { XMLCharacters.isSpace($0) }))
  }
}
