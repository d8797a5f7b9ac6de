import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// Names and values next to a pie.
@Suite struct PieLabelTests {
  private func elements(_ names: [String], _ values: [Double?], width: Double = 640) throws -> SVGElements {
    let model = try ChartModel(.pie, "Trips", categories: Column(names), values: [values])
    return SVGElements(SVG(size: ChartSize(width: width, height: 400)).data(for: model))
  }

  @Test func groupOfSmallSlicesHasAValue() throws {
    let found = try elements((1...20).map { "s\($0)" }, (1...20).map { Double($0) })
    let texts = found.all.filter { $0.name == "text" }.map(\.text)
    #expect(texts.contains("12 others") && texts.contains("78"), "\(texts)")
    #expect(found.marks.count == 20)
    // Eight colors, and gray for the other slices.
    #expect(Set(found.marks.compactMap { $0["fill"] }).count == 9)
  }

  @Test(arguments: [640.0, 420, 320]) func namesAreCompleteAndHaveOneStyle(width: Double) throws {
    let names = ["Mountain Bikes", "Road Bikes", "Touring Bikes", "Helmets", "Gloves", "Caps"]
    let texts = try elements(names, [480_000.25, 351_000.5, 120_250.75, 22_400, 12_100, 3050], width: width).all
      .filter { $0.name == "text" }
    let shown = texts.filter { names.contains($0.text) }
    #expect(!texts.contains { $0.text.hasSuffix("…") }, "\(texts.map(\.text))")
    let values = texts.filter { $0.text.hasPrefix("4800") || $0.text.hasPrefix("3050") }
    #expect(values.isEmpty || values.count == 2 || shown.isEmpty, "\(texts.map(\.text))")
  }
}
