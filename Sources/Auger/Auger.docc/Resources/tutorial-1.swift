import Auger
import AugerCSV
import Foundation

let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: CSVAdapter())
