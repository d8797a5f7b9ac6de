import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import Testing

/// A chart of regions is the same for a query with one row per region and for one with a row per country.
@Suite struct RollUpLawTests {
  private static let measures = """
    {
            price: avg(price), buyers: countDistinct(buyer), ratio: sum(price * pieces) / sum(pieces),
            middle: median(price), pieces: sum(pieces), dearest: max(price) }
    """

  private static let workspace = """
    sources:
      sales: { adapter: csv, path: sales.csv }
    queries:
      Regions: { source: sales, from: sales, groupBy: [region], measures: \(measures) }
      Countries: { source: sales, from: sales, groupBy: [country, region], measures: \(measures) }
      Kinds: { source: sales, from: sales, groupBy: [region, kind], measures: \(measures) }
      Everything: { source: sales, from: sales, groupBy: [kind, country, region, buyer], measures: \(measures) }
    """

  private func workspace(seed: UInt64) throws -> (Workspace, URL) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func below(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    var text = "region,country,kind,buyer,price,pieces\n"
    for _ in 0..<(20 + below(60)) {
      // One eighth of the prices is missing.
      let price = below(8) == 0 ? "" : "\(below(4000)).\(below(10))"
      text += "R\(below(4)),C\(below(7)),K\(below(3)),B\(below(9)),\(price),\(1 + below(5))\n"
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-law-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("sales.csv"))
    let workspace = try Workspace(
      parsing: .init(name: "auger.yaml", text: Self.workspace), directory: folder.path, adapters: [CSVAdapter()])
    return (workspace, folder)
  }

  private func chart(
    _ name: String, _ query: String, series: String?, _ values: [String], _ aggregate: AggregateFunction
  ) throws -> ParsedChart {
    ParsedChart(
      name: name, type: .column, query: query, category: AxisDefinition(column: "region"),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) },
      aggregate: aggregate)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func partialRowsEqualTheWhole(seed: UInt64) async throws {
    var (workspace, folder) = try workspace(seed: seed)
    defer { try? FileManager.default.removeItem(at: folder) }
    let values = ["price", "buyers", "ratio * 2", "middle", "pieces", "if(pieces > 3, price, buyers)"]
    workspace.dashboards = [
      Dashboard(
        name: "d",
        charts: [
          try chart("Whole", "Regions", series: nil, values, .sum),
          try chart("Parts", "Countries", series: nil, values, .sum),
          try chart("WholeKinds", "Kinds", series: "kind", values, .sum),
          try chart("PartsKinds", "Everything", series: "kind", values, .sum),
          try chart("Mean", "Countries", series: nil, ["price", "avg(ratio)"], .avg),
          try chart("WholeMean", "Regions", series: nil, ["price", "ratio"], .avg),
        ])
    ]
    let pipeline = Pipeline(workspace)
    let dashboard = try pipeline.dashboard("d")
    for (whole, parts) in [("Whole", "Parts"), ("WholeKinds", "PartsKinds"), ("WholeMean", "Mean")] {
      let expected = try await pipeline.chart(whole, of: dashboard)
      let model = try await pipeline.chart(parts, of: dashboard)
      #expect(model.levels[0].labels == expected.levels[0].labels)
      #expect(model.series == expected.series)
      #expect(model.warnings.isEmpty, "\(model.warnings)")
      for index in expected.dimensions.indices {
        let isSame = Self.isNear(model.dimensions[index].cells, expected.dimensions[index].cells)
        #expect(isSame, "seed \(seed), \(parts), \(values[index])")
      }
    }
  }

  private static func isNear(_ a: Column, _ b: Column) -> Bool {
    a.count == b.count
      && zip(a.scalars, b.scalars).allSatisfy { x, y in
        guard let x = x.doubleValue, let y = y.doubleValue else { return x.isNull && y.isNull }
        return (x - y).magnitude <= 1e-9 * x.magnitude
      }
  }
}
