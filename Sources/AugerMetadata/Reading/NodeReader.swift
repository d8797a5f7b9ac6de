import AugerDiagnostics
import AugerDocuments

/// Reads the attributes and children of a node, and reports all of its errors.
///
/// The vocabulary defines the known names, their old spellings and the required ones. Each function returns nil if an
/// attribute or child is absent or invalid, after reporting the error. Callers read all parts and then call `finish()`,
/// which reports unknown names.
struct NodeReader {
  let node: AttributedNode
  let description: NodeDescription
  let collector: DiagnosticCollector
  /// The name of the chart that contains the node, for programs that handle errors.
  let chart: String?

  init(
    _ node: AttributedNode, as description: NodeDescription, reporting collector: DiagnosticCollector,
    chart: String? = nil
  ) {
    self.node = node
    self.description = description
    self.collector = collector
    self.chart = chart
  }

  /// Returns a reader for a node in the same chart.
  func reader(_ child: AttributedNode, as description: NodeDescription) -> NodeReader {
    NodeReader(child, as: description, reporting: collector, chart: chart)
  }

  /// The node for messages: `Chart 'Sales'`.
  var what: String { Self.what(node) }

  static func what(_ node: AttributedNode) -> String {
    guard let name = node["Name"]?.trimmed, !name.isEmpty else { return node.name.shown }
    return "\(node.name.shown) '\(name.shown)'"
  }

  /// The location of the node for messages: its name attribute, or the name of the node.
  var place: Diagnostic.Place { node.attribute("Name")?.place ?? node.place }

  func report(
    _ code: Diagnostic.Code, level: Diagnostic.Level = .error, _ message: String, at place: Diagnostic.Place? = nil,
    hint: String? = nil, notes: [String] = [], details: [Diagnostic.Detail] = []
  ) {
    switch collector.diagnostics.count {
    case ..<Self.mostFindings:
      collector.report(
        Diagnostic(
          code, level: level, message, at: place ?? node.place, hint: hint, notes: notes, details: whole(details)))
    case Self.mostFindings:
      collector.report(
        Diagnostic(.tooManyFindings, "more than \(Self.mostFindings) findings, only the first are listed", at: place))
    default: break
    }
  }

  /// Returns the details with the node and the chart added if missing.
  private func whole(_ details: [Diagnostic.Detail]) -> [Diagnostic.Detail] {
    var details = details
    if !details.contains(where: { $0.key == .node }) { details.insert(.init(.node, node.name.shown), at: 0) }
    if let chart, !details.contains(where: { $0.key == .chart }) { details.append(.init(.chart, chart.shown)) }
    return details
  }

  /// Maximum number of findings for one file. It is sufficient for users, and prevents crafted files from flooding the
  /// output.
  private static let mostFindings = MetadataReader.mostFindings
  /// Maximum number of findings with hints, because comparing many names is expensive.
  private static let mostHints = 500

  /// Returns the suggested name, or the available ones.
  func hint(for name: String, among candidates: [String], listing what: String) -> String? {
    guard collector.diagnostics.count < Self.mostHints, name.utf8.count <= 200 else { return nil }
    return DidYouMean.hint(for: name, among: candidates.filter { $0.utf8.count <= 200 }, listing: what)
  }

  /// Reports that a value is not valid for its attribute.
  func reject(_ attribute: NodeAttribute, _ expected: String, level: Diagnostic.Level = .error, hint: String? = nil) {
    report(
      .metadataAttributeWrongValue, level: level,
      "\(attribute.name) of \(what) must be \(expected), not '\(attribute.value.shown)'", at: attribute.place,
      hint: hint, details: Self.details(attribute))
  }

  static func details(_ attribute: NodeAttribute) -> [Diagnostic.Detail] {
    [.init(.attribute, attribute.name.shown), .init(.value, attribute.value.shown)]
  }

  /// Reports that a required attribute is missing or empty.
  func missing(_ name: String, hint: String? = nil) {
    let empty = node.attribute(name)
    report(
      .metadataMissingAttribute, empty == nil ? "\(what) has no \(name)" : "\(name) of \(what) is empty",
      at: empty?.place, hint: hint, details: [.init(.attribute, name)])
  }

  /// Reports that a name does not exist.
  func undefined(
    _ name: String, _ message: String, at place: Diagnostic.Place?, among candidates: [String], listing what: String,
    level: Diagnostic.Level = .error
  ) {
    report(
      .metadataObjectUndefined, level: level, message, at: place,
      hint: hint(for: name, among: candidates, listing: what), details: [.init(.value, name.shown)])
  }
}

// MARK: Attributes

extension NodeReader {
  /// Returns the attribute with a name or an old spelling of it. `isRequired` overrides the vocabulary.
  func attribute(_ name: String, required isRequired: Bool? = nil) -> NodeAttribute? {
    guard let known = description.attribute(name) else {
      preconditionFailure("\(description.name) has no attribute \(name) in the vocabulary")
    }
    if let attribute = node.attribute(name) {
      for spelling in known.oldSpellings {
        guard let other = node.attribute(spelling) else { continue }
        report(
          .metadataUnrecognizedItem, level: .warning,
          "\(spelling) is an old spelling of \(name), which \(what) has too", at: other.namePlace,
          details: [.init(.attribute, spelling)])
      }
      return attribute
    }
    for spelling in known.oldSpellings {
      guard let attribute = node.attribute(spelling) else { continue }
      report(
        .oldSpelling, level: .note, "\(spelling) is an old spelling of \(name)", at: attribute.namePlace,
        details: [.init(.attribute, spelling)])
      return attribute
    }
    if isRequired ?? known.isRequired {
      let unknown = node.attributes.map(\.name).filter { description.attribute($0) == nil && $0.utf8.count <= 200 }
      missing(name, hint: DidYouMean.nearest(to: name, among: unknown).map { "It has an attribute '\($0)'." })
    }
    return nil
  }

