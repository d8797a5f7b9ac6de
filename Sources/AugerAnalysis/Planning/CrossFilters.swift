import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The query arguments from the selections in charts with `CrossFilter`.
///
/// A selection filters each other item whose query has a parameter with the name of a selected column. An argument has
/// the same form as the one of a drilldown: a value, a list of values, or a range.
package struct CrossFilters: Sendable {
  /// A selected column of a chart.
  package struct Part: Sendable {
    /// The name of the chart with the selection.
    package let chart: String
    package let column: String
    package let argument: QueryArgument
    let axis: AxisDefinition?
  }

  package let parts: [Part]

  init() { parts = [] }

  /// Creates the arguments that an item receives.
  ///
  /// - Parameters:
  ///   - item: The name of the chart or item that receives the arguments. Its own selection is not included.
  ///   - group: The name of its drilldown group, whose selection is not included either.
  package init(of dashboard: Dashboard, at state: Exploration, besides item: String, in group: String? = nil) {
    parts = dashboard.crossFilterCharts(at: state).flatMap { source -> [Part] in
      let isOwn = [source.chart.name, source.item].contains { Name($0) == Name(item) }
      guard !isOwn, group.map({ Name($0) != Name(source.item) }) ?? true else { return [] }
      return Self.parts(of: source.chart, at: state) ?? []
    }
  }

  /// Returns the request with the arguments that its query accepts. An item shows only rows that meet all conditions,
  /// so a column that already has an argument receives the common values.
  ///
  /// - Parameter parameters: The names of the query's parameters. If they are unknown, those of the item's columns.
  /// - Throws: `crossFilterEmpty` if no value is common.
  package func adding(to request: QueryRequest, taking parameters: [String]) throws(DiagnosticError) -> QueryRequest {
    var result = request
    for part in parts where parameters.contains(name: part.column) {
      guard let present = result.arguments[part.column] else {
        result.arguments[part.column] = part.argument
        continue
      }
      guard let common = present.intersection(part.argument) else {
        throw DiagnosticError(
          Diagnostic(
            .crossFilterEmpty,
            "the values of '\(part.column)' that are selected in chart '\(part.chart)' are excluded by another filter",
            hint: "Clear the selection in '\(part.chart)', or the other filter of '\(part.column)'.",
            details: [.init(.chart, part.chart), .init(.dataColumn, part.column)]))
      }
      result.arguments[part.column] = common
    }
    return result
  }

  /// Returns the parts that one of the requests uses.
  func parts(takenBy requests: [QueryRequest]) -> [Part] {
    parts.filter { part in requests.contains { $0.arguments[part.column] != nil } }
  }

  /// Returns a warning if the selection in a chart with `CrossFilter` cannot be expressed as query arguments.
  static func warnings(of chart: ParsedChart, at state: Exploration) -> [Warning] {
    guard chart.crossFilters, parts(of: chart, at: state) == nil else { return [] }
    return [
      Warning(
        .crossFilterNotExact,
        """
        chart '\(chart.name)': the selection filters no other charts; select values of one level, or a range of \
        numbers or dates
        """)
    ]
  }

  /// Returns the selected columns of a chart. Nil if arguments cannot describe the selection.
  package static func parts(of chart: ParsedChart, at state: Exploration) -> [Part]? {
    let item = state[item: chart.name]
    let zoom = min(item.zoom ?? 1, max(1, chart.levelCount))
    guard let parts = parts(of: chart, selecting: item.selection, zoomedTo: zoom) else { return nil }
    return parts.contains { $0.argument.hasNull } ? nil : parts
  }

  /// Returns the columns of a selection in a chart, whose values may be null. Nil if arguments cannot describe it.
  static func parts(of chart: ParsedChart, selecting selection: Selection, zoomedTo zoom: Int) -> [Part]? {
    let columns = chart.categoryColumns(zoomedTo: zoom)
    let axes = chart.axes(zoomedTo: chart.levelCount)
    var parts: [Part] = []
    func add(_ column: String, _ values: [Scalar]) {
      let axis = (axes + [chart.series].compactMap(\.self)).first { Name($0.column) == Name(column) }
      parts.append(Part(chart: chart.name, column: column, argument: Pick(column, values).argument, axis: axis))
    }
    let forms = [
      !selection.categories.isEmpty || !selection.series.isEmpty, !selection.paths.isEmpty, !selection.items.isEmpty,
      !selection.rectangles.isEmpty,
    ]
    guard forms.count(where: { $0 }) <= 1, let finest = columns.last else { return nil }
    if !selection.categories.isEmpty {
      guard !chart.type.makesCategories else { return nil }
      add(finest, selection.categories)
    }
    if !selection.series.isEmpty {
      guard let series = chart.series?.column else { return nil }
      add(series, selection.series)
    }
    if let first = selection.paths.first {
      // Several paths are exact if only their last values differ.
      let ancestors = Array(first.dropLast())
      guard !first.isEmpty, first.count <= columns.count,
        selection.paths.allSatisfy({ $0.count == first.count && Array($0.dropLast()) == ancestors })
      else { return nil }
      for (column, value) in zip(columns, ancestors) { add(column, [value]) }
      add(columns[first.count - 1], selection.paths.compactMap(\.last))
    }
    if !selection.items.isEmpty {
      var (categories, series): ([Scalar], [Scalar]) = ([], [])
      for item in selection.items {
        if !categories.contains(item.category) { categories.append(item.category) }
        if !series.contains(item.series) { series.append(item.series) }
      }
      guard !chart.type.makesCategories, categories.count * series.count == Set(selection.items).count else {
        return nil
      }
      add(finest, categories)
      if let column = chart.series?.column { add(column, series) }
    }
    if let rectangle = selection.rectangles.first {
      guard selection.rectangles.count == 1, rectangle.values == nil, let span = rectangle.categories,
        !chart.type.makesCategories, columns.count == 1, span.isOfOrderedValues
      else { return nil }
      let ends = Scalar.compare(span.lower, span.upper) <= 0 ? (span.lower, span.upper) : (span.upper, span.lower)
      parts.append(
        Part(
          chart: chart.name, column: finest, argument: .range(lower: ends.0, upper: ends.1),
          axis: axes.first { Name($0.column) == Name(finest) }))
    }
    return parts
  }
}

