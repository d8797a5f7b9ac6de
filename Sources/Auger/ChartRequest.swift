import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// One chart of one table, asked for in expressions: `auger chart`, or a program that needs no dashboard file.
///
/// It becomes a named table query and a dashboard with one chart, and takes the path that every dashboard takes.
package struct ChartRequest: Sendable {
  /// An expression over the table's columns, without aggregates.
  package var category: String
  package var series: String?
  /// Aggregate expressions; one without an aggregate is summed.
  package var values: [String]
  package var filters: [String] = []
  /// What values are called, in their order; without a title a value is called as it is written.
  package var valueTitles: [String] = []
  /// Tables beside the table, and further columns, both for all expressions.
  package var joins: [TableJoin] = []
  package var derive: [TableQuery.Named] = []
  /// What `$name` in expressions stands for.
  package var variables = QueryArguments()
  package var type: ChartType = .column
  /// Nil: as the type says.
  package var stacking: Stacking?
  /// How values lie on their axis.
  package var valueAxis = AxisKind.linear
  /// How numbers lie along the category axis of points.
  package var categoryAxis = AxisKind.linear
  /// Ranges, ticks, gaps and crossings of the axes.
  package var axes = ChartAxes()
  package var annotations: [AnnotationDefinition] = []
  /// The column that divides the chart into small ones, or an expression over columns.
  package var multiples: String?
  /// The name of a colour for each category and series, or row.
  package var itemColor: String?
  /// Of a histogram; nil: chosen by the values.
  package var binCount: Int?
  /// What comes after the data; nil: nothing.
  package var forecast: ChartDefinition.Forecast?
  package var forecastCount: Int?
  package var season: Int?
  package var title: String?
  package var subtitle = ""
  /// What values are counted in.
  package var unit = ""
  package var showsSummary = false
  /// Parts that are shown, or not, whatever the type says.
  package var shownParts: [ChartDisplay.Part: Bool] = [:]
  package var sort: ChartSort?
  package var categoryLimit: Int?
  package var categoryFormat: ValueFormat?
  package var seriesFormat: ValueFormat?
  package var valueFormat: ValueFormat?

  package init(category: String, series: String? = nil, values: [String]) {
    self.category = category
    self.series = series
    self.values = values
  }

  /// Text that is exactly the name of one of `columns` means that column, in every expression.
  package mutating func name(_ columns: [String]) {
    func named(_ text: String) -> String { columns.contains(name: text) ? Expression.reference(to: text) : text }
    category = named(category)
    series = series.map(named)
    values = values.map(named)
    filters = filters.map(named)
    multiples = multiples.map(named)
    itemColor = itemColor.map(named)
  }

  /// The chart of a pipeline that was made of what `resolved` gives.
  ///
  /// A column that the chart names and that the table lacks is `dataMissingColumn`, as it is of a dashboard's chart,
  /// though here the query of the chart names it.
  package static func model(of dashboard: Dashboard, _ pipeline: Pipeline) async throws -> ChartModel {
    do { return try await pipeline.chart(dashboard.charts[0].name, of: dashboard) } catch let error as DiagnosticError {
      let parts = ["--category", "--series", "--multiples", "--value", "--item-color"]
      throw DiagnosticError(
        error.diagnostics.map { diagnostic in
          guard diagnostic.code == .unknownColumn, let name = diagnostic.place?.source.name, parts.contains(name: name)
          else { return diagnostic }
          var named = diagnostic
          named.code = .dataMissingColumn
          return named
        })
    }
  }

  /// The query and the dashboard, both called `name`, over a table of a source.
  ///
  /// Throws `DiagnosticError` for text that is no expression. What the expressions name is looked up when the query
  /// runs.
  package func resolved(
    name: String, source: String, table: String
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    var query = TableQuery(from: table, derive: derive)
    query.joins = joins
    if type.makesCategories { return try rows(name: name, source: source, &query) }
    // Points are rows, unless a value sums some of them up, and what is beyond the whiskers of a box is points.
    let parsed = try expressions().map(\.1)
    if type == .boxPlot, parsed.count == 1, ValueDefinition(expression: parsed[0]).boxes != nil {
      return try rows(name: name, source: source, &query)
    }
    // Where the categories of other types with items are sorted or limited, they are groups.
    if type == .scatter || type.canHaveItems && sort == nil && categoryLimit == nil,
      !parsed.contains(where: { $0.containsAggregate || $0.containsWindow || $0.columnNames.isEmpty })
    {
      return try rows(name: name, source: source, &query)
    }
    var category = try axis(self.category, "--category", categoryFormat, &query)
    category.axis = categoryAxis
    let period = try PeriodDefinition(of: try Expression.parse(self.category, name: "--category"), asking: &query)
    var series: AxisDefinition?
    if let text = self.series { series = try axis(text, "--series", seriesFormat, &query) }
    let multiples = try self.multiples.map { text throws(DiagnosticError) in
      try axis(text, "--multiples", nil, &query)
    }
    for filter in filters { query.filters.append(.init(try Expression.parse(filter, name: "--where"))) }
    var values: [ValueDefinition] = []
    for (index, (text, parsed)) in try expressions().enumerated() {
      var expression = parsed
      let measure = "value\(index + 1)"
      if expression.containsWindow {
        // The query answers with the aggregates; the chart knows the order of its categories.
        // What stands there already stays one value: the query has one row for each pair.
        let (calls, outer) = expression.aggregatingWindows(by: .sum).splittingAggregates { "\(measure).\($0 + 1)" }
        expression = outer
        for (index, call) in calls.enumerated() {
          let name = "\(measure).\(index + 1)"
          query.measures.append(.init(name, call))
          expression = expression.replacing(column: name, by: try Expression.parse("sum([\(name)])"))
        }
      } else if expression.containsAggregate || !expression.columnNames.isEmpty {
        if !expression.containsAggregate { expression = expression.aggregated(by: .sum) }
        query.measures.append(.init(measure, expression))
        expression = try Expression.parse("[\(measure)]")
      }
      values.append(
        ValueDefinition(sequence: index + 1, expression: expression, title: shown(text, index), format: valueFormat))
    }
    let color = try itemColor(of: &query)
    let axes = [self.category] + (self.series.map { [$0] } ?? [])
    var chart = ChartDefinition(
      name: name, title: title ?? ExpressionWords.title(values: namedValues, by: axes) + topWords,
      type: type, query: name, category: category, series: series, values: values,
      // The query has one row for each category and series. Over several of them sums and counts add up, and other
      // values are computed of the rows.
      sort: sort, categoryLimit: categoryLimit)
    chart.period = period
    chart.multiples = multiples
    chart.itemColor = color
    chart.stacking = stacking
    chart.forecast = forecast
    chart.forecastCount = forecastCount
    chart.season = season
    chart.valueAxis = valueAxis
    setLook(&chart)
    return (
      QueryDefinition(name: name, source: source, body: .table(query)), dashboard(of: chart)
    )
  }

  /// With the variables that the chart itself names; the others are arguments of its query.
  private func dashboard(of chart: ChartDefinition) -> Dashboard {
    let expressions = chart.values.map(\.expression) + [chart.itemColor].compactMap(\.self)
    let names = expressions.flatMap(\.variableNames)
    var dashboard = Dashboard(name: chart.name, charts: [chart])
    for (name, value) in variables.entries where names.contains(name: name) {
      guard case .scalar(let scalar) = value else { continue }
      let type: VariableType =
        switch scalar {
        case .int: .integer
        case .float, .decimal: .float
        case .bool: .boolean
        case .date, .timestamp: .date
        default: .enumeration
        }
      dashboard.variables.append(VariableDefinition(name, type: type, value: scalar))
    }
    return dashboard
  }

  /// A list of the largest says so.
  private var topWords: String {
    guard let categoryLimit, sort == ChartSort(.value, isDescending: true) else { return "" }
    return ": top \(categoryLimit)"
  }

  private static let colorColumn = "color of items"

  /// Of groups: an expression over the keys is left to the chart, any other is a measure.
  private func itemColor(of query: inout TableQuery) throws(DiagnosticError) -> Expression? {
    guard let itemColor else { return nil }
    var expression = try Expression.parse(itemColor, name: "--item-color")
    let keys = query.groupBy.map(\.name)
    let reads = expression.columnNames.contains { name in !keys.contains(name: name) }
    if !expression.containsAggregate, !reads { return expression }
    if !expression.containsAggregate { expression = expression.aggregated(by: .first) }
    query.measures.append(.init(Self.colorColumn, expression))
    return try Expression.parse("[\(Self.colorColumn)]")
  }

  /// Of rows.
  private func rowColor(_ query: inout TableQuery) throws(DiagnosticError) -> Expression? {
    guard let itemColor else { return nil }
    query.derive.append(.init(Self.colorColumn, try Expression.parse(itemColor, name: "--item-color")))
    return try Expression.parse("[\(Self.colorColumn)]")
  }

  /// How people read an expression: a column alone has no need of its brackets.
  private func shown(_ text: String, _ index: Int) -> String {
    if valueTitles.indices.contains(index) { return valueTitles[index] }
    return (try? Expression.parse(text))?.columnName ?? text
  }

  /// The values as titles of charts name them: by their own titles, where they have them.
  private var namedValues: [String] {
    values.indices.map { index in
      guard valueTitles.indices.contains(index) else { return values[index] }
      return "[\(valueTitles[index].replacingBytes("]", with: "]]"))]"
    }
  }

  private func setLook(_ chart: inout ChartDefinition) {
    chart.subtitle = subtitle
    chart.conditions = filters
    chart.unit = unit
    chart.showsSummary = showsSummary
    chart.shownParts = shownParts
    chart.valueOptions = axes.value
    chart.category.options = axes.category
    chart.annotations = annotations
  }

  /// The values as written, with a name for each.
  private func expressions() throws(DiagnosticError) -> [(String, Expression)] {
    var parsed: [(String, Expression)] = []
    for text in values { parsed.append((text, try Expression.parse(text, name: "--value"))) }
    return parsed
  }

  /// The rows themselves: a histogram counts them by the value of each, a graph has a link, a scatter chart a point and
  /// a bubble chart a bubble for each, and a box plot shows how those of each category are spread.
  private func rows(
    name: String, source: String, _ query: inout TableQuery
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    var series: AxisDefinition?
    if let text = self.series { series = try axis(text, "--series", seriesFormat, &query) }
    let multiples = try self.multiples.map { text throws(DiagnosticError) in
      try axis(text, "--multiples", nil, &query)
    }
    for filter in filters { query.filters.append(.init(try Expression.parse(filter, name: "--where"))) }
    let isGraph = type == .graph
    var category = AxisDefinition(column: "", format: categoryFormat)
    if !type.makesCategories {
      category = try axis(self.category, "--category", categoryFormat, &query)
      category.axis = categoryAxis
    }
    var columns = query.groupBy
    query.groupBy = []
    var values: [ValueDefinition] = []
    for (index, text) in (type == .histogram ? [self.values.first ?? ""] : self.values).enumerated() {
      let column = "value\(index + 1)"
      var expression = try Expression.parse(text, name: "--value")
      // A weight adds up over the rows of a link, which the query does not know.
      if !(isGraph && expression.containsAggregate) {
        query.derive.append(.init(column, expression))
        columns.append(.init(column))
        expression = try Expression.parse("[\(column)]")
      } else {
        let own = expression.columnNames.filter { column in
          !columns.contains { Name($0.name) == Name(column) }
        }
        columns += own.map { .init($0) }
      }
      // The first two of a graph are names.
      let format = isGraph && index < 2 ? categoryFormat : valueFormat
      values.append(
        ValueDefinition(sequence: index + 1, expression: expression, title: shown(text, index), format: format))
    }
    let color = try rowColor(&query)
    if color != nil { columns.append(.init(Self.colorColumn)) }
    query.select = columns
    let title: String
    switch type {
    case .graph:
      title = "Links from \(namedValues.prefix(2).map(ExpressionWords.phrase).joined(separator: " to "))"
    case .scatter, .bubble, .errorBar: title = ExpressionWords.title(values: namedValues, by: [self.category])
    case .boxPlot:
      title = ExpressionWords.title(values: [namedValues[0]], by: [self.category] + (self.series.map { [$0] } ?? []))
    default:
      title = "Rows by \(ExpressionWords.phrase(namedValues[0]))"
      category.title = values[0].title
    }
    let spread = type == .boxPlot ? values[0] : nil
    if let boxes = spread?.boxes { values = boxes }
    var chart = ChartDefinition(
      name: name, title: self.title ?? title, type: type, query: name, category: category, series: series,
      values: values, sort: type == .boxPlot ? sort : nil, categoryLimit: type.makesCategories ? nil : categoryLimit)
    chart.spread = spread?.expression
    chart.multiples = multiples
    chart.itemColor = color
    chart.valueAxis = valueAxis
    chart.binCount = binCount
    chart.drillsByCategory = !type.makesCategories
    setLook(&chart)
    if type == .scatter || type == .bubble {
      // Nothing else says which of two axes of numbers is which.
      for part in [ChartDisplay.Part.horizontalAxisTitle, .verticalAxisTitle] where shownParts[part] == nil {
        chart.shownParts[part] = true
      }
    }
    return (
      QueryDefinition(name: name, source: source, body: .table(query)), dashboard(of: chart)
    )
  }

  /// A column by its name, or a derived column that is called as the expression was written.
  private func axis(
    _ text: String, _ option: String, _ format: ValueFormat?, _ query: inout TableQuery
  ) throws(DiagnosticError) -> AxisDefinition {
    let expression = try Expression.parse(text, name: option)
    if let column = expression.columnName {
      let place = Diagnostic.Place(expression.source, expression.span)
      query.groupBy.append(.init(column, at: place))
      return AxisDefinition(column: column, format: format, at: place)
    }
    if !query.derive.contains(where: { Name($0.name) == Name(text) }) {
      query.derive.append(.init(text, expression))
    }
    query.groupBy.append(.init(text))
    let words = ExpressionWords.phrase(text)
    let title = words == text ? "" : words.prefix(1).uppercased() + words.dropFirst()
    return AxisDefinition(column: text, title: title, format: format)
  }
}
