import AugerDiagnostics

/// Reads XML 1.0 texts into located trees.
///
/// Well-formed is what expat, without namespaces, calls so; names are those of the fifth edition. Entities are the five
/// of the standard and character references: what only a document type could declare is refused, as is the internal
/// subset of one, and nothing outside of the text is ever opened. Documents are bounded: see `Limits`. Time is linear
/// in the text, and no stack grows with its depth.
package enum XMLDocument {
  /// What a document may cost. The defaults are far beyond what people write.
  package struct Limits: Sendable {
    /// Bytes of text.
    package var bytes = 64 << 20
    /// Elements, attributes, and references in the values of attributes.
    package var nodes = 1_000_000
    /// Elements inside of elements.
    package var depth = 256
    /// Attributes of one element.
    package var attributes = 1_000
    /// Bytes of one attribute's value.
    package var valueBytes = 16 << 20
    /// Whether the text of elements without children is kept with its blanks and its places, as property lists need it.
    var keepsText = false

    package init() {}
  }

  /// Reads one document; throws the first thing that is wrong with it, with its place.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits()
  ) throws(DiagnosticError) -> AttributedNode {
    try parse(XMLText(source, limits: limits), limits: limits)
  }

  /// Reads one document from the bytes of a file: UTF-8 with or without a byte order mark, UTF-16, ISO-8859-1 or ASCII,
  /// as the first bytes and the XML declaration say. Places are those of the decoded text.
  package static func parse(
    bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(DiagnosticError) -> AttributedNode {
    try parse(XMLText(bytes: bytes, name: name, limits: limits), limits: limits)
  }

  private static func parse(_ text: XMLText, limits: Limits) throws(DiagnosticError) -> AttributedNode {
    do throws(XMLFailure) {
      if let refusal = text.refusal { throw refusal }
      var scanner = XMLScanner(text, limits: limits)
      return try scanner.scan()
    } catch {
      // Where the text was cut short at something unreadable, that is the cause.
      let failure = error.isAtEnd ? text.unreadable ?? error : error
      throw DiagnosticError(
        Diagnostic(
          failure.code, failure.message, at: Diagnostic.Place(text.source, failure.span), hint: failure.hint,
          notes: failure.notes))
    }
  }
}

/// Why a text was given up.
struct XMLFailure: Error {
  var code: Diagnostic.Code
  var message: String
  var span: SourceSpan
  var hint: String?
  var notes: [String] = []
  /// The text ended too early.
  var isAtEnd = false
}

extension Diagnostic.Code {
  /// The text is not well-formed XML (MAKit's code).
  package static let metadataInvalidXMLFormat = Self("metadataInvalidXMLFormat")
  package static let xmlDocumentType = Self("xmlDocumentType")
  /// A reference to an entity that only a document type could declare.
  package static let xmlEntity = Self("xmlEntity")
  package static let xmlEncoding = Self("xmlEncoding")
}
