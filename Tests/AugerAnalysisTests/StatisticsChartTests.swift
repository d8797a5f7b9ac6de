import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Histograms and box plots of samples that numpy has binned. Scripts/statistics-judge.py asks again.
@Suite struct StatisticsChartTests {
  private struct Sample: Decodable {
    var isWhole: Bool
    var values: [Double]
    var edges: [Double]
    var counts: [Int]
    var quartiles: [Double]

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
    var definition = ChartDefinition(
      name: "h", type: .histogram, query: "q", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse("v"))])
    definition.binCount = bins
    return try ChartBuilder(definition).model(from: table, receipt: Receipt())
  }

  @Test func aCategoryColumnOfAHistogramIsNotUsedAndThatIsReported() throws {
    let table = Table([("c", Column(["a", "b"])), ("v", Column([1, 2] as [Int64]))])
    let model = try histogram(table, category: "c")
    #expect(model.warnings.map(\.code) == [.categoryNotUsed])
    #expect(try histogram(table).warnings.isEmpty)
  }

  @Test func binsAreThoseOfNumpy() throws {
    let samples = try Self.samples()
    #expect(samples.count == 120)
    for sample in samples {
      let model = try histogram(sample.table)
      let lower = model.levels[0].values.scalars.compactMap(\.doubleValue)
      let last = try #require(model.levels[0].upperEdges?.scalars.last?.doubleValue)
      #expect(lower.count + 1 == sample.edges.count && zip(lower + [last], sample.edges).allSatisfy(Self.isNear))
      #expect(model.dimensions[0].cells.scalars == sample.counts.map { .int(Int64($0)) }, "\(sample.values)")
    }
  }

  @Test func boxesAreTheQuantilesOfNumpy() throws {
    for sample in try Self.samples() {
      let values = try #require(ValueDefinition(expression: try .parse("v")).boxes)
      let definition = ChartDefinition(
        name: "b", type: .boxPlot, query: "q", category: AxisDefinition(column: "all"), values: values)
      let model = try ChartBuilder(definition).model(from: sample.table, receipt: Receipt())
      let found = model.dimensions.compactMap { $0.cells[0].doubleValue }
      #expect(found.count == 5 && zip(found, sample.quartiles).allSatisfy(Self.isNear), "\(sample.values)")
    }
  }

  @Test func seriesShareTheirBinsAndEmptyOnesAreZero() throws {
    let table = Table([
      ("v", Column([0, 1, 9, 10, nil] as [Int64?])), ("s", Column(["a", "a", "b", "b", "b"])),
    ])
    let model = try histogram(table, series: "s", bins: 5)
    #expect(model.series.map(\.label) == ["a", "b"])
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
