public import AugerDiagnostics
public import AugerDocuments

/// Reads files of the dashboard language. Everything that is wrong is reported at once, at the attribute it is about.
public enum MetadataReader {
  /// Reads the bytes of an XML file.
  ///
  /// What can be read is given, even where something else is wrong: look for diagnostics of level `error` before it is
  /// used. Nil: the text is not XML, or its root is none of the language.
  public static func read(bytes: [UInt8], name: String) -> (metadata: Metadata?, diagnostics: [Diagnostic]) {
    read { () throws(DiagnosticError) in try XMLDocument.parse(bytes: bytes, name: name) }
  }

  /// Reads an XML text.
  public static func read(_ source: SourceText) -> (metadata: Metadata?, diagnostics: [Diagnostic]) {
    read { () throws(DiagnosticError) in try XMLDocument.parse(source) }
  }

  private static func read(
    _ parse: () throws(DiagnosticError) -> AttributedNode
  ) -> (metadata: Metadata?, diagnostics: [Diagnostic]) {
    do throws(DiagnosticError) {
      let root = try parse()
      let collector = DiagnosticCollector()
      let metadata = read(root, reporting: collector)
      return (metadata, collector.inOrder)
    } catch {
      return (nil, error.diagnostics)
    }
  }

  /// Reads a tree, whatever form it was written in.
  public static func read(_ root: AttributedNode, reporting collector: DiagnosticCollector) -> Metadata? {
    if root.name.isSame(as: MetadataVocabulary.mobileAnalytic.name) { return whole(root, reporting: collector) }
    if root.name.isSame(as: MetadataVocabulary.dashboard.name) {
      return Metadata(dashboard: DashboardReader(collector: collector).dashboard(root).dashboard)
    }
    let names = MetadataVocabulary.roots.map(\.name)
    if names.contains(where: { $0.isSame(as: root.name) }) {
      // One item is a dashboard of its own (guide, "Chart").
      return Metadata(dashboard: DashboardReader(collector: collector).lone(root))
    }
    collector.report(
      Diagnostic(
        .metadataUnrecognizedItem, "'\(root.name.shown)' is not the root of a metadata file", at: root.place,
        hint: DidYouMean.hint(for: root.name.shown, among: names, listing: "Roots"),
        details: [.init(.node, root.name.shown)]))
    return nil
  }

  private static func whole(_ root: AttributedNode, reporting collector: DiagnosticCollector) -> Metadata {
    let reader = NodeReader(root, as: MetadataVocabulary.mobileAnalytic, reporting: collector)
    let dashboardNode = reader.child("Dashboard")
    let layoutNode = reader.child("DashboardLayout")
    reader.finish()
    let read = dashboardNode.map { DashboardReader(collector: collector).dashboard($0) }
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
