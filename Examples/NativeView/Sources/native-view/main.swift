import Auger
import AugerSQLite
import Foundation

let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: SQLiteAdapter())
let pipeline = Pipeline(workspace)

/// The state of the dashboard, which a view controller stores. Each tap returns a new state.
var state = try workspace.dashboard("shop").initialState

/// Creates the view of a chart and prints its contents instead of drawing them.
func show(_ chart: ChartModel) -> ColumnChartView {
  let view = ColumnChartView(chart, width: 300, height: 100)
  print("\(view.title) [\(view.legend.joined(separator: ", "))]")
  for bar in view.bars {
    let frame = [bar.x, bar.y, bar.width, bar.height].map { "\(Int($0.rounded()))" }.joined(separator: " ")
    print("  \(view.labels[bar.category]) \(view.legend[bar.series]): \(bar.text) in (\(frame))")
  }
  return view
}

/// Returns the state after a tap. The chart contains the selection of each category, or nil if the category has no
/// drilldown.
func tap(x: Double, _ view: ColumnChartView, _ chart: ChartModel, in state: DashboardState) throws -> DashboardState {
  guard let category = view.category(atX: x) else {
    print("tap at \(x): nothing there")
    return state
  }
  guard let drill = chart.drill, let selection = drill.selection(category: category) else {
    print("tap on \(view.labels[category]): nothing lies below")
    return state
  }
  let below = try state.applying(.drillDown(in: "Sales", to: selection))
  print("tap on \(view.labels[category]) leads to \(drill.next ?? "nothing"): \(below.address)\n")
  return below
}

var chart = try await pipeline.chart("Sales", in: state)
var view = show(chart)
state = try tap(x: 310, view, chart, in: state)
state = try tap(x: 150, view, chart, in: state)

chart = try await pipeline.chart("Sales", in: state)
view = show(chart)
state = try tap(x: 20, view, chart, in: state)

// A button that drills up. The chart of the first level is computed from a cached result.
state = try state.applying(.drillUp(in: "Sales"))
chart = try await pipeline.chart("Sales", in: state)
print("\nback at \(chart.title), \(chart.receipt.queries.map(\.execution.rawValue).joined(separator: ", "))")
