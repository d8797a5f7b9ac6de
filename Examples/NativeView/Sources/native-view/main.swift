import Auger
import AugerSQLite

let workspace = try Workspace(contentsOf: "auger.yaml", adapters: [SQLiteAdapter()])
let pipeline = Pipeline(workspace)
let dashboard = try pipeline.dashboard("shop")

/// What a view controller holds: where the user is. Each tap makes another place, which is all there is to remember.
var place = dashboard.start

/// What the view draws.
func show(_ chart: ChartModel) -> ColumnChartView {
  let view = ColumnChartView(chart, width: 300, height: 100)
  print("\(view.title) [\(view.legend.joined(separator: ", "))]")
  for bar in view.bars {
    let frame = [bar.x, bar.y, bar.width, bar.height].map { "\(Int($0.rounded()))" }.joined(separator: " ")
    print("  \(view.labels[bar.category]) \(view.legend[bar.series]): \(bar.text) in (\(frame))")
  }
  return view
}

/// Where a tap leads to: the model says for each category whether something lies below, and with which picks.
func tap(x: Double, _ view: ColumnChartView, _ chart: ChartModel, at place: Exploration) throws -> Exploration {
  guard let category = view.category(atX: x) else {
    print("tap at \(x): nothing there")
    return place
  }
  guard let drill = chart.drill, let picks = drill.categoryPicks?[category] else {
    print("tap on \(view.labels[category]): nothing lies below")
    return place
  }
  let below = try dashboard.drill(place, in: "Sales", picking: picks)
  print("tap on \(view.labels[category]) leads to \(drill.next ?? "nothing"): \(below)\n")
  return below
}

var chart = try await pipeline.chart("Sales", of: dashboard, at: place)
var view = show(chart)
place = try tap(x: 310, view, chart, at: place)
place = try tap(x: 150, view, chart, at: place)

chart = try await pipeline.chart("Sales", of: dashboard, at: place)
view = show(chart)
place = try tap(x: 20, view, chart, at: place)

// The button that leads back; the chart above has been kept.
place = try dashboard.drillUp(place, in: "Sales", to: 0)
chart = try await pipeline.chart("Sales", of: dashboard, at: place)
print("\nback at \(chart.title), \(chart.receipt.queries.map(\.execution.rawValue).joined(separator: ", "))")
