import AugerDiagnostics

/// Reads and writes trees of named nodes with attributes, in every format of the dashboard language.
///
/// All formats have the same tree, and reading the output of `write` gives the same nodes and attributes in the same
/// order. In a property list, JSON or YAML, a node is a dictionary. Its strings are the attributes, and its
/// dictionaries are the children. The name of a child is its key or its entry `MetaName`. A list contains several
/// children with one name.
package enum AttributedDocument {
  /// The entry with the name of a node if its key is not the name (guide, "Metadata Formats Other Than XML").
  static let nameKey = "MetaName"

  /// The maximum size of a file. It exceeds the size of hand-written files by far. The memory for a malicious file is
  /// a multiple of it.
  package static let maximumBytes = 8 << 20

  /// Parses the bytes of a file and reports errors. Nil if no tree can be created.
  package static func parse(
    bytes: [UInt8], name: String, form: AttributedForm? = nil, reporting collector: DiagnosticCollector
  ) -> AttributedNode? {
    guard bytes.count <= maximumBytes else {
      collector.report(tooLarge(name, bytes.count))
      return nil
    }
    let form = form ?? AttributedForm(bytes: bytes, fileName: name)
    do throws(DiagnosticError) {
      switch form {
      case .xml, .propertyList:
        var limits = XMLDocument.Limits()
        limits.bytes = maximumBytes
        limits.nodes = maximumNodes
        // A property list has two additional elements around its nodes.
        limits.depth = maximumDepth + 2
        let root = try XMLDocument.parse(bytes: bytes, name: name, limits: limits)
        guard root.name.isSameText(as: "plist") else { return root }
        limits.keepsText = true
        let list = try XMLDocument.parse(bytes: bytes, name: name, limits: limits)
        return PropertyListReader(collector: collector).value(ofRoot: list).flatMap {
          AttributedReader(collector: collector, isPropertyList: true).root($0)
        }
      case .binaryPropertyList:
        return AttributedReader(collector: collector, isPropertyList: true).root(
          try BinaryPropertyList.parse(bytes, name: name))
      case .json:
        guard let source = text(bytes, name, collector) else { return nil }
        var limits = JSONDocument.Limits()
        limits.depth = 2 * maximumDepth
        return JSONDocument.parse(source, limits: limits, reporting: collector).flatMap {
          AttributedReader(collector: collector).root($0)
        }
      case .yaml:
        guard let source = text(bytes, name, collector) else { return nil }
        var limits = YAMLDocument.Limits()
        limits.bytes = maximumBytes
        limits.nodes = maximumNodes
        limits.depth = 2 * maximumDepth
        return YAMLDocument.parse(source, limits: limits, reporting: collector).flatMap {
          AttributedReader(collector: collector).root($0)
        }
      }
    } catch {
      collector.report(contentsOf: error)
      return nil
    }
  }

  /// Returns the error for a file that is too large.
  package static func tooLarge(_ name: String, _ count: Int) -> Diagnostic {
    Diagnostic(
      .documentTooLarge, "the file has \(count) bytes; at most \(maximumBytes) are read",
      at: Diagnostic.Place(SourceText(name: name, text: "")))
  }

  /// The maximum number of values, including keys.
  package static let maximumNodes = 200_000

  /// The maximum nesting depth of nodes. Lists in JSON and YAML count too.
  package static let maximumDepth = 100

  private static func text(_ bytes: [UInt8], _ name: String, _ collector: DiagnosticCollector) -> SourceText? {
    if let text = String(validating: bytes, as: UTF8.self) { return SourceText(name: name, text: text) }
    // The text before the first invalid byte determines its position.
    let whole = String(decoding: bytes, as: UTF8.self)
    let valid = zip(whole.utf8, bytes).prefix { $0 == $1 }.count
    let source = SourceText(name: name, text: whole)
    collector.report(
      Diagnostic(
        .documentEncoding, "the file is not UTF-8 text", at: Diagnostic.Place(source, SourceSpan(valid, valid + 1)),
        hint: "Save the file as UTF-8."))
    return nil
  }

  /// Writes a tree. Throws `DiagnosticError` for content that the format does not support.
  ///
  /// Examples are an invalid XML name, an attribute `MetaName`, and content that the format's reader rejects or reads
  /// differently, such as nodes that exceed its depth.
  package static func write(_ root: AttributedNode, as form: AttributedForm) throws(DiagnosticError) -> [UInt8] {
    let bytes =
      switch form {
      case .xml: try XMLWriter.write(root)
      case .propertyList: try PropertyListWriter.write(root)
      case .binaryPropertyList: try BinaryPropertyListWriter.write(root)
      case .json: try JSONTreeWriter.write(root)
      case .yaml: try YAMLTreeWriter.write(root)
      }
    let collector = DiagnosticCollector()
    let again = parse(bytes: bytes, name: "", form: form, reporting: collector)
    guard let again, again.hasSameContent(as: root) else {
      let reason = collector.diagnostics.first { $0.level == .error }?.message ?? "its nodes would be others"
      throw DiagnosticError(
        Diagnostic(.formCannotHold, "the document cannot be written as \(form.rawValue): \(reason)", at: root.place))
    }
    return bytes
  }

  /// Throws if an attribute has the reserved name.
  static func checkNames(of node: AttributedNode) throws(DiagnosticError) {
    guard let attribute = node.attribute(nameKey) else { return }
    throw DiagnosticError(
      Diagnostic(
        .formCannotHold, "an attribute '\(nameKey)' is possible only in XML", at: attribute.namePlace,
        hint: "Other forms name nodes by it."))
  }
}

extension Diagnostic.Code {
  /// The encoding of the file is not supported.
  package static let documentEncoding = Self("documentEncoding")
  package static let formCannotHold = Self("formCannotHold")
}
