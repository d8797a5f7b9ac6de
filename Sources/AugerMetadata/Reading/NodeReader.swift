import AugerDiagnostics
import AugerDocuments

/// Takes a node apart, attribute by attribute and child by child, and reports everything that is wrong with it.
///
/// Each function gives nil where the thing is absent or wrong; what is wrong has then been reported. A reader asks for
/// everything it knows, then calls `finish()`, which reports what nobody asked for.
struct NodeReader {
  let node: AttributedNode
  let collector: DiagnosticCollector
  private var askedAttributes: [String] = []
  private var askedNodes: [String] = []

  init(_ node: AttributedNode, reporting collector: DiagnosticCollector) {
    self.node = node
    self.collector = collector
  }

  /// The node for messages: `Chart 'Sales'`.
  var what: String { Self.what(node) }

  static func what(_ node: AttributedNode) -> String {
    guard let name = node["Name"]?.trimmed, !name.isEmpty else { return node.name }
    return "\(node.name.shown) '\(name.shown)'"
  }

  /// Where to speak of the node: its name attribute, or the name of the node.
  var place: Diagnostic.Place { node.attribute("Name")?.place ?? node.place }

  func report(
    _ code: Diagnostic.Code, level: Diagnostic.Level = .error, _ message: String, at place: Diagnostic.Place? = nil,
    hint: String? = nil, notes: [String] = []
  ) {
    switch collector.diagnostics.count {
    case ..<Self.mostFindings:
      collector.report(Diagnostic(code, level: level, message, at: place ?? node.place, hint: hint, notes: notes))
    case Self.mostFindings:
      collector.report(
        Diagnostic(.tooManyFindings, "more than \(Self.mostFindings) findings; the rest is not listed", at: place))
    default: break
    }
  }

  /// What is reported of one file: enough for any person, little enough for a file made to flood.
  private static let mostFindings = 10_000
  /// Comparing every unknown name with every known one is for people too.
  private static let mostHints = 500

  /// What was probably meant, or what there is.
  func hint(for name: String, among candidates: [String], listing what: String) -> String? {
    guard collector.diagnostics.count < Self.mostHints, name.utf8.count <= 200 else { return nil }
    return DidYouMean.hint(for: name, among: candidates.filter { $0.utf8.count <= 200 }, listing: what)
  }

  /// Reports that a value is not what its attribute may hold.
  func reject(_ attribute: NodeAttribute, _ expected: String, hint: String? = nil) {
    report(
      .metadataAttributeWrongValue, "\(attribute.name) of \(what) must be \(expected), not '\(attribute.value.shown)'",
      at: attribute.place, hint: hint)
  }
}

// MARK: Attributes

extension NodeReader {
  /// The attribute of a name, or of a spelling that an earlier version had.
  mutating func attribute(_ name: String, old: [String] = [], required: Bool = false) -> NodeAttribute? {
    askedAttributes.append(name)
    askedAttributes += old
    if let attribute = node.attribute(name) {
      for spelling in old {
        guard let other = node.attribute(spelling) else { continue }
        report(
          .metadataUnrecognizedItem, level: .warning,
          "\(spelling) is an old spelling of \(name), which \(what) has too",
          at: other.namePlace)
      }
      return attribute
    }
    for spelling in old {
      guard let attribute = node.attribute(spelling) else { continue }
      report(.oldSpelling, level: .note, "\(spelling) is an old spelling of \(name)", at: attribute.namePlace)
      return attribute
    }
    if required {
      let unknown = node.attributes.map(\.name).filter { !MetadataVocabulary.isAttribute($0, of: node.name) }
      report(
        .metadataMissingAttribute, "\(what) has no \(name)",
        hint: DidYouMean.nearest(to: name, among: unknown.filter { $0.utf8.count <= 200 }).map {
          "It has an attribute '\($0)'."
        })
    }
    return nil
  }

  /// A text without the white space around it; an empty one is as good as none where one is required.
  mutating func text(_ name: String, old: [String] = [], required: Bool = false) -> String? {
    guard let attribute = attribute(name, old: old, required: required) else { return nil }
    let text = attribute.value.trimmed
    if required, text.isEmpty {
      report(.metadataMissingAttribute, "\(attribute.name) of \(what) is empty", at: attribute.place)
      return nil
    }
    return text
  }

  mutating func number(_ name: String, required: Bool = false) -> Double? {
    guard let attribute = attribute(name, required: required) else { return nil }
    let text = attribute.value.trimmed
    if text.isEmpty, !required { return nil }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    if isPlain, let number = Double(text), number.isFinite { return number }
    reject(attribute, "a number")
    return nil
  }

