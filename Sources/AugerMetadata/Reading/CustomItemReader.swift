import AugerDiagnostics
import AugerDocuments

struct CustomItemReader {
  let collector: DiagnosticCollector
  let declarations: Declarations

  private static let contents = ["Text", "File", "Query"]

  /// Returns the item. Nil after reporting an error.
  func item(_ node: AttributedNode) -> CustomItemDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.customItem, reporting: collector)
    let name = reader.text("Name")
    let title = reader.text("Title") ?? ""
    let theme = reader.theme(among: declarations.themes)
    let text = reader.attribute("Text")?.value
    let file = reader.text("File")
    let query = reader.text("Query")
    let alternative = reader.text("Alternative") ?? ""
    let filters = reader.child("Filters").map { ChartParts(reader, declarations: declarations).filterNames($0) }
    reader.finish()
    let stated = Self.contents.compactMap { node.attribute($0) }
    // An empty Text is content only if nothing else is.
    let given = stated.count > 1 ? stated.filter { Name($0.name) != Name("Text") || !$0.value.isEmpty } : stated
    if given.isEmpty {
      reader.report(
        .metadataMissingAttribute, "\(reader.what) has no content", at: reader.place,
        hint: "Add one of Text, File and Query.", details: [.init(.node, "CustomItem"), .init(.attribute, "Text")])
      return nil
    }
    for extra in given.dropFirst() {
      reader.report(
        .metadataUnrecognizedItem, "\(reader.what) has both \(given[0].name) and \(extra.name)", at: extra.namePlace,
        hint: "Its content has one source: Text, File or Query.", details: [.init(.attribute, extra.name)])
    }
    for attribute in given where attribute.value.trimmed.isEmpty && Name(attribute.name) != Name("Text") {
      reader.missing(attribute.name)
      return nil
    }
    guard let name, given.count == 1 else { return nil }
    var item = CustomItemDefinition(
      name, title: title, text: text, file: file, query: query, alternative: alternative, at: reader.place)
    item.theme = theme
    item.filters = filters ?? []
    item.filePlace = reader.place(of: "File")
    item.queryPlace = reader.place(of: "Query")
    return item
  }
}
