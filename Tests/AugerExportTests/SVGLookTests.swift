import AugerCharts
import AugerColumns
import AugerExport
import Foundation
import TestSupport
import Testing

/// Properties that make pictures easy to read, derived from a comparison with the pictures of other libraries.
@Suite struct SVGLookTests {
  private func elements(_ model: ChartModel, _ size: ChartSize? = ChartSize(width: 640, height: 400)) -> SVGElements {
    SVGElements(SVG(size: size).data(for: model))
  }

  private func pie(_ names: [String], _ type: ChartType = .pie) throws -> ChartModel {
    var model = try ChartModel(.pie, "Shares", categories: names, values: [names.indices.map { Double(10 - $0) }])
    model.type = type
    model.display.legend = true
    return model
  }

  @Test func `A pie with a name at every slice has no legend`() throws {
    func hasLegend(_ elements: SVGElements) -> Bool { elements.all.contains { $0["class"] == "auger-legend" } }
    let few = try pie(["Chrome", "Safari", "Edge", "Firefox"], .donut)
    #expect(!hasLegend(elements(few)))
    for name in ["Chrome", "Firefox"] { #expect(elements(few).all.count { $0.text == name } == 1, "\(name)") }
    // The legend shows the names if the slices have no room for them, or if a slice is missing.
    #expect(hasLegend(elements(few, ChartSize(width: 200, height: 240))))
    var missing = try ChartModel(.pie, "Shares", categories: ["a", "b", "c"], values: [[3, nil, 2]])
    missing.display.legend = true
    #expect(hasLegend(elements(missing)))
  }

  @Test func `A summary that names all series replaces the legend`() throws {
    let chart = try #require(SVGCase.all.first { $0.name == "summary" })
    let model = try chart.model()
    let shown = SVGElements(SVG(size: chart.size).data(for: model))
    #expect(!shown.all.contains { $0["class"] == "auger-legend" })
    #expect(shown.all.contains { $0["class"] == "auger-summary" })
    for label in model.series.map(\.text) { #expect(shown.all.count { $0.text == label } == 1, "\(label)") }
  }

  @Test func `Lines that reach the end have names there instead of a legend`() throws {
    func classes(_ values: [[Double?]], _ change: (inout ChartModel) -> Void = { _ in }) throws -> [String] {
      var model = try ChartModel(
        .line, "Lines", categories: ["a", "b", "c"], series: values.indices.map { "Series \($0)" }, values: values)
      model.display.legend = true
      change(&model)
      let all = elements(model).all
      for series in model.series { #expect(all.count { $0.text == series.text } == 1, "\(series.text)") }
      return all.compactMap { $0["class"] }.filter { ["auger-legend", "auger-line-ends"].contains($0) }
    }
    #expect(try classes([[1, 2, 3], [3, 2, 1]]) == ["auger-line-ends"])
    // Names of close ends move apart, but not far.
    #expect(try classes([[1, 2, 3], [3, 2, 3], [0, 5, 3]]) == ["auger-line-ends"])
    #expect(try classes((0..<8).map { [Double($0), 9, 3] }) == ["auger-legend"])
    // A line that ends early, more lines than names fit, and a restricted axis.
    #expect(try classes([[1, 2, 3], [3, 2, nil]]) == ["auger-legend"])
    #expect(try classes((0..<9).map { [1, 2, Double($0)] }) == ["auger-legend"])
    #expect(try classes([[1, 2, 3], [3, 2, 1]]) { $0.axes.value.upper = .float(2.5) } == ["auger-legend"])
  }

  @Test func `Either all columns have value labels, or none`() throws {
    func labels(
      _ names: [String], _ values: [Double?], _ type: ChartType = .column,
      _ change: (inout ChartModel) -> Void = { _ in }
    ) throws -> [String] {
      var model = try ChartModel(.column, "Columns", categories: names, series: ["s"], values: [values])
      model.type = type
      change(&model)
      return elements(model, ChartSize(width: 360, height: 300)).texts(in: "auger-mark-labels")
    }
    let names = ["a", "b", "c", "d"]
    #expect(try labels(names, [1.5, nil, 31, -3]) == ["1.5", "31", "-3"])
    #expect(try labels(names, [1.5, nil, 31, -3], .bar) == ["1.5", "31", "-3"])
    // If a value is wider than its column, only the axis shows values.
    #expect(try labels(names, [1.5, 2, 1_234_567_890_123.25, 4]) == [])
    #expect(try labels((0..<13).map { "n\($0)" }, (0..<13).map { Double($0) }) == [])
    #expect(try labels(names, [1, 2, 3, 4]) { $0.axes.value.upper = .float(2.5) } == [])
  }

  @Test func `Many lines are thin and have no dots`() throws {
    func line(_ count: Int) throws -> (width: Double, dots: Int) {
      let names = (0..<count).map { "Series \($0)" }
      let model = try ChartModel(
        .line, "Lines", categories: SVGCase.months, series: names, values: SVGCase.waves(12, count))
      let all = elements(model).all
      let width = all.first { $0.name == "path" && $0["stroke-width"] != nil }?.number("stroke-width")
      return (try #require(width), all.count { $0.name == "circle" && $0["fill"] != "none" })
    }
    #expect(try line(3) == (2.25, 36))
    #expect(try line(12) == (1.75, 144))
    #expect(try line(30) == (1.25, 0))
  }

  @Test func `Bubbles cover at most about half of the plot`() throws {
    func largest(_ count: Int) throws -> Double {
      let model = ChartModel(
        name: "Bubbles", title: "Bubbles", type: .bubble,
        levels: [CategoryLevel(column: "x", title: "x", values: Column([] as [Double]))],
        dimensions: [
          ValueDimension(title: "y", cells: Column([] as [Double])),
          ValueDimension(sequence: 2, title: "Size", cells: Column([] as [Double])),
        ],
        items: ChartItems(
          category: Column((0..<count).map { Double($0 % 97) }),
          values: [
            Column((0..<count).map { Double($0 * 37 % 101) }), Column((0..<count).map { Double(1 + $0 % 7) }),
          ]))
      try model.validate()
      return try #require(elements(model).marks.map { $0.number("r") }.max())
    }
    #expect(try largest(20) > 20)
    #expect(try (3..<6).contains(largest(2000)))
  }

  @Test func `Lines of an overlay are drawn above columns of later layers`() throws {
    let chart = try #require(SVGCase.all.first { $0.name == "axis-second-crossing" })
    let drawn = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all.compactMap { $0["data-layer"] }
    #expect(drawn == ["1", "0"])
  }

  @Test func `A picture without a given size is high enough for the names of its bars`() throws {
    func height(_ count: Int, _ type: ChartType = .bar) throws -> Double {
      let names = (0..<count).map { "A product with a long name \($0)" }
      var model = try ChartModel(.bar, "Units", categories: names, values: [names.indices.map { Double($0 + 1) }])
      model.type = type
      let shown = elements(model, nil)
      let labels = shown.all.count { element in names.contains(element.text) }
      #expect(labels == (count <= 40 && type == .bar ? count : labels), "\(count)")
      return try #require(shown.all.first).number("height")
    }
    #expect(try height(6) == 420)
    #expect(try (600..<800).contains(height(40)))
    // With too many names, the picture has its default height.
    #expect(try height(500) == 420)
    #expect(try height(40, .column) == 420)
  }

  private func half(_ name: String) throws -> SVGElements {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    return elements(try chart.model(), ChartSize(width: chart.size.width / 2, height: chart.size.height / 2))
  }

  @Test func `Overlapping labels of annotations move below each other`() throws {
    func texts(_ elements: SVGElements) -> [String: Double] {
      Dictionary(elements.all.filter { $0["stroke-width"] == "3" }.map { ($0.text, $0.number("y")) }) { $1 }
    }
    let small = texts(try half("annotations"))
    #expect(try #require(small["Holidays"]) != (try #require(small["New shop"])))
    #expect((try #require(small["Target"]) - (try #require(small["Closed"]))).magnitude >= 13)
  }

  @Test func `Slices have their value next to the name if it fits`() throws {
    let chart = try #require(SVGCase.all.first { $0.name == "donut" })
    let texts = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all.map(\.text)
    for value in ["$480,000.00", "$351,000.50", "$120,250.00", "$22,400.00", "$12,100.00"] {
      #expect(texts.contains(value), "\(value)")
    }
    // Labels replace the legend, which would use as much room.
    #expect(try !half("donut").all.contains { $0["class"] == "auger-legend" })
  }

  @Test func `A short date axis has calendar dates`() throws {
    for name in ["candlestick", "band", "ohlc"] {
      let texts = try half(name).all.filter { $0.name == "text" }.map(\.text)
      #expect(!texts.contains { $0.hasPrefix("2024-") }, "\(name)")
      #expect(texts.count { $0.hasPrefix("Jan ") || $0.hasPrefix("Feb ") } > 1, "\(name)")
    }
  }

  @Test func `A narrow table shortens numbers before names`() throws {
    let texts = try half("data-grid").all.map(\.text)
    #expect(texts.contains("$1.85M") && texts.contains("Accessori…") && texts.contains("Road-15…"), "\(texts)")
  }

  /// `AUGER_PICTURES=FOLDER` saves the pictures for inspection.
  @Test(arguments: SVGCase.all) func `A picture at half its size is complete`(chart: SVGCase) throws {
    let size = ChartSize(width: (chart.size.width / 2).rounded(), height: (chart.size.height / 2).rounded())
    let bytes = SVG(size: size).data(for: try chart.model())
    let shown = SVGElements(bytes)
    #expect(shown.isWellFormed)
    if let folder = ProcessInfo.processInfo.environment["AUGER_PICTURES"] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(chart.name).svg"))
    }
    for element in shown.all where element.name == "text" {
      let (x, y) = (element.number("x"), element.number("y"))
      #expect(x >= 0 && x <= size.width && y >= 0 && y <= size.height, "\(element.text) at \(x), \(y)")
    }
  }
}
