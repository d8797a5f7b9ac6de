import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// The marks of layers are at the positions of their categories.
@Suite struct OverlayLookTests {
  private func overlay(_ types: [(ChartType, ChartLayer.Axis)], values: [Double?] = [5, 7, 6]) throws -> ChartModel {
    let names = types.indices.map { "Layer \($0)" }
    var model = try ChartModel(
      .column, "Layers", categories: ["a", "b", "c"], series: names, values: types.map { _ in values })
    for (index, type) in types.enumerated() {
      model.series[index].layer = index
      model.layers.append(ChartLayer(name: names[index], title: names[index], type: type.0, axis: type.1))
    }
    return model
  }

  private func elements(_ model: ChartModel) -> SVGElements {
    SVGElements(SVG(size: ChartSize(width: 640, height: 400)).data(for: model))
  }

  private func middles(_ elements: SVGElements) -> [Double] {
    elements.all.filter { $0.name == "rect" && $0["data-category"] != nil }
      .map { $0.number("x") + $0.number("width") / 2 }
  }

  /// Returns an overlay of prices, whose four values are combined in one model.
  private func prices(with type: ChartType) throws -> ChartModel {
    var model = try overlay([(type, .secondary), (.candlestick, .primary)])
    let volume: [Double?] = [900, 700, 800]
    let rows: [[Double?]] = [[5, 7, 6], [8, 9, 9], [4, 5, 5], [7, 6, 8]]
    model.dimensions = rows.enumerated().map { index, row in
      ValueDimension(sequence: index + 1, cells: Column((index == 0 ? volume : [nil, nil, nil]) + row))
    }
    return model
  }

  @Test func candlesHaveBodiesAboveTheVolumeColumns() throws {
    let elements = elements(try prices(with: .column))
    let columns = middles(elements)
    let bodies = elements.all.filter { $0.name == "rect" && $0["data-category"] == nil && $0.number("width") < 30 }
      .filter { $0.number("width") > 9 && $0["rx"] == nil && $0.number("height") > 1 }
    #expect(columns.count == 3)
    let centers = bodies.map { $0.number("x") + $0.number("width") / 2 }
    for column in columns { #expect(centers.contains { ($0 - column).magnitude < 0.1 }, "\(columns) \(centers)") }
    #expect(columns[1] - columns[0] > 100)
  }

  @Test func errorBarsAreAtTheirColumns() throws {
    let model = try overlay([(.column, .primary), (.column, .primary), (.errorBar, .primary), (.errorBar, .primary)])
    let elements = elements(model)
    let columns = middles(elements).sorted()
    let points = elements.all.filter { $0.name == "circle" }.map { $0.number("cx") }.sorted()
    #expect(points.count == 6 && columns.count == 6)
    for (column, point) in zip(columns, points) { #expect((column - point).magnitude < 0.1) }
  }

  @Test func twoAxesAreNamedByTheirLayers() throws {
    let texts = elements(try overlay([(.column, .primary), (.line, .secondary)])).all.filter { $0.name == "text" }
    for name in ["Layer 0", "Layer 1"] {
      #expect(texts.contains { $0.text == name && $0["font-weight"] == "bold" }, "\(name)")
    }
    let single = elements(try overlay([(.column, .primary), (.line, .primary)])).all.filter { $0.name == "text" }
    #expect(!single.contains { $0.text == "Layer 0" && $0["font-weight"] == "bold" })
  }
}
