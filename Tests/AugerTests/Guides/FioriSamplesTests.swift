import Auger
import AugerCharts
import AugerColumns
import AugerExport
import AugerMetadata
import Foundation
import Testing

/// The samples of Fiori's guide, with today's names.
@Suite struct FioriSamplesTests {
  private let guide = GuideCase("Fiori")

  private static let actual = [170, 140, 150, 161, 190, 168, 150, 170, 145, 167, 210, 220, 180]
  private static let target = [150, 160, 160, 160, 160, 160, 160, 180, 180, 180, 200, 200, 200]

  @Test func casesHaveNoProblems() throws {
    #expect(try guide.messages().isEmpty)
  }

  /// `chartView.categoryAxis.labelLayoutStyle = .range`.
  @Test func rangeLayoutLabelsTheFirstAndTheLastCategory() async throws {
    let model = try await guide.chart("APE", of: "combo")
    let axis = try #require(model.picture.parts(from: "<g class=\"auger-category-axis\"", to: "</g>").first)
    let labels = axis.parts(from: "<text", to: "</text>").map { $0.components(separatedBy: ">")[1] }
    #expect(labels == ["Jan-17", "Jan-18"])
    #expect(model.layers.map(\.type) == [.column, .line])
  }

  /// `FUIChartRangeSummaryItem`, and the aggregate item with the category index -1.
  @Test func summaryHasTheWholeAndRanges() async throws {
    let model = try await guide.chart("APE", of: "summary")
    let whole = try #require(model.summaryOfWhole)
    #expect(whole.title == "TTM")
    #expect(whole.values.map(\.doubleValue) == [2_221_000, 2_250_000])
    let ranges = model.summariesOfRanges
    #expect(ranges.map(\.title) == ["First quarter", "Oct-17 – Dec-17"])
    #expect(ranges.map { $0.values.map(\.doubleValue) } == [[460_000, 470_000], [597_000, 580_000]])
    #expect(ranges.map(\.categories) == [0..<3, 9..<12])
    #expect(ranges.map(\.isGood) == [false, true])
    let picture = model.picture
    #expect(picture.contains("data-summary=\"0\" data-summary-end=\"2\""))
    #expect(picture.contains(">First quarter</text>"))
    let text = try model.rendered(as: .json)
    #expect(try ChartModel(json: Data(text.utf8)).summary == model.summary)
    #expect(text.contains("\"lastCategory\": 11"))
  }

  /// The first sample: a combination with a summary of the twelve months after the first.
  @Test func combinationHasASummary() async throws {
    let model = try await guide.chart("APE", of: "floorplan")
    #expect(model.layers.map(\.type) == [.column, .line])
    #expect(model.summaryTitles == ["Actual", "Target"])
    let whole = try #require(model.summaryOfWhole)
    #expect(whole.title == "All")
    #expect(whole.values.map(\.doubleValue) == [2_221_000, 2_250_000])
    let range = try #require(model.summariesOfRanges.first)
    #expect(range.title == "TTM" && range.categories == 1..<13)
    #expect(range.values.map(\.doubleValue) == [2_051_000, 2_100_000])
    #expect(range.trend == 2_051_000.0 / 2_100_000 - 1 && range.isGood == false)
    let november = try #require(model.summary(ofCategory: 10))
    #expect(november.title == "Nov-17" && november.values.map(\.doubleValue) == [210_000, 200_000])
    #expect(november.isGood == true)
    #expect(model.total(series: "Target")?.doubleValue == 2_250_000)
  }

