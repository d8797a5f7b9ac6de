import Auger
import AugerCharts
import AugerColumns
import AugerExport
import AugerMetadata
import Foundation
import Testing

/// The methods of `ORKGraphChartViewDataSource`, with today's names.
@Suite struct ResearchKitSamplesTests {
  private let guide = GuideCase("ResearchKit")

  @Test func casesHaveNoProblems() throws {
    #expect(try guide.messages().isEmpty)
  }

  /// `graphChartView:drawsPointIndicatorsForPlotIndex:` and `graphChartView:fillColorForPlotIndex:`.
  @Test func plotsHaveTheirOwnDotsAndFills() async throws {
    let picture = try await guide.chart("Plots", of: "plots").picture
    let plots = picture.components(separatedBy: "<g data-series=\"").dropFirst()
      .map { $0.components(separatedBy: "</g>")[0] }
    #expect(plots.count == 2)
    let dots = plots.map { plot in
      plot.parts(from: "<circle", to: ">").map { !$0.contains("stroke=\"none\"") }
    }
    #expect(dots == [[Bool](repeating: true, count: 5), [Bool](repeating: false, count: 5)])
    let fill = try #require(Theme.Color(named: "#88aaff", in: .light)).description
    let color = try #require(Theme.Color(named: "#0b5fff", in: .light)).description
    #expect(plots.map { $0.contains("data-fill=\"true\" fill=\"\(fill)\"") } == [true, false])
    #expect(plots[0].contains("stroke=\"\(color)\""))
  }

  /// `graphChartView:accessibilityLabelForXAxisAtPointIndex:`: the axis has the short form, everything else the long
  /// one.
  @Test func axisHasShortLabelsAndTooltipsHaveLongOnes() async throws {
    let model = try await guide.chart("Plots", of: "plots")
    #expect(model.levels[0].shortLabels == ["M", "T", "W", "T", "F"])
    let picture = model.picture
    let axis = try #require(picture.parts(from: "<g class=\"auger-category-axis\"", to: "</g>").first)
    let labels = axis.parts(from: "<text", to: "</text>").map { $0.components(separatedBy: ">")[1] }
    #expect(labels == ["M", "T", "W", "T", "F"])
    #expect(picture.contains("<title>Wednesday, Steps: 30 steps</title>"))
    #expect(model.levels[0].labels.first == "Monday")
  }

  /// `scrubbingPlotIndexForGraphChartView:`.
  @Test func scrubberBelongsToAPlot() async throws {
    let model = try await guide.chart("Plots", of: "plots")
    #expect(model.style.scrubbedSeries == "Steps")
    let text = try model.rendered(as: .json)
    #expect(try ChartModel(json: Data(text.utf8)).style == model.style)
  }

  /// `ORKValueRange`.
  @Test func columnsFloatBetweenTwoValues() async throws {
    let model = try await guide.chart("Ranges", of: "ranges")
    let columns = model.picture.parts(from: "<rect", to: ">").filter { $0.contains("data-category") }
    let heights = try columns.map { column in
      try #require(column.parts(from: "height=\"", to: "\"").first.flatMap(Double.init))
    }
    #expect(heights.count == 4)
    // The lengths are 58, 70, 46 and 0, and a range without a length is a line.
    #expect(abs(heights[0] / heights[1] - 58.0 / 70) < 0.001)
    #expect(abs(heights[2] / heights[1] - 46.0 / 70) < 0.001)
    #expect(heights[3] == 2)
    #expect(try model.vegaLite().contains("\"low\""))
  }

  /// `numberOfDivisionsInXAxisForGraphChartView:` and `graphChartView:titleForXAxisAtPointIndex:`.
  @Test func axisHasMoreDivisionsThanPoints() async throws {
    let model = try await guide.chart("Divisions", of: "divisions")
    let picture = model.picture
    let axis = try #require(picture.parts(from: "<g class=\"auger-category-axis\"", to: "</g>").first)
    let titles = axis.parts(from: "<text", to: "</text>")
    #expect(titles.map { $0.components(separatedBy: ">")[1] } == ["M", "T", "W", "T", "F", "S"])
    let places = try titles.map { try #require($0.parts(from: "x=\"", to: "\"").first.flatMap(Double.init)) }
    // The sixth division has no title.
    #expect(abs((places[5] - places[4]) - 2 * (places[1] - places[0])) < 0.05)
    let columns = picture.parts(from: "<rect", to: ">").filter { $0.contains("data-category") }
    let first = try #require(columns.first)
    let left = try #require(first.parts(from: "x=\"", to: "\"").first.flatMap(Double.init))
    let width = try #require(first.parts(from: "width=\"", to: "\"").first.flatMap(Double.init))
    #expect(abs(left + width / 2 - places[0]) < 0.05)
  }

  @Test func fewerDivisionsThanPointsAreIgnored() async throws {
    let table = try Table(["Day": ["a", "b", "c"], "Value": [1, 2, 3]])
    let definition = ChartDefinition(
      type: .line, category: .column("Day").attribute("Divisions", to: "x, y"), values: "sum(Value)")
    let model = try await table.chart(definition)
    #expect(model.style.divisions.isEmpty)
    #expect(model.warnings.contains { $0.code == "axisNotApplied" })
  }

  @Test func descriptionHasTheRangesOfTheMultiples() async throws {
    let text = try await guide.chart("Multiples", of: "multiples").inWords
    #expect(text.hasSuffix("Steps, Steps from 15 to 40. Target, Steps from 30 to 35."), "\(text)")
    // The sums of both plots are not drawn.
    #expect(!text.contains("75"))
  }

  /// A data source with two plots, a color, a maximum and a unit for VoiceOver.
  @Test func dataSourceIsADefinitionOverATable() async throws {
    let table = try Table([
      "Point": ["1", "2", "3", "1", "2", "3"], "Plot": ["A", "A", "A", "B", "B", "B"],
      "Value": [10.0, 20, 25, 30, 20, 10],
    ])
    let definition = ChartDefinition(
      type: .line, category: "Point",
      series: .column("Plot").part("SeriesStyle", ["Name": "B", "Color": "purple", "ShowsPoints": "false"]),
      values: "sum(Value)"
    )
    .attribute("ValueRange", to: "0..40").attribute("Unit", to: "kg")
    let model = try await table.chart(definition)
    #expect(model.series.map(\.text) == ["A", "B"])
    #expect(model.style(ofSeries: 1, named: "B").color == "purple")
    #expect(model.style(ofSeries: 0, named: "A").color == nil)
    #expect(model.inWords.contains("from 10 to 30"))
    #expect(model.picture.contains(": 25 kg</title>"))
  }
}
