import AugerDiagnostics

/// Reads YAML 1.2, to the extent that libyaml supports it, into trees with positions.
///
/// Types are not inferred. Custom tags and several documents in one text are rejected. The size of documents is
/// limited: see `Limits`.
package enum YAMLDocument {
  /// The limits of a document. The defaults exceed the size of hand-written documents by far.
  package struct Limits: Sendable {
    /// The maximum number of bytes.
    package var bytes = 16 << 20
    /// The maximum number of values and keys, including repetitions by aliases.
    package var nodes = 100_000
    /// The maximum nesting depth of collections, including aliases.
    package var depth = 100

    package init() {}
  }

  /// Parses a document. Throws all errors together.
  ///
  /// An empty text is null.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits()
  ) throws(DiagnosticError) -> DocumentNode {
    try DiagnosticCollector.collected { parse(source, limits: limits, reporting: $0) }
  }

  /// Parses a document and reports to a collector. Nil if no tree can be created.
  ///
  /// Some errors, such as a repeated key, are reported without discarding the tree, so that a reader can find more
  /// errors.
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
