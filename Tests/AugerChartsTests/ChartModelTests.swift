import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct ChartModelTests {
  private func model(_ type: ChartType = .column, cells: Column, series: [ChartLabel]) -> ChartModel {
    ChartModel(
      name: "Sales", type: type,
      levels: [CategoryLevel(column: "Region", values: Column(["Europe", "Pacific", "America"]))], series: series,
      seriesColumn: "Product", dimensions: [ValueDimension(cells: cells)])
  }

  @Test func `A value is found by indices and by labels`() throws {
    let model = try ChartModel(
      .column, categories: ["France", "Japan"], series: ["Bikes", "Bells"], values: [[1, nil], [3, 4]])
    #expect(model[dimension: 0, series: 1, category: 0] == .float(3))
    #expect(model[dimension: 0, series: 0, category: 1] == .null)
    #expect(model[dimension: 0, series: "Bells", category: "Japan"] == .float(4))
    #expect(model[dimension: 0, series: "Bells", category: "Chile"] == nil)
    #expect(model.cells(dimension: 0, series: 1).scalars == [.float(3), .float(4)])
  }

  @Test func `Statistics are exact, per layer, and include category sums`() throws {
    let cells = Column([.max, -5, nil, 1, 7, nil, 2, nil, nil] as [Int64?])
    let model = model(
      cells: cells, series: [ChartLabel(layer: 0), ChartLabel(layer: 0), ChartLabel(layer: 1)])
    let first = model.statistics(dimension: 0, layer: 0)
    #expect(first.minimum == .int(-5))
    #expect(first.maximum == .int(.max))
    #expect(first.minimumSum == .int(2))
    #expect(first.maximumSum == .decimal(Decimal128(unscaled: Int128(Int64.max) + 1, scale: 0)))
    let second = model.statistics(dimension: 0, layer: 1)
    #expect(second.minimum == .int(2))
    #expect(second.maximumSum == .int(2))
    #expect(model.layerCount == 2)
  }

  @Test func `Decimal statistics are exact and float statistics ignore NaN`() throws {
    let decimals = try Column(
      .decimal(precision: 10, scale: 2), ["1.10", "2.25", "0.01"].map { Scalar.decimal(try #require(Decimal128($0))) })
    let exact = model(cells: decimals, series: [ChartLabel()]).statistics(dimension: 0)
    #expect(exact.minimum == .decimal(Decimal128(unscaled: 1, scale: 2)))
    let floats = Column([Double.nan, 2, .infinity])
    let finite = model(cells: floats, series: [ChartLabel()]).statistics(dimension: 0)
    #expect(finite.minimum == .float(2))
    #expect(finite.maximum == .float(2))
    let none = Column([nil, nil, nil] as [Double?])
    #expect(model(cells: none, series: [ChartLabel()]).statistics(dimension: 0) == ValueStatistics())
  }

  @Test func `An inconsistent model fails`() {
    let short = model(cells: Column([1.0]), series: [ChartLabel()])
    #expect(throws: AugerError.self) { try short.validate() }
    let texts = model(cells: Column(["a", "b", "c"]), series: [ChartLabel()])
    #expect(throws: AugerError.self) { try texts.validate() }
    var labels = model(cells: Column([1.0, 2, 3]), series: [ChartLabel()])
    labels.levels[0].labels.removeLast()
    let error = #expect(throws: AugerError.self) { try labels.validate() }
    #expect(error?.code == .invalidChart)
    #expect(error?.message == "level 0 has 2 labels for 3 categories")
  }

  @Test func `Child ranges must be contiguous and cover the finer level`() throws {
    var zoomed = model(cells: Column([1.0, 2, 3]), series: [ChartLabel()])
    let coarse = CategoryLevel(
      column: "World", values: Column(["East", "West"]), firstChild: [0, 2], lastChild: [1, 2],
      cells: [Column([3.0, 3])])
    zoomed.levels.append(coarse)
    try zoomed.validate()
    #expect(zoomed.subcategories(ofCategory: 0, level: 1) == 0..<2)
    #expect(zoomed.value(dimension: 0, series: 0, category: 1, level: 1) == .float(3))
    zoomed.levels[1].firstChild = [0, 1]
    #expect(throws: AugerError.self) { try zoomed.validate() }
    zoomed.levels[1].firstChild = [0, 2]
    zoomed.levels[1].lastChild = [1, 1]
    #expect(throws: AugerError.self) { try zoomed.validate() }
  }

  @Test func `A pie rejects negative slices and names them`() {
    let error = #expect(throws: AugerError.self) {
      try ChartModel(
        .pie, categories: ["Europe", "Pacific"], series: ["Bikes", "Bells"], values: [[1, 2], [3, -4]])
    }
    #expect(error?.code == .negativeSlice)
    #expect(error?.place == "series 'Bells', category 'Pacific'")
  }

  @Test func `Too many series or categories give advice`() throws {
    let names = (1...17).map { "S\($0)" }
    let wide = try ChartModel(.line, categories: ["a"], series: names, values: names.map { _ in [1] })
    #expect(wide.warnings.map(\.code) == [.tooManySeries])
    let long = try ChartModel(.bar, categories: (0...2000).map { "\($0)" }, values: [(0...2000).map { Double($0) }])
    #expect(long.warnings.map(\.message) == ["2001 categories in a Bar chart; 2000 are advised"])
    let pie = try ChartModel(.pie, categories: ["a"], series: names, values: names.map { _ in [1] })
    #expect(pie.warnings.isEmpty)
    let bubbles = try ChartModel(
      .bubble, categories: Column((0...300).map { Int64($0) }), values: [(0...300).map { Double($0) }])
    #expect(bubbles.warnings.map(\.code) == [.tooManyCategories])
  }

  @Test func `An unsuitable format gives advice`() throws {
    let model = try ChartModel(.column, categories: ["a", "b"], values: [[1, nil]], format: .longDate)
    #expect(model.warnings.map(\.code) == [.formatMismatch])
    #expect(model.warnings.map(\.count) == [1])
    #expect(model.valueTexts(dimension: 0) == ["1", ""])
  }

  @Test func `Visible parts follow MAKit's defaults`() throws {
    let bar = try ChartModel(.bar, categories: ["a", "b"], values: [[1, 2]]).display
    #expect(bar.valueAxisAtTop && !bar.legend && !bar.selectedDataLabel && bar.title && bar.horizontalAxis)
    #expect(!bar.horizontalAxisTitle && !bar.verticalAxisTitle)
    let column = try ChartModel(.column, categories: ["a"], series: ["x", "y"], values: [[1], [2]]).display
    #expect(column.legend && !column.valueAxisAtTop && column.selectedDataLabel)
    let pie = try ChartModel(.pie, categories: ["a", "b"], values: [[1, 2]]).display
    #expect(pie.legend && pie.seriesLabels && !pie.horizontalAxis)
  }

  @Test func `Arrays of different lengths fail`() {
    #expect(throws: AugerError.self) { try ChartModel(.column, categories: ["a", "b"], values: [[1]]) }
    #expect(throws: AugerError.self) { try ChartModel(.column, categories: ["a"], series: ["x", "y"], values: [[1]]) }
  }

  @Test func `A model returns the values of its data source`() throws {
    let original = Quarters()
    let model = try ChartModel(name: "q", original)
    #expect(model.levels.map(\.title) == ["Quarter", "Year"])
    #expect(model.visibleLevel == 1)
    #expect(model.dimensions[0].cells.type == .int64)
    let again = try ChartModel(name: "q", model)
    for level in 0..<2 {
      for category in 0..<original.categoryCount(level: level) {
        #expect(again.category(at: category, level: level) == original.category(at: category, level: level))
        #expect(
          again.subcategories(ofCategory: category, level: level)
            == original.subcategories(ofCategory: category, level: level))
        #expect(
          again.value(dimension: 0, series: 0, category: category, level: level)
            == original.value(dimension: 0, series: 0, category: category, level: level))
      }
    }
  }

  private struct Quarters: ChartDataSource {
    let chartTitle = "Quarters"
    let chartType = ChartType.line
    let categoryLevelCount = 2
    func categoryTitle(level: Int) -> String { level == 0 ? "Quarter" : "Year" }
    func categoryCount(level: Int) -> Int { level == 0 ? 8 : 2 }
    func category(at index: Int, level: Int) -> Scalar { .int(Int64(level == 0 ? index % 4 + 1 : 2001 + index)) }
    func subcategories(ofCategory index: Int, level: Int) -> Range<Int> {
      level == 0 ? 0..<0 : index * 4..<index * 4 + 4
    }
    func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar {
      level == 0 ? (category == 3 ? .null : .int(Int64(category))) : .int(Int64(category * 10))
    }
  }
}
