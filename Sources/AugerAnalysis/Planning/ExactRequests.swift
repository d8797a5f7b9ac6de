import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The requests that a chart needs for exact values of its categories.
///
/// A query may return a row for each day, or for each product of each region, while the chart shows years or regions.
/// Sums and counts add up. Averages, ratios and distinct counts are queried again with the chart's keys. Only table
/// queries support this. The rows of SQL text and of a delegate's queries are used unchanged.
struct ExactRequests {
  private let chart: ParsedChart
  private let zoom: Int
  private let own: [QueryRequest]
  private let queries: QueryDescriptions

  /// - Parameter own: The chart's requests with unchanged queries, one for each level down to the current one that has
  ///   a query.
  init(_ chart: ParsedChart, zoomedTo zoom: Int, _ own: [QueryRequest], _ queries: QueryDescriptions) {
    self.chart = chart
    self.zoom = zoom
    self.own = own
    self.queries = queries
  }

  /// Returns the requests and a warning for each inexact value. Date requests are followed by one for each level that
  /// is queried again.
  ///
  /// Throws `rollUpNotExact` for dates whose values can neither be added up nor queried again.
  func requests() throws(DiagnosticError) -> (requests: [PlannedRequest], warnings: [Warning]) {
    if let grains = chart.grains {
      let again = try again(grains)
      let reason = again.isEmpty ? "the values of each level are computed of its rows" : "its dates have all periods"
      return (own.map { PlannedRequest($0, because: reason) } + again, [])
    }
    let axes = chart.axes(zoomedTo: zoom)
    // Points are never aggregated.
    guard !chart.type.has(.items), !chart.type.makesCategories else {
      return (own.map { PlannedRequest($0, because: "the chart shows its rows") }, [])
    }
    var requests: [PlannedRequest] = []
    var warnings: [Warning] = []
    for (level, request) in own.enumerated() {
      let keys = axes[...min(level, axes.count - 1)].map(\.column) + chart.partingColumns
      requests.append(regrouped(request, by: keys, &warnings))
    }
    return (requests, warnings)
  }

  /// Returns requests for totals to which the chart's own rows do not add up. Totals are required for a summary, for
  /// the chart of all rows next to small multiples, and for sorting by values with several series.
  func totals(isSorted: Bool) -> (requests: [PlannedRequest], warnings: [Warning]) {
    guard let request = own.last, !chart.type.has(.items), !chart.type.makesCategories,
      chart.zoomingLevels.count < 2 || zoom == 1
    else { return ([], []) }
    let categories = chart.grains == nil ? [chart.axes(zoomedTo: zoom)[0].column] : []
    let series = chart.series.map { [$0.column] } ?? []
    var wanted: [(LevelTable.TotalKeys, [String])] = []
    if chart.grains == nil, chart.multiples != nil { wanted.append((.categoriesAndSeries, categories + series)) }
    if chart.grains == nil, isSorted, !chart.partingColumns.isEmpty { wanted.append((.categories, categories)) }
    var warnings: [Warning] = []
    var totals: [PlannedRequest] = []
    func add(_ keys: LevelTable.TotalKeys, _ names: [String], _ warnings: inout [Warning]) {
      let asked = regrouped(request, by: names, for: keys, &warnings)
      if asked.request != request { totals.append(asked) }
    }
    for (keys, names) in wanted { add(keys, names, &warnings) }
    // A summary without a value reports its own warning.
    var ignored: [Warning] = []
    if chart.showsSummary { add(.series, series, &ignored) }
    return (totals, warnings)
  }

  /// Returns a query with more keys than the level, grouped by the keys of the level, if its values do not add up.
  private func regrouped(
    _ request: QueryRequest, by keys: [String], for totals: LevelTable.TotalKeys? = nil, _ warnings: inout [Warning]
  ) -> PlannedRequest {
    func unchanged(_ reason: String) -> PlannedRequest { PlannedRequest(request, for: totals, because: reason) }
    guard let aggregation = queries[request.query]?.aggregation else { return unchanged("its rows are the data") }
    let extra = aggregation.keys.filter { !keys.contains(name: $0) }
    let rollUp = RollUp(aggregation, aggregate: chart.aggregate)
    let misleading = chart.values.filter { rollUp.misleads($0.expression) }
    if extra.isEmpty { return unchanged("its rows are the groups of the chart") }
    let names = extra.map { "'\($0)'" }.joined(separator: ", ")
    guard let first = misleading.first else { return unchanged("the values add up over \(names)") }
    let reason = "'\(first.expression)' does not add up over \(names)"
    let isPossible =
      !aggregation.isLimited && !aggregation.isSorted && keys.allSatisfy { aggregation.keys.contains(name: $0) }
      && chart.whatIfColumns.isEmpty
      && chart.values.allSatisfy { value in
        rollUp.isPlain(value.expression) && !value.expression.columnNames.contains { extra.contains(name: $0) }
      }
    if isPossible {
      let regrouping = Regrouping(derived: [], kept: keys)
      return PlannedRequest(
        QueryRequest(request.query, arguments: request.arguments, regrouping: regrouping), for: totals, because: reason)
    }
    for value in misleading {
      let warning = Warning(
        .rollUpNotExact,
        "'\(value.expression)' does not add up over \(names), of which query '\(request.query)' has a row for each")
      if !warnings.contains(warning) { warnings.append(warning) }
    }
    return unchanged(reason + ", and the query cannot be grouped again")
  }

  /// For a date chart whose values do not add up, returns its query grouped by the grains of each level.
  private func again(_ grains: GrainDefinition) throws(DiagnosticError) -> [PlannedRequest] {
    guard let aggregation = queries[chart.query]?.aggregation else { return [] }
    let rollUp = RollUp(aggregation, aggregate: chart.aggregate)
    guard let value = chart.values.first(where: { !rollUp.isExact($0.expression) }) else { return [] }
    func refuse(_ reason: String, _ hint: String) -> DiagnosticError {
      DiagnosticError(
        Diagnostic(
          .rollUpNotExact, "chart '\(chart.name)': '\(value.expression)' does not add up over dates, and \(reason)",
          at: value.place, hint: hint))
    }
    let kept = chart.partingColumns
    let keys = aggregation.keys.filter { !kept.contains(name: $0) && ![chart.category.column].contains(name: $0) }
    guard aggregation.keys.contains(name: chart.category.column) else {
      throw refuse("its query is not grouped by '\(chart.category.column)'", "add it to groupBy")
    }
    guard !aggregation.isLimited else {
      throw refuse("its query leaves out groups, by a limit or by 'having'", "take the limit off, or 'having'")
    }
    for value in chart.values {
      if let key = keys.first(where: { value.expression.columnNames.contains(name: $0) }) {
        throw refuse("'\(key)' has several values in a category", "measures that name it belong into the query")
      }
    }
    // Days in the time zone of the chart must start in that zone in the query too.
    let date = grains.date(chart.category.column)
    return (1...zoom).map { level in
      let derived = grains.grains.prefix(level).map { grain in
        Regrouping.Key(grain.columnName, grain.expression(of: date, in: grains))
      }
      let regrouping = Regrouping(derived: derived, kept: kept)
      return PlannedRequest(
        QueryRequest(own[0].query, arguments: own[0].arguments, regrouping: regrouping),
        because: "'\(value.expression)' does not add up over dates")
    }
  }
}
