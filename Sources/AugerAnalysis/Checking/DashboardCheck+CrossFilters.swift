import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

// Compares the selections in charts with `CrossFilter` with the parameters of other items.
extension DashboardCheck {
  mutating func checkCrossFilters() {
    guard queries != nil else { return }
    for item in dashboard.items {
      let others = dashboard.items.filter { !$0.name.isSame(as: item.name) }.flatMap(\.queries).map { signature($0) }
      for chart in item.charts where chart.crossFilters { check(chart, filtering: others) }
    }
  }

  /// Reports a chart whose selections no other item receives, and parameters that accept only one selected value.
  private mutating func check(_ chart: ParsedChart, filtering others: [QuerySignature?]) {
    let columns = chart.selectableColumns
    var isUsed = others.contains { $0 == nil }
    for query in others.compactMap(\.self) {
      for column in columns {
        guard let parameter = query.parameter(column) else { continue }
        note(column, isHandedTo: query.name)
        isUsed = true
        checkLists(of: parameter, in: query, from: chart)
      }
    }
    guard !isUsed else { return }
    report(
      Diagnostic(
        .crossFilterUnused, level: .warning,
        "a selection in chart '\(chart.name)' filters no other item: no other query has a parameter "
          + columns.map { "'\($0)'" }.joined(separator: " or "),
        at: chart.places.chart, hint: "Add such a parameter to the queries to filter, or remove CrossFilter.",
        details: [.init(.chart, chart.name)]))
  }

  /// Several selected values are a list, like those of a picklist.
  private mutating func checkLists(
    of parameter: QuerySignature.Parameter, in query: QuerySignature, from chart: ParsedChart
  ) {
    let selection = DrillContract.Argument(parameter.name, .filter(.picklist))
    for use in parameter.uses where use.agreement(with: selection.origin) != .always {
      report(
        Diagnostic(
          .argumentKind, level: .warning,
          "several selected values of '\(parameter.name)' in chart '\(chart.name)' are a list for query "
            + "'\(query.name)', which takes \(use.words)",
          at: chart.places.chart, hint: use.hint(selection),
          details: [.init(.query, query.name), .init(.value, parameter.name), .init(.chart, chart.name)]))
    }
  }
}

extension ParsedItem {
  /// The queries of the item.
  fileprivate var queries: [String] {
    switch self {
    case .dataGrid(let grid): [grid.query]
    case .diagram(let diagram): [diagram.query]
    case .custom(let custom): [custom.query].compactMap(\.self)
    default: charts.flatMap { $0.levels.map(\.query) }
    }
  }
}
