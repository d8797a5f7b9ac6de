import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

@Suite struct VegaTests {
  private static let cases = SVGCase.all.filter { $0.name.hasPrefix("treemap") || $0.name.hasPrefix("graph") }

  private static func rows(_ bytes: [UInt8], _ name: String) throws -> [[String: Any]] {
    let spec = try #require(try JSONValue(Data(bytes)).plain as? [String: Any])
    let data = try #require(spec["data"] as? [[String: Any]])
    return try #require(data.first { $0["name"] as? String == name }?["values"] as? [[String: Any]])
  }

  @Test(arguments: cases) func `A specification is byte for byte as recorded`(chart: SVGCase) throws {
    let bytes = try Vega().data(for: chart.model())
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/Vega/\(chart.name).vg.json") == nil)
  }

  @Test func `At most one of Vega-Lite and Vega supports a chart`() throws {
    for chart in SVGCase.all {
      let model = try chart.model()
      let isLite = (try? VegaLite().data(for: model)) != nil
      let isVega = (try? Vega().data(for: model)) != nil
      #expect(!(isLite && isVega), "\(chart.name)")
      let isTable = model.table != nil || model.diagram != nil || model.type == .dataGrid
      #expect(isLite || isVega || isTable, "\(chart.name)")
      if !isVega {
        // The hint names a format that supports the chart.
        let error = #expect(throws: AugerError.self) { try Vega().data(for: model) }
        #expect(error?.hint?.contains(".vl.json") == isLite, "\(chart.name)")
      }
      if isVega {
        let error = #expect(throws: AugerError.self) { try VegaLite().data(for: model) }
        #expect(error?.hint?.contains(".vg.json") == true, "\(chart.name)")
      }
    }
    #expect(Self.cases.count > 5)
  }

  @Test(arguments: cases) func `Tiles and links have the numbers of the model`(chart: SVGCase) throws {
    let model = try chart.model()
    let bytes = try Vega().data(for: model)
    if let graph = model.graph {
      let links = try Self.rows(bytes, "links")
      #expect(links.count == graph.count)
      for row in links {
        let link = try #require((row["link"] as? Double).map { Int($0) })
        #expect(row["value"] as? Double == graph.weight.cells[link].doubleValue, "\(link)")
        #expect(row["source"] as? String == model.levels[0].labels[Int(graph.sources[link])])
      }
      #expect(try Self.rows(bytes, "nodes").count == model.categoryCount)
      return
    }
    let tiles = try Self.rows(bytes, "tree").filter { $0["value"] != nil }
    for row in tiles {
      let series = try #require((row["seriesIndex"] as? Double).map { Int($0) })
      let category = try #require((row["categoryIndex"] as? Double).map { Int($0) })
      #expect(row["value"] as? Double == model[dimension: 0, series: series, category: category].doubleValue)
    }
    let positive = model.dimensions[0].cells.scalars.filter { ($0.doubleValue ?? 0) > 0 }
    #expect(tiles.count == positive.count)
  }
}