  /// Returns a string without surrounding white space. An empty string counts as missing if the attribute is required.
  func text(_ name: String, required isRequired: Bool? = nil) -> String? {
    guard let attribute = attribute(name, required: isRequired) else { return nil }
    let text = attribute.value.trimmed
    if isRequired ?? description.attribute(name)?.isRequired ?? false, text.isEmpty {
      missing(attribute.name)
      return nil
    }
    return text
  }

  /// Returns the location of an attribute's value, in any spelling.
  func place(of name: String) -> Diagnostic.Place? {
    if let attribute = node.attribute(name) { return attribute.place }
    return description.attribute(name)?.oldSpellings.lazy.compactMap { node.attribute($0)?.place }.first
  }

  /// Returns one of the words that the vocabulary allows.
  func choice<Value>(
    _ name: String, of choices: [(name: String, value: Value)], required isRequired: Bool? = nil
  ) -> Value? {
    guard let attribute = attribute(name, required: isRequired) else { return nil }
    let text = attribute.value.trimmed
    let needed = isRequired ?? description.attribute(name)?.isRequired ?? false
    if text.isEmpty, !needed { return nil }
    if let choice = choices.value(named: text) { return choice }
    report(
      .metadataAttributeWrongValue, "\(attribute.name) of \(what) cannot be '\(text.shown)'", at: attribute.place,
      hint: hint(for: text, among: choices.map(\.name), listing: "Allowed"), details: Self.details(attribute))
    return nil
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, of type: Value.Type, required isRequired: Bool? = nil
  ) -> Value? where Value.RawValue == String {
    choice(name, of: type.allCases.map { ($0.rawValue, $0) }, required: isRequired)
  }
}

// MARK: Children

extension NodeReader {
  /// Returns the only child with a name or an old spelling of it. `isRequired` overrides the vocabulary.
  func child(_ name: String, required isRequired: Bool? = nil) -> AttributedNode? {
    let found = children(name)
    for extra in found.dropFirst() {
      report(
        .metadataUnrecognizedItem, "\(what) has more than one \(name)", at: extra.place, details: [.init(.node, name)])
    }
    if found.isEmpty, isRequired ?? (description.child(name)?.count == .one) { missingNode(name) }
    return found.first
  }

  func missingNode(_ name: String, in parent: AttributedNode? = nil) {
    let owner = parent.map { "\($0.name) of \(what)" } ?? what
    report(.metadataMissingNode, "\(owner) has no \(name)", at: parent?.place, details: [.init(.node, name)])
  }

  func children(_ name: String) -> [AttributedNode] {
    guard let known = description.child(name) else {
      preconditionFailure("\(description.name) has no \(name) in the vocabulary")
    }
    return node.children.filter { child in
      if Name(child.name) == Name(name) { return true }
      guard known.oldSpellings.contains(name: child.name) else { return false }
      report(
        .oldSpelling, level: .note, "\(child.name) is an old spelling of \(name)", at: child.place,
        details: [.init(.node, child.name)])
      return true
    }
  }

  /// Reports attributes and children that are not in the vocabulary. Call it once, at the end.
  func finish() {
    for attribute in node.attributes where !isKnown(attribute.name) && !MetadataVocabulary.isForeign(attribute.name) {
      report(
        .metadataUnrecognizedItem, "\(what) has no attribute '\(attribute.name.shown)'", at: attribute.namePlace,
        hint: hint(for: attribute.name, among: description.attributes.map(\.name), listing: "Attributes"),
        details: [.init(.attribute, attribute.name.shown)])
    }
    for child in node.children where !isKnown(child: child.name) {
      let names = description.children.map(\.name)
      report(
        .metadataUnrecognizedItem, "\(child.name.shown) is not allowed in \(what)", at: child.place,
        hint: names.isEmpty ? nil : hint(for: child.name, among: names, listing: "Allowed"),
        details: [.init(.node, child.name.shown)])
    }
    if let text = node.text {
      report(
        .metadataUnrecognizedItem, level: .warning, "the text '\(text.value.shown)' in \(what) has no meaning",
        at: Diagnostic.Place(node.source, text.span))
    }
  }

  private func isKnown(_ name: String) -> Bool {
    description.attributes.contains { known in
      Name(known.name) == Name(name) || known.oldSpellings.contains(name: name)
    }
  }

  private func isKnown(child name: String) -> Bool {
    description.children.contains { known in
      Name(known.name) == Name(name) || known.oldSpellings.contains(name: name)
    }
  }
}

extension String {
  /// The string without surrounding white space.
  var trimmed: String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  func isSame(as other: String) -> Bool { Name(self) == Name(other) }
}
