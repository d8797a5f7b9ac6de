import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct OverlayTests {
  private func layer(
    _ name: String, _ type: ChartType, series: String? = nil, values: [String] = ["v"],
    axis: LayerDefinition.Axis = .primary
  ) throws -> LayerDefinition {
    LayerDefinition(
      ParsedChart(
        name: name, title: "Title of \(name)", type: type, query: name, category: AxisDefinition(column: "c"),
        series: series.map { AxisDefinition(column: $0) },
        values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) }),
      axis: axis)
  }

  private func model(
    _ layers: [LayerDefinition], _ tables: [Table], _ change: (inout OverlayGroupDefinition) -> Void = { _ in }
  ) throws -> ChartModel {
    let models = try zip(layers, tables).map {
      try ChartBuilder($0.chart).model(
        from: $1, receipt: Receipt(queries: [Receipt.Query(name: $0.chart.query, rows: 1)]))
    }
    var definition = OverlayGroupDefinition("Both", title: "Both", layers: layers)
    change(&definition)
    return try OverlayBuilder(definition).model(of: models, locale: ChartLocale())
  }

  /// The values over all categories are those of the rows of each layer: 60, and the average of 1, 2 and 6.
  @Test func summaryHasTheValuesOfTheLayers() throws {
    let layers = try [layer("A", .column), layer("B", .line, values: ["avg(v)"], axis: .secondary)].map { layer in
      var layer = layer
      layer.chart.showsSummary = true
      return layer
    }
    let tables = [
      Table([("c", Column([1, 1, 3] as [Int64])), ("v", Column([10, 20, 30] as [Int64]))]),
      Table([("c", Column([1, 1, 3] as [Int64])), ("v", Column([1, 2, 6] as [Int64]))]),
    ]
    func model(_ layers: [LayerDefinition]) throws -> ChartModel {
      try self.model(layers, tables) {
        $0.summary = SummaryDefinition()
        $0.summary?.title = "Both together"
        $0.summary?.ranges = [SummaryRangeDefinition(from: "1", to: "3"), SummaryRangeDefinition(from: "3", to: "4")]
      }
    }
    let both = try model(layers)
    let whole = try #require(both.summaryOfWhole)
    #expect(whole.title == "Both together" && whole.values == [.int(60), .float(3)])
    #expect(both.summaryTitles == ["Title of A", "Title of B"])
    // The values on two axes cannot be compared, and averages do not add up.
    #expect(whole.trend == nil)
    #expect(both.summary?.separateSeries == [1])
    #expect(both.summariesOfRanges.map { $0.values.map(\.doubleValue) } == [[60, nil]])
    #expect(both.warnings.map(\.code) == [.summaryNotShown])
    var comparable = layers
    comparable[1].axis = .primary
    #expect(try model(comparable).summaryOfWhole?.trend == 60.0 / 3 - 1)
    // A layer without a summary has no total.
    comparable[1].chart.showsSummary = false
    #expect(try model(comparable).summaryOfWhole?.values == [.int(60), .null])
  }

  @Test func overlayHasTheCategoriesOfAllLayers() throws {
    let model = try model(
      [try layer("A", .column), try layer("B", .line, series: "s", axis: .secondary)],
      [
        Table([("c", Column([1, 3] as [Int64])), ("v", Column([10, 30] as [Int64]))]),
        Table([("c", Column([2, 3, 3] as [Int64])), ("s", Column(["x", "x", "y"])), ("v", Column([0.5, 0.25, 4]))]),
      ])
    #expect(model.levels[0].values.scalars == [.int(1), .int(2), .int(3)])
    #expect(model.series.map(\.text) == ["Title of A", "x", "y"])
    #expect(model.series.map(\.layer) == [0, 1, 1])
    #expect(model.layers.map(\.axis) == [.primary, .secondary])
    #expect(
      model.dimensions[0].cells.scalars == [
        .float(10), .null, .float(30), .null, .float(0.5), .float(0.25), .null, .null, .float(4),
      ])
    #expect(model.receipt.queries.map(\.name) == ["A", "B"])
    #expect(model.statistics(dimension: 0, layer: 1).maximum == .float(4))
  }

  @Test func layersDetermineTheirAxis() throws {
    func options(_ parts: [(AxisOptions.Part, String)]) -> AxisOptions {
      var options = AxisOptions()
      for (part, text) in parts {
        let isSet = options.set(part, text)
        #expect(isSet)
      }
      return options
    }
    var layers = [try layer("A", .column), try layer("B", .line, axis: .secondary), try layer("C", .line)]
    layers[0].chart.valueOptions = options([(.range, "0..10")])
    layers[1].chart.valueOptions = options([(.range, "0..1"), (.gaps, "0.2..0.4")])
    layers[2].chart.valueOptions = options([(.ticks, "every 5"), (.range, "0..10")])
    layers[2].chart.category.options = options([(.padding, "0.5")])
    let tables = layers.map { _ in Table([("c", Column([1, 3] as [Int64])), ("v", Column([10, 30] as [Int64]))]) }
    let model = try model(layers, tables)
    #expect(model.axes.value == options([(.range, "0..10"), (.ticks, "every 5")]))
    #expect(model.axes.secondValue == options([(.range, "0..1"), (.gaps, "0.2..0.4")]))
    #expect(model.axes.category == options([(.padding, "0.5")]))
    #expect(model.warnings.isEmpty)
    layers[2].chart.valueOptions = options([(.range, "0..20"), (.crossing, "5")])
    layers[1].chart.category.options = options([(.padding, "0.25")])
    let other = try self.model(layers, tables)
    #expect(other.axes.value == options([(.range, "0..10"), (.crossing, "5")]))
    #expect(other.warnings.map(\.code) == [.axisNotApplied, .axisNotApplied])
    // If all layers use the second axis, only one axis is drawn.
    for index in layers.indices { layers[index].axis = .secondary }
    #expect(try self.model(layers, tables).axes.secondValue.isEmpty)
  }

  @Test func layersKeepTheirItemColors() throws {
    var layers = [try layer("A", .column), try layer("B", .line, values: ["v", "v + 1"])]
    layers[1].chart.itemColor = try .parse("if(c == 3, 'red', null)")
    let model = try model(
      layers,
      [
        Table([("c", Column([1, 2] as [Int64])), ("v", Column([10, 30] as [Int64]))]),
        Table([("c", Column([3, 1] as [Int64])), ("v", Column([1, 2] as [Int64]))]),
      ])
    #expect(model.colors == [nil, nil, nil, nil, nil, "red", nil, nil, "red"])
  }

  @Test func unsupportedLayerSettingsWarn() throws {
    let numbers = Column(Array(1...12 as ClosedRange<Int64>))
    let table = Table([("c", numbers), ("v", numbers)])
    var (first, second) = (try layer("A", .column), try layer("B", .line))
    first.chart.thresholds.upper = 30
    second.chart.thresholds.upper = 30
    #expect(try model([first, second], [table, table]).warnings.isEmpty)
    second.chart.thresholds.upper = 35
    second.chart.thresholds.reference = 5
    second.chart.stacking = .percent
    second.chart.forecast = .linear
    second.chart.forecastCount = 2
    let warnings = try model([first, second], [table, table]).warnings.filter { $0.code == .layerNotShown }
    #expect(
      warnings.map(\.message) == [
        "the reference value of layer 'B' is not drawn over others",
        "the upper threshold of layer 'B' is not drawn over others",
        "the interval of the forecast of layer 'B' is not drawn over others",
        "the Stacking of layer 'B' is not drawn over others",
      ])
  }

  @Test func additionalLayerValuesAreAdditionalSeries() throws {
    let table = Table([("c", Column(["a"])), ("v", Column([1.0])), ("w", Column([2.0]))])
    let model = try model([try layer("A", .line, values: ["v", "w"])], [table])
    #expect(model.series.map(\.text) == ["v", "w"])
    #expect(model.dimensions.count == 1)
  }

  @Test func layersWithDifferentCategoryTypesFail() throws {
    #expect(throws: DiagnosticError.self) {
      try model(
        [try layer("A", .column), try layer("B", .line)],
        [
          Table([("c", Column(["a"])), ("v", Column([1.0]))]),
          Table([("c", Column([2] as [Int64])), ("v", Column([1.0]))]),
        ])
    }
  }

  @Test func gridHasColorsAndCharts() throws {
    let chart = ParsedChart(
      name: "Trend", type: .line, query: "", category: AxisDefinition(column: "m"),
      values: [ValueDefinition(expression: try .parse("a"))])
    let grid = DataGridDefinition(
      name: "Grid", query: "q",
      columns: [
        DataGridColumn(value: try .parse("k"), isHeader: true),
        DataGridColumn(.chart("Trend"), value: try .parse("data")),
        DataGridColumn(.variance, value: try .parse("x - 2"), color: try .parse("if(x > 2, 'green', 'crimson')")),
      ], charts: [chart])
    let table = Table([("k", Column(["a", "b"])), ("x", Column([3, 1] as [Int64]))])
    let trend = Table([("m", Column([1, 2] as [Int64])), ("a", Column([5.0, 6]))])
    let model = try GridBuilder(grid).model(from: table, cells: [[], [trend, nil], []], receipt: Receipt())
    let shown = try #require(model.table)
    #expect(shown.columns[1].charts?.map { $0?.categoryCount } == [2, nil])
    #expect(shown.columns[2].colors == ["green", nil])
    #expect(model.warnings.map(\.code) == [.unknownColor])
  }
}
