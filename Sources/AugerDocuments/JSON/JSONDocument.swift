import AugerDiagnostics

/// Reads JSON (RFC 8259) into trees with positions.
///
/// Numbers preserve their digits. Repeated keys and unpaired surrogates are errors. The size of documents is limited:
/// see `Limits`.
package enum JSONDocument {
  /// The limits of a document. The defaults exceed the size of hand-written documents by far.
  package struct Limits: Sendable {
    /// The maximum number of bytes.
    package var bytes = 8 << 20
    /// The maximum number of values and keys.
    package var nodes = 200_000
    /// The maximum nesting depth of objects and arrays.
    package var depth = 256

    package init() {}
  }

  /// Parses a document. Throws the first syntax error, or all repeated keys together.
  package static func parse(_ source: SourceText, limits: Limits = Limits()) throws(DiagnosticError) -> DocumentNode {
    try DiagnosticCollector.collected { parse(source, limits: limits, reporting: $0) }
  }

  /// Parses a document and reports to a collector. Nil if no tree can be created. A repeated key is reported and
  /// omitted.
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

/// An error that ends parsing.
struct DocumentFailure: Error {
  var code: Diagnostic.Code
  var message: String
  var span: SourceSpan
  var hint: String?

  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(code, message, at: Diagnostic.Place(source, span), hint: hint)
  }
}
