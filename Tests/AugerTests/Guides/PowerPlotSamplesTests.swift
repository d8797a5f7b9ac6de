import Auger
import AugerCharts
import AugerColumns
import AugerExport
import AugerMetadata
import Foundation
import Testing

/// The features of PowerPlot's guide. Its text has no code, so the cases follow its descriptions.
@Suite struct PowerPlotSamplesTests {
  private let guide = GuideCase("PowerPlot")

  @Test func casesHaveNoProblems() throws {
    #expect(try guide.messages().isEmpty)
  }

  /// WSPlotRegion: "filled regions of any shape".
  @Test func regionHasAHole() async throws {
    let picture = try await guide.chart("Regions", of: "regions").picture
    let regions = picture.parts(from: "<path fill-rule=\"evenodd\"", to: ">")
    #expect(regions.count == 2)
    // The series are in the order of their names: Arrow, Frame.
    #expect(regions.map { $0.count { $0 == "Z" } } == [1, 2])
    #expect(regions.map { $0.count { $0 == "L" } } == [3, 6])
    let maroon = try #require(Theme.Color(named: "#800000", in: .light)).description
    #expect(regions.first?.contains("fill=\"\(maroon)\"") == true)
    #expect(regions.last?.contains(maroon) == false)
  }

  @Test func vegaLiteFillsEachRing() async throws {
    let text = try await guide.chart("Regions", of: "regions").vegaLite()
    #expect(text.contains("linear-closed"))
    #expect(text.contains("holes of regions are filled"))
  }

  /// WSPlotRegion: "These typically can be used for contours".
  @Test func contoursDivideTheGrid() async throws {
    let model = try await guide.chart("Heights", of: "contours")
    let picture = model.picture
    #expect(picture.parts(from: "data-contour=\"", to: "\"") == ["0", "10", "15"])
    #expect(picture.contains("auger-ramp"))
    #expect(try model.vegaLite().contains("the regions between contours are not filled"))
  }

  @Test func itemsWithoutAGridArePoints() async throws {
    let table = try Table(["X": [0.0, 1, 2, 3, 4, 5, 6, 7, 8], "Y": [0.5, 3, 1, 4, 2, 8, 5, 7, 6]])
    let model = try await table.chart(ChartDefinition(type: .contour, category: "X", values: "Y", "X * Y"))
    let picture = model.picture
    #expect(picture.count(of: "data-item=") == 9)
    #expect(!picture.contains("data-contour"))
    let notices = SVG.notices(for: model)
    #expect(notices.map(\.code) == ["contourNotDrawn"])
    #expect(notices.first?.message.contains("its rows form no grid of 'X' and 'Y'") == true)
    let text = try model.vegaLite()
    #expect(text.contains("contourNotDrawn") && !text.contains("the regions between contours are not filled"))
    #expect(SVG.notices(for: try await guide.chart("Heights", of: "contours")).isEmpty)
  }

  /// "The data model can store style information": the colors of bars.
  @Test func barsHaveStylesInTheData() async throws {
    let picture = try await guide.chart("Bars", of: "bars").picture
    let bars = picture.parts(from: "<rect", to: ">").filter { $0.contains("data-category") }
    let colors = try ["purple", "red", "#000000"].map {
      try #require(Theme.Color(named: $0, in: .light)).description
    }
    #expect(bars.count == 3)
    #expect(bars.map { $0.contains("data-outline") } == [false, true, true])
    #expect(bars[0].contains("fill=\"\(colors[0])\""))
    #expect(bars[1].contains("stroke=\"\(colors[1])\""))
    #expect(bars[2].contains("stroke=\"\(colors[2])\""))
  }

  /// "The colors and fonts of nodes in a graph."
  @Test func nodesHaveStylesInTheData() async throws {
    let model = try await guide.chart("Stations", of: "nodes")
    let nodes = try #require(model.graph?.nodes)
    #expect(model.levels[0].labels == ["Alexanderplatz", "Jannowitz", "Ostbahnhof", "Warschauer"])
    #expect(nodes.map(\.shape) == [.square, .diamond, .triangle, .circle])
    #expect(nodes.map(\.size) == [2, 1, 1, 1.5])
    #expect(nodes.map(\.color) == ["red", nil, nil, "green"])
    #expect(nodes.map(\.textSize) == [16, 11, 11, 11])
    let picture = model.picture
    #expect(picture.count(of: "data-category=") == 4)
    #expect(picture.contains("font-size=\"16\""))
    let text = try model.rendered(as: .json)
    #expect(try ChartModel(json: Data(text.utf8)).graph?.nodes == nodes)
  }

  @Test func invalidNodeStyleIsIgnoredWithAWarning() async throws {
    let table = try Table(["A": ["a", "b"], "B": ["b", "c"], "Size": [100.0, 2]])
    let graph = ChartDefinition(type: .graph, category: .automatic, values: "A", "B").attribute("NodeSize", to: "Size")
    let model = try await table.chart(graph)
    #expect(model.graph?.nodes.map(\.size) == [1, 2, 1])
    #expect(model.warnings.contains { $0.message.contains("not a valid size") })
  }

  /// WSPlotDisc: "circles and ellipses based on data points with errors and (optional) error correlations".
  @Test func ellipsesAreInPicturesAndVegaLite() async throws {
    let model = try await guide.chart("Discs", of: "discs")
    #expect(model.picture.count(of: "fill-opacity=\"0.12\"") == 3)
    let text = try model.vegaLite()
    #expect(text.count(of: "\"order\":") >= 3 * 48)
    #expect(!text.contains("correlation ellipses are left out"))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
