import AugerDiagnostics

/// Gathers what is wrong with a document, so that an author sees every mistake at once.
///
/// A reader reports and goes on with nil in place of the value; whoever began the reading calls `throwIfErrors` at the
/// end. One reading is one thread's work: the collector is a class so that nested readers share it, and is not
/// `Sendable`.
package final class DiagnosticCollector {
  /// In the order they were reported.
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  package var hasErrors: Bool { diagnostics.contains { $0.level == .error } }

  package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  package func report(contentsOf error: DiagnosticError) { diagnostics += error.diagnostics }

  /// Diagnostics by place: those of one text by offset, texts in the order they were first reported.
  package var inOrder: [Diagnostic] {
    var ranks: [[UInt8]: Int] = [:]
    let keyed = diagnostics.map { diagnostic in
      let source = diagnostic.place?.source
      let name = Array("\(source?.name ?? "")\0\(source?.keyPath ?? "")".utf8)
      let rank = ranks[name] ?? ranks.count
      ranks[name] = rank
      return (rank: rank, offset: diagnostic.place?.span?.lower ?? -1, diagnostic: diagnostic)
    }
    let order = keyed.indices.sorted { a, b in
      (keyed[a].rank, keyed[a].offset, a) < (keyed[b].rank, keyed[b].offset, b)
    }
    return order.map { keyed[$0].diagnostic }
  }

  /// Throws everything that was reported if any of it is an error; warnings and notes alone are kept for the caller.
  package func throwIfErrors() throws(DiagnosticError) {
    if hasErrors { throw DiagnosticError(inOrder) }
  }
}

extension DiagnosticCollector {
  /// What a reader makes of a text, or everything that it reported.
  static func collected(
    _ read: (DiagnosticCollector) -> DocumentNode?
  ) throws(DiagnosticError) -> DocumentNode {
    let collector = DiagnosticCollector()
    let root = read(collector)
    try collector.throwIfErrors()
    guard let root else { throw DiagnosticError(collector.diagnostics) }
    return root
  }

  /// Whether a text is short enough to be read; reports one that is not.
  func allows(_ source: SourceText, atMost bytes: Int) -> Bool {
    let count = source.text.utf8.count
    if count <= bytes { return true }
    report(
      Diagnostic(
        .documentTooLarge, "the document has \(count) bytes; at most \(bytes) are read", at: Diagnostic.Place(source)))
    return false
  }
}
