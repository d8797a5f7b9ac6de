import Auger

/// What a chart's query gets its rows from: here two arrays, in your program whatever it has.
struct Sales: QueryDelegate {
  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    try Table([
      "Region": ["Europe", "Pacific", "Europe", "Americas", "Pacific"],
      "Amount": [120.5, 80, 30, 99.5, nil],
    ])
  }
}

let dashboard = try Dashboard(
  xml: """
    <Chart Name="ByRegion" Title="Sales by region" ChartType="Bar" Query="Sales">
      <Category Column="Region" />
      <Values><Value Expression="sum(Amount)" ValueSequence="1" DisplayName="Sales" /></Values>
    </Chart>
    """)
let pipeline = Pipeline(delegate: Sales(), dashboards: [dashboard])
let chart = try await pipeline.chart("ByRegion", of: dashboard)

print(TerminalChart(width: 60).text(for: chart))
print(ChartJSON().text(for: chart))