  /// A whole number, at least 1.
  mutating func sequence(_ name: String) -> Int? {
    guard let attribute = attribute(name) else { return nil }
    let text = attribute.value.trimmed
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 { return number }
    reject(attribute, "a whole number from 1 on")
    return nil
  }

  /// A truth value in the guide's words.
  mutating func truth(_ name: String) -> Bool? {
    guard let attribute = attribute(name) else { return nil }
    switch attribute.value.trimmed {
    case "true", "True", "TRUE", "yes", "Yes", "YES", "1": return true
    case "false", "False", "FALSE", "no", "No", "NO", "0", "": return false
    default:
      reject(attribute, "true or false", hint: "true, yes and 1 mean true; false, no and 0 mean false.")
      return nil
    }
  }

  /// One of a few words.
  mutating func choice<Value>(
    _ name: String, old: [String] = [], of choices: [(name: String, value: Value)], required: Bool = false
  ) -> Value? {
    guard let attribute = attribute(name, old: old, required: required) else { return nil }
    let text = attribute.value.trimmed
    if text.isEmpty, !required { return nil }
    if let choice = choices.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) { return choice.value }
    let names = choices.map(\.name)
    report(
      .metadataAttributeWrongValue, "\(attribute.name) of \(what) cannot be '\(text.shown)'", at: attribute.place,
      hint: hint(for: text, among: names, listing: "Allowed"))
    return nil
  }

  /// Attributes that are read elsewhere, or mean nothing here.
  mutating func know(_ names: [String]) { askedAttributes += names }
}

// MARK: Children

extension NodeReader {
  /// The one child of a name, or of an old spelling.
  mutating func child(_ name: String, old: [String] = [], required: Bool = false) -> AttributedNode? {
    let found = children(name, old: old)
    for extra in found.dropFirst() {
      report(.metadataUnrecognizedItem, "\(what) has more than one \(name)", at: extra.place)
    }
    if found.isEmpty, required { report(.metadataMissingNode, "\(what) has no \(name)") }
    return found.first
  }

  mutating func children(_ name: String, old: [String] = []) -> [AttributedNode] {
    askedNodes.append(name)
    askedNodes += old
    return node.children.filter { child in
      if child.name.utf8.elementsEqual(name.utf8) { return true }
      guard old.contains(where: { $0.utf8.elementsEqual(child.name.utf8) }) else { return false }
      report(.oldSpelling, level: .note, "\(child.name) is an old spelling of \(name)", at: child.place)
      return true
    }
  }

  /// Children that belong to the language and are not read yet; each is noted.
  mutating func unread(_ names: [String]) -> [UnreadNode] {
    askedNodes += names
    return node.children.filter { child in names.contains { $0.utf8.elementsEqual(child.name.utf8) } }.map { child in
      report(.metadataNotRead, level: .note, "\(Self.what(child)) in \(what) is not read yet", at: child.place)
      return UnreadNode(child, in: what)
    }
  }

  /// Reports the attributes and children that no function asked for. Call it last, once.
  func finish() {
    for attribute in node.attributes
    where !askedAttributes.contains(where: { $0.utf8.elementsEqual(attribute.name.utf8) }) {
      if MetadataVocabulary.isForeign(attribute.name) { continue }
      if MetadataVocabulary.isAttribute(attribute.name, of: node.name) {
        report(
          .metadataNotRead, level: .note, "\(attribute.name) of \(what) is not read yet", at: attribute.namePlace)
        continue
      }
      report(
        .metadataUnrecognizedItem, "\(what) has no attribute '\(attribute.name.shown)'", at: attribute.namePlace,
        hint: hint(for: attribute.name, among: askedAttributes, listing: "Attributes"))
    }
    for child in node.children where !askedNodes.contains(where: { $0.utf8.elementsEqual(child.name.utf8) }) {
      report(
        .metadataUnrecognizedItem, "\(child.name.shown) may not stand in \(what)", at: child.place,
        hint: askedNodes.isEmpty
          ? nil : hint(for: child.name, among: askedNodes, listing: "What may stand there"))
    }
    if let text = node.text {
      report(
        .metadataUnrecognizedItem, level: .warning, "the text '\(text.value.shown)' in \(what) means nothing",
        at: Diagnostic.Place(node.source, text.span))
    }
  }
}

extension String {
  /// Without the white space around it.
  var trimmed: String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
