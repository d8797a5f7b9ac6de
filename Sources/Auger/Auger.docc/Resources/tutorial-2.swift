import Auger
import AugerCSV

let workspace = try Workspace(contentsOf: "auger.yaml", adapters: [CSVAdapter()])
let pipeline = Pipeline(workspace)
let sales = try pipeline.dashboard("sales")
for chart in try await pipeline.charts(of: sales) {
  print(TerminalChart(width: 60).text(for: chart))
}
