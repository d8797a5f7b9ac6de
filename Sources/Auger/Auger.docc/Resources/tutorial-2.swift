import Auger
import AugerCSV
import Foundation

let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: CSVAdapter())
let pipeline = Pipeline(workspace)
let sales = try workspace.dashboard("sales")
let model = try await pipeline.model(of: sales.initialState)
for chart in model.charts {
  print(try chart.rendered(as: .terminal(width: 60)))
}
