import AugerDiagnostics

/// Reads YAML 1.2 texts, as far as libyaml knows them, into located trees.
///
/// No types are guessed. Tags other than YAML's own are refused, and so are several documents in one text. Documents
/// are bounded: see `Limits`.
package enum YAMLDocument {
  /// What a document may cost. The defaults are far beyond what people write.
  package struct Limits: Sendable {
    /// Bytes of text.
    package var bytes = 16 << 20
    /// Values and keys, counted as often as aliases repeat them.
    package var nodes = 100_000
    /// Collections inside of collections, aliases followed.
    package var depth = 100

    package init() {}
  }

  /// Reads one document; throws everything that is wrong with it at once.
  ///
  /// An empty text gives a null.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits()
  ) throws(DiagnosticError) -> DocumentNode {
    try DiagnosticCollector.collected { parse(source, limits: limits, reporting: $0) }
  }

  /// Reads one document and reports to a collector; nil if no tree can be made of it.
  ///
  /// A repeated key, for one, is reported without giving up the tree, so that a reader can go on and find more.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits(), reporting collector: DiagnosticCollector
  ) -> DocumentNode? {
    guard collector.allows(source, atMost: limits.bytes) else { return nil }
    let offsets = ScalarOffsets(source.text)
    var composer = YAMLComposer(source: source, offsets: offsets, limits: limits, collector: collector)
    let failure = YAMLEvent.forEach(in: source.text) { composer.take($0) }
    if let failure {
      collector.report(failure.diagnostic(in: source, offsets: offsets))
      return nil
    }
    return composer.isComplete ? composer.root : nil
  }
}
