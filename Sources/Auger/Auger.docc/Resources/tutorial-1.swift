import Auger
import AugerCSV

let workspace = try Workspace(contentsOf: "auger.yaml", adapters: [CSVAdapter()])
