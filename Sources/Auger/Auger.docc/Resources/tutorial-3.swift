import Auger
import AugerCSV
import Foundation

let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: CSVAdapter())
let pipeline = Pipeline(workspace)
let sales = try workspace.dashboard("sales")
let regions = try await pipeline.chart("Resellers", in: sales.initialState)
print(try regions.rendered(as: .terminal(width: 60)))

let europe = try sales.initialState.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]))
let countries = try await pipeline.chart("Resellers", in: europe)
print(try countries.rendered(as: .terminal(width: 60)))