extension Selection.Span {
  /// True if categories between the ends are compared by value, not by position.
  fileprivate var isOfOrderedValues: Bool {
    guard let type = lower.type, let other = upper.type else { return false }
    return [type, other].allSatisfy { $0.isNumeric || [.date, .timestamp, .time].contains($0) }
  }
}

extension Dashboard {
  /// A chart with `CrossFilter`, and the item that shows it.
  package struct CrossFilterChart {
    package let chart: ParsedChart
    package let item: String
  }

  /// Returns the charts with `CrossFilter` that the items show in a state.
  package func crossFilterCharts(at state: Exploration) -> [CrossFilterChart] {
    items.compactMap { item in
      let chart: ParsedChart? =
        switch item {
        case .chart(let chart): chart
        case .drillDownGroup(let group): (try? DrillContext(group: group, state))?.chart
        case .overlayGroup, .treeMapGroup, .dataGrid, .panel, .diagram, .custom: nil
        }
      guard let chart, chart.crossFilters, chart.overlay == nil else { return nil }
      return CrossFilterChart(chart: chart, item: item.name)
    }
  }
}

extension QueryArgument {
  fileprivate var hasNull: Bool {
    switch self {
    case .scalar(let value): value.isNull
    case .list(let values): values.contains(.null)
    case .range(let lower, let upper): lower.isNull || upper.isNull
    }
  }

  /// Returns the values that both arguments accept. Nil if no value is common.
  package func intersection(_ other: QueryArgument) -> QueryArgument? {
    switch (self, other) {
    case (.range(let lower, let upper), .range(let otherLower, let otherUpper)):
      let low = Scalar.compare(lower, otherLower) < 0 ? otherLower : lower
      let high = Scalar.compare(upper, otherUpper) < 0 ? upper : otherUpper
      return Scalar.compare(low, high) <= 0 ? .range(lower: low, upper: high) : nil
    case (.range(let lower, let upper), _):
      return other.keeping { FilterState.range(lower: lower, upper: upper).contains($0) }
    case (.scalar, _), (.list, _): return keeping { other.accepts($0) }
    }
  }

  private func accepts(_ value: Scalar) -> Bool {
    switch self {
    case .scalar(let own): FilterState.picks([own]).contains(value)
    case .list(let values): FilterState.picks(values).contains(value)
    case .range(let lower, let upper): FilterState.range(lower: lower, upper: upper).contains(value)
    }
  }

  /// Returns the argument with only those of its values that meet a condition. Nil if none is left.
  private func keeping(_ condition: (Scalar) -> Bool) -> QueryArgument? {
    switch self {
    case .scalar(let value): return condition(value) ? self : nil
    case .list(let values):
      let kept = values.filter(condition)
      return kept.isEmpty ? nil : .list(kept)
    case .range: return self
    }
  }
}

extension Diagnostic.Code {
  /// A selection excludes all values that another filter of the same column accepts.
  package static let crossFilterEmpty = Self("crossFilterEmpty")
  /// A selection that query arguments cannot describe.
  package static let crossFilterNotExact = Self("crossFilterNotExact")
  /// A chart with `CrossFilter` whose columns are parameters of no other query.
  package static let crossFilterUnused = Self("crossFilterUnused")
}
