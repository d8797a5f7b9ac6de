import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// What is drawn where a person scrolled, and what stands beneath categories that have parents.
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

  @Test func chartsInTheRowsOfATableCountAsMarks() throws {
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
  func `Only the categories that the range touches are drawn, under their own numbers`(
    range: ClosedRange<Double>, shown: ClosedRange<Int>
  ) throws {
    let marks = elements(try months(range)).marks
    #expect(Set(marks.map { $0["data-category"] }) == Set(shown.map { "\($0)" }))
    #expect(marks.count == 2 * shown.count)
  }

  @Test func `The whole range is drawn as no range is`() throws {
    #expect(SVG().data(for: try months(0...1, vertical: 0...1)) == SVG().data(for: try months(nil)))
  }

  @Test func `The value axis stands still while categories are scrolled`() throws {
    func ticks(_ range: ClosedRange<Double>?) throws -> [String] {
      elements(try months(range)).all.drop { $0["class"] != "auger-value-axis" }.dropFirst()
        .prefix { $0.name == "text" }.map(\.text)
    }
    #expect(try ticks(0...0.25) == ticks(0.75...1))
    #expect(try ticks(0...0.25).contains("10"))
  }

  @Test func `A part of the value axis has its own ticks, and what is beyond it is clipped`() throws {
    let all = elements(try months(nil, vertical: 0.5...1)).all
    let ticks = all.drop { $0["class"] != "auger-value-axis" }.dropFirst().prefix { $0.name == "text" }.map(\.text)
    #expect(!ticks.contains { $0.hasPrefix("-") })
    #expect(all.contains { $0.name == "clipPath" })
    #expect(all.contains { $0["clip-path"]?.hasPrefix("url(#") == true })
  }

  @Test func `Bars are counted downwards along their own axis`() throws {
    var model = try ChartModel(.bar, categories: SVGCase.months, values: [(1...12).map(Double.init)])
    model.state.verticalRange = Bounds(0...0.25)
    let marks = elements(model).marks
    #expect(marks.map { $0["data-category"] } == ["0", "1", "2"])
  }

  @Test func `Items on an axis of numbers are shown by their place on it`() throws {
    let model = try #require(SVGCase.all.first { $0.name == "window-scatter" }).model()
    // 0...115 on an axis to 120: the third quarter of it.
    #expect(elements(model).marks.map { $0["data-item"] } == (12...18).map { "\($0)" })
  }

  @Test func `What is in view is told in words, and shown on a track`() throws {
    let all = elements(try months(0.25...0.5, vertical: 0...0.5)).all
    let description = try #require(all.first { $0.name == "desc" }).text
    #expect(description.contains("Categories 4 to 6 of 12 are in view."))
    #expect(description.contains("0% to 50% of the vertical axis in view."))
    #expect(all.count { $0["class"] == "auger-window" } == 2)
  }

  @Test(arguments: SVGCase.all)
  func `Every chart can be scrolled anywhere, and nothing leaves the picture`(chart: SVGCase) throws {
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

  /// The names of the coarser levels and where they stand, in the order drawn.
  private func parents(_ name: String) throws -> [(text: String, x: Double, y: Double)] {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    let all = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all
    return all.drop { $0["class"] != "auger-parents" }.dropFirst().prefix { $0.name == "text" || $0.name == "line" }
      .filter { $0.name == "text" }.map { ($0.text, $0.number("x"), $0.number("y")) }
  }

  @Test func `Quarters stand beneath their months, and years beneath the quarters`() throws {
    let names = try parents("nested")
    #expect(
      names.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.text) == [
        "Q1", "Q2", "Q3", "Q4", "Q1", "Q2", "Q3", "Q4", "2024", "2025",
      ])
  }

  @Test func `A parent that is partly in view is named in the middle of what is`() throws {
    let names = try parents("nested-window")
    #expect(names.map(\.text) == ["Q4", "Q1", "Q2", "2024", "2025"])
    #expect(names[0].x == names[3].x)
    #expect(((names[1].x + names[2].x) / 2 - names[4].x).magnitude < 0.02)
  }

  /// The labels of the categories themselves.
  private func labels(_ name: String) throws -> [String] {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    let all = SVGElements(SVG(size: chart.size).data(for: try chart.model())).all
    return all.drop { $0["class"] != "auger-category-axis" }.dropFirst().prefix { $0.name == "text" }.map(\.text)
  }

  @Test(arguments: ["nested", "nested-bar"])
  func `Labels that have no room for all begin anew with each parent`(name: String) throws {
    #expect(try labels(name) == ["Jan", "Apr", "Jul", "Oct", "Jan", "Apr", "Jul", "Oct"])
  }

  @Test func `Where a label for each parent has no room, the parents' names stand alone`() throws {
    #expect(try labels("nested-many") == [])
  }

  @Test func `Names of many parents are thinned out evenly`() throws {
    let names = try parents("nested-many").map(\.text).compactMap { Int($0) }
    #expect(names.count > 3)
    #expect(Set(zip(names, names.dropFirst()).map { $1 - $0 }).count == 1)
  }

  @Test func `A tooltip says which first quarter it is`() throws {
    let model = try #require(SVGCase.all.first { $0.name == "nested-line" }).model()
    let titles = elements(model).all.filter { $0.name == "title" }.map(\.text)
    #expect(titles.contains { $0.hasPrefix("Jan, Q1, 2024: ") })
    #expect(titles.contains { $0.hasPrefix("Jan, Q1, 2025: ") })
  }
}
