import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The samples of ShinobiCharts' guide with today's names, drawn from `Fixtures/Cases/Guides/ShinobiCharts`.
@Suite struct ShinobiChartsSamplesTests {
  private static let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/ShinobiCharts")

  private let pipeline: Pipeline

  init() throws {
    pipeline = Pipeline(
      try Workspace(contentsOf: Self.folder.path, adapters: [CSVAdapter()], environment: [:]), workers: 1)
  }

  private func model(_ name: String) async throws -> ChartModel {
    try await pipeline.chart(name, in: try pipeline.dashboard(name).initialState)
  }

  private func drawn(_ name: String) async throws -> ShinobiPicture { ShinobiPicture(try await model(name)) }

  // MARK: Samples in Swift

  /// A sample of the guide in Swift, with the name of its dashboard in the dashboard language.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let chart: ChartDefinition

    init(_ name: String, _ chart: ChartDefinition) { (self.name, self.chart) = (name, chart) }

    var testDescription: String { name }

    static let all = [
      // "Quick Start Guide"
      Sample(
        "trigonometry",
        ChartDefinition(
          "trigonometry", type: .line, query: "trig", category: .column("x", title: "X Value"), series: "curve",
          values: .value("y", title: "Y Value")
        )
        .title("Trigonometric Functions").valueAxis(.init(padding: 0.1))
        .showing(.horizontalAxisTitle, .verticalAxisTitle)
        .attribute("LegendPosition", to: "bottom").attribute("Crosshair", to: "interpolate")),
      // "How to: Render a Column Chart"
      Sample(
        "columns",
        ChartDefinition(
          "columns", type: .column, query: "vegetables", category: "vegetable", series: "year",
          values: .value("sales", title: "Sales (1000s)")
        )
        .title("Vegetables").showing(.verticalAxisTitle).attribute("LegendPosition", to: "right")),
      // "How to: Render a Pie or Donut Chart"
      Sample(
        "slices",
        ChartDefinition("slices", type: .pie, query: "countries", category: "country", values: "area")
          .title("Area of the largest countries").attribute("Protrusion", to: "10")
          .attribute("ProtrudingSlices", to: "Russia, China").attribute("StartAngle", to: "90")),
      // "How to: Render a Time Series Chart" and "How to: Render a Candlestick Chart"
      Sample(
        "candles",
        ChartDefinition(
          "candles", type: .candlestick, query: "stock", category: "date", values: "open", "high", "low", "close"
        )
        .title("Share price").categoryAxis(.init(gaps: "weekends, 2010-01-18"))),
      // "How to: Render a Bubble Chart"
      Sample(
        "largest-bubble",
        ChartDefinition(
          "largest-bubble", type: .bubble, query: "bubbles", category: "income", values: "age", "population"
        )
        .title("Income and age").attribute("LargestBubble", to: "60")),
      // "Tickmarks"
      Sample(
        "ticks",
        ChartDefinition("ticks", type: .line, query: "points", category: "x", values: "y")
          .title("Minor ticks and clipped labels")
          .valueAxis(
            .init(range: "0..20", ticks: "every 5", minorTicks: "every 1", width: 80, labelClipping: "both")
          )
          .categoryAxis(.init(ticks: "every 5", minorTicks: "every 1"))),
    ]
  }

  @Test(arguments: Sample.all) func sampleInSwiftEqualsTheDashboard(sample: Sample) async throws {
    let dashboard = Dashboard(sample.name) { sample.chart }
    let built = try await pipeline.chart(sample.name, of: dashboard)
    #expect(built == (try await model(sample.name)))
  }

  @Test func overlayInSwiftEqualsTheDashboard() async throws {
    let dashboard = Dashboard("axes") {
      OverlayGroup(
        "axes", title: "Four value axes", query: "stock",
        category: .column("date").attribute("Gaps", to: "weekends")
      ) {
        ChartDefinition("Price", type: .line, category: .automatic, values: .value("close", title: "Price"))
        ChartDefinition("Volume", type: .column, category: .automatic, values: .value("volume", title: "Volume"))
          .onSecondaryAxis().valueAxis(.init(range: "0..4000"))
        ChartDefinition("Strength", type: .line, category: .automatic, values: .value("strength", title: "Strength"))
          .attribute("Axis", to: "strength")
          .valueAxis(.init(range: "0..100", ticks: "every 25", minorTicks: "every 5"))
        ChartDefinition(
          "Temperature", type: .line, category: .automatic, values: .value("temperature", title: "Temperature")
        )
        .attribute("Axis", to: "temperature").valueAxis(.init(width: 40, side: "left"))
      }
    }
    let built = try await pipeline.chart("axes", of: dashboard)
    let read = try await model("axes")
    #expect(built.layers == read.layers && built.axes.otherValues == read.axes.otherValues)
    #expect(read.layers.map(\.axisName) == [nil, nil, "strength", "temperature"])
  }

  // MARK: Axes

  @Test func valueAxesAreStackedOutwardsOnBothSides() async throws {
    let picture = try await drawn("axes")
    // Three axes in addition to the first one, each with a title along it.
    let titles = picture.elements("text", in: "auger-other-axis").filter { $0.attributes["transform"] != nil }
    #expect(titles.map(\.text) == ["Volume", "Strength", "Temperature"])
    let places = titles.map { $0["x"] }
    #expect(places[0] < places[1] && places[2] < places[0], "\(places)")
    // The strength from 0 to 100 has labels at each 25.
    let labels = picture.elements("text", in: "auger-other-axis").map(\.text)
    #expect(Set(["0", "25", "50", "75", "100"]).isSubset(of: labels))
    #expect(picture.elements("text", in: "auger-value-axis").isEmpty == false)
  }

  @Test func layersHaveCategoryAxesOfTheirOwn() async throws {
    let picture = try await drawn("category-axes")
    #expect(picture.elements("text", in: "auger-other-category-axis").contains { $0.text == "2009" })
    // Both years have 20 days, which start and end at the same positions.
    let lines = picture.elements("path").filter { $0.groups.contains("auger-marks") }
    #expect(picture.elements("g").filter { $0.attributes["data-layer"] != nil }.count == 2)
    let starts = lines.compactMap { ShinobiPicture.points($0.attributes["d"] ?? "").first?.x }
    #expect(starts.count >= 2 && Set(starts).count == 1, "\(starts)")
  }

  @Test func minorTicksAreBetweenLabelsAndClippedLabelsAreOmitted() async throws {
    let picture = try await drawn("ticks")
    // 0...20 without 0, 5, 10, 15 and 20, and 0...10 without 0, 5 and 10.
    #expect(picture.elements("line", in: "auger-minor-ticks").count == 16 + 8)
    #expect(picture.elements("text", in: "auger-value-axis").map(\.text) == ["5", "10", "15"])
  }

  @Test func fixedWidthAndSideDetermineThePlot() async throws {
    // The padding of a picture is 16 points, and its width 720.
    let left = try #require(try await drawn("ticks").elements("line", in: "auger-grid").first)
    #expect(left["x1"] == 96)
    let picture = try await drawn("sides")
    let right = try #require(picture.elements("line", in: "auger-grid").first)
    #expect(right["x1"] == 16 && right["x2"] == 720 - 16 - 80)
    let labels = picture.elements("text", in: "auger-value-axis")
    #expect(labels.count == 5 && labels.allSatisfy { $0["x"] == 720 - 16 - 80 + 8 })
    // The category axis is above the marks.
    let top = picture.elements("line", in: "auger-grid").map { $0["y1"] }.min() ?? 0
    #expect(picture.elements("text", in: "auger-category-axis").allSatisfy { $0["y"] < top })
  }

  @Test func nightsHaveNoWidth() async throws {
    let model = try await model("working-hours")
    #expect(model.axes.category.gaps.count == 1 && model.warnings.isEmpty, "\(model.warnings)")
    let picture = ShinobiPicture(model)
    let path = try #require(picture.elements("path").first { $0.groups.contains("auger-marks") })
    let xs = ShinobiPicture.points(path.attributes["d"] ?? "").map(\.x)
    // Eight hours of three days: the last hour of a day ends where the first one of the next day starts.
    let steps = zip(xs, xs.dropFirst()).map { $1 - $0 }
    #expect(steps.count == 23 && steps.allSatisfy { ($0 - steps[0]).magnitude < 0.1 }, "\(steps)")
  }

  // MARK: Marks

  @Test func stacksAreSideBySide() async throws {
    let rects = try await drawn("stacks").elements("rect").filter { $0.attributes["data-category"] == "0" }
    #expect(rects.count == 4)
    // The series are bikes, coats, parts and shoes.
    let bySeries = rects.sorted { $0["data-series"] < $1["data-series"] }
    let xs = bySeries.map { $0["x"] }
    let model = try await model("stacks")
    func index(_ name: String) -> Int { model.series.firstIndex { $0.text == name } ?? 0 }
    #expect(xs[index("Bikes")] == xs[index("Parts")] && xs[index("Coats")] == xs[index("Shoes")])
    #expect(xs[index("Bikes")] != xs[index("Coats")])
    // 20 parts are twice as high as 10 bikes, on top of each other.
    let (bikes, parts) = (bySeries[index("Bikes")], bySeries[index("Parts")])
    #expect((parts["height"] / bikes["height"] - 2).magnitude < 0.05)
    let edges = [bikes["y"], bikes["y"] + bikes["height"], parts["y"], parts["y"] + parts["height"]].sorted()
    #expect((edges[1] - edges[2]).magnitude < 0.2)
  }

  @Test func largestBubbleAndScaleDetermineTheRadius() async throws {
    func radii(_ name: String) async throws -> [Double] {
      try await drawn(name).elements("circle").filter { $0.attributes["data-item"] != nil }.map { $0["r"] }.sorted()
    }
    // Areas of 400, 225, 100 and 25: the radii are in the ratio 20 : 15 : 10 : 5.
    for (radius, expected) in zip(try await radii("largest-bubble"), [7.5, 15, 22.5, 30]) {
      #expect((radius - expected).magnitude < 0.1)
    }
    // Two square points for each unit.
    for (radius, size) in zip(try await radii("bubble-scale"), [25.0, 100, 225, 400]) {
      #expect((radius - (2 * size / Double.pi).squareRoot()).magnitude < 0.1)
    }
  }

  @Test func horizontalCandlesRunToTheRight() async throws {
    let picture = try await drawn("candles-horizontal")
    let wicks = picture.elements("line").filter { $0.groups.contains("auger-marks") }
    #expect(!wicks.isEmpty && wicks.allSatisfy { $0["y1"] == $0["y2"] })
    let upright = try await drawn("candles").elements("line").filter { $0.groups.contains("auger-marks") }
    #expect(!upright.isEmpty && upright.allSatisfy { $0["x1"] == $0["x2"] })
    // The names of the dates are to the right of all marks.
    let end = wicks.map { max($0["x1"], $0["x2"]) }.max() ?? .infinity
    #expect(picture.elements("text", in: "auger-category-axis").allSatisfy { $0["x"] > end })
  }

  @Test func horizontalBandGrowsDownwards() async throws {
    let path = try #require(
      try await drawn("band-horizontal").elements("path").first { $0.groups.contains("auger-marks") })
    let points = ShinobiPicture.points(path.attributes["d"] ?? "")
    #expect(points.count == 16)
    // The high values come first: each month is lower and more to the right.
    let high = points.prefix(8)
    #expect(zip(high, high.dropFirst()).allSatisfy { $0.y < $1.y && $0.x < $1.x })
  }

  @Test func namedSlicesProtrude() async throws {
    let picture = try await drawn("slices")
    let model = try await model("slices")
    let slices = picture.elements("path").filter { $0.attributes["data-category"] != nil }
    let centers = slices.compactMap { ShinobiPicture.points($0.attributes["d"] ?? "").first }
    try #require(centers.count == 6)
    let names = slices.compactMap { Int($0.attributes["data-category"] ?? "") }.map { model.levels[0].labels[$0] }
    let usual = centers[names.firstIndex(of: "Brazil") ?? 0]
    for (name, center) in zip(names, centers) {
      let distance = ((center.x - usual.x) * (center.x - usual.x) + (center.y - usual.y) * (center.y - usual.y))
        .squareRoot()
      #expect((distance - (["Russia", "China"].contains(name) ? 10 : 0)).magnitude < 0.2, "\(name) \(distance)")
    }
  }

  @Test func selectedSliceTurnsToItsAngle() async throws {
    var model = try await model("selected-slice")
    let chosen = try #require(model.levels[0].labels.firstIndex(of: "Canada"))
    model.state.selectedCategories = [chosen]
    let picture = ShinobiPicture(model)
    let slice = try #require(picture.elements("path").first { $0.attributes["data-category"] == "\(chosen)" })
    let points = ShinobiPicture.points(slice.attributes["d"] ?? "")
    // Its inner and outer corners are symmetric to the vertical through the center, above it.
    try #require(points.count == 5)
    #expect((points[1].y - points[2].y).magnitude < 0.1 && (points[0].y - points[3].y).magnitude < 0.1)
    #expect(points[1].y < points[0].y && points[1].x < points[2].x)
    // It protrudes by ten points over its neighbors.
    let others = picture.elements("path").filter { $0.attributes["data-category"].map { $0 != "\(chosen)" } ?? false }
      .flatMap { ShinobiPicture.points($0.attributes["d"] ?? "") }
    #expect(((others.map(\.y).min() ?? 0) - points[1].y - 10).magnitude < 0.2)
  }

  // MARK: Legend and annotations

  @Test func legendIsAtItsPosition() async throws {
    let bottom = try await drawn("trigonometry")
    let labels = bottom.elements("text", in: "auger-legend")
    #expect(labels.map(\.text) == ["y = cos(x)", "y = sin(x)"])
    let grid = bottom.elements("line", in: "auger-grid").map { $0["y1"] }.max() ?? .infinity
    #expect(labels.allSatisfy { $0["y"] > grid })
    let right = try await drawn("columns")
    let end = right.elements("line", in: "auger-grid").map { $0["x2"] }.max() ?? .infinity
    #expect(right.elements("text", in: "auger-legend").allSatisfy { $0["x"] > end })
    #expect(try await drawn("bubble-scale").elements("rect").contains { $0.attributes["class"] == "auger-legend-box" })
  }

  @Test func pictureIsStretchedBelowAndTextOverTheMarks() async throws {
    let picture = try await drawn("annotations")
    let images = picture.elements("image")
    try #require(images.count == 2)
    let marks = try #require(picture.order(of: "path") { $0.groups.contains("auger-marks") })
    #expect(images[0].attributes["preserveAspectRatio"] == "none" && images[0]["opacity"] == 0.3)
    #expect(try #require(picture.order(of: "image") { $0["opacity"] == 0.3 }) < marks)
    #expect(images[1]["width"] == 20 && images[1]["height"] == 20)
    let file = try Data(contentsOf: Self.folder.appendingPathComponent("rocket.svg"))
    #expect(images[1].attributes["href"] == "data:image/svg+xml;base64," + file.base64EncodedString())
    #expect(try #require(picture.order(of: "image") { $0["width"] == 20 }) > marks)
    // The values from 190 to 230 are 40 of the axis, those of the text from 200 to 215 are 15.
    let text = try #require(picture.elements("text").first { $0.text == "Launch" })
    #expect((images[0]["height"] / (text["font-size"] / 0.8) - 40.0 / 15).magnitude < 0.05)
    #expect(text.attributes["lengthAdjust"] == "spacingAndGlyphs" && text["textLength"] > 0)
    #expect(try #require(picture.order(of: "text") { $0.text == "Launch" }) < marks)
  }

  // MARK: Check

  @Test(
    arguments: [
      ("Line", "LargestBubble='60'"), ("Column", "Protrusion='5'"), ("Line", "Orientation='horizontal'"),
      ("Pie", "Stacks='A; B'"), ("Area", "Stacks='A; B'"), ("Pie", "Crosshair='snap'"), ("Pie", "ValueWidth='50'"),
    ])
  func optionThatDoesNotApplyIsReported(type: String, attribute: String) throws {
    let text = """
      <Chart Name="a" ChartType="\(type)" Query="q" \(attribute)>
        <Category Column="c"/><Values><Value Expression="v"/></Values>
      </Chart>
      """
    let name = try #require(attribute.split(separator: "=").first)
    let found = MetadataReader.read(bytes: Array(text.utf8), name: "a.xml").diagnostics
    #expect(found.contains { $0.message.contains(name) }, "\(found)")
  }

  @Test(
    arguments: [
      "LegendPosition='middle'", "BubbleScale='-1'", "ValueWidth='x'", "ValueLabelClipping='all'", "ValueSide='inside'",
      "ValueMinorTicks='each'", "SelectedAngle='1000'",
    ])
  func invalidOptionIsAnError(attribute: String) {
    let text = """
      <Chart Name="a" ChartType="Bubble" Query="q" \(attribute)>
        <Category Column="c"/>
        <Values><Value Expression="v" ValueSequence="1"/><Value Expression="w" ValueSequence="2"/></Values>
      </Chart>
      """
    let found = MetadataReader.read(bytes: Array(text.utf8), name: "a.xml").diagnostics
    #expect(found.contains { $0.level == .error && $0.code == .metadataAttributeWrongValue }, "\(found)")
  }

  // MARK: Other outputs

  @Test(arguments: ["axes", "category-axes", "stacks", "slices", "annotations", "working-hours", "trigonometry"])
  func chartJSONKeepsAllOptions(name: String) async throws {
    let model = try await model(name)
    #expect(try ChartJSON().model(from: ChartJSON().data(for: model)) == model)
  }

  @Test func vegaLiteNamesItsLosses() async throws {
    let losses = [
      "category-axes": "all layers share one category axis", "ticks": "minor ticks are left out",
      "slices": "slices do not protrude", "trigonometry": "the crosshair is left out",
      "bubble-scale": "the legend is at the top", "working-hours": "gaps of axes are drawn at full length",
    ]
    for (name, loss) in losses.sorted(by: { Name($0.key) < Name($1.key) }) {
      let text = String(decoding: try VegaLite().data(for: try await model(name)), as: UTF8.self)
      #expect(text.contains(loss), "\(name)")
    }
  }
}

