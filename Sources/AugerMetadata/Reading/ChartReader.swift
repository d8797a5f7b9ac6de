import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

/// Reads Chart nodes, and the layers and levels of groups, which are charts too.
struct ChartReader {
  /// The context of a chart, which determines its required attributes.
  struct Surroundings {
    var description = MetadataVocabulary.chart
    var needsName = true
    var needsQuery = true
    var needsCategory = true
    var type: ChartType?
    var query: NameReference?
    var category: AxisDefinition?
    /// The category of an overlay, whose labels its layers have.
    var categoryNode: AttributedNode?
    var grains: GrainDefinition?
    /// True if the dates of a category can be grouped into months, years and so on.
    var groupsDates = true

    static let dashboard = Surroundings()
    /// A single chart in a file, which requires no name (guide, "Chart").
    static let alone = Surroundings(needsName: false)
    /// A chart in a grid, which uses the data of the cell.
    static let grid = Surroundings(
      description: MetadataVocabulary.gridChart, needsQuery: false, groupsDates: false)
  }

  let collector: DiagnosticCollector
  /// The names that its expressions and filters can reference.
  let declarations: Declarations

  /// Returns the chart. Nil after reporting an error.
  func chart(_ node: AttributedNode, in surroundings: Surroundings) -> ParsedChart? {
    let reader = NodeReader(
      node, as: surroundings.description, reporting: collector, chart: node["Name"]?.trimmed)
    let name = reader.text("Name", required: surroundings.needsName)
    let title = reader.text("Title") ?? ""
    let type = reader.choice("ChartType", of: ChartType.self, required: surroundings.type == nil)
    let parts = ChartParts(reader, declarations: declarations)
    let zoom = reader.child("ZoomingLevels").map { parts.zoomingLevels($0) }
    let categoryNode = reader.child(
      "Category",
      required: surroundings.needsCategory && surroundings.category == nil && zoom == nil
        && type?.makesCategories != true)
    let categoryReader = categoryNode.map {
      parts.axis($0, as: MetadataVocabulary.category, needsColumn: zoom == nil && type?.makesCategories != true)
    }
    let query = query(reader, surroundings, isZooming: zoom != nil)
    let seriesNode = reader.child("Series")
    let series = seriesNode.flatMap { parts.axis($0, as: MetadataVocabulary.series, needsColumn: false) }
    let values = reader.child("Values").flatMap { parts.values($0) }
    let filters = reader.child("Filters").map { parts.filterNames($0) } ?? []
    let whatIf = reader.child("WhatIfColumns").map { parts.whatIfColumns($0, isZooming: zoom != nil) } ?? []
    let multiples = reader.child("Multiples").flatMap {
      parts.axis($0, as: MetadataVocabulary.multiples, needsColumn: true)
    }
    let annotations = reader.child("Annotations").map { parts.annotations($0) } ?? []
    let seriesStyles = seriesNode.map { parts.seriesStyles($0) } ?? []
    let textStyles = reader.child("TextStyles").map { parts.textStyles($0) } ?? []
    let summaryRanges = reader.child("SummaryRanges").map { parts.summaryRanges($0) } ?? []
    var grains = categoryNode.flatMap {
      parts.grains($0, isZooming: zoom != nil, isPart: surroundings.description.name.isSame(as: "Layer"))
    }
    if grains != nil, !surroundings.groupsDates, let categoryNode {
      reader.reader(categoryNode, as: MetadataVocabulary.category)
        .useless("Grains", "the dates of treemaps and of charts in grids are not grouped")
      grains = nil
    }
    var attributes = self.attributes(reader)
    reader.finish()
    if let type = type ?? surroundings.type {
      if let values { parts.check(values, for: type) }
      check(reader, categoryNode, type, isZooming: zoom != nil)
      // Treemaps and charts in grids do not group dates.
      if !surroundings.groupsDates || reader.description.name.isSame(as: "Layer") {
        reader.useless("Animation", "only the charts of a dashboard and of drilldown groups are animated")
      }
    }
    let levels = zoom.map { $0.map { parts.completed($0, with: categoryNode) } }
    let category = zoom == nil ? categoryReader?.axis ?? surroundings.category : levels?.first?.category
    guard let type = type ?? surroundings.type,
      let category = category ?? (type.makesCategories ? AxisDefinition(column: "") : nil), var values,
      name != nil || !surroundings.needsName,
      let query = levels?.first.map({ NameReference($0.query, at: $0.queryPlace) }) ?? query
    else { return nil }
    attributes.name = name ?? (title.isEmpty ? "Chart" : title)
    attributes.title = title
    attributes.type = type
    attributes.query = query.name
    attributes.category = category
    attributes.series = series?.axis
    if type.has(.quartiles), values.count == 1, let boxes = values[0].boxes {
      attributes.spread = values[0].expression
      values = boxes
    }
    attributes.values = values
    // A bin is not a value that can be selected, and a node is not a column.
    if type.makesCategories { attributes.drillsByCategory = false }
    attributes.filters = filters
    attributes.zoomingLevels = levels ?? []
    attributes.grains = grains ?? (categoryNode == nil && zoom == nil ? surroundings.grains : nil)
    attributes.whatIfColumns = whatIf
    attributes.annotations = annotations
    attributes.multiples = multiples?.axis
    attributes.style.series = seriesStyles
    attributes.style.texts = textStyles
    attributes.summaryRanges = summaryRanges
    if let node = categoryNode ?? surroundings.categoryNode { parts.readLabels(node, into: &attributes) }
    for expression in attributes.lookExpressions { parts.checkVariables(of: expression) }
    attributes.places = ParsedChart.Places(chart: reader.place, query: query.place)
    return attributes
  }

