import Auger
import AugerCSV
import Foundation

let workspace = try Workspace(contentsOf: "auger.yaml", adapters: [CSVAdapter()])
let pipeline = Pipeline(workspace)
let sales = try pipeline.dashboard("sales")
let regions = try await pipeline.chart("Resellers", of: sales)
print(TerminalChart(width: 60).text(for: regions))

let place = try sales.drill(sales.start, in: "Resellers", picking: ["Region": "Europe"])
let countries = try await pipeline.chart("Resellers", of: sales, at: place)
print(TerminalChart(width: 60).text(for: countries))

try Data(SVG().data(for: countries)).write(to: URL(fileURLWithPath: "countries.svg"))
