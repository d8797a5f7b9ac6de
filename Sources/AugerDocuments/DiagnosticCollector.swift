import AugerDiagnostics

/// Collects the errors of a document, so that an author sees all of them at once.
///
/// A reader reports an error and continues with nil for the value. The code that started reading calls
/// `throwIfErrors` at the end. Reading uses a single thread. The collector is a class that nested readers share, and
/// it is not `Sendable`.
package final class DiagnosticCollector {
  /// The diagnostics in the order in which they were reported.
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  package var hasErrors: Bool { diagnostics.contains { $0.level == .error } }

  package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  package func report(contentsOf error: DiagnosticError) { diagnostics += error.diagnostics }

  /// The diagnostics by position: by offset within a source, and sources in the order of their first diagnostic.
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

  /// Throws all diagnostics if any of them is an error. Otherwise the warnings and notes remain available to the
  /// caller.
  package func throwIfErrors() throws(DiagnosticError) {
    if hasErrors { throw DiagnosticError(inOrder) }
  }
}

extension DiagnosticCollector {
  /// Returns the result of `read`, or throws all reported diagnostics.
  static func collected(
    _ read: (DiagnosticCollector) -> DocumentNode?
  ) throws(DiagnosticError) -> DocumentNode {
    let collector = DiagnosticCollector()
    let root = read(collector)
    try collector.throwIfErrors()
    guard let root else { throw DiagnosticError(collector.diagnostics) }
    return root
  }

  /// Returns true if a source is short enough to be read. Reports one that is not.
  func allows(_ source: SourceText, atMost bytes: Int) -> Bool {
    let count = source.text.utf8.count
    if count <= bytes { return true }
    report(
      Diagnostic(
        .documentTooLarge, "the document has \(count) bytes; at most \(bytes) are read", at: Diagnostic.Place(source)))
    return false
  }
}
