import AugerDiagnostics

/// Takes a mapping apart, key by key, and reports everything that is wrong with it.
///
/// Each typed function gives nil where the key is absent, null or wrong; what is wrong has then been reported. A
/// description of the mapping says which keys there are and which of them are required; a key that is not in it is
/// never found, so that what is read cannot differ from what is documented. `finish()` reports the unknown keys:
///
/// ```swift
/// var reader = DocumentReader(entry, as: "join 'airlines'", of: WorkspaceKeys.join, reporting: collector)
/// let on = reader.value("on")
/// let kind = reader.choice("kind", of: Kind.allCases.map { ($0.rawValue, $0) })
/// reader.finish()
/// guard let on else { return nil }
/// ```
///
/// Without a description the keys that were asked for are those that are known.
package struct DocumentReader {
  /// What is read, for messages: `source 'shop'`.
  package let what: String
  package let collector: DiagnosticCollector
  /// Where to say that something is missing: the mapping's own key, or its beginning.
  package let place: Diagnostic.Place
  package let entries: [DocumentEntry]
  /// Which keys the mapping has; nil: those that are asked for.
  let description: MappingDescription?
  private var asked: [String] = []
  private var askedKeys: Set<[UInt8]> = []
  /// Required keys that are missing and were reported: a key may be asked for twice.
  private var missedKeys: Set<[UInt8]> = []
  /// Where each key stands among the entries: files may have any number of them, each asked for by its name.
  private let indices: [[UInt8]: Int]
  /// False where the document had something else in the place of a mapping: then nothing more is reported about it.
  private let isMapping: Bool

  /// Reads a node; anything but a mapping is reported, then read as one without keys.
  ///
  /// Null is an empty mapping: a key whose lines are all commented out is no mistake.
  package init(
    _ node: DocumentNode, as what: String, of description: MappingDescription? = nil, at place: Diagnostic.Place? = nil,
    reporting collector: DiagnosticCollector
  ) {
    self.what = what
    self.description = description
    self.collector = collector
    self.place = place ?? Diagnostic.Place(node.source, SourceSpan(node.span.lower, node.span.lower))
    if case .mapping(let entries) = node.kind {
      self.entries = entries
      isMapping = true
      indices = Dictionary(entries.enumerated().map { (Array($1.key.text.utf8), $0) }) { first, _ in first }
    } else {
      entries = []
      indices = [:]
      isMapping = node.isNull
      if !isMapping {
        collector.report(
          Diagnostic(.wrongKind, "\(what) must be a mapping, not \(node.kindName)", at: node.place))
      }
    }
  }

  /// Reads the value of an entry; what is missing in it is reported at its key.
  package init(
    _ entry: DocumentEntry, as what: String, of description: MappingDescription? = nil,
    reporting collector: DiagnosticCollector
  ) {
    self.init(entry.value, as: what, of: description, at: entry.key.place, reporting: collector)
  }

  /// The entry with this key, null values included. Asking makes the key known.
  package mutating func entry(_ key: String) -> DocumentEntry? {
    if let description, description.key(key) == nil { return nil }
    let bytes = Array(key.utf8)
    if askedKeys.insert(bytes).inserted { asked.append(key) }
    return indices[bytes].map { entries[$0] }
  }

  /// Whether the key stands in the mapping, whatever its value. Asking makes the key known.
  package mutating func has(_ key: String) -> Bool { entry(key) != nil }

  /// The value of a key; nil where it is absent or null.
  package mutating func value(_ key: String, required: Bool = false) -> DocumentNode? {
    let entry = entry(key)
    if let entry, !entry.value.isNull { return entry.value }
    let isRequired = required || description?.key(key)?.isRequired == true
    if isRequired, isMapping, missedKeys.insert(Array(key.utf8)).inserted {
      collector.report(
        Diagnostic(.missingKey, "\(what) needs '\(key)'", at: entry?.key.place ?? place, hint: misspelling(of: key)))
    }
    return nil
  }

  /// Reports the keys that the mapping does not have, and those that exclude each other. Call it last, once.
  package func finish() {
    reportConflicts()
    let known = description?.names ?? asked
    let bytes = description.map { Set($0.names.map { Array($0.utf8) }) } ?? askedKeys
    for entry in entries where !bytes.contains(Array(entry.key.text.utf8)) {
      collector.report(
        Diagnostic(
          .unknownKey, "\(what) has no key '\(entry.key.text)'", at: entry.key.place,
          hint: DidYouMean.hint(for: entry.key.text, among: known, listing: "Known keys")))
    }
  }

  /// Reports the keys that the description says exclude each other, at the second of them.
  package func reportConflicts() {
    func found(_ name: String) -> DocumentEntry? { indices[Array(name.utf8)].map { entries[$0] } }
    for conflict in description?.conflicts ?? [] {
      guard let first = found(conflict.first), let second = found(conflict.second), !first.value.isNull,
        !second.value.isNull
      else { continue }
      collector.report(
        Diagnostic(
          .conflictingKeys, "\(what) has both '\(conflict.first)' and '\(conflict.second)'", at: second.key.place,
          hint: conflict.hint))
    }
  }

  /// The key that is there and was perhaps meant to be `key`.
  private func misspelling(of key: String) -> String? {
    let unknown = entries.map(\.key.text).filter { text in
      description.map { $0.key(text) == nil } ?? !askedKeys.contains(Array(text.utf8))
    }
    return DidYouMean.nearest(to: key, among: unknown).map { "There is a key '\($0)'." }
  }

  /// Reports that a value is not what was asked for.
  package func reject(_ node: DocumentNode, _ message: String, hint: String? = nil) {
    collector.report(Diagnostic(.wrongValue, message, at: node.place, hint: hint))
  }
}
