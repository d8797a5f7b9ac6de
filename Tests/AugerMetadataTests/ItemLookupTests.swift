import AugerCharts
import AugerMetadata
import Testing

/// Lookup of items by name, in dashboards with few and with many items.
@Suite struct ItemLookupTests {
  private static func chart(_ name: String, title: String = "") -> ParsedChart {
    var chart = ParsedChart(
      name: name, type: .column, query: "q", category: AxisDefinition(column: "x"), values: [])
    chart.title = title
    return chart
  }

  /// Returns a dashboard with `count` charts and a group of two levels. Each item name occurs twice.
  private static func dashboard(of count: Int) -> Dashboard {
    let group = DrillDownGroupDefinition("group", levels: [chart("level 1"), chart("level 2")])
    var items = (0..<count).map { ParsedItem.chart(chart("chart \($0 / 2)", title: "\($0)")) }
    items.insert(.drillDownGroup(group), at: count / 2)
    return Dashboard(name: "board", items: items)
  }

  @Test(arguments: [0, 1, 2, 14, 15, 16, 17, 40, 1000])
  func firstItemOfANameIsFound(count: Int) {
    var dashboard = Self.dashboard(of: count)
    for index in 0..<(count + 1) / 2 {
      guard case .chart(let item)? = dashboard.item(named: "chart \(index)") else {
        Issue.record("there is no item 'chart \(index)'")
        continue
      }
      #expect(item.title == "\(index * 2)" && dashboard.chart(named: "chart \(index)")?.title == item.title)
    }
    #expect(dashboard.item(named: "group")?.name == "group" && dashboard.chart(named: "group") == nil)
    #expect(dashboard.item(named: "level 2") == nil && dashboard.chart(named: "level 2")?.name == "level 2")
    for name in ["", "chart \(count)", "Chart 0"] {
      #expect(dashboard.item(named: name) == nil && dashboard.chart(named: name) == nil)
    }
    // Lookups reflect changes of the items.
    dashboard.items.insert(.chart(Self.chart("group", title: "new")), at: 0)
    #expect(dashboard.chart(named: "group")?.title == "new" && dashboard.chart(named: "level 1") != nil)
    dashboard.items.removeAll()
    #expect(dashboard.item(named: "group") == nil && dashboard.chart(named: "level 1") == nil)
  }
}
