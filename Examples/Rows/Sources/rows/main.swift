import Auger
import Foundation

struct Sale: Codable {
  var region: String, country: String, product: String, year: Int, amount: Decimal
  var size: String { amount >= 100 ? "large" : "small" }
}
struct Target: Codable { var region: String, amount: Decimal }

let sales = [
  Sale(region: "Europe", country: "France", product: "Bikes", year: 2023, amount: 100),
  Sale(region: "Europe", country: "France", product: "Helmets", year: 2024, amount: 20),
  Sale(region: "Europe", country: "Germany", product: "Bikes", year: 2024, amount: 60),
  Sale(region: "Pacific", country: "Japan", product: "Bikes", year: 2023, amount: 80),
  Sale(region: "Pacific", country: "Japan", product: "Helmets", year: 2024, amount: 35),
]
let targets = [Target(region: "Europe", amount: 200), Target(region: "Pacific", amount: 100)]

// Three charts. The columns are the coding keys of the rows, or the key paths of fields.
let table = try DataTable(sales)
let regions = try await table.chart(category: "region", series: "product", values: "sum(amount)")
let years = try await table.chart(.line, category: "year", values: "sum(amount)")
let sizes = try await DataTable(sales) { RowField("Size", value: \.size) }
  .chart(.pie, category: "Size", values: "count()")
print("Bikes in Europe:", regions[series: "Bikes", category: "Europe"] ?? .null)
print("sales in 2024:", years[category: "2024"] ?? .null)
print("small sales:", sizes[category: "small"] ?? .null)

// A dashboard over two tables. Selected values of a drilldown and of a filter limit the rows of a table.
let dashboard = Dashboard("sales", title: "Sales") {
  Filter("product", query: "Sales", title: "Product")
  Variable("hike", value: 0.0, in: 0...50, step: 5, title: "Price increase in %")
  DrillDownGroup("Sales", query: "Sales", type: .column) {
    for column in ["region", "country"] {
      ChartDefinition("By \(column)", category: .column(column), values: "sum(amount * (1 + $hike / 100))")
        .title("Sales by \(column)").filtered(by: "product")
    }
  }
  ChartDefinition("Targets", type: .bar, query: "Targets", category: "region", values: .sum("amount"))
}
let pipeline = Pipeline(tables: ["Sales": table, "Targets": try DataTable(targets)])
let state = try dashboard.initialState.applying(
  .drillDown(in: "Sales", to: ["region": "Europe"]), .filter("product", by: ["Bikes"]), .set("hike", to: 25))
let model = try await pipeline.model(of: state)
print("state:", state.address)
print("products:", model.filters.flatMap(\.choices).map(\.label))
for point in model["Sales"]?.points ?? [] { print("  \(point.category.text): \(point.text)") }
print("target of Europe:", model["Targets"]?[category: "Europe"] ?? .null)

let picture = FileManager.default.temporaryDirectory.appending(path: "sales.svg")
try model.write(to: picture)
print(picture.lastPathComponent, "is an SVG:", try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg"))
