import Auger

let dashboard = try Dashboard(
  xml: """
    <Dashboard>
      <DrillDownGroup Name="Sales" Title="Sales">
        <Chart Name="Regions" Title="Sales by region" ChartType="Bar" ChartSequence="1" Query="ByRegion">
          <Category Column="Region" />
          <Values><Value Expression="Amount" ValueSequence="1" DisplayName="Sales" /></Values>
        </Chart>
        <Chart Name="Countries" Title="Sales by country" ChartType="Bar" ChartSequence="2" Query="ByCountry">
          <Category Column="Country" />
          <Values><Value Expression="Amount" ValueSequence="1" DisplayName="Sales" /></Values>
        </Chart>
        <Chart Name="Products" Title="Sales by product" ChartType="Bar" ChartSequence="3" Query="ByProduct">
          <Category Column="Product" />
          <Values><Value Expression="Amount" ValueSequence="1" DisplayName="Sales" /></Values>
        </Chart>
      </DrillDownGroup>
    </Dashboard>
    """)
let pipeline = Pipeline(delegate: SalesService { print($0) }, dashboards: [dashboard])

func show(_ place: Exploration) async throws {
  print(TerminalChart(width: 60).text(for: try await pipeline.chart("Sales", of: dashboard, at: place)))
}

// Regions; then the countries of two of them: one request with both picks.
try await show(dashboard.start)
let europe = try dashboard.drill(dashboard.start, in: "Sales", picking: ["Region": ["Europe", "Pacific"]])
try await show(europe)

// The way back asks the service nothing: its answers are kept.
print("back, without a request:")
try await show(try dashboard.drillUp(europe, in: "Sales", to: 0))

// The service knows no products: what it said arrives with the request that it answered.
do {
  try await show(try dashboard.drill(europe, in: "Sales", picking: ["Country": "France"]))
} catch {
  print(error)
}
