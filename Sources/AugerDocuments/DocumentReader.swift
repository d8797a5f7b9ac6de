import AugerDiagnostics

/// Reads a mapping key by key and reports all errors in it.
///
/// Each typed function returns nil if the key is missing, null or invalid. Errors have then been reported. A
/// description of the mapping lists the supported and required keys. A key that it does not contain is never found,
/// so that reading cannot differ from the documentation. `finish()` reports unknown keys:
///
/// ```swift
/// var reader = DocumentReader(entry, as: "join 'airlines'", of: WorkspaceKeys.join, reporting: collector)
/// let on = reader.value("on")
/// let kind = reader.choice("kind", of: Kind.allCases.map { ($0.rawValue, $0) })
/// reader.finish()
/// guard let on else { return nil }
/// ```
///
/// Without a description, the requested keys are the supported ones.
package struct DocumentReader {
  /// The object being read, for messages: `source 'shop'`.
  package let what: String
  package let collector: DiagnosticCollector
  /// The position for diagnostics about missing keys: the mapping's own key, or its start.
  package let place: Diagnostic.Place
  package let entries: [DocumentEntry]
  /// The keys of the mapping. Nil means the requested keys.
  let description: MappingDescription?
  private var asked: [String] = []
  private var askedKeys: Set<[UInt8]> = []
  /// Missing required keys that were reported, because a key may be requested twice.
  private var missedKeys: Set<[UInt8]> = []
  /// The index of each key among the entries, for fast lookup in large files.
  private let indices: [[UInt8]: Int]
  /// False if the document has another kind of value instead of a mapping. It is reported only once.
  private let isMapping: Bool

  /// Reads a node. A value that is not a mapping is reported and then treated as an empty mapping.
  ///
  /// Null is an empty mapping, because all lines below a key may be commented out.
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

  /// Reads the value of an entry. Missing keys are reported at its key.
  package init(
    _ entry: DocumentEntry, as what: String, of description: MappingDescription? = nil,
    reporting collector: DiagnosticCollector
  ) {
    self.init(entry.value, as: what, of: description, at: entry.key.place, reporting: collector)
  }

  /// Returns the entry with this key, even if its value is null. Marks the key as known.
  package mutating func entry(_ key: String) -> DocumentEntry? {
    if let description, description.key(key) == nil { return nil }
    let bytes = Array(key.utf8)
    if askedKeys.insert(bytes).inserted { asked.append(key) }
    return indices[bytes].map { entries[$0] }
  }

  /// Returns true if the mapping has the key, with any value. Marks the key as known.
  package mutating func has(_ key: String) -> Bool { entry(key) != nil }

  /// Returns the value of a key. Nil if it is missing or null.
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

  /// Reports unknown keys and conflicting keys. Call it once, at the end.
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

  /// Reports keys that exclude each other according to the description, at the second key.
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

  /// Returns an existing key that may be a misspelling of `key`.
  private func misspelling(of key: String) -> String? {
    let unknown = entries.map(\.key.text).filter { text in
      description.map { $0.key(text) == nil } ?? !askedKeys.contains(Array(text.utf8))
    }
    return DidYouMean.nearest(to: key, among: unknown).map { "There is a key '\($0)'." }
  }

  /// Reports an invalid value.
  package func reject(_ node: DocumentNode, _ message: String, hint: String? = nil) {
    collector.report(Diagnostic(.wrongValue, message, at: node.place, hint: hint))
  }
}
