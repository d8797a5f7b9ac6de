import AugerDiagnostics

/// Builds the tree from libyaml's events. A synchronous state machine that receives events and returns whether it
/// needs more.
///
/// Aliases share the storage of their values, so an alias bomb needs little memory. It fails when its count exceeds
/// the limit.
struct YAMLComposer {
  let source: SourceText
  let offsets: ScalarOffsets
  let limits: YAMLDocument.Limits
  let collector: DiagnosticCollector

  /// The document's value after the last event.
  private(set) var root: DocumentNode?
  private var stack: [Frame] = []
  private var anchors: [[UInt8]: Built] = [:]
  private var nodeCount = 0
  private var failed = false
  private var documents = 0

  init(source: SourceText, offsets: ScalarOffsets, limits: YAMLDocument.Limits, collector: DiagnosticCollector) {
    self.source = source
    self.offsets = offsets
    self.limits = limits
    self.collector = collector
    root = DocumentNode(.scalar("", style: .plain), span: SourceSpan(0, 0), in: source)
  }

  /// False after an error that prevents a tree.
  var isComplete: Bool { !failed }

  /// A node with its number of values, for when an alias repeats it.
  struct Built {
    var node: DocumentNode
    var count = 1
    var height = 0
  }

  /// A collection that is not closed yet.
  private struct Frame {
    var isMapping: Bool
    var isFlow: Bool
    var anchor: String?
    var start: Int
    var end: Int
    var count = 1
    var height = 0
    var items: [DocumentNode] = []
    var entries: [DocumentEntry] = []
    var keys: [[UInt8]: SourceSpan] = [:]
    var pendingKey: PendingKey?
  }

  private enum PendingKey {
    case key(DocumentKey)
    /// Reported already. The value is read and dropped.
    case refused
  }

  /// Processes the next event. Returns false if no more events are needed.
  mutating func take(_ event: YAMLEvent) -> Bool {
    let span = SourceSpan(offsets.byteOffset(ofScalar: event.start), offsets.byteOffset(ofScalar: event.end))
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents > 1 {
        fail(.yamlSeveralDocuments, "a file must contain one document, and another begins here", at: span)
      }
    case .documentEnd: break
    case .alias(let name):
      if let built = anchors[Array(name.utf8)] {
        add(Built(node: built.node.moved(to: span), count: built.count, height: built.height))
      } else {
        fail(
          .yamlUnknownAlias, "alias '*\(name)' has no anchor before it", at: span,
          hint: "An alias needs an anchor '&\(name)' earlier in the file; a text that begins with '*' needs quotes.")
      }
    case .scalar(let text, let style):
      let isText = checkTag(event.tag, ["str"], at: span) || event.tag == "!"
      add(scalar(text, style, isText: isText, span: span), anchor: event.anchor)
    case .sequenceStart(let isFlow):
      _ = checkTag(event.tag, ["seq"], at: span)
      open(Frame(isMapping: false, isFlow: isFlow, anchor: event.anchor, start: span.lower, end: span.upper))
    case .mappingStart(let isFlow):
      _ = checkTag(event.tag, ["map"], at: span)
      open(Frame(isMapping: true, isFlow: isFlow, anchor: event.anchor, start: span.lower, end: span.upper))
    case .sequenceEnd, .mappingEnd: close(at: span)
    }
    return !failed
  }

  private mutating func open(_ frame: Frame) {
    guard stack.count < limits.depth else {
      fail(
        .documentTooDeep, "values are nested more than \(limits.depth) levels deep",
        at: SourceSpan(frame.start, frame.start))
      return
    }
    stack.append(frame)
  }

  private mutating func close(at span: SourceSpan) {
    guard let frame = stack.popLast() else { return }
    // The end event of a block is positioned at the next token. A block ends at the end of its last value.
    let end = frame.isFlow ? span.upper : frame.end
    let kind: DocumentNode.Kind = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
    let node = DocumentNode(kind, span: SourceSpan(frame.start, end), in: source)
    let built = Built(node: node, count: frame.count, height: frame.height + 1)
    // The content was counted when it was added.
    add(built, anchor: frame.anchor, alreadyCounted: frame.count - 1)
  }

  private mutating func add(_ built: Built, anchor: String? = nil, alreadyCounted: Int = 0) {
    let span = built.node.span
    let count = nodeCount + built.count - alreadyCounted
    guard count <= limits.nodes else {
      fail(
        .documentTooLarge, "the document holds more than \(limits.nodes) values", at: span,
        hint: anchors.isEmpty ? nil : "Values that aliases repeat are counted each time.")
      return
    }
    nodeCount = count
    guard stack.count + built.height <= limits.depth else {
      fail(.documentTooDeep, "values are nested more than \(limits.depth) levels deep", at: span)
      return
    }
    if let anchor { anchors[Array(anchor.utf8)] = built }
    guard !stack.isEmpty else {
      root = built.node
      return
    }
    // Static: a copy of `self` would cause the collection to be copied for each of its values.
    Self.place(built, into: &stack[stack.count - 1], collector)
  }

  private static func place(_ built: Built, into frame: inout Frame, _ collector: DiagnosticCollector) {
    let node = built.node
    frame.count += built.count
    frame.height = max(frame.height, built.height)
    frame.end = max(frame.end, node.span.upper)
    guard frame.isMapping else {
      frame.items.append(node)
      return
    }
    switch frame.pendingKey {
    case nil: frame.pendingKey = key(of: node, in: &frame, collector)
    case .refused: frame.pendingKey = nil
    case .key(let key):
      frame.entries.append(DocumentEntry(key: key, value: node))
      frame.pendingKey = nil
    }
  }

  private static func key(
    of node: DocumentNode, in frame: inout Frame, _ collector: DiagnosticCollector
  ) -> PendingKey {
    guard case .scalar(let text, _) = node.kind else {
      collector.report(Diagnostic(.wrongKind, "a key must be a string, not \(node.kindName)", at: node.place))
      return .refused
    }
    let bytes = Array(text.utf8)
    if let first = frame.keys[bytes] {
      let position = node.source.position(atOffset: first.lower)
      collector.report(
        Diagnostic(
          .duplicateKey, "key '\(text)' occurs twice in this mapping", at: node.place,
          notes: ["the first is at \(position.line):\(position.column)"]))
      return .refused
    }
    frame.keys[bytes] = node.span
    return .key(DocumentKey(text, span: node.span, in: node.source))
  }

  /// Reports a tag that is not a standard YAML tag. Returns true if it is one of `names`.
  private func checkTag(_ tag: String?, _ names: [String], at span: SourceSpan) -> Bool {
    let prefix = "tag:yaml.org,2002:"
    guard let tag, tag != "!" else { return false }
    let known = ["str", "int", "float", "bool", "null", "seq", "map"]
    guard tag.hasPrefix(prefix), known.contains(String(tag.dropFirst(prefix.count))) else {
      collector.report(
        Diagnostic(
          .yamlUnknownTag, "tag '\(tag)' has no meaning here", at: Diagnostic.Place(source, span),
          hint: "Leave the tag out; a text that begins with '!' needs quotes."))
      return false
    }
    return names.contains(String(tag.dropFirst(prefix.count)))
  }

  private mutating func fail(_ code: Diagnostic.Code, _ message: String, at span: SourceSpan, hint: String? = nil) {
    guard !failed else { return }
    failed = true
    collector.report(Diagnostic(code, message, at: Diagnostic.Place(source, span), hint: hint))
  }
}
