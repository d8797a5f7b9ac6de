import AugerCharts
import AugerColumns
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Sales by region and country, filtered by the arguments with those names. Other arguments are ignored.
struct RegionalSales: QueryDelegate {
  func version(of query: String) async throws -> String? { "1" }

  func table(for request: QueryRequest) async throws -> Table {
    let arguments = request.arguments
    let rows = [
      ("Europe", "France", 4), ("Europe", "Germany", 5), ("Asia", "Japan", 7), ("Asia", "India", 1),
    ].filter { row in
      passes(row.0, arguments["Region"]) && passes(row.1, arguments["Country"]) && passes(row.0, arguments["Regions"])
    }
    return Table([
      ("Region", Column(rows.map(\.0))), ("Country", Column(rows.map(\.1))),
      ("Amount", Column(rows.map { Int64($0.2) })),
    ])
  }

  private func passes(_ text: String, _ argument: QueryArgument?) -> Bool {
    switch argument {
    case nil: true
    case .scalar(let value): value == .string(text)
    case .list(let values): values.contains(.string(text))
    case .range: false
    }
  }

  /// Returns a drilldown group and a chart with a variable, both filtered.
  static func dashboard() throws -> Dashboard {
    func chart(_ name: String, _ category: String, _ value: String = "Amount") throws -> ParsedChart {
      var chart = ParsedChart(
        name: name, type: .bar, query: name, category: AxisDefinition(column: category),
        values: [ValueDefinition(expression: try .parse(value))])
      chart.filters = [NameReference("Regions")]
      return chart
    }
    return Dashboard(
      name: "sales", variables: [VariableDefinition("rise", type: .integer, value: .int(0))],
      filters: [FilterDefinition("Regions", kind: .picklist, sourceQuery: "All", column: "Region")],
      items: [
        .drillDownGroup(
          DrillDownGroupDefinition(
            "Sales", title: "Sales", levels: [try chart("ByRegion", "Region"), try chart("ByCountry", "Country")])),
        .chart(try chart("Risen", "Region", "Amount + $rise")),
      ])
  }
}