  /// Reports attributes that a chart of its type does not use.
  private func check(_ reader: NodeReader, _ categoryNode: AttributedNode?, _ type: ChartType, isZooming: Bool) {
    checkThresholds(reader, type)
    checkLook(reader, type)
    checkStyle(reader, categoryNode, type, isZooming: isZooming)
    checkAxes(reader, categoryNode, type, isZooming: isZooming)
    checkPlot(reader, type)
    if !type.has(.bins) { reader.useless("Bins", "only a Histogram has bins") }
    if type.has(.links) {
      reader.useless("Sort", "the nodes of a graph have no order")
      reader.useless("Limit", "a graph shows all of its nodes")
      reader.useless("Axis", "a graph has no axes")
    }
    if !type.has(.points), let categoryNode {
      reader.reader(categoryNode, as: MetadataVocabulary.category)
        .useless("Axis", "only the points of Scatter and Bubble charts lie on an axis of numbers")
    }
    if !type.has(.itemColors) {
      reader.useless("ItemColor", "the colors of a \(type.rawValue) chart have a meaning of their own")
    }
    checkStyles(reader, categoryNode, type)
    if !type.has(.stacks) { reader.useless("Stacking", "a \(type.rawValue) chart cannot be stacked") }
  }

  /// Reports display attributes of a layer, which apply only to overlays, and a summary without a value for each
  /// category.
  private func checkLook(_ reader: NodeReader, _ type: ChartType) {
    if reader.description.name.isSame(as: "Layer") {
      let names = [
        "Subtitle", "Status", "Summary", "SummaryTitle", "Polarity", "KeepsTrendHeight", "ShowsScrubber",
        "ScrubbedSeries",
      ]
      for name in names + ChartDisplay.Part.allCases.map(MetadataVocabulary.attributeName) {
        reader.useless(name, "a layer has no room of its own around it")
      }
    }
    if !type.has(.summary) {
      reader.useless("Summary", "a \(type.rawValue) chart has no value for each category")
    }
  }

  /// Reports axis options of charts without axes, and options of categories that differ between levels.
  private func checkAxes(_ reader: NodeReader, _ category: AttributedNode?, _ type: ChartType, isZooming: Bool) {
    let hasAxes = type.hasValueAxis
    let category = category.map { reader.reader($0, as: MetadataVocabulary.category) }
    for part in AxisOptions.Part.allCases {
      if !hasAxes {
        let name = MetadataVocabulary.attributeName(of: part, ofValues: true)
        reader.useless(name, "a \(type.rawValue) chart has no axis of numbers")
      }
      let name = MetadataVocabulary.attributeName(of: part, ofValues: false)
      if !hasAxes || type.makesCategories {
        category?.useless(name, "the categories of a \(type.rawValue) chart have no axis of their own")
      } else if isZooming {
        category?.useless(name, "each zooming level has an axis of its own")
      }
    }
  }

  /// Reports options for marks that the type does not have.
  private func checkPlot(_ reader: NodeReader, _ type: ChartType) {
    let isLayer = reader.description.name.isSame(as: "Layer")
    for part in PlotOptions.Part.allCases {
      let name = MetadataVocabulary.attributeName(of: part)
      if isLayer, !part.appliesToLayers, part != .legendPosition {
        reader.useless(name, "a layer of an overlay does not have this option")
      } else if !part.applies(to: type) {
        reader.useless(name, "a \(type.rawValue) chart has nothing that it could change")
      }
    }
  }

