import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Histograms and box plots that equal those of numpy. Scripts/statistics-judge.py records the expected values.
@Suite struct StatisticsChartTests {
  private struct Sample: Decodable {
    var isWhole: Bool
    var values: [Double]
    var edges: [Double]
    var counts: [Int]
    var quartiles: [Double]
    /// The values that matplotlib's `boxplot_stats` computes.
    var whiskers: [Double]
    var fliers: [Double]

    var table: Table {
      Table([
        ("v", isWhole ? Column(values.map { Int64($0) }) : Column(values)), ("all", Column(values.map { _ in "x" })),
      ])
    }
  }

  private static func samples() throws -> [Sample] {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Statistics/numpy.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Sample.self, from: Data($0.utf8)) }
  }

  private static func isNear(_ a: Double, _ b: Double) -> Bool {
    (a - b).magnitude <= 1e-12 * max(1, a.magnitude, b.magnitude)
  }

  private func histogram(
    _ table: Table, category: String = "", series: String? = nil, bins: Int? = nil
  ) throws -> ChartModel {
    var definition = ParsedChart(
      name: "h", type: .histogram, query: "q", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse("v"))])
    definition.binCount = bins
    return try ChartBuilder(definition).model(from: table, receipt: Receipt())
  }

  @Test func unusedHistogramCategoryWarns() throws {
    let table = Table([("c", Column(["a", "b"])), ("v", Column([1, 2] as [Int64]))])
    let model = try histogram(table, category: "c")
    #expect(model.warnings.map(\.code) == [.categoryNotUsed])
    #expect(try histogram(table).warnings.isEmpty)
  }

  @Test func binsEqualNumpy() throws {
    let samples = try Self.samples()
    #expect(samples.count == 120)
    // Other tests cover bins of whole numbers and of samples with outliers.
    let others = samples.filter { sample in
      let edges = HistogramBins(sample.values).edges
      let widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
      return !sample.isWhole && (widths.max() ?? 0) < 1.5 * (widths.min() ?? 0)
    }
    #expect(others.count > 56)
    for sample in others {
      let model = try histogram(sample.table)
      let lower = model.levels[0].values.scalars.compactMap(\.doubleValue)
      let last = try #require(model.levels[0].upperEdges?.scalars.last?.doubleValue)
      #expect(lower.count + 1 == sample.edges.count && zip(lower + [last], sample.edges).allSatisfy(Self.isNear))
      #expect(model.dimensions[0].cells.scalars == sample.counts.map { .int(Int64($0)) }, "\(sample.values)")
    }
  }

  @Test func integerBinsHaveARoundWidth() throws {
    let samples = try Self.samples().filter(\.isWhole)
    #expect(samples.count == 40)
    for sample in samples {
      let bins = HistogramBins(sample.values, areWhole: true)
      let width = try #require(bins.edges.dropFirst().first) - bins.edges[0]
      #expect([1, 2, 5, 10, 20, 50].contains(width) && bins.lastNumbers != nil, "\(sample.values)")
      #expect(zip(bins.edges, bins.edges.dropFirst()).allSatisfy { $1 - $0 == width })
      #expect(bins.edges.allSatisfy { $0.remainder(dividingBy: width) == 0 })
      let numpy = sample.edges[1] - sample.edges[0]
      #expect(sample.edges.count <= 2 || max(1, numpy) / width < 1.6 && width / max(1, numpy) < 1.6)
      #expect(sample.values.allSatisfy { bins.index(of: $0) != nil })
      #expect((sample.values.max() ?? 0) < bins.edges[bins.count] && (sample.values.min() ?? 0) < bins.edges[1])
    }
  }

  /// Bins of width 1.5 would count 200, 100, 200 and so on.
  @Test func evenIntegersHaveEvenBins() throws {
    let values = (0..<1200).map { Int64($0 % 12) }
    let model = try histogram(Table([("v", Column(values))]))
    #expect(model.levels[0].labels == (0..<12).map(String.init))
    #expect(model.dimensions[0].cells.scalars == (0..<12).map { _ in .int(100) })
    let ages = try histogram(Table([("v", Column((0..<100).map { Int64(20 + $0 / 2) }))]))
    #expect(ages.levels[0].labels == (4..<14).map { "\(5 * $0) – \(5 * $0 + 4)" })
    #expect(ages.dimensions[0].cells.scalars == (0..<10).map { _ in .int(10) })
  }

  @Test(arguments: [false, true])
  func outlierIsInAWiderBin(areWhole: Bool) throws {
    let values = (0..<1000).map { Double($0 % 100) } + [1_000_000]
    let bins = HistogramBins(values, areWhole: areWhole)
    #expect(bins.count > 8 && bins.edges[bins.count - 1] <= 110 && bins.edges[bins.count] >= 1_000_000)
    let counts = values.reduce(into: [Int](repeating: 0, count: bins.count)) { counts, value in
      if let index = bins.index(of: value) { counts[index] += 1 }
    }
    #expect(counts.reduce(0, +) == 1001 && counts.last == 1 && counts.dropLast().allSatisfy { $0 >= 50 })
    let both = HistogramBins([-1_000_000] + values, areWhole: areWhole)
    #expect(both.edges[0] == -1_000_000 && both.edges[1] >= -10 && both.index(of: -1_000_000) == 0)
    #expect(both.count == bins.count + 1)
  }

  @Test func boxesEqualNumpyQuantiles() throws {
    for sample in try Self.samples() {
      let model = try Self.boxes(sample.table, category: "all")
      let found = model.dimensions.compactMap { $0.cells[0].doubleValue }
      #expect(found.count == 5 && zip(found[1...3], sample.quartiles[1...3]).allSatisfy(Self.isNear))
    }
  }

  @Test func whiskersAndOutliersEqualMatplotlib() throws {
    var beyond = 0
    for sample in try Self.samples() {
      let model = try Self.boxes(sample.table, category: "all")
      let ends = [0, 4].compactMap { model.dimensions[$0].cells[0].doubleValue }
      #expect(ends.count == 2 && zip(ends, sample.whiskers).allSatisfy(Self.isNear), "\(sample.values)")
      let outliers = try #require(model.outliers)
      #expect(outliers.values.scalars.compactMap(\.doubleValue).sorted() == sample.fliers.sorted())
      beyond += outliers.count
    }
    #expect(beyond > 100)
  }

  @Test func outliersBelongToCategoryAndSeries() throws {
    let usual: [Double] = [1, 2, 3, 4, 5]
    var rows: [(String, String, Double?)] = []
    for category in ["b", "a"] { for series in ["y", "x"] { rows += usual.map { (category, series, $0) } } }
    rows += [("b", "x", 50), ("a", "y", -40), ("a", "y", nil)]
    let table = Table([
      ("c", Column(rows.map(\.0))), ("s", Column(rows.map(\.1))), ("v", Column(rows.map(\.2))),
    ])
    let model = try Self.boxes(table, category: "c", series: "s")
    let outliers = try #require(model.outliers)
    // Rows, categories and series have the order of the model: (b, x) is second in both, (a, y) is first.
    #expect(outliers.values.scalars == [.float(50), .float(-40)])
    #expect(outliers.categories == [1, 0] && outliers.series == [0, 1])
    // The other categories are combined into one, and its whiskers use the rows of all of them.
    var state = ItemState()
    state.sort = SortState(.category, isDescending: true, top: 1)
    let top = try Self.boxes(table, category: "c", series: "s", state)
    #expect(top.levels[0].labels == ["b", "Other"])
    #expect(top.outliers?.categories == [0, 1] && top.outliers?.series == [0, 1])
    // For aggregated values, the individual rows are unknown.
    #expect(
      try ChartBuilder(Self.definition("c", [ValueDefinition(expression: .parse("sum(v)"))])).model(
        from: table, receipt: Receipt()
      ).outliers == nil)
  }

  private static func definition(
    _ category: String, series: String? = nil, _ values: [ValueDefinition], spread: AugerExpressions.Expression? = nil
  ) -> ParsedChart {
    var definition = ParsedChart(
      name: "b", type: .boxPlot, query: "q", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) }, values: values)
    definition.spread = spread
    return definition
  }

  private static func boxes(
    _ table: Table, category: String, series: String? = nil, _ state: ItemState = ItemState()
  ) throws -> ChartModel {
    let value = ValueDefinition(expression: try .parse("v"))
    var builder = ChartBuilder(
      definition(category, series: series, try #require(value.boxes), spread: value.expression))
    builder.state = state
    return try builder.model(from: table, receipt: Receipt())
  }

  @Test func seriesShareBins() throws {
    let table = Table([
      ("v", Column([0, 1, 9, 10, nil] as [Int64?])), ("s", Column(["a", "a", "b", "b", "b"])),
    ])
    let model = try histogram(table, series: "s", bins: 5)
    #expect(model.series.map(\.text) == ["a", "b"])
    #expect(model.levels[0].labels == ["0 – 2", "2 – 4", "4 – 6", "6 – 8", "8 – 10"])
    #expect(model.cells(dimension: 0, series: 0).scalars == [.int(2), .int(0), .int(0), .int(0), .int(0)])
    #expect(model.cells(dimension: 0, series: 1).scalars == [.int(0), .int(0), .int(0), .int(0), .int(2)])
    #expect(model.warnings.map(\.code) == [.valueNotBinned])
    #expect(model.warnings[0].count == 1)
  }

  @Test func valuesWithoutNumbersHaveNoBins() throws {
    let model = try histogram(Table([("v", Column([nil, nil] as [Double?]))]))
    #expect(model.categoryCount == 0)
    #expect(HistogramBins([.nan, .infinity]).count == 0)
    #expect(HistogramBins([-1e308, 1e308]).count == 2)
    #expect(HistogramBins([3, 3]).edges == [2.5, 3.5])
    #expect(throws: DiagnosticError.self) { try histogram(Table([("w", Column(["a"]))])) }
  }
}
