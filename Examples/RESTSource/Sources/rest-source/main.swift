import Auger

let dashboard = Dashboard("sales") {
  DrillDownGroup("Sales", title: "Sales", type: .bar) {
    for column in ["Region", "Country", "Product"] {
      ChartDefinition(
        "\(column) chart", query: "By\(column)", category: .column(column), values: .value("Amount", title: "Sales")
      )
      .title("Sales by \(column.lowercased())")
    }
  }
}
let pipeline = Pipeline(delegate: SalesService { print($0) })

func show(_ state: DashboardState) async throws {
  print(try await pipeline.chart("Sales", in: state).rendered(as: .terminal(width: 60)))
}

// Show the regions, then the countries of two regions. One request contains both selected values.
let start = dashboard.initialState
try await show(start)
let europe = try start.applying(.drillDown(in: "Sales", to: ["Region": ["Europe", "Pacific"]]))
try await show(europe)

// Drilling up sends no request, because the results are cached.
print("back, without a request:")
try await show(try europe.applying(.drillUp(in: "Sales")))

// The service does not support products. The error contains the request and the server's message.
do {
  try await show(try europe.applying(.drillDown(in: "Sales", to: ["Country": "France"])))
} catch {
  print(error)
}
