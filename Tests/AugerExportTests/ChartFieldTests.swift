import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import TestSupport
import Testing

/// A change of one property of a chart.
struct PropertyChange: Sendable, CustomTestStringConvertible {
  let property: String
  let chart: ChartCase
  let apply: @Sendable (inout ChartModel) throws -> Void

  init(
    _ property: String, of chart: ChartCase = .column, _ apply: @escaping @Sendable (inout ChartModel) throws -> Void
  ) {
    (self.property, self.chart, self.apply) = (property, chart, apply)
  }

  var testDescription: String { property }

  static let all = [
    PropertyChange("name") { $0.name = "other" },
    PropertyChange("title") { $0.title = "other" },
    PropertyChange("subtitle") { $0.subtitle = "other" },
    PropertyChange("status") { $0.status = "other" },
    PropertyChange("context") { $0.context.parts.append(ChartContext.Part(.filter, title: "a", text: "b")) },
    PropertyChange("type") { $0.type = .bar },
    PropertyChange("chosenStacking") { $0.chosenStacking = .stacked },
    PropertyChange("levels") { $0.levels[0].title = "other" },
    PropertyChange("visibleLevel", of: .zoomed) { $0.visibleLevel = 0 },
    PropertyChange("series") { $0.series[0].text = "other" },
    PropertyChange("seriesColumn") { $0.seriesColumn = "other" },
    PropertyChange("seriesTitle") { $0.seriesTitle = "other" },
    PropertyChange("seriesType") { $0.seriesType = .date },
    PropertyChange("valueAxis") { $0.valueAxis = .logarithmic },
    PropertyChange("axes") { $0.axes.secondValue.padding = 0.25 },
    PropertyChange("plot") { $0.plot.legendPosition = .bottom },
    PropertyChange("annotations") { $0.annotations.append(ChartModel.Annotation("a", value: 1)) },
    PropertyChange("colors") { $0.colors = ["red", nil] },
    PropertyChange("dimensions") { $0.dimensions[0].unit = "t" },
    PropertyChange("items", of: .items) { $0.items?.series = [1, 0, 1] },
    PropertyChange("layers", of: .overlay) { $0.layers[0].unit = "t" },
    PropertyChange("forecast", of: .forecast) { $0.forecast?.confidence = 0.5 },
    PropertyChange("diagram", of: .diagram) { $0.diagram?.nodes[1].charts = ["other"] },
    PropertyChange("content") { $0.content = ChartContent("text") },
    PropertyChange("graph", of: .graph) { $0.graph?.sourceTitle = "other" },
    PropertyChange("incompletePeriod") {
      $0.incompletePeriod = IncompletePeriod(category: 1, lastDay: CivilDate(days: 1), end: CivilDate(days: 2))
    },
    PropertyChange("outliers", of: .ofEverything) { $0.outliers?.values = Column([5] as [Int64]) },
    PropertyChange("multiples") { $0.multiples = [ChartMultiple(value: .int(1), label: "one", model: $0)] },
    PropertyChange("multiplesTitle") { $0.multiplesTitle = "other" },
    PropertyChange("summary", of: .summary) { $0.summary?.title = "other" },
    PropertyChange("table", of: .grid) { $0.table?.columns[0].title = "other" },
    PropertyChange("baselineCells", of: .explored) { $0.baselineCells = [Column([1, 5, 9, 3, nil, 5] as [Double?])] },
    PropertyChange("theme") { $0.theme = "dark" },
    PropertyChange("thresholds") { $0.thresholds.reference = 5 },
    PropertyChange("state") { $0.state.hiddenSeries = [0] },
    PropertyChange("drill", of: .drilled) { $0.drill?.next = "other" },
    PropertyChange("zoom", of: .explored) { $0.zoom = ZoomInfo(level: 0, titles: ["Month", "Quarter", "Year"]) },
    PropertyChange("display") { $0.display.gridLabels.toggle() },
    PropertyChange("style") { $0.style.minDisplayValue = 1 },
    PropertyChange("outlines") { $0.outlines = [String?](repeating: "red", count: $0.series.count * $0.categoryCount) },
    PropertyChange("markup") { $0.markup = [ChartMarkup(.text, [ChartMarkup.Point(0.5, 0.25)], text: "Record")] },
    PropertyChange("receipt") { $0.receipt.queries.append(Receipt.Query(name: "other", rows: 1)) },
    PropertyChange("warnings") { $0.warnings.append(Warning(.formatMismatch, "other", count: 2)) },
    PropertyChange("locale") { $0.locale = ChartLocale("de_CH") },
  ]
}

@Suite struct ChartFieldTests {
  @Test func everyPropertyHasAChange() throws {
    let labels = Mirror(reflecting: try ChartCase.column.model()).children.compactMap { $0.label }
    #expect(Set(labels) == Set(PropertyChange.all.map(\.property)))
  }

  @Test(arguments: PropertyChange.all)
  func changedPropertyIsComparedWrittenAndRead(change: PropertyChange) throws {
    let model = try change.chart.model()
    var changed = model
    try change.apply(&changed)
    #expect(changed != model)
    let bytes = ChartJSON().data(for: changed)
    #expect(bytes != ChartJSON().data(for: model))
    #expect(try JSONSchemaCheck(ChartJSON.schema).findings(in: bytes) == [])
    let read = try ChartJSON().model(from: bytes)
    #expect(read == changed)
    #expect(Self.text(read) == Self.text(changed))
  }

  @Test(arguments: ChartCase.all.filter { $0.name != "strange" } + [.ofEverything])
  func noPropertyOfAPartIsLost(chart: ChartCase) throws {
    let model = try chart.model()
    #expect(Self.text(try ChartJSON().model(from: ChartJSON().data(for: model))) == Self.text(model))
  }

  @Test func `Columns are equal by type and values, regardless of storage`() throws {
    let model = try ChartModel(.column, categories: ["b", "c"], values: [[.nan, nil]])
    var other = try ChartModel(.column, categories: ["a", "b", "c"], values: [[0, .nan, nil]])
    other.levels[0].values = other.levels[0].values[1..<3]
    other.levels[0].labels.removeFirst()
    other.dimensions[0].cells = other.dimensions[0].cells[1..<3]
    #expect(other == model)
    other.dimensions[0].cells = try Column(.decimal(precision: 3, scale: 1), [.null, .null])
    #expect(other != model)
  }

  @Test func `Strings are equal by their bytes`() throws {
    let composed = try ChartModel(.column, "caf\u{E9}", categories: ["e\u{301}"], values: [[1]])
    let decomposed = try ChartModel(.column, "cafe\u{301}", categories: ["e\u{301}"], values: [[1]])
    #expect(composed != decomposed)
    #expect(composed == (try ChartModel(.column, "caf\u{E9}", categories: ["e\u{301}"], values: [[1]])))
  }

  /// Returns all stored properties of a value and its members as text, without the storage of columns and arguments.
  private static func text(_ value: Any) -> String {
    if let column = value as? Column { return "\(column.type) \(column.scalars)" }
    if let arguments = value as? QueryArguments { return arguments.canonicalText }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return "\(value)" }
    var children = mirror.children.map { "\($0.label ?? ""): \(text($0.value))" }
    if mirror.displayStyle == .set { children.sort() }
    return "\(mirror.subjectType)(\(children.joined(separator: ", ")))"
  }
}
