import Auger
import AugerQuery
import AugerTestKit
import Foundation
import ShelfAdapter

let shelf = Shelf([
  // The table of the conformance suite, which contains difficult values.
  ReferenceTable.name: ReferenceTable.table,
  "sales": try DataTable([
    "Region": ["Europe", "Europe", "Pacific", "Americas", "Pacific", "Europe", nil],
    "Product": ["Bikes", "Helmets", "Bikes", "Bikes", "Helmets", "Bikes", "Bikes"],
    "Units": [12, 7, 4, 9, nil, 5, 1],
    "Weight": [140.5, 2.1, 50, 101.25, 0.5, 60, 11],
  ]),
])
let adapter = ShelfAdapter(["shop": shelf])

// 1. The suite opens the source and reads the table in all the ways in which an engine can read it.
let findings = AdapterConformance.findings(
  adapter: adapter, configuration: SourceConfiguration(name: "shop", location: "shop"))
print("conformance: \(findings.isEmpty ? "no findings" : findings.map(\.description).joined(separator: "\n"))")
_ = shelf.takeTraffic()

// 2. Compute the same charts with and without pushdown.
func charts(pushdown: Bool) async throws -> [ChartModel] {
  let workspace = try Workspace(
    contentsOf: URL(filePath: "auger.yaml"), adapters: adapter, environment: ["PUSHDOWN": "\(pushdown)"])
  let pipeline = Pipeline(workspace)
  let start = try workspace.dashboard("shop").initialState
  print(pushdown ? "\npushed down:" : "\ncomputed here:")
  var charts: [ChartModel] = []
  for name in ["Units", "Best", "Weights"] {
    charts.append(try await pipeline.chart(name, in: start))
    for statement in shelf.takeTraffic().statements { print("  \(statement.rows) rows by \(statement.text)") }
  }
  return charts
}

let pushed = try await charts(pushdown: true)
let computed = try await charts(pushdown: false)
print()
for (a, b) in zip(pushed, computed) {
  let isEqual = try a.rendered(as: .json) == b.rendered(as: .json)
  print("\(a.name): \(isEqual ? "the same chart, to the byte" : "DIFFERENT")")
}
