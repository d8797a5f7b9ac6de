import Auger

let sales = try DataTable([
  "Region": ["Europe", "Pacific", "Europe", "Americas", "Pacific"],
  "Amount": [120.5, 80, 30, 99.5, nil],
])
let dashboard = Dashboard("sales") {
  ChartDefinition("ByRegion", type: .bar, query: "Sales", category: "Region", values: .sum("Amount", title: "Sales"))
    .title("Sales by region")
}
let start = dashboard.initialState
let chart = try await Pipeline(tables: ["Sales": sales]).chart("ByRegion", in: start)

print(try chart.rendered(as: .terminal(width: 60)))
print(try chart.rendered(as: .json))

/// Answers queries in code. A request contains the name of a query and the selected values as arguments.
struct SalesDelegate: QueryDelegate {
  func table(for request: QueryRequest) async throws -> DataTable {
    guard request.query == "Sales" else { throw request.unknown(among: ["Sales"]) }
    let amounts = ["Europe": 150.5, "Pacific": 80, "Americas": 99.5].sorted { $0.key < $1.key }
    return try DataTable([
      "Region": DataTable.Column(amounts.map(\.key)), "Amount": DataTable.Column(amounts.map(\.value)),
    ])
  }
}

let another = try await Pipeline(delegate: SalesDelegate()).chart("ByRegion", in: start)
print("from a delegate:", another[category: "Europe"] ?? .null)
