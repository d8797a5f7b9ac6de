import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

/// Reads the groups of a dashboard: drilldown groups, overlays and treemaps. Also reads panels.
struct GroupReader {
  let collector: DiagnosticCollector
  let declarations: Declarations

  /// Name, Title and the attributes that charts inherit from a group.
  private struct Heading {
    var name: String?
    var title: String
    var sequence: Int?
    var surroundings: ChartReader.Surroundings
  }

  private func heading(_ reader: NodeReader) -> Heading {
    let type = reader.choice("ChartType", of: ChartType.self)
    let query = reader.text("Query").flatMap { $0.isEmpty ? nil : NameReference($0, at: reader.place(of: "Query")) }
    let sequence = reader.sequence("ChartSequence")
    return Heading(
      name: reader.text("Name"), title: reader.text("Title") ?? "", sequence: sequence,
      surroundings: ChartReader.Surroundings(type: type, query: query))
  }

  func drillDownGroup(_ node: AttributedNode) -> DrillDownGroupDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.drillDownGroup, reporting: collector)
    let heading = heading(reader)
    let levels = charts(["Chart", "OverlayGroup"], of: reader, heading.surroundings)
    reader.finish()
    guard let name = heading.name, let levels else { return nil }
    return DrillDownGroupDefinition(name, title: heading.title, levels: levels, at: reader.place)
  }

  func treeMapGroup(_ node: AttributedNode) -> TreeMapGroupDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.treeMapGroup, reporting: collector)
    var heading = heading(reader)
    heading.surroundings.description = MetadataVocabulary.treeMapLevel
    heading.surroundings.groupsDates = false
    heading.surroundings.type = heading.surroundings.type ?? .treeMap
    let levels = charts(["TreeMapLevel"], of: reader, heading.surroundings)
    reader.finish()
    guard let name = heading.name, let levels else { return nil }
    return TreeMapGroupDefinition(name, title: heading.title, levels: levels, at: reader.place)
  }

  func overlayGroup(_ node: AttributedNode) -> OverlayGroupDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.overlayGroup, reporting: collector)
    var heading = heading(reader)
    let parts = ChartParts(reader, declarations: declarations)
    let categoryNode = reader.child("Category")
    let category = categoryNode.map { parts.axis($0, as: MetadataVocabulary.category, needsColumn: true) }
    heading.surroundings.grains = categoryNode.flatMap { parts.grains($0, isZooming: false, isPart: true) }
    heading.surroundings.description = MetadataVocabulary.layer
    heading.surroundings.category = category?.axis
    heading.surroundings.categoryNode = categoryNode
    let layers = node.children.filter { $0.name.isSame(as: "Layer") }
    let needsCategory = layers.contains { layer in !layer.children.contains { $0.name.isSame(as: "Category") } }
    if category == nil, needsCategory || layers.isEmpty { reader.missingNode("Category") }
    // The missing category is reported once for the group.
    heading.surroundings.needsCategory = false
    let charts = charts(["Layer"], of: reader, heading.surroundings)
    let ranges = reader.child("SummaryRanges").map { parts.summaryRanges($0) } ?? []
    reader.finish()
    guard let name = heading.name, let charts else { return nil }
    var overlay = OverlayGroupDefinition(
      name, title: heading.title, category: category?.axis,
      layers: charts.map { chart in
        layer(chart, layers.first { $0["Name"]?.trimmed.isSame(as: chart.name) == true })
      }, at: reader.place)
    overlay.sequence = heading.sequence
    readSurroundings(reader, ranges, into: &overlay)
    checkAxes(overlay, layers)
    checkStyles(overlay, layers)
    return overlay
  }

  /// Reads the parts around the marks: the lines below the title, the summary, and the shown parts.
  private func readSurroundings(
    _ reader: NodeReader, _ ranges: [SummaryRangeDefinition], into overlay: inout OverlayGroupDefinition
  ) {
    overlay.subtitle = reader.text("Subtitle") ?? ""
    overlay.status = reader.text("Status") ?? ""
    for part in OverlayGroupDefinition.parts {
      if let isShown = reader.truth(MetadataVocabulary.attributeName(of: part)) { overlay.shownParts[part] = isShown }
    }
    var summary = SummaryDefinition()
    summary.title = reader.text("SummaryTitle") ?? ""
    summary.polarity = reader.choice("Polarity", of: ChartSummary.Polarity.self)
    summary.keepsTrendHeight = reader.truth("KeepsTrendHeight") ?? false
    summary.ranges = ranges
    let isShown = reader.truth("Summary") ?? false
    if isShown, !overlay.layers.contains(where: { $0.hasSummary }) {
      reader.useless("Summary", "none of its layers has a value for each category")
    }
    overlay.summary = isShown ? summary : nil
    for index in overlay.layers.indices {
      overlay.layers[index].chart.showsSummary = isShown && overlay.layers[index].hasSummary
      overlay.layers[index].chart.summaryTitle = summary.title
      overlay.layers[index].chart.summaryRanges = []
    }
  }

  /// Reports styles of layers that only the first layer determines for the whole overlay.
  private func checkStyles(_ overlay: OverlayGroupDefinition, _ layers: [AttributedNode]) {
    for layer in overlay.layers.dropFirst() {
      let name = layer.chart.name
      guard let node = layers.first(where: { $0["Name"]?.trimmed.isSame(as: name) == true }) else { continue }
      let reader = NodeReader(node, as: MetadataVocabulary.layer, reporting: collector, chart: name)
      for child in node.children {
        if child.name.isSame(as: "TextStyles") {
          reader.report(
            .metadataUnrecognizedItem, level: .warning,
            "TextStyles of \(reader.what) has no effect: the first layer sets the texts of the whole overlay",
            at: child.place, hint: "Move it to the first layer.", details: [.init(.node, "TextStyles")])
        } else if child.name.isSame(as: "Category") {
          let category = reader.reader(child, as: MetadataVocabulary.category)
          for name in ["ShortLabel", "LabelLayout", "Divisions"] {
            category.useless(name, "the first layer, or the group, sets the labels of the whole overlay")
          }
        }
      }
    }
  }

  /// Returns a layer with the names of its axes.
  private func layer(_ chart: ParsedChart, _ node: AttributedNode?) -> LayerDefinition {
    var layer = LayerDefinition(chart)
    guard let node else { return layer }
    let reader = NodeReader(node, as: MetadataVocabulary.layer, reporting: collector, chart: chart.name)
    if let name = reader.text("Axis"), !name.isEmpty {
      let known = LayerDefinition.Axis.allCases.first { $0.rawValue.isSame(as: name) }
      // Another name is on the right, like the second axis.
      layer.axis = known ?? .secondary
      if known == nil { layer.axisName = name }
    }
    layer.categoryAxis = reader.text("CategoryAxis").flatMap { $0.isEmpty ? nil : $0 }
    return layer
  }

  /// Reports axis options of a layer that conflict with those of an earlier layer.
  private func checkAxes(_ overlay: OverlayGroupDefinition, _ layers: [AttributedNode]) {
    for refused in overlay.axes.refused {
      let name = overlay.layers[refused.layer].chart.name
      guard let layer = layers.first(where: { $0["Name"]?.trimmed.isSame(as: name) == true }) else { continue }
      let reader = NodeReader(layer, as: MetadataVocabulary.layer, reporting: collector, chart: name)
      let attribute = MetadataVocabulary.attributeName(of: refused.part, ofValues: refused.isOfValues)
      let category = layer.children.first { $0.name.isSame(as: "Category") }
      let owner = refused.isOfValues ? reader : category.map { reader.reader($0, as: MetadataVocabulary.category) }
      owner?.useless(attribute, "a previous layer, or the group, sets a different value for the same axis")
    }
  }

  /// Returns the charts of a group in sequence order. Nil if none exists or one is invalid: a path with some of the
  /// levels would be misleading.
  private func charts(
    _ names: [String], of reader: NodeReader, _ surroundings: ChartReader.Surroundings
  ) -> [ParsedChart]? {
    // In definition order, for all node names.
    var known = names.map { reader.children($0)[...] }
    let nodes = reader.node.children.filter { node in
      guard let index = known.firstIndex(where: { $0.first?.place == node.place }) else { return false }
      known[index].removeFirst()
      return true
    }
    if nodes.isEmpty { reader.missingNode(names[0]) }
    let chartReader = ChartReader(collector: collector, declarations: declarations)
    var seen = NameSet(collector: collector, level: .warning, hint: "Only the first can be named.")
    let charts = nodes.map { node -> (item: ParsedChart?, sequence: Int?, node: AttributedNode) in
      let chart =
        node.name.isSame(as: "OverlayGroup")
        ? overlayGroup(node)?.chart : chartReader.chart(node, in: surroundings)
      if let chart { _ = seen.insert(chart.name, of: node, surroundings.description) }
      return (chart, chart?.sequence ?? Self.sequence(of: node), node)
    }
    let sorted = reader.inSequence("ChartSequence", charts).compactMap { $0 }
    return sorted.isEmpty || sorted.count < nodes.count ? nil : sorted
  }

  /// Returns the sequence number of an invalid chart, so that it leaves no gap.
  private static func sequence(of node: AttributedNode) -> Int? {
    node["ChartSequence"].flatMap { Int($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil }
  }

  func panel(_ node: AttributedNode) -> PanelDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.panel, reporting: collector)
    let heading = heading(reader)
    let nodes = reader.children("VariableName")
    reader.finish()
    var variables: [(item: NameReference?, sequence: Int?, node: AttributedNode)] = []
    for node in nodes {
      let item = reader.reader(node, as: MetadataVocabulary.variableName)
      let name = item.variableName()
      let sequence = item.sequence("Sequence")
      item.finish()
      var reference: NameReference?
      if let name, name.isRight {
        if declarations.variableNames.contains(where: { $0.isSame(as: name.name) }) {
          reference = NameReference(name.name, at: item.place)
        } else {
          item.undefined(
            "$\(name.name)", "\(reader.what) shows '$\(name.name.shown)', which is not a variable", at: item.place,
            among: declarations.variableNames.map { "$\($0)" }, listing: "Variables")
        }
      }
      variables.append((reference, sequence, node))
    }
    let sorted = reader.inSequence("Sequence", variables, isOptional: true)
    guard let name = heading.name else { return nil }
    return PanelDefinition(name, title: heading.title, variables: sorted.compactMap { $0 }, at: reader.place)
  }
}
