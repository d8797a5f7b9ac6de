import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// The visible range after scrolling, and the parent labels below categories.
@Suite struct SVGWindowTests {
  private func elements(_ model: ChartModel) -> SVGElements { SVGElements(SVG().data(for: model)) }

  private func months(_ range: ClosedRange<Double>?, vertical: ClosedRange<Double>? = nil) throws -> ChartModel {
    var model = try ChartModel(
      .column, categories: SVGCase.months, series: ["a", "b"],
      values: [(1...12).map(Double.init), (1...12).map { Double(-$0) }])
    model.state.horizontalRange = range.map { Bounds($0) }
    model.state.verticalRange = vertical.map { Bounds($0) }
    return model
  }

  @Test func chartsInTableRowsCountAsMarks() throws {
    let labels = (0..<40).map { "c\($0)" }
    let small = try ChartModel(.line, categories: labels, values: [labels.indices.map { Double($0) }])
    var model = try ChartCase.grid.model()
    var column = ChartTable.Column(title: "Small", cells: Column([String?](repeating: nil, count: 100)))
    column.charts = [ChartModel?](repeating: small, count: 100)
    model.table = ChartTable(columns: [column])
    var svg = SVG(size: ChartSize(width: 400, height: 240))
    svg.mostMarks = 400
    try svg.check(model)
    svg.mostMarks = 399
    let error = #expect(throws: AugerError.self) { try svg.check(model) }
    #expect(error?.code == .limitExceeded)
  }

  @Test(arguments: [
    (0...0.25, 0...2), (0.25...0.5, 3...5), (0.5...0.75, 6...8), (0.3...0.34, 3...4), (0.99...1, 11...11),
    (0.5...0.5001, 6...6),
  ])
  func `Only categories in the range are drawn, with their own indices`(
    range: ClosedRange<Double>, shown: ClosedRange<Int>
  ) throws {
    let marks = elements(try months(range)).marks
    #expect(Set(marks.map { $0["data-category"] }) == Set(shown.map { "\($0)" }))
    #expect(marks.count == 2 * shown.count)
  }

  @Test func `The full range is drawn like no range`() throws {
    #expect(SVG().data(for: try months(0...1, vertical: 0...1)) == SVG().data(for: try months(nil)))
  }

  @Test func `The value axis does not change while categories scroll`() throws {
    func ticks(_ range: ClosedRange<Double>?) throws -> [String] {
      elements(try months(range)).all.drop { $0["class"] != "auger-value-axis" }.dropFirst()
        .prefix { $0.name == "text" }.map(\.text)
    }
    #expect(try ticks(0...0.25) == ticks(0.75...1))
    #expect(try ticks(0...0.25).contains("10"))
  }

  @Test func `A part of the value axis has its own ticks and clips other values`() throws {
    let all = elements(try months(nil, vertical: 0.5...1)).all
    let ticks = all.drop { $0["class"] != "auger-value-axis" }.dropFirst().prefix { $0.name == "text" }.map(\.text)
    #expect(!ticks.contains { $0.hasPrefix("-") })
    #expect(all.contains { $0.name == "clipPath" })
    #expect(all.contains { $0["clip-path"]?.hasPrefix("url(#") == true })
  }

  @Test func `Bars scroll from the top along the vertical axis`() throws {
    var model = try ChartModel(.bar, categories: SVGCase.months, values: [(1...12).map(Double.init)])
    model.state.verticalRange = Bounds(0...0.25)
    let marks = elements(model).marks
    #expect(marks.map { $0["data-category"] } == ["0", "1", "2"])
  }

  @Test func `Items on a numeric axis are shown by their position`() throws {
    let model = try #require(SVGCase.all.first { $0.name == "window-scatter" }).model()
    // The values 0...115 on an axis up to 120: the third quarter.
    #expect(elements(model).marks.map { $0["data-item"] } == (12...18).map { "\($0)" })
  }

