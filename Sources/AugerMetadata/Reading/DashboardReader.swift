import AugerDiagnostics
import AugerDocuments

/// Reads Dashboard nodes.
struct DashboardReader {
  let collector: DiagnosticCollector

  struct Result {
    var dashboard: Dashboard
    /// What a layout may place, also what was wrong or is not read yet.
    var names: [String]
    /// There are several items, or a panel of controls.
    var needsLayout: Bool
  }

  func dashboard(_ node: AttributedNode) -> Result {
    var reader = NodeReader(node, reporting: collector)
    let name = reader.text("Name") ?? ""
    let readable = reader.children("Chart") + reader.children("DataGrid")
    let unread = reader.unread(MetadataVocabulary.unreadDeclarations + MetadataVocabulary.unreadItems)
    reader.finish()
    let isItem = { (node: AttributedNode) in
      !MetadataVocabulary.unreadDeclarations.contains { $0.utf8.elementsEqual(node.name.utf8) }
    }
    let nodes = node.children.filter(isItem)
    let isAlone = nodes.count == 1
    if nodes.isEmpty {
      reader.report(.metadataMissingNode, "the dashboard has no chart, grid, group, panel or diagram")
    }
    reportDuplicates(nodes)
    var dashboard = Dashboard(name: name, items: [], unread: unread)
    for child in readable.sorted(by: { $0.span.lower < $1.span.lower }) {
      read(child, isAlone: isAlone, into: &dashboard)
    }
    return Result(
      dashboard: dashboard, names: nodes.compactMap { $0["Name"]?.trimmed },
      needsLayout: nodes.count > 1 || nodes.contains { $0.name.utf8.elementsEqual("DAPanel".utf8) })
  }

  /// A dashboard of one item that stands alone in its file.
  func lone(_ node: AttributedNode) -> Dashboard {
    var dashboard = Dashboard(name: node["Name"]?.trimmed ?? "", items: [])
    read(node, isAlone: true, into: &dashboard)
    return dashboard
  }

  private func read(_ node: AttributedNode, isAlone: Bool, into dashboard: inout Dashboard) {
    switch node.name {
    case "Chart":
      let read = ChartReader(collector: collector).chart(node, in: isAlone ? .alone : .dashboard)
      if let chart = read.chart { dashboard.items.append(.chart(chart)) }
      if let unread = read.unread { dashboard.unread.append(unread) }
    case "DataGrid":
      if let grid = DataGridReader(collector: collector).grid(node) { dashboard.items.append(.dataGrid(grid)) }
    default:
      let reader = NodeReader(node, reporting: collector)
      reader.report(.metadataNotRead, level: .note, "\(reader.what) is not read yet")
      dashboard.unread.append(UnreadNode(node, in: "the file"))
    }
  }

  private func reportDuplicates(_ nodes: [AttributedNode]) {
    var first: [[UInt8]: AttributedNode] = [:]
    for node in nodes {
      guard let name = node["Name"]?.trimmed, !name.isEmpty else { continue }
      guard let earlier = first[Array(name.utf8)] else {
        first[Array(name.utf8)] = node
        continue
      }
      let reader = NodeReader(node, reporting: collector)
      let position = NodeReader(earlier, reporting: collector).place.position
      reader.report(
        .duplicateName, level: .warning, "'\(name.shown)' is the name of an earlier item too", at: reader.place,
        hint: "A layout places only the first of them.",
        notes: position.map { ["the first is at \($0.line):\($0.column)"] } ?? [])
    }
  }
}
