import AugerDiagnostics

/// Reads JSON texts (RFC 8259) into located trees.
///
/// Numbers keep their digits, a key may stand only once, half a surrogate pair is refused. Documents are bounded: see
/// `Limits`.
package enum JSONDocument {
  /// What a document may cost. The defaults are far beyond what people write.
  package struct Limits: Sendable {
    /// Bytes of text.
    package var bytes = 8 << 20
    /// Values and keys.
    package var nodes = 200_000
    /// Objects and arrays inside of one another.
    package var depth = 256

    package init() {}
  }

  /// Reads one document; throws what is wrong with it, repeated keys all at once.
  package static func parse(_ source: SourceText, limits: Limits = Limits()) throws(DiagnosticError) -> DocumentNode {
    try DiagnosticCollector.collected { parse(source, limits: limits, reporting: $0) }
  }

  /// Reads one document and reports to a collector; nil if no tree can be made of it. A repeated key is reported and
  /// left out.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits(), reporting collector: DiagnosticCollector
  ) -> DocumentNode? {
    guard collector.allows(source, atMost: limits.bytes) else { return nil }
    var scanner = JSONScanner(source, limits: limits, reporting: collector)
    do throws(DocumentFailure) {
      return try scanner.document()
    } catch {
      collector.report(error.diagnostic(in: source))
      return nil
    }
  }
}

/// Why a text was given up.
struct DocumentFailure: Error {
  var code: Diagnostic.Code
  var message: String
  var span: SourceSpan
  var hint: String?

  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(code, message, at: Diagnostic.Place(source, span), hint: hint)
  }
}
