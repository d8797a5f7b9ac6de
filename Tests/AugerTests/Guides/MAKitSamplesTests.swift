import Auger
import AugerCharts
import AugerColumns
import AugerExport
import AugerMetadata
import Testing

/// The code samples of MAKit's developer guide, with today's names.
@Suite struct MAKitSamplesTests {
  /// The metadata of "Creating a Chart Using the High-Level APIs".
  private static let bikeSales = """
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="BikeSales" Title="Bike Sales" ChartType="Column" Query="SalesSummary">
          <Category Column="Year" DisplayName="Year"/>
          <Series Column="Product" DisplayName="Product"/>
          <Values>
            <Value Format="Currency" Expression="SalesAmount" ValueSequence="1" DisplayName="Sales Amount"/>
          </Values>
        </Chart>
      </Dashboard>
    </MobileAnalytic>
    """

  /// MAKit's `ChartQuery` and `ChartDataTable`: the rows of the guide's table.
  private func table() throws -> Table {
    try Table([
      "Year": [2000, 2000, 2000, 2001],
      "Product": ["Mountain Bikes", "Road Bikes", "Touring Bikes", "Mountain Bikes"],
      "SalesAmount": [10_029_815, 12_174_936, 10_447_665, 10_893_468],
    ])
  }

  private func chart(_ metadata: String, _ name: String) async throws -> ChartModel {
    let dashboard = try Dashboard(xml: metadata)
    return try await Pipeline(tables: ["SalesSummary": table()], dashboards: [dashboard]).chart(name, of: dashboard)
  }

  /// MAAnalyticChartView with a theme, a metadata file and a data source.
  @Test func chartHasTheRowsOfTheQuery() async throws {
    let chart = try await chart(Self.bikeSales, "BikeSales")
    #expect(chart.title == "Bike Sales" && chart.type == .column)
    #expect(chart.categories.map(\.text) == ["2000", "2001"])
    #expect(chart.series.map(\.text) == ["Mountain Bikes", "Road Bikes", "Touring Bikes"])
    #expect(chart[series: "Road Bikes", category: "2000"]?.doubleValue == 12_174_936)
    #expect(chart[series: "Road Bikes", category: "2001"]?.doubleValue == nil)
    #expect(try chart.rendered(as: .svg(theme: .welterWeight)).contains("Bike Sales"))
    #expect(try chart.rendered(as: .svg(theme: .welterWeightDark)).contains("Bike Sales"))
  }

  /// "Reference Value and Threshold Values": 350, 450 and 120.
  @Test func thresholdsAreLinesAcrossTheChart() async throws {
    let chart = try await chart(
      Self.bikeSales.replacing(
        #"Query="SalesSummary""#,
        with: #"Query="SalesSummary" ReferenceValue="350" UpperThreshold="450" LowerThreshold="120""#), "BikeSales")
    #expect(chart.thresholds.reference == 350 && chart.thresholds.upper == 450 && chart.thresholds.lower == 120)
  }

  /// "Chart Layout": parts that are shown or hidden.
  @Test func partsAreShownAndHidden() async throws {
    let chart = try await chart(
      Self.bikeSales.replacing(
        #"Query="SalesSummary""#,
        with: #"Query="SalesSummary" ShowsTitle="false" ShowsHorizontalAxisTitle="true" ShowsLegend="false""#),
      "BikeSales")
    let svg = String(decoding: SVG().data(for: chart), as: UTF8.self)
    #expect(!svg.contains("font-weight=\"bold\" fill=\"#1d2630\">Bike Sales"))
    #expect(svg.contains(">Year<"))
    #expect(!svg.contains("auger-legend"))
  }

  /// "Custom Drawing": a class TriangleShape, and a theme that draws columns with it.
  @Test func customThemeDrawsTriangles() async throws {
    let theme = try Theme(parsing: "{ shapes: { peak: \"M0,0 L0.5,1 L1,0 Z\" }, columns: peak }")
    let chart = try await chart(Self.bikeSales, "BikeSales")
    let svg = try chart.rendered(as: .svg(theme: theme))
    // Three products in 2000 and one in 2001.
    #expect(svg.matches(of: #/<path d="M[^"]*Z"[^>]*data-category=/#).count == 4)
    #expect(svg.matches(of: #/<rect [^>]*data-category=/#).isEmpty)
  }
}
