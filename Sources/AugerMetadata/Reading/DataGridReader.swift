import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

struct DataGridReader {
  let collector: DiagnosticCollector
  let declarations: Declarations

  private enum KindName { case data, chart, variance }

  /// Returns the grid. Nil after reporting an error.
  func grid(_ node: AttributedNode) -> DataGridDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.dataGrid, reporting: collector, chart: node["Name"]?.trimmed)
    let name = reader.text("Name")
    let title = reader.text("Title") ?? ""
    let query = reader.text("Query")
    _ = reader.choice("ChartType", of: ChartType.self)
    _ = reader.sequence("ChartSequence")
    let charts = reader.child("Charts").map { self.charts($0) } ?? NamedCharts()
    let columns = reader.child("Columns").flatMap { self.columns($0, of: reader, charts: charts) }
    let filters = reader.child("Filters").map { ChartParts(reader, declarations: declarations).filterNames($0) }
    reader.finish()
    guard let name, let query, let columns else { return nil }
    var grid = DataGridDefinition(
      name: name, title: title, query: query, columns: columns, charts: charts.list.compactMap(\.chart),
      places: ParsedChart.Places(chart: reader.place, query: reader.place(of: "Query")))
    grid.filters = filters ?? []
    return grid
  }

  /// Charts by name. An invalid chart still has its name.
  private struct NamedCharts {
    var list: [(name: String, chart: ParsedChart?)] = []
    var names: Set<[UInt8]> = []
  }

  private func charts(_ node: AttributedNode) -> NamedCharts {
    let reader = NodeReader(node, as: MetadataVocabulary.gridCharts, reporting: collector)
    let nodes = reader.children("Chart")
    reader.finish()
    let charts = ChartReader(collector: collector, declarations: declarations)
    let list = nodes.map { node in (name: node["Name"]?.trimmed ?? "", chart: charts.chart(node, in: .grid)) }
    return NamedCharts(list: list, names: Set(list.map { Array($0.name.utf8) }))
  }

  private func columns(
    _ node: AttributedNode, of owner: NodeReader, charts: NamedCharts
  ) -> [DataGridColumn]? {
    let reader = owner.reader(node, as: MetadataVocabulary.gridColumns)
    let nodes = reader.children("Column")
    reader.finish()
    if nodes.isEmpty { owner.missingNode("Column", in: node) }
    var columns: [(column: DataGridColumn, sequence: Int)] = []
    var sequences: [(sequence: Int, node: AttributedNode)] = []
    for node in nodes {
      let reader = owner.reader(node, as: MetadataVocabulary.gridColumn)
      let column = column(reader, charts: charts)
      let sequence = reader.sequence("ColumnSequence")
      reader.finish()
      if let sequence { sequences.append((sequence, node)) }
      if let column { columns.append((column, sequence ?? 0)) }
    }
    for node in nodes where !sequences.isEmpty && node.attribute("ColumnSequence") == nil {
      // A column of row headings comes first and needs no number.
      if let heading = node["IsHeaderColumn"]?.trimmed, !heading.isEmpty, heading != "0" { continue }
      owner.report(
        .metadataMissingAttribute, "a Column of \(owner.what) has no ColumnSequence, though others have",
        at: node.place, details: [.init(.node, "Column"), .init(.attribute, "ColumnSequence")])
    }
    owner.check("ColumnSequence", of: sequences)
    guard !columns.isEmpty, columns.count == nodes.count else { return nil }
    let order = columns.indices.sorted { a, b in
      let (first, second) = (columns[a], columns[b])
      return (first.column.isHeader ? 0 : 1, first.sequence, a) < (second.column.isHeader ? 0 : 1, second.sequence, b)
    }
    return order.map { columns[$0].column }
  }

  private func column(_ reader: NodeReader, charts: NamedCharts) -> DataGridColumn? {
    let kinds: [(name: String, value: KindName)] = [("Data", .data), ("Chart", .chart), ("Variance", .variance)]
    let kindName = reader.choice("Type", of: kinds)
    let value = reader.expression("Value")
    let header = reader.text("Header") ?? ""
    let format = reader.format()
    let color = reader.expression("Color", required: kindName == .variance)
    let isHeader = reader.truth("IsHeaderColumn") ?? false
    let chartName = reader.text("ChartName", required: kindName == .chart)
    if let chartName, !chartName.isEmpty, !charts.names.contains(Array(chartName.utf8)) {
      reader.undefined(
        chartName, "a Column names chart '\(chartName.shown)', which its grid does not have",
        at: reader.node.attribute("ChartName")?.place, among: charts.list.map(\.name), listing: "Charts")
    }
    let kind: DataGridColumn.Kind
    switch kindName {
    case nil: return nil
    case .data: kind = .data
    case .variance: kind = .variance
    case .chart:
      guard let chartName else { return nil }
      kind = .chart(chartName)
    }
    guard let value else { return nil }
    return DataGridColumn(
      kind, value: value, header: header, format: format, color: color, isHeader: isHeader, at: reader.node.place)
  }
}
