import AugerDiagnostics

/// Reads XML 1.0 into trees with positions.
///
/// Documents must be well-formed according to expat without namespaces, and names are those of the fifth edition.
/// Supported entities are the five standard ones and character references. Entities of a document type and internal
/// subsets are rejected, and external files are never opened.
///
/// The size of documents is limited: see `Limits`. Time is linear in the length, and the call stack does not grow
/// with the depth.
package enum XMLDocument {
  /// The limits of a document. The defaults exceed the size of hand-written documents by far.
  package struct Limits: Sendable {
    /// The maximum number of bytes.
    package var bytes = 64 << 20
    /// The maximum number of elements, attributes, and references in attribute values.
    package var nodes = 1_000_000
    /// The maximum nesting depth of elements.
    package var depth = 256
    /// The maximum number of attributes of an element.
    package var attributes = 1_000
    /// The maximum number of bytes of an attribute value.
    package var valueBytes = 16 << 20
    /// True to preserve the text of elements without children with its spaces and positions. Property lists need it.
    var keepsText = false

    package init() {}
  }

  /// Parses a document. Throws the first error with its position.
  package static func parse(
    _ source: SourceText, limits: Limits = Limits()
  ) throws(DiagnosticError) -> AttributedNode {
    try parse(XMLText(source, limits: limits), limits: limits)
  }

  /// Parses a document from the bytes of a file: UTF-8 with or without a byte order mark, UTF-16, ISO-8859-1 or
  /// ASCII. The first bytes and the XML declaration determine the encoding. Positions refer to the decoded text.
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
      // If the text was cut at unreadable bytes, they are the cause.
      let failure = error.isAtEnd ? text.unreadable ?? error : error
      throw DiagnosticError(
        Diagnostic(
          failure.code, failure.message, at: Diagnostic.Place(text.source, failure.span), hint: failure.hint,
          notes: failure.notes))
    }
  }
}

/// An error that ends parsing.
struct XMLFailure: Error {
  var code: Diagnostic.Code
  var message: String
  var span: SourceSpan
  var hint: String?
  var notes: [String] = []
  /// True if the text ended too early.
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