/// The elements of a picture with the classes of the groups that contain them.
final class ShinobiPicture: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    var groups: [String] = []
    /// The position of its start among all elements.
    var order = 0

    subscript(_ attribute: String) -> Double { attributes[attribute].flatMap(Double.init) ?? .nan }
  }

  private var all: [Element] = []
  private var open: [Int] = []

  init(_ model: ChartModel) {
    super.init()
    let parser = XMLParser(data: Data(SVG(size: ChartSize(width: 720, height: 400)).data(for: model)))
    parser.delegate = self
    _ = parser.parse()
  }

  /// Returns the elements with a name, in the order of their starts.
  func elements(_ name: String, in group: String? = nil) -> [Element] {
    all.filter { $0.name == name && (group.map($0.groups.contains) ?? true) }
  }

  func order(of name: String, _ isWanted: (Element) -> Bool) -> Int? {
    all.first { $0.name == name && isWanted($0) }?.order
  }

  /// Returns the points of the lines and moves of a path. The centers and angles of arcs are not points.
  static func points(_ path: String) -> [(x: Double, y: Double)] {
    let commands = path.replacing("M", with: " M ").replacing("L", with: " L ").replacing("A", with: " A ")
      .replacing("Z", with: " ").replacing(",", with: " ").split(separator: " ")
    var points: [(x: Double, y: Double)] = []
    var numbers: [Double] = []
    var isArc = false
    for command in commands {
      if let number = Double(command) {
        numbers.append(number)
        if numbers.count == (isArc ? 7 : 2) {
          points.append((numbers[numbers.count - 2], numbers[numbers.count - 1]))
          numbers = []
          isArc = false
        }
      } else {
        isArc = command == "A"
        numbers = []
      }
    }
    return points
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let groups = open.compactMap { all[$0].attributes["class"] }
    open.append(all.count)
    all.append(Element(name: name, attributes: attributes, groups: groups, order: all.count))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    _ = open.popLast()
  }
}
