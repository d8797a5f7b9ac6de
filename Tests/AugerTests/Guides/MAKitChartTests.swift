import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Pictures of the dashboards in `Fixtures/Cases/Guides/MAKitCharts`: the chart properties of MAKit's guide.
@Suite struct MAKitChartTests {
  private let workspace: Workspace

  init() throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/MAKitCharts")
    workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
  }

  private func dashboard(_ name: String) throws -> Dashboard {
    try #require(workspace.dashboards.first { $0.name == name })
  }

  private func model(_ chart: String, of name: String, at state: String = "") async throws -> ChartModel {
    try await Pipeline(workspace).chart(chart, of: dashboard(name), at: Exploration(state))
  }

  private func picture(_ chart: String, of name: String, at state: String = "") async throws -> String {
    var svg = SVG()
    svg.themes = workspace.themes
    return String(decoding: svg.data(for: try await model(chart, of: name, at: state)), as: UTF8.self)
  }

  /// Returns the content of the texts of a part of a picture.
  private func texts(_ svg: String) -> [String] {
    svg.matches(of: #/<text[^>]*>([^<]*)/#).map { String($0.output.1) }
  }

  /// Returns the texts in the group with a class. Empty if the group is missing.
  private func texts(in group: String, of svg: String) -> [String] {
    guard let start = svg.firstRange(of: "<g class=\"\(group)\"") else { return [] }
    let rest = String(svg[start.lowerBound...])
    return texts(String(rest.prefix(upTo: rest.firstRange(of: "</g>")?.lowerBound ?? rest.endIndex)))
  }

  private func number(_ name: String, _ element: Substring) -> Double {
    guard let start = element.firstRange(of: " \(name)=\"") else { return .nan }
    return Double(String(element[start.upperBound...].prefix { $0 != "\"" })) ?? .nan
  }

  @Test func everyDashboardIsValid() throws {
    #expect(
      workspace.dashboards.map(\.name) == [
        "level-labels", "rows", "tails", "small-values", "thumbnails", "theme",
      ])
    #expect(workspace.themes.map(\.name) == ["pencils"])
  }

  /// Months of two years: their quarters and years are the coarser levels.
  @Test func levelLabelsChooseTheRowsBelowTheAxis() async throws {
    let years = ["2011", "2012"]
    let quarters = ["Q1", "Q2", "Q3", "Q4", "Q1", "Q2", "Q3", "Q4"]
    for (chart, parents, hasOwn) in [
      ("All", quarters + years, true), ("Ends", years, true), ("Top", years, false),
    ] {
      let svg = try await picture(chart, of: "level-labels", at: "\(chart).zoom=3")
      #expect(texts(in: "auger-parents", of: svg) == parents, "\(chart)")
      #expect(texts(in: "auger-category-axis", of: svg).contains("Jan") == hasOwn, "\(chart)")
    }
    let current = try await picture("Current", of: "level-labels", at: "Current.zoom=2")
    #expect(texts(in: "auger-category-axis", of: current) == quarters)
    #expect(texts(in: "auger-parents", of: current).isEmpty)
    let top = try await picture("TopBars", of: "level-labels", at: "TopBars.zoom=2")
    #expect(texts(in: "auger-category-axis", of: top).isEmpty)
    #expect(texts(in: "auger-parents", of: top) == years)
  }

  /// Five rows of 20 points and 10 points between them.
  @Test func rowsHaveTheirHeightAndDistance() async throws {
    let svg = try await picture("Bars", of: "rows")
    let bars = svg.matches(of: #/<rect [^>]*data-category="[0-9]+"/#).map(\.output)
    #expect(bars.map { number("height", $0) } == [20, 20, 20, 20, 20])
    let tops = bars.map { number("y", $0) }
    #expect(zip(tops, tops.dropFirst()).map { (($1 - $0) * 100).rounded() / 100 } == [30, 30, 30, 30])
    // 120 points for title, axis and footer.
    #expect(svg.contains("height=\"270\" viewBox=\"0 0 720 270\""))
    #expect(try await picture("Bullets", of: "rows").contains("viewBox=\"0 0 720 360\""))
  }

  /// In a low picture, rows shrink in proportion instead of leaving the picture.
  @Test func rowsShrinkToFit() async throws {
    let model = try await model("Bars", of: "rows")
    let svg = String(
      decoding: SVG(size: ChartSize(width: 400, height: 150)).data(for: model), as: UTF8.self)
    let bars = svg.matches(of: #/<rect [^>]*data-category="[0-9]+"/#).map(\.output)
    #expect(bars.count == 5)
    for bar in bars {
      #expect(number("height", bar) < 20)
      #expect(number("y", bar) + number("height", bar) < 150)
    }
  }

  @Test func tailMarksAreAtTheEndsAndTheGaps() async throws {
    func marks(_ chart: String) async throws -> [String] {
      try await picture(chart, of: "tails").matches(of: #/data-tail="([a-z]+)"/#).map { String($0.output.1) }
    }
    #expect(try await marks("Ends") == ["end", "end"])
    // Each line has one gap before its last value.
    #expect(try await marks("Breaks") == ["break", "break"])
    // The theme has tails.
    #expect(try await marks("Both") == ["break", "end", "break", "end"])
  }

  /// The arrow at the last value of the first line: a triangle of 12 points around it.
  @Test func tailMarkIsCenteredAtItsPoint() async throws {
    let svg = try await picture("Ends", of: "tails")
    let last = try #require(svg.matches(of: #/<circle [^>]*data-series="0" data-category="7"/#).last?.output)
    let (x, y) = (number("cx", last), number("cy", last))
    let path = try #require(svg.firstMatch(of: #/<path d="M([-0-9.]+),([-0-9.]+)L([-0-9.]+),([-0-9.]+)[^>]*data-tail/#))
    let corners = [path.output.1, path.output.2, path.output.3, path.output.4].map { Double($0) ?? .nan }
    for (corner, expected) in zip(corners, [x - 6, y + 6, x + 6, y]) { #expect(abs(corner - expected) < 0.02) }
  }

  @Test func smallValuesAreNotDrawnAndCounted() async throws {
    let svg = try await picture("Columns", of: "small-values")
    #expect(svg.matches(of: #/<rect [^>]*data-category=/#).count == 3)
    #expect(texts(svg).contains("Values below 10 are not drawn: 2"))
    let lines = try await picture("Lines", of: "small-values")
    #expect(texts(lines).contains("Values below 12 are not drawn: 2"))
    let model = try await model("Columns", of: "small-values")
    // The values remain in the model, for tables and chart JSON, in the order of the names.
    #expect(model.dimensions[0].cells.scalars.map(\.doubleValue) == [8, 45, 3, 90, 120])
    #expect(String(decoding: TerminalChart().data(for: model), as: UTF8.self).contains("Values below 10"))
  }

  @Test func thumbnailHasOnlyItsTitleAndItsMarks() async throws {
    for (chart, title) in [("Columns", "Orders"), ("Slices", "Shares"), ("Points", "Targets")] {
      let svg = try await picture(chart, of: "thumbnails")
      #expect(texts(svg) == [title], "\(chart)")
      #expect(!svg.contains("auger-grid"), "\(chart)")
      #expect(svg.matches(of: #/data-(category|item)=/#).count >= 3, "\(chart)")
    }
    let lines = try await picture("Lines", of: "thumbnails")
    #expect(texts(lines) == ["Prices"])
    #expect(lines.contains("stroke-linejoin"))
  }

  @Test func styleIsPartOfChartJSON() async throws {
    for (chart, name) in [("Top", "level-labels"), ("Bars", "rows"), ("Breaks", "tails"), ("Columns", "thumbnails")] {
      let model = try await model(chart, of: name)
      #expect(try ChartJSON().model(from: ChartJSON().data(for: model)).style == model.style, "\(chart)")
    }
    let json = String(decoding: ChartJSON().data(for: try await model("Bars", of: "rows")), as: UTF8.self)
    #expect(json.contains(#""style": {"rowHeight": 20, "rowSpacing": 10}"#))
  }

  @Test func attributesWithoutEffectAreReported() throws {
    func found(_ type: String, _ attributes: String) throws -> [String] {
      let xml = """
        <Chart Name="C" ChartType="\(type)" Query="Q" \(attributes)>
          <Category Column="c"/>
          <Values><Value Expression="v" ValueSequence="1"/></Values>
        </Chart>
        """
      return MetadataReader.read(bytes: Array(xml.utf8), name: "c.xml").1
        .filter { $0.level == .warning }.map { $0.message.split(separator: " ")[0] }.map(String.init)
    }
    let all = #"LevelLabels="top" RowHeight="20" RowSpacing="2" MinDisplayValue="1" TailMarks="all""#
    #expect(try found("Pie", all) == all.matches(of: #/(\w+)=/#).map { String($0.output.1) })
    #expect(try found("StackedBar", #"RowHeight="20" MinDisplayValue="1""#) == ["MinDisplayValue"])
    #expect(try found("Bar", #"RowHeight="20" MinDisplayValue="1" TailMarks="none""#) == ["TailMarks"])
    #expect(try found("Line", #"TailMarks="ends" MinDisplayValue="1""#).isEmpty)
    #expect(try found("DataGrid", "").isEmpty)
  }
}
