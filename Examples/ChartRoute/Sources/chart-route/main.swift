import Auger
import Hummingbird
import Logging

struct Sale: Codable { var region: String, country: String, amount: Double }

let sales = [
  Sale(region: "Europe", country: "France", amount: 100), Sale(region: "Europe", country: "Germany", amount: 60),
  Sale(region: "Pacific", country: "Japan", amount: 75),
]
let dashboard = Dashboard("sales") {
  DrillDownGroup("Sales", query: "Sales", type: .column) {
    ChartDefinition("Regions", category: "region", values: .sum("amount")).title("Sales by region")
    ChartDefinition("Countries", category: "country", values: .sum("amount")).title("Sales by country")
  }
}
let routes = ChartRoutes(dashboard: dashboard, pipeline: Pipeline(tables: ["Sales": try DataTable(sales)]))

if CommandLine.arguments.contains("serve") {
  // Serves http://127.0.0.1:8080/charts/Sales.svg until the program is stopped.
  let router = Router()
  routes.add(to: router)
  try await Application(router: router).runService()
} else {
  // Sends requests to the router without a network.
  let router = Router(context: LocalContext.self)
  routes.add(to: router)
  let responder = router.buildResponder()
  let context = LocalContext(source: LocalContext.Source(logger: Logger(label: "chart-route")))
  let paths = [
    "/charts/Sales.svg", "/charts/Sales.json?Sales.drill=region:Europe", "/charts/Sales.svg?Sales.drill=planet:Mars",
    "/charts/Orders.svg",
  ]
  for path in paths {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let response = try await responder.respond(to: request, context: context)
    print("GET \(path) -> \(response.status.code) \(response.headers[.contentType] ?? "without a type")")
  }
}
