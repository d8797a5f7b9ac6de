import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

/// Reads Chart nodes.
struct ChartReader {
  /// Where a chart stands decides what it must say.
  enum Context {
    case dashboard
    /// The only chart there is: it needs no name (guide, "Chart").
    case alone
    /// In a grid: the cell gives its data.
    case grid
  }

  let collector: DiagnosticCollector

  /// The chart, or nil with something reported; `unread` instead where the chart needs what is not read yet.
  func chart(_ node: AttributedNode, in context: Context) -> (chart: ChartDefinition?, unread: UnreadNode?) {
    var reader = NodeReader(node, reporting: collector)
    let name = reader.text("Name", required: context != .alone)
    let title = reader.text("Title") ?? ""
    let type = reader.choice(
      "ChartType", old: ["Type"], of: ChartType.allCases.map { ($0.rawValue, $0) }, required: true)
    let unread = reader.unread(MetadataVocabulary.unreadChartParts)
    let isZooming = unread.contains { $0.node.name.utf8.elementsEqual("ZoomingLevels".utf8) }
    let query = reader.text("Query", old: ["Table"], required: context != .grid && !isZooming)
    let queryPlace = (node.attribute("Query") ?? node.attribute("Table"))?.place
    let thresholds = ThresholdDefinition(
      reference: reader.number("ReferenceValue"), upper: reader.number("UpperThreshold"),
      lower: reader.number("LowerThreshold"),
      predictiveStart: reader.text("PredictiveStartCategory").flatMap { $0.isEmpty ? nil : $0 })
    let aggregate = reader.choice("Aggregate", of: AggregateFunction.allCases.map { ($0.rawValue, $0) })
    let sort = reader.choice("Sort", of: Self.sorts)
    let limit = reader.sequence("Limit")
    let categoryNode = reader.child("Category", required: true)
    let category = categoryNode.flatMap { axis($0, isRequired: !isZooming) }
    let series = reader.child("Series", old: ["Serie"]).flatMap { axis($0, isRequired: false) }
    let values = reader.child("Values", required: true).flatMap { self.values($0, of: node) }
    reader.finish()
    if isZooming { return (nil, UnreadNode(node, in: "Dashboard")) }
    guard let type, let category, let values, name != nil || context == .alone, query != nil || context == .grid else {
      return (nil, nil)
    }
    var chart = ChartDefinition(
      name: name ?? (title.isEmpty ? "Chart" : title), title: title, type: type, query: query ?? "",
      category: category, series: series, values: values, aggregate: aggregate ?? .sum, sort: sort,
      categoryLimit: limit, thresholds: thresholds,
      places: ChartDefinition.Places(chart: reader.place, query: queryPlace))
    chart.unread = unread
    return (chart, nil)
  }

  private static let sorts: [(name: String, value: ChartSort)] = [
    ("category", ChartSort(.category)), ("-category", ChartSort(.category, isDescending: true)),
    ("value", ChartSort(.value)), ("-value", ChartSort(.value, isDescending: true)),
  ]

  /// Nil without a column, which a series may be.
  private func axis(_ node: AttributedNode, isRequired: Bool) -> AxisDefinition? {
    var reader = NodeReader(node, reporting: collector)
    let column = reader.text("Column", required: isRequired) ?? ""
    let axis = AxisDefinition(
      column: column, title: reader.displayName(), format: reader.format(), at: node.attribute("Column")?.place)
    reader.finish()
    return column.isEmpty ? nil : axis
  }

  /// Nil where there is none, or any is wrong: a chart with half of its values would mislead.
  private func values(_ node: AttributedNode, of chart: AttributedNode) -> [ValueDefinition]? {
    var reader = NodeReader(node, reporting: collector)
    let nodes = reader.children("Value")
    reader.finish()
    let owner = NodeReader(chart, reporting: collector)
    if nodes.isEmpty { owner.report(.metadataMissingNode, "Values of \(owner.what) has no Value", at: node.place) }
    var values: [ValueDefinition] = []
    var sequences: [(sequence: Int, node: AttributedNode)] = []
    for node in nodes {
      var reader = NodeReader(node, reporting: collector)
      let expression = reader.expression("Expression", required: true)
      let sequence = reader.sequence("ValueSequence")
      let title = reader.displayName()
      let format = reader.format()
      reader.finish()
      if let sequence { sequences.append((sequence, node)) }
      if sequence == nil, nodes.count > 1, node.attribute("ValueSequence") == nil {
        owner.report(
          .metadataMissingAttribute, "a Value of \(owner.what) has no ValueSequence, though there are several",
          at: node.place)
      }
      if let expression {
        values.append(ValueDefinition(sequence: sequence ?? 1, expression: expression, title: title, format: format))
      }
    }
    owner.check("ValueSequence", of: sequences)
    guard !values.isEmpty, values.count == nodes.count else { return nil }
    let order = values.indices.sorted { (values[$0].sequence, $0) < (values[$1].sequence, $1) }
    return order.map { values[$0] }
  }
}