  @Test func everyFormatOfACombinationHasItsSummaryOrALoss() async throws {
    let model = try await guide.chart("APE", of: "floorplan")
    let picture = model.picture
    #expect(picture.contains("data-summary=\"1\" data-summary-end=\"12\""))
    for text in ["TTM", "All", "Month Target: 200k", "Updated 20 min ago", "Month"] {
      #expect(picture.contains(">\(text)</text>"), "\(text)")
    }
    let values = try #require(model.summariesOfRanges.first).texts
    for text in values { #expect(picture.contains(">\(text)</text>"), "\(text)") }
    #expect(picture.contains("TTM: Actual \(values[0]), Target \(values[1])."))
    let text = try model.rendered(as: .json)
    #expect(try ChartModel(json: Data(text.utf8)).summary == model.summary)
    #expect(try model.vegaLite().contains("the summary is left out"))
    let lines = String(decoding: TerminalChart(width: 100).data(for: model), as: UTF8.self)
    #expect(lines.contains("All: Actual"))
  }

  @Test func unknownRangeIsAWarning() async throws {
    let table = try Table(["Month": ["a", "b"], "Value": [1, 2]])
    let definition = ChartDefinition(type: .column, category: "Month", values: "sum(Value)")
      .attribute("Summary", to: "true").part("SummaryRange", in: "SummaryRanges", ["From": "a", "To": "z"])
    let model = try await table.chart(definition)
    #expect(model.summariesOfRanges.isEmpty)
    #expect(model.warnings.contains { $0.code == "summaryNotShown" })
  }

  /// `isPreservingTrendHeight`: the plot is lower by the height of the trend.
  @Test func trendHeightIsPreserved() async throws {
    let table = try Table(["Month": ["a"], "Value": [4]])
    let definition = ChartDefinition(type: .column, category: "Month", values: "sum(Value)")
      .attribute("Summary", to: "true")
    func height(_ definition: ChartDefinition) async throws -> Double {
      let picture = try await table.chart(definition).picture
      let column = try #require(picture.parts(from: "<rect", to: ">").first { $0.contains("data-category") })
      return try #require(column.parts(from: "height=\"", to: "\"").first.flatMap(Double.init))
    }
    let usual = try await height(definition)
    let preserving = try await height(definition.attribute("KeepsTrendHeight", to: "true"))
    #expect(abs(usual - preserving - 15) < 0.05, "\(usual) \(preserving)")
  }

  /// "Theming": `font-color`, `font-style`, `text-line-clamp`, `text-align`.
  @Test func textsHaveStylesByRole() async throws {
    let picture = try await guide.chart("APE", of: "styles").picture
    let texts = picture.parts(from: "<text", to: "</text>")
    func color(_ name: String) throws -> String {
      "fill=\"\(try #require(Theme.Color(named: name, in: .light)).description)\""
    }
    let title = try #require(texts.first { $0.hasSuffix(">Monthly APE") })
    #expect(title.contains("font-size=\"22\"") && title.contains("text-anchor=\"middle\""))
    let (blue, purple) = (try color("#0a6ed1"), try color("purple"))
    #expect(title.contains(blue))
    let subtitle = texts.filter { $0.contains(purple) }
    #expect(subtitle.count == 2)
    let status = try #require(texts.first { $0.contains(">Updated 20 min ago") })
    #expect(status.contains("font-weight=\"bold\"") && !status.contains("text-anchor"))
    let value = try #require(texts.first { $0.hasSuffix(">APE") })
    let (red, gray) = (try color("red"), try color("#6a6d70"))
    #expect(value.contains("font-size=\"13\"") && value.contains(red))
    let category = try #require(texts.first { $0.hasSuffix(">Month") })
    #expect(!category.contains("font-weight"))
    let legend = try #require(picture.parts(from: "<g class=\"auger-legend\"", to: ">").first)
    #expect(legend.contains("font-size=\"14\"") && legend.contains(gray))
  }

  /// The view controller of the guide as a definition: a column for the actual values and a line for the target.
  @Test func comboSampleInSwift() async throws {
    let months = (0..<13).map { "\(2017 + $0 / 12)-\($0 % 12 + 1 < 10 ? "0" : "")\($0 % 12 + 1)" }
    let columns: KeyValuePairs<String, Column> = [
      "Month": Column(months), "Actual": Column(Self.actual.map { Int64($0) * 1000 }),
      "Target": Column(Self.target.map { Int64($0) * 1000 }),
    ]
    let table = try Table(columns)
    let month = ChartDefinition.Category.column("Month").attribute("LabelLayout", to: "range")
    let dashboard = Dashboard("ape") {
      OverlayGroup("APE", title: "Monthly APE", query: "table", category: month) {
        ChartDefinition(
          "Actual", type: .column, category: .automatic, values: .sum("Actual", format: .currency("USD")))
        ChartDefinition(
          "Target", type: .line, category: .automatic, values: .sum("Target", format: .currency("USD")))
      }
      .attribute("Subtitle", to: "Month Target: 200k").attribute("Status", to: "Updated 20 min ago")
      .attribute("Summary", to: "true").attribute("Polarity", to: "up")
      .part("SummaryRange", in: "SummaryRanges", ["From": "2017-02", "To": "2018-01", "Title": "TTM"])
    }
    try dashboard.validate()
    let pipeline = Pipeline(tables: ["table": table], dashboards: [dashboard])
    let model = try await pipeline.chart("APE", of: dashboard)
    #expect(model.series.map(\.text) == ["Actual", "Target"])
    #expect(model[series: "Actual", category: "2017-11"] == .int(210_000))
    #expect(model.style.labelLayout == .range)
    #expect(model.subtitle == "Month Target: 200k" && model.status == "Updated 20 min ago")
    #expect(model.summaryOfWhole?.values == [.int(2_221_000), .int(2_250_000)])
    #expect(model.summariesOfRanges.map(\.values) == [[.int(2_051_000), .int(2_100_000)]])
  }
}
