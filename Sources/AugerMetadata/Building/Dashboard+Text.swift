import AugerDiagnostics
import AugerDocuments

extension Dashboard {
  /// A file format of the dashboard language. All formats contain the same nodes and attributes.
  public enum MetadataFormat: String, Sendable, Hashable, CaseIterable {
    case xml, yaml, json
    /// A property list in XML.
    case propertyList

    fileprivate var form: AttributedForm {
      switch self {
      case .xml: .xml
      case .yaml: .yaml
      case .json: .json
      case .propertyList: .propertyList
      }
    }
  }

  /// Creates a dashboard from text in the dashboard language. The root is `MobileAnalytic` with a dashboard and its
  /// layout, `Dashboard`, or a single item such as `Chart`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - format: The format of the text.
  ///   - name: The name of the dashboard, and of the text in messages.
  /// - Throws: `AugerError` with all problems, for example with the code `metadataObjectUndefined`. Warnings are
  ///   omitted: `auger check` prints them.
  public init(parsing text: String, as format: MetadataFormat = .xml, name: String = "dashboard") throws(AugerError) {
    try self.init(bytes: Array(text.utf8), form: format.form, file: name, name: name)
  }

  /// Creates a dashboard from nested dictionaries, lists and strings, such as a property list or decoded JSON.
  ///
  /// Strings, numbers and Booleans are attributes, and dictionaries are the nodes below. The name of a node is its key
  /// without a number at the end, which is the position among its siblings, or its entry `MetaName`. A list contains
  /// several nodes with one name.
  ///
  /// - Parameters:
  ///   - dictionary: The root node, or a dictionary with the root node as its only entry.
  ///   - name: The name of the dashboard.
  /// - Throws: `AugerError` with all problems.
  public init(dictionary: [String: Any], name: String = "dashboard") throws(AugerError) {
    let collector = DiagnosticCollector()
    let root = AttributedDocument.root(dictionary, name: name, reporting: collector)
    let metadata = root.flatMap { MetadataReader.read($0, reporting: collector) }
    try self.init(metadata, collector.inOrder, name: name)
  }

  /// Reads a file of the dashboard language. Nil for the format: the extension and the first bytes determine it.
  package init(bytes: [UInt8], form: AttributedForm?, file: String, name: String) throws(AugerError) {
    let (metadata, diagnostics) = MetadataReader.read(bytes: bytes, name: file, form: form)
    try self.init(metadata, diagnostics, name: name)
  }

  private init(_ metadata: Metadata?, _ diagnostics: [Diagnostic], name: String) throws(AugerError) {
    let errors = diagnostics.filter { $0.level == .error }
    guard let metadata, errors.isEmpty else {
      throw AugerError(DiagnosticError(errors.isEmpty ? diagnostics : errors))
    }
    self = metadata.dashboard
    self.name = name
  }

  /// Returns the dashboard in the dashboard language. Reading the text gives an equal dashboard.
  ///
  /// - Throws: `AugerError` with the code `formCannotHold` for content that the format does not support.
  public func text(as format: MetadataFormat) throws(AugerError) -> String {
    guard let tree else {
      throw AugerError(
        .formCannotHold, operation: "write dashboard '\(name)'", "the dashboard was not read and not written in Swift")
    }
    do throws(DiagnosticError) {
      return String(decoding: try AttributedDocument.write(tree, as: format.form), as: UTF8.self)
    } catch {
      throw AugerError(error)
    }
  }
  /// Returns the definition of an item as YAML, without comments. Nil if the dashboard was not read and not written in
  /// Swift, and for an unknown item.
  package func definition(of item: String) -> String? {
    guard let item = items.first(named: item), let tree, let node = Self.node(of: item, in: tree) else { return nil }
    return (try? AttributedDocument.write(node, as: .yaml)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func node(of item: ParsedItem, in node: AttributedNode) -> AttributedNode? {
    let isItem = item.nodeName == node.name && node["Name"].map { Name($0.trimmed) == Name(item.name) } == true
    return isItem ? node : node.children.lazy.compactMap { Self.node(of: item, in: $0) }.first
  }
}
