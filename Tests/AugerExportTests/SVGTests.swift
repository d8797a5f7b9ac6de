import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import TestSupport
import Testing

@Suite struct SVGTests {
  @Test(arguments: SVGCase.all)
  func `A chart is drawn byte for byte as recorded`(chart: SVGCase) throws {
    let model = try chart.model()
    try model.validate()
    let bytes = SVG(size: chart.size).data(for: model)
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/SVG/\(chart.name).svg") == nil)
    #expect(SVG(size: chart.size).data(for: try chart.model()) == bytes)
    if chart.isDark {
      let dark = SVG(theme: .dark, size: chart.size).data(for: model)
      #expect(try Golden.difference(dark, from: "Fixtures/Cases/SVG/\(chart.name)-dark.svg") == nil)
    }
  }

  @Test(arguments: [ChartSize(width: 1024, height: 700), ChartSize(width: 768, height: 1400)])
  func `A dashboard is drawn byte for byte as recorded`(size: ChartSize) throws {
    let name = size.width > size.height ? "dashboard-landscape" : "dashboard-portrait"
    for theme in [Theme.light, .dark] {
      let bytes = try SVGCase.dashboard(theme, size).data()
      #expect(
        try Golden.difference(bytes, from: "Fixtures/Cases/SVG/\(name)\(theme == .dark ? "-dark" : "").svg") == nil)
      #expect(SVGElements(bytes).isWellFormed)
    }
  }

  @Test(arguments: SVGCase.all)
  func `Every picture is well-formed XML`(chart: SVGCase) throws {
    let elements = SVGElements(SVG(size: chart.size).data(for: try chart.model()))
    #expect(elements.isWellFormed)
    #expect(elements.all.first?.name == "svg")
  }

  private func elements(_ name: String, theme: Theme = .light) throws -> SVGElements {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    return SVGElements(SVG(theme: theme, size: chart.size).data(for: try chart.model()))
  }

  @Test(arguments: ["column", "stacked-column", "bar", "line", "pie-series", "bubble", "negative", "scatter"])
  func `Each existing value has one mark`(name: String) throws {
    let model = try #require(SVGCase.all.first { $0.name == name }).model()
    let elements = try elements(name)
    if let items = model.items {
      #expect(elements.marks.count == items.count)
      #expect(Set(elements.marks.map { $0["data-item"] }).count == items.count)
      return
    }
    var present: Set<String> = []
    for series in model.series.indices {
      for category in 0..<model.categoryCount {
        let value = model[dimension: 0, series: series, category: category].doubleValue
        if let value, model.type != .pie || value > 0 { present.insert("\(series) \(category)") }
      }
    }
    guard model.type != .bubble else {
      #expect(elements.marks.count == present.count)
      return
    }
    let drawn = elements.marks.map { "\($0["data-series"] ?? "") \($0["data-category"] ?? "")" }
    #expect(Set(drawn) == present)
    #expect(drawn.count == present.count)
  }

  @Test func `The height of a column is proportional to its value`() throws {
    let heights = try elements("column-single").marks.map { $0.number("height") }
    let values = [12, 15, 9, 22, 31, 18, 25, 27, 30, 12, 8, 5.0]
    for (height, value) in zip(heights, values) {
      #expect((height / heights[0] - value / 12).magnitude < 0.001)
    }
  }

  @Test func `Negative values extend below the baseline of positive values`() throws {
    let elements = try elements("negative")
    let baseline = try #require(elements.all.first { $0["class"] == "auger-baseline" }).number("y1")
    for mark in elements.marks {
      let series = try #require(mark["data-series"].flatMap { Int($0) })
      let category = try #require(mark["data-category"].flatMap { Int($0) })
      let value = [[12.5, -8.25, -3, 4, 9], [-2, -11, 1.5, 6, -0.25]][series][category]
      let edge = value < 0 ? mark.number("y") : mark.number("y") + mark.number("height")
      #expect((edge - baseline).magnitude < 0.02)
    }
  }

  @Test func `A null interrupts a line`() throws {
    let model = try ChartModel(.line, categories: ["a", "b", "c", "d", "e"], values: [[1, 2, nil, 3, 4]])
    let lines = SVGElements(SVG().data(for: model)).all.filter { $0["stroke-linejoin"] != nil }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { ($0["d"] ?? "").filter { $0 == "L" }.count == 1 })
  }

  @Test func `A value between two nulls is a dot for any number of categories`() throws {
    var values = [Double?](repeating: nil, count: 1000)
    values[500] = 3
    let model = try ChartModel(.line, categories: (0..<1000).map { "c\($0)" }, values: [values])
    let marks = SVGElements(SVG().data(for: model)).marks
    #expect(marks.map { $0["data-category"] } == ["500"])
  }

  @Test func `The value axis of a bar chart is at the top by default`() throws {
    func heights(atTop: Bool) throws -> (values: Double, marks: Double) {
      var model = try ChartModel(.bar, categories: ["a", "b"], values: [[1, 2]])
      model.display.valueAxisAtTop = atTop
      let all = SVGElements(SVG().data(for: model)).all
      let texts = all.drop { $0["class"] != "auger-value-axis" }.dropFirst().prefix { $0.name == "text" }
      let marks = all.filter { $0["data-category"] != nil }
      return (try #require(texts.first).number("y"), try #require(marks.first).number("y"))
    }
    let top = try heights(atTop: true)
    #expect(top.values < top.marks)
    let bottom = try heights(atTop: false)
    #expect(bottom.values > bottom.marks)
  }

  @Test func `A legend is drawn only if the model has one`() throws {
    var model = try ChartModel(.column, categories: ["a"], series: ["x", "y"], values: [[1], [2]])
    func hasLegend() -> Bool { SVGElements(SVG().data(for: model)).all.contains { $0["class"] == "auger-legend" } }
    #expect(hasLegend())
    model.display.legend = false
    #expect(!hasLegend())
    let single = try ChartModel(.column, categories: ["a"], values: [[1]])
    #expect(!SVGElements(SVG().data(for: single)).all.contains { $0["class"] == "auger-legend" })
  }

  @Test func `Items beyond a threshold are highlighted, and items at it are not`() throws {
    let marked = try elements("line-thresholds").marks.filter { $0["data-outside"] != nil }
    #expect(marked.map { $0["data-category"] } == ["2", "6", "11"])
    #expect(marked.map { $0["data-outside"] } == ["upper", "lower", "upper"])
  }

  @Test func `Predicted lines are dashed, and predicted columns are hatched`() throws {
    let lines = try elements("line-thresholds").all.filter { $0["stroke-linejoin"] != nil }
    #expect(lines.map { $0["stroke-dasharray"] != nil } == [false, true])
    let columns = try elements("column-thresholds").marks
    for column in columns {
      let isPredicted = (column["data-category"].flatMap { Int($0) } ?? 0) >= 10
      #expect((column["fill"]?.hasPrefix("url(#") ?? false) == isPredicted)
    }
  }

  @Test func `The visible level is drawn with its own values`() throws {
    let elements = try elements("zoomed")
    #expect(elements.marks.count == 2)
    #expect(elements.all.contains { $0.text == "2025" })
  }

  @Test func `A picture has a title and a description for screen readers`() throws {
    let elements = try elements("column")
    let root = try #require(elements.all.first)
    #expect(root["role"] == "img")
    let ids = try #require(root["aria-labelledby"]).split(separator: " ").map(String.init)
    let named = ids.compactMap { id in elements.all.first { $0["id"] == id } }
    #expect(named.map(\.name) == ["title", "desc"])
    #expect(named.map(\.text).first == "Sales by country and product")
    #expect(named.last?.text.contains("6 categories (Country), 3 series") == true)
    #expect(named.last?.text.contains("from $") == true)
  }

  @Test(arguments: SVGCase.all)
  func `All text is inside the picture`(chart: SVGCase) throws {
    let elements = SVGElements(SVG(size: chart.size).data(for: try chart.model()))
    for element in elements.all where element.name == "text" && element["transform"] == nil {
      // A generous estimate of the width, because the test checks the font metrics.
      let width = Double(element.text.unicodeScalars.count) * 0.4 * (Double(element["font-size"] ?? "") ?? 11)
      let x = element.number("x")
      let anchor = element["text-anchor"] ?? "start"
      let left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x
      #expect(left >= 0 && left + width <= chart.size.width, "\(element.text)")
      #expect(element.number("y") > 0 && element.number("y") <= chart.size.height, "\(element.text)")
    }
  }

  /// Checks that the labels below the categories of a line do not overlap, and returns their texts.
  @discardableResult
  private func labelsApart(_ model: ChartModel, _ name: String) -> [String] {
    let all = SVGElements(SVG().data(for: model)).all
    let texts = all.drop { $0["class"] != "auger-category-axis" }.dropFirst().prefix { $0.name == "text" }
    #expect(texts.count > 1)
    var end = -Double.infinity
    var last = Double.nan
    // A separate line shows the number of displayed names.
    for text in texts where text["transform"] == nil && !text.text.hasSuffix(" names") {
      // This is the next line of the same label.
      if text.number("x") == last { continue }
      last = text.number("x")
      let half = Double(text.text.count) * 11 * 0.5 / 2
      #expect(text.number("x") - half > end, "\(name): \(text.text)")
      end = text.number("x") + half
    }
    let slanted = texts.filter { $0["transform"] != nil }.map { $0.number("x") }
    for (a, b) in zip(slanted, slanted.dropFirst()) { #expect(b - a >= 14) }
    return texts.map(\.text)
  }

  @Test(arguments: [false, true])
  func `Labels below an axis do not touch each other`(isDate: Bool) throws {
    for count in [2, 7, 12, 30, 75, 300] {
      let names = (0..<count).map { "Category \($0)" }
      let days = Column((0..<count).map { CivilDate(days: Int32(19_000 + 9 * $0)) })
      let model = try ChartModel(
        .line, "", categories: isDate ? days : Column(names), values: [(0..<count).map { Double($0) }])
      labelsApart(model, "\(count)")
    }
  }

  @Test func `Date labels that are too close are omitted`() throws {
    func shown(_ days: [Int32]) throws -> [String] {
      var model = try ChartModel(
        .line, "", categories: Column(days.map { CivilDate(days: 8_126 + $0) }), values: [days.map { Double($0) }])
      // If the author set a date format, each label is the date of a category.
      model.levels[0].format = .pattern("yyyy-MM-dd")
      return labelsApart(model, "\(days)")
    }
    // Months of a file from 1992 and 1993. Most months have no rows.
    let months = try shown([0, 30, 122, 244, 579])
    #expect(months == ["1992-04-01", "1992-08-01", "1992-12-01", "1993-11-01"])
    // The last date is far from all others, and no date between them has room for a label.
    let far = try shown(Array(0..<30) + [2_000])
    #expect(far == ["1992-04-01", "1997-09-22"])
    #expect(try shown((0..<40).map { $0 * $0 }).count > 4)
  }

  @Test func `Numbers have at most two decimals and no exponent`() throws {
    for chart in SVGCase.all {
      for element in SVGElements(SVG(size: chart.size).data(for: try chart.model())).all {
        for name in ["x", "y", "width", "height", "cx", "cy", "r", "x1", "y2"] {
          guard let text = element[name] else { continue }
          let parts = text.split(separator: ".", omittingEmptySubsequences: false)
          #expect(parts.count <= 2 && (parts.count < 2 || (1...2).contains(parts[1].count)), "\(text)")
          #expect(!text.contains("e") && text != "-0", "\(text)")
        }
      }
    }
  }

  @Test func `Two thousand categories of sixteen series are all drawn`() throws {
    let names = (0..<2000).map { "Category \($0)" }
    let series = (0..<16).map { "Series \($0)" }
    let values: [[Double?]] = (0..<16).map { s in (0..<2000).map { Double(($0 * 7919 + s * 131) % 1000) } }
    let model = try ChartModel(.column, "Many", categories: names, series: series, values: values)
    let elements = SVGElements(SVG().data(for: model))
    #expect(elements.isWellFormed)
    #expect(elements.marks.count == 32_000)
    #expect(elements.marks.allSatisfy { $0.number("width") > 0 })
  }

  @Test func `The area of a bubble is proportional to its value`() throws {
    let marks = try elements("bubble").marks
    let sizes = [310, 920, 240, 150, 40, 90, 480, 1400, 260, 330, 80, 70.0]
    for mark in marks {
      let row = try #require(mark["data-item"].flatMap { Int($0) })
      let largest = try #require(marks.first).number("r")
      #expect((mark.number("r") / largest - (sizes[row] / 1400).squareRoot()).magnitude < 0.01)
    }
  }

  @Test func `Charts in a dashboard stay inside their frames`() throws {
    let model = try ChartModel(.column, "A", categories: ["a", "b"], values: [[1, 2]])
    let dashboard = DashboardSVG(
      size: ChartSize(width: 400, height: 300), unit: .points,
      items: [
        DashboardSVG.Item(model, frame: ChartFrame(x: 0, y: 0, width: 200, height: 300)),
        DashboardSVG.Item(model, frame: ChartFrame(x: 200, y: 0, width: 200, height: 300)),
      ])
    let marks = SVGElements(dashboard.data()).marks
    #expect(marks.count == 4)
    #expect(marks.prefix(2).allSatisfy { $0.number("x") + $0.number("width") <= 200 })
    #expect(marks.suffix(2).allSatisfy { $0.number("x") >= 200 })
  }

  @Test func `Every chart type has a picture with its own marks`() throws {
    for type in ChartType.allCases where type != .dataGrid {
      let recorded = try SVGCase.all.filter { try $0.model().type == type }
      #expect(!recorded.isEmpty, "\(type.rawValue) has no recorded picture")
      for chart in recorded where chart.name != "empty" && chart.name != "all-null" {
        let elements = SVGElements(SVG(size: chart.size).data(for: try chart.model()))
        #expect(try !elements.marks.isEmpty || chart.model().categoryCount == 0, "\(chart.name)")
      }
    }
  }

  @Test func `A graph has a circle for each node and an arrow for each visible link`() throws {
    var model = try #require(SVGCase.all.first { $0.name == "graph-series" }).model()
    func counts() -> (discs: Int, links: Int, faded: Int) {
      let all = SVGElements(SVG().data(for: model)).all
      return (
        all.count { $0.name == "circle" && $0["data-category"] != nil }, all.count { $0["data-link"] != nil },
        all.count { $0["data-link"] != nil && $0["opacity"] != nil }
      )
    }
    #expect(counts() == (6, 8, 4))
    model.state.selectedCategories = []
    model.state.hiddenSeries = [1]
    #expect(counts() == (6, 5, 0))
    #expect(throws: AugerError.self) {
      var svg = SVG()
      svg.mostMarks = 13
      try svg.check(model)
    }
  }

  @Test func `A summary shows the total and the selected categories with their trends`() throws {
    let all = try elements("summary").all
    let texts = all.filter { $0.name == "text" }.map(\.text)
    #expect(all.filter { $0["data-summary"] != nil }.map { $0["data-summary"] } == ["1", "5"])
    for text in ["Eight months", "Plan of the year: $6,000,000", "Updated at nine", "gross"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.contains { $0.hasPrefix("-") && $0.hasSuffix("%") })
    let silent = try elements("column").all
    #expect(!silent.contains { $0["class"] == "auger-summary" })
  }

  @Test func `A selected item shows its value if the chart shows values of selections`() throws {
    func labels(_ type: ChartType, _ change: (inout ChartModel) -> Void = { _ in }) throws -> [SVGElements.Element] {
      var model = try ChartModel(
        type, categories: Column(["a", "b", "c"]), series: ["x", "y"], values: [[1.5, 20, 3], [4, 50, nil]])
      model.state.selectedCategories = [1, 2]
      change(&model)
      let all = SVGElements(SVG().data(for: model)).all
      guard let start = all.firstIndex(where: { $0["class"] == "auger-selected-labels" }) else { return [] }
      return Array(all[(start + 1)...].prefix { $0.name == "text" })
    }
    for type in [ChartType.column, .stackedColumn, .line, .area, .stackedArea] {
      #expect(try Set(labels(type).map(\.text)) == ["20", "3", "50"], "\(type)")
    }
    #expect(try labels(.bar).isEmpty, "MAKit's bars have none")
    #expect(try labels(.bar) { $0.display.selectedDataLabel = true }.count == 3)
    #expect(try labels(.column) { $0.display.selectedDataLabel = false }.isEmpty)
    #expect(try labels(.column) { $0.state.selectedCategories = [] }.isEmpty)
    #expect(try labels(.column) { $0.state.selectedSeries = [1] }.map(\.text) == ["50"])
  }

  @Test func `A heatmap shows all values or none`() throws {
    func texts(_ value: Double) throws -> Int {
      let model = try ChartModel(
        .heatmap, categories: Column((1...8).map { "c\($0)" }), series: ["x", "y"],
        values: [[Double?](repeating: 1, count: 8), [1, 1, 1, 1, 1, 1, 1, value]])
      return SVGElements(SVG(size: ChartSize(width: 400, height: 300)).data(for: model)).all
        .count { $0.name == "text" && ($0.text == "1" || $0.text == "\(value)") && $0["text-anchor"] == "middle" }
    }
    #expect(try texts(2.5) >= 16)
    #expect(try texts(123_456_789.25) < 3)
  }

  @Test func `The parts of a treemap add up to their parents`() throws {
    let marks = try elements("treemap").marks
    let areas = marks.map { $0.number("width") * $0.number("height") }
    let values = [510, 480, 215, 96, 74, 22, 18, 88, 61, 30.0]
    for mark in marks {
      let category = try #require(mark["data-category"].flatMap { Int($0) })
      let share = mark.number("width") * mark.number("height") / areas.reduce(0, +)
      #expect((share - values[category] / values.reduce(0, +)).magnitude < 0.0005)
    }
  }

  @Test func `No text of a treemap overlaps the name of its parent`() throws {
    var model = try ChartModel(
      .treeMap, "Packages", categories: Column((0..<60).map { "part \($0)" }),
      values: [(0..<60).map { Double(60 - $0 % 20) }])
    model.levels.append(
      CategoryLevel(
        column: "whole", values: Column(["one whole", "another", "the last"]), firstChild: [0, 20, 40],
        lastChild: [19, 39, 59], cells: [Column([1, 1, 1] as [Double])]))
    model.visibleLevel = 0
    let all = SVGElements(SVG().data(for: model)).all
    let plates = all.filter { $0.name == "rect" && $0["fill-opacity"] == "0.82" }
    let texts = all.filter { $0.name == "text" && $0["text-anchor"] == "middle" }
    #expect(plates.count == 3 && texts.count > 30)
    for text in texts {
      let (x, y) = (text.number("x"), text.number("y"))
      for plate in plates {
        let (left, top) = (plate.number("x"), plate.number("y"))
        let isBeside = x < left - 4 || x > left + plate.number("width") + 4
        #expect(isBeside || y < top || y - 8 >= top + plate.number("height"), "\(text.text) at \(x), \(y)")
      }
    }
  }

  @Test func `Percentages of a category add up to one hundred`() throws {
    let marks = try elements("percent-column").marks
    let heights = Dictionary(grouping: marks, by: { $0["data-category"] }).mapValues {
      $0.reduce(0) { $0 + $1.number("height") }
    }
    let whole = try #require(heights.values.first)
    #expect(heights.count == 6 && heights.values.allSatisfy { ($0 - whole).magnitude < 0.1 })
  }

  @Test func `Values that a logarithmic axis cannot show are omitted and reported`() throws {
    var model = try ChartModel(.column, categories: ["a", "b", "c"], values: [[100, 0, -3]])
    model.valueAxis = .logarithmic
    let notices = SVG.notices(for: model)
    #expect(notices.map(\.code) == [.valueNotDrawn])
    #expect(notices[0].count == 2)
    #expect(SVGElements(SVG().data(for: model)).marks.map { $0["data-category"] } == ["0"])
  }

  @Test func `A layer that cannot be drawn as its type is reported`() throws {
    var model = try ChartModel(.column, "t", categories: Column(["a"]), values: [[1]])
    model.layers = [ChartLayer(name: "Sales", type: .line), ChartLayer(name: "Shares", type: .pie)]
    let notices = SVG.notices(for: model)
    #expect(notices.map(\.code) == [.layerTypeNotDrawn])
    #expect(notices[0].message.hasPrefix("layer 'Shares' is drawn as columns"))
  }

  @Test func `Bubbles stay inside the plot`() throws {
    var model = try ChartModel(
      .bubble, "Sizes", categories: Column([1, 2, 3] as [Int64]), values: [[10, 10, 20]])
    model.dimensions.append(ValueDimension(sequence: 2, title: "Size", cells: Column([900.0, 900, 900])))
    let elements = SVGElements(SVG().data(for: model))
    let left = elements.all.filter { $0.name == "line" }.map { $0.number("x1") }.min() ?? 0
    for mark in elements.marks { #expect(mark.number("cx") - mark.number("r") >= left - 0.01) }
    #expect(elements.all.contains { $0["class"] == "auger-size-legend" })
  }
}
