import Auger

let sales = try Table([
  "Region": ["Europe", "Pacific", "Europe", "Americas", "Pacific"],
  "Amount": [120.5, 80, 30, 99.5, nil],
])
let dashboard = try Dashboard(
  xml: """
    <Chart Name="ByRegion" Title="Sales by region" ChartType="Bar" Query="Sales">
      <Category Column="Region" />
      <Values><Value Expression="sum(Amount)" ValueSequence="1" DisplayName="Sales" /></Values>
    </Chart>
    """)
let pipeline = Pipeline(tables: ["Sales": sales], dashboards: [dashboard])
let chart = try await pipeline.chart("ByRegion", of: dashboard)

print(TerminalChart(width: 60).text(for: chart))
print(ChartJSON().text(for: chart))

/// What answers queries may as well be code: it is asked by name, with the arguments that were picked.
struct Sales: QueryDelegate {
  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    let amounts = ["Europe": 150.5, "Pacific": 80, "Americas": 99.5].sorted { $0.key < $1.key }
    return try Table(["Region": Column(amounts.map(\.key)), "Amount": Column(amounts.map(\.value))])
  }
}

let another = try await Pipeline(delegate: Sales(), dashboards: [dashboard]).chart("ByRegion", of: dashboard)
print("from a delegate:", another[dimension: 0, series: 0, category: 1])