  /// Reports thresholds without a value axis, and a forecast without a line to continue.
  private func checkThresholds(_ reader: NodeReader, _ type: ChartType) {
    let needed = [
      ("ReferenceValue", type.has(.thresholds)), ("UpperThreshold", type.has(.thresholds)),
      ("LowerThreshold", type.has(.thresholds)), ("PredictiveStartCategory", type.has(.joined)),
      ("Forecast", type.has(.joined)),
    ]
    for (name, isShown) in needed where !isShown {
      guard let attribute = reader.node.attribute(name), !attribute.value.trimmed.isEmpty else { continue }
      reader.report(
        .thresholdsNotShown, level: .warning,
        "\(name) of \(reader.what) is not shown: a \(type.rawValue) chart has none",
        at: attribute.namePlace, hint: "Line and area charts show thresholds and predictions.",
        details: [.init(.attribute, name)])
    }
  }

  /// Returns the query of the chart or its group. Empty in a grid.
  private func query(
    _ reader: NodeReader, _ surroundings: Surroundings, isZooming: Bool
  ) -> NameReference? {
    let isNeeded = surroundings.needsQuery && surroundings.query == nil && !isZooming
    let text = reader.text("Query", required: isNeeded)
    if isZooming, let text, !text.isEmpty {
      reader.report(
        .zoomingQueryUnused, level: .note, "Query of \(reader.what) is not used: its zooming levels have their own",
        at: reader.place(of: "Query"), details: [.init(.attribute, "Query"), .init(.query, text.shown)])
    }
    if let text, !text.isEmpty { return NameReference(text, at: reader.place(of: "Query")) }
    return surroundings.query ?? (isNeeded ? nil : NameReference(""))
  }

  /// Returns a chart with the values of its simple attributes.
  private func attributes(_ reader: NodeReader) -> ParsedChart {
    let aggregate = reader.choice("Aggregate", of: AggregateFunction.ofOneValue.map { ($0.rawValue, $0) })
    let sort = reader.choice("Sort", of: ChartSort.named.map { ($0.name, $0.sort) })
    var chart = ParsedChart(
      name: "", type: .column, query: "", category: AxisDefinition(column: ""), values: [],
      aggregate: aggregate ?? .sum, sort: sort,
      categoryLimit: reader.sequence("Limit"),
      thresholds: ThresholdDefinition(
        reference: reader.number("ReferenceValue"), upper: reader.number("UpperThreshold"),
        lower: reader.number("LowerThreshold"),
        predictiveStart: reader.text("PredictiveStartCategory").flatMap { $0.isEmpty ? nil : $0 }))
    chart.sequence = reader.sequence("ChartSequence")
    let (byCategory, bySeries) = (reader.truth("ByCategory") ?? false, reader.truth("BySeries") ?? false)
    // Without either attribute, both drilldowns are allowed. With one, only that one is allowed.
    chart.drillsByCategory = byCategory || !bySeries
    chart.drillsBySeries = bySeries || !byCategory
    chart.crossFilters = reader.truth("CrossFilter") ?? false
    chart.forecastCount = reader.wholeNumber("ForecastCount", from: 1, to: 1000)
    chart.season = reader.wholeNumber("Season", from: 1, to: 1000)
    chart.forecast = reader.choice("Forecast", of: ParsedChart.Forecast.self)
    if !reader.description.name.isSame(as: "Layer") {
      chart.valueAxis = reader.choice("Axis", of: AxisKind.self) ?? .linear
    }
    chart.valueOptions = reader.axisOptions(ofValues: true)
    chart.plot = reader.plotOptions()
    chart.itemColor = reader.expression("ItemColor")
    chart.style = style(reader)
    readStyles(reader, into: &chart)
    chart.binCount = reader.wholeNumber("Bins", from: 1, to: 10_000)
    chart.stacking = reader.choice("Stacking", of: Stacking.self)
    chart.theme = reader.theme(among: declarations.themes) ?? declarations.theme
    chart.unit = reader.text("Unit") ?? ""
    chart.subtitle = reader.text("Subtitle") ?? ""
    chart.status = reader.text("Status") ?? ""
    let interval = reader.wholeNumber("AnimationInterval", from: 50, to: 10_000)
    if let steps = reader.text("Animation"), !steps.isEmpty {
      chart.animation = AnimationDefinition(steps, interval: interval, at: reader.place(of: "Animation"))
    } else if interval != nil {
      reader.useless("AnimationInterval", "the chart has no Animation")
    }
    chart.showsSummary = reader.truth("Summary") ?? false
    chart.summaryTitle = reader.text("SummaryTitle") ?? ""
    chart.polarity = reader.choice("Polarity", of: ChartSummary.Polarity.self)
    for part in ChartDisplay.Part.allCases {
      if let isShown = reader.truth(MetadataVocabulary.attributeName(of: part)) { chart.shownParts[part] = isShown }
    }
    return chart
  }
}