  @Test func `The visible range is described in words and shown on a track`() throws {
    let all = elements(try months(0.25...0.5, vertical: 0...0.5)).all
    let description = try #require(all.first { $0.name == "desc" }).text
    #expect(description.contains("Categories 4 to 6 of 12 are in view."))
    #expect(description.contains("0% to 50% of the vertical axis in view."))
    #expect(all.count { $0["class"] == "auger-window" } == 2)
  }

  @Test(arguments: SVGCase.all)
  func `Every chart can scroll anywhere, and its content stays inside the picture`(chart: SVGCase) throws {
    for (horizontal, vertical) in [(0...0.1, 0.3...1), (0.4...0.6, 0...1), (0.9...1, 0.45...0.5), (0...1, 0...0.01)] {
      var model = try chart.model()
      model.state.horizontalRange = Bounds(horizontal)
      model.state.verticalRange = Bounds(vertical)
      let elements = SVGElements(SVG(size: chart.size).data(for: model))
      #expect(elements.isWellFormed)
      let count = model.levels[model.visibleLevel].count
      let categories = elements.marks.compactMap { $0["data-category"].flatMap { Int($0) } }
      #expect(categories.allSatisfy { $0 < count })
      for element in elements.all where element.name == "text" {
        #expect((0...chart.size.width).contains(element.number("x")), "\(element.text)")
        #expect((0...chart.size.height).contains(element.number("y")), "\(element.text)")
      }
    }
  }

  @Test func `A pie has no axes to scroll`() throws {
    var model = try ChartModel(.pie, categories: ["a", "b"], values: [[1, 2]])
    let whole = SVG().data(for: model)
    model.state.horizontalRange = Bounds(0...0.5)
    #expect(SVG().data(for: model) == whole)
  }

  /// Returns the names of the coarser levels and their positions, in drawing order.
  private func parents(_ name: String) throws -> [(text: String, x: Double, y: Double)] {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    let all = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all
    return all.drop { $0["class"] != "auger-parents" }.dropFirst().prefix { $0.name == "text" || $0.name == "line" }
      .filter { $0.name == "text" }.map { ($0.text, $0.number("x"), $0.number("y")) }
  }

  @Test func `Quarters are below their months, and years below the quarters`() throws {
    let names = try parents("nested")
    #expect(
      names.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.text) == [
        "Q1", "Q2", "Q3", "Q4", "Q1", "Q2", "Q3", "Q4", "2024", "2025",
      ])
  }

  @Test func `The name of a partly visible parent is centered in its visible part`() throws {
    let names = try parents("nested-window")
    #expect(names.map(\.text) == ["Q4", "Q1", "Q2", "2024", "2025"])
    #expect(names[0].x == names[3].x)
    #expect(((names[1].x + names[2].x) / 2 - names[4].x).magnitude < 0.02)
  }

  /// Returns the labels of the categories.
  private func labels(_ name: String) throws -> [String] {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    let all = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all
    return all.drop { $0["class"] != "auger-category-axis" }.dropFirst().prefix { $0.name == "text" }.map(\.text)
  }

  @Test(arguments: ["nested", "nested-bar"])
  func `If labels are thinned out, they restart with each parent`(name: String) throws {
    #expect(try labels(name) == ["Jan", "Apr", "Jul", "Oct", "Jan", "Apr", "Jul", "Oct"])
  }

  @Test func `Only parent names are shown if labels per parent do not fit`() throws {
    #expect(try labels("nested-many") == [])
  }

  @Test func `Names of many parents are thinned out evenly`() throws {
    let names = try parents("nested-many").map(\.text).compactMap { Int($0) }
    #expect(names.count > 3)
    #expect(Set(zip(names, names.dropFirst()).map { $1 - $0 }).count == 1)
  }

  @Test func `A tooltip names the year of a quarter`() throws {
    let model = try #require(SVGCase.all.first { $0.name == "nested-line" }).model()
    let titles = elements(model).all.filter { $0.name == "title" }.map(\.text)
    #expect(titles.contains { $0.hasPrefix("Jan, Q1, 2024: ") })
    #expect(titles.contains { $0.hasPrefix("Jan, Q1, 2025: ") })
  }
}
