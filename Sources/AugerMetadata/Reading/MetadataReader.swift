import AugerDiagnostics
import AugerDocuments

/// Reads files of the dashboard language. All errors are reported together, with the location of the attribute.
package enum MetadataReader {
  /// Maximum number of listed findings in one file.
  package static let mostFindings = 10_000

  /// Reads the bytes of a file in any format of the language: XML, a property list, JSON or YAML. The first bytes and
  /// the name determine the format.
  ///
  /// Returns all valid parts, even if others are invalid. Callers must check for diagnostics of level `error` first.
  /// Returns nil if the file has none of the formats or if its root is unknown. `themes` contains the names of
  /// available themes in addition to the built-in ones.
  package static func read(
    bytes: [UInt8], name: String, form: AttributedForm? = nil, themes: [String] = []
  ) -> (metadata: Metadata?, diagnostics: [Diagnostic]) {
    let collector = DiagnosticCollector()
    let root = AttributedDocument.parse(bytes: bytes, name: name, form: form, reporting: collector)
    let metadata = root.flatMap { read($0, themes: themes, reporting: collector) }
    return (metadata, collector.inOrder)
  }

  package static func read(_ source: SourceText) -> (metadata: Metadata?, diagnostics: [Diagnostic]) {
    do throws(DiagnosticError) {
      let root = try XMLDocument.parse(source)
      let collector = DiagnosticCollector()
      let metadata = read(root, reporting: collector)
      return (metadata, collector.inOrder)
    } catch {
      return (nil, error.diagnostics)
    }
  }

  /// Reads a tree from any format. The dashboard keeps it, and contains the layout.
  package static func read(
    _ root: AttributedNode, themes: [String] = [], reporting collector: DiagnosticCollector
  ) -> Metadata? {
    guard var metadata = definitions(root, themes: themes, reporting: collector) else { return nil }
    metadata.dashboard.layout = metadata.layout
    metadata.dashboard.tree = root
    return metadata
  }

  private static func definitions(
    _ root: AttributedNode, themes: [String], reporting collector: DiagnosticCollector
  ) -> Metadata? {
    if root.name.isSame(as: MetadataVocabulary.mobileAnalytic.name) { return whole(root, themes, reporting: collector) }
    if root.name.isSame(as: MetadataVocabulary.dashboard.name) {
      return Metadata(dashboard: DashboardReader(collector: collector, themes: themes).dashboard(root).dashboard)
    }
    let names = MetadataVocabulary.roots.map(\.name)
    if names.contains(where: { $0.isSame(as: root.name) }) {
      // A single item is a complete dashboard (guide, "Chart").
      return Metadata(dashboard: DashboardReader(collector: collector, themes: themes).lone(root))
    }
    collector.report(
      Diagnostic(
        .metadataUnrecognizedItem, "'\(root.name.shown)' is not the root of a metadata file", at: root.place,
        hint: DidYouMean.hint(for: root.name.shown, among: names, listing: "Roots"),
        details: [.init(.node, root.name.shown)]))
    return nil
  }

  private static func whole(
    _ root: AttributedNode, _ themes: [String], reporting collector: DiagnosticCollector
  ) -> Metadata {
    let reader = NodeReader(root, as: MetadataVocabulary.mobileAnalytic, reporting: collector)
    let dashboardNode = reader.child("Dashboard")
    let layoutNode = reader.child("DashboardLayout")
    reader.finish()
    let read = dashboardNode.map { DashboardReader(collector: collector, themes: themes).dashboard($0) }
    let layout = layoutNode.flatMap { LayoutReader(collector: collector, items: read?.names).layout($0) }
    if layoutNode == nil, let read, read.needsLayout {
      reader.report(
        .metadataMissingNode, "\(root.name) has no DashboardLayout",
        hint: "Only a dashboard of a single item can do without.", details: [.init(.node, "DashboardLayout")])
    }
    return Metadata(
      dashboard: read?.dashboard ?? Dashboard(name: "", items: []), layout: layout, rootAttributes: root.attributes)
  }
}
