import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// One chart of one table, described by expressions: for `auger chart`, or for a program without a dashboard file.
///
/// It is converted to a table query and a dashboard with one chart, and then processed like every dashboard.
/// `ChartChoice` chooses open parts from the data: the category, the values and the type.
package struct ChartRequest: Sendable {
  /// An expression over the table's columns, without aggregates. Nil if it is chosen automatically or if the chart has
  /// bins.
  package var category: Expression?
  package var series: Expression?
  /// Aggregate expressions. An expression without an aggregate is summed. Empty if the values are chosen automatically.
  package var values: [Expression]
  package var filters: [Expression] = []
  /// The titles of the values, in their order. A value without a title is named by its expression.
  package var valueTitles: [String] = []
  /// Joined tables, whose columns are available in all expressions.
  package var joins: [TableJoin] = []
  package var derive: [TableQuery.Named] = []
  /// The values of `$name` in expressions.
  package var variables = QueryArguments()
  /// Nil if the type is chosen automatically; the default is columns.
  package var type: ChartType?
  /// Nil for the default of the type.
  package var stacking: Stacking?
  /// The scale of the value axis.
  package var valueAxis = AxisKind.linear
  /// The scale of the category axis of a chart with points.
  package var categoryAxis = AxisKind.linear
  /// Ranges, ticks, gaps and crossings of the axes.
  package var axes = ChartAxes()
  /// The legend's position, the size of bubbles, and other options for the marks.
  package var plot = PlotOptions()
  package var annotations: [AnnotationDefinition] = []
  /// The marks of the sender of a chart.
  package var markup: [ChartMarkup] = []
  /// The column or expression that divides the chart into small multiples.
  package var multiples: Expression?
  /// An expression for the color name of each category and series, or of each row.
  package var itemColor: Expression?
  /// The number of bins of a histogram. Nil if it is chosen from the values.
  package var binCount: Int?
  /// The forecast after the data. Nil for no forecast.
  package var forecast: ParsedChart.Forecast?
  package var forecastCount: Int?
  package var season: Int?
  package var title: String?
  package var subtitle = ""
  /// The unit of the values.
  package var unit = ""
  package var showsSummary = false
  /// Parts to show or hide, regardless of the defaults of the type.
  package var shownParts: [ChartDisplay.Part: Bool] = [:]
  package var sort: ChartSort?
  package var categoryLimit: Int?
  package var categoryFormat: ValueFormat?
  package var seriesFormat: ValueFormat?
  package var valueFormat: ValueFormat?

  /// Creates a request from strings. A string equal to one of `columns` refers to that column.
  ///
  /// Throws `DiagnosticError` for a string that is not an expression.
  package init(
    category: String? = nil, series: String? = nil, values: [String] = [], columns: [String] = []
  ) throws(DiagnosticError) {
    self.values = []
    for value in values { self.values.append(try Self.expression(value, of: "value", columns)) }
    if let category { self.category = try Self.expression(category, of: "category", columns) }
    if let series { self.series = try Self.expression(series, of: "series", columns) }
  }

  /// Returns the expression in an option's string, or the column of this name.
  static func expression(
    _ text: String, of option: String, _ columns: [String] = []
  ) throws(DiagnosticError) -> Expression {
    try Expression.parse(columns.contains(name: text) ? Expression.reference(to: text) : text, name: "--" + option)
  }

  /// Returns the chart of a pipeline that was created from the result of `resolved`.
  ///
  /// A column of the chart that the table does not contain is reported as `dataMissingColumn`. This matches the error
  /// of a dashboard's chart, although the generated query names the column here.
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

  /// Returns the query and the dashboard, both named `name`, over a table of a source.
  ///
  /// Names in expressions are resolved when the query runs.
  package func resolved(
    name: String, source: String, table: String
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    var query = TableQuery(from: table, derive: derive)
    query.joins = joins
    let type = type ?? .column
    if type.makesCategories { return try rows(name: name, source: source, &query) }
    let written = if let category { category } else { try Self.expression("", of: "category") }
    // Points are rows, unless a value aggregates several rows. Outliers of a box plot are points.
    if type.has(.quartiles), self.values.count == 1, ValueDefinition(expression: self.values[0]).boxes != nil {
      return try rows(name: name, source: source, &query)
    }
    // In other chart types with items, sorted or limited categories are groups.
    if type.has(.rows) || type.has(.items) && sort == nil && categoryLimit == nil,
      !self.values.contains(where: { $0.containsAggregate || $0.containsWindow || $0.columnNames.isEmpty })
    {
      return try rows(name: name, source: source, &query)
    }
    var category = axis(written, categoryFormat, &query)
    category.axis = categoryAxis
    let period = try PeriodDefinition(of: written, asking: &query)
    let series = self.series.map { axis($0, seriesFormat, &query) }
    let multiples = self.multiples.map { axis($0, nil, &query) }
    query.filters += filters.map { .init($0) }
    var values: [ValueDefinition] = []
    for (index, value) in self.values.enumerated() {
      var expression = value
      let measure = "value\(index + 1)"
      if expression.containsWindow {
        // The query returns the aggregates; the chart determines the order of its categories. An existing aggregate
        // remains one value, because the query has one row for each pair.
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
        ValueDefinition(sequence: index + 1, expression: expression, title: shown(value, index), format: valueFormat))
    }
    let color = try itemColor(of: &query)
    let axes = [written] + (self.series.map { [$0] } ?? [])
    var chart = ParsedChart(
      name: name, title: title ?? ExpressionWords.title(values: namedValues, by: axes) + topWords,
      type: type, query: name, category: category, series: series, values: values,
      // The query has one row for each category and series. Over several of them, sums and counts add up, and other
      // values are computed from the rows.
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

  /// Returns the dashboard with the variables that the chart itself names. The others are arguments of its query.
  private func dashboard(of chart: ParsedChart) -> Dashboard {
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

  /// The title of a chart with only the largest categories mentions the limit.
  private var topWords: String {
    guard let categoryLimit, sort == ChartSort(.value, isDescending: true) else { return "" }
    return ": top \(categoryLimit)"
  }

  private static let colorColumn = "color of items"

  /// Returns the color expression for groups. An expression over the keys belongs to the chart, any other is a measure.
  private func itemColor(of query: inout TableQuery) throws(DiagnosticError) -> Expression? {
    guard var expression = itemColor else { return nil }
    let keys = query.groupBy.map(\.name)
    let reads = expression.columnNames.contains { name in !keys.contains(name: name) }
    if !expression.containsAggregate, !reads { return expression }
    if !expression.containsAggregate { expression = expression.aggregated(by: .first) }
    query.measures.append(.init(Self.colorColumn, expression))
    return try Expression.parse("[\(Self.colorColumn)]")
  }

  /// Returns the color expression for rows.
  private func rowColor(_ query: inout TableQuery) throws(DiagnosticError) -> Expression? {
    guard let itemColor else { return nil }
    query.derive.append(.init(Self.colorColumn, itemColor))
    return try Expression.parse("[\(Self.colorColumn)]")
  }

  /// Returns the display form of an expression: a single column is shown without brackets.
  private func shown(_ value: Expression, _ index: Int) -> String {
    valueTitles.indices.contains(index) ? valueTitles[index] : value.columnName ?? value.source.text
  }

  /// The values with the names that chart titles use: their titles, if they have any.
  private var namedValues: [Expression] {
    values.enumerated().map { index, value in
      guard valueTitles.indices.contains(index) else { return value }
      return (try? Expression.parse("[\(valueTitles[index].replacingBytes("]", with: "]]"))]")) ?? value
    }
  }

  private func setLook(_ chart: inout ParsedChart) {
    chart.subtitle = subtitle
    chart.conditions = filters.map(\.source.text)
    chart.unit = unit
    chart.showsSummary = showsSummary
    chart.shownParts = shownParts
    chart.valueOptions = axes.value
    chart.plot = plot
    chart.category.options = axes.category
    chart.annotations = annotations
  }

  /// Adds the ungrouped rows to the query. A histogram counts them, a graph draws a link for each, a scatter chart a
  /// point and a bubble chart a bubble. A box plot shows the distribution of the rows in each category.
  private func rows(
    name: String, source: String, _ query: inout TableQuery
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    let type = type ?? .column
    let series = self.series.map { axis($0, seriesFormat, &query) }
    let multiples = self.multiples.map { axis($0, nil, &query) }
    query.filters += filters.map { .init($0) }
    let isGraph = type.has(.links)
    var category = AxisDefinition(column: "", format: categoryFormat)
    if let written = self.category, !type.makesCategories {
      category = axis(written, categoryFormat, &query)
      category.axis = categoryAxis
    }
    var columns = query.groupBy
    query.groupBy = []
    var values: [ValueDefinition] = []
    if type.has(.bins), self.values.isEmpty { _ = try Self.expression("", of: "value") }
    for (index, value) in self.values.prefix(type.has(.bins) ? 1 : .max).enumerated() {
      let column = "value\(index + 1)"
      var expression = value
      // A weight is summed over the rows of a link, which are unknown to the query.
      if !(isGraph && expression.containsAggregate) {
        query.derive.append(.init(column, expression))
        columns.append(.init(column))
        expression = try Expression.parse("[\(column)]")
      } else {
        let own = expression.columnNames.filter { column in
          !columns.contains(named: column)
        }
        columns += own.map { .init($0) }
      }
      // The first two values of a graph are names.
      let format = isGraph && index < 2 ? categoryFormat : valueFormat
      values.append(
        ValueDefinition(sequence: index + 1, expression: expression, title: shown(value, index), format: format))
    }
    let color = try rowColor(&query)
    if color != nil { columns.append(.init(Self.colorColumn)) }
    query.select = columns
    let title: String
    let axes = self.category.map { [$0] } ?? []
    if isGraph {
      title = "Links from \(namedValues.prefix(2).map(ExpressionWords.phrase).joined(separator: " to "))"
    } else if type.has(.items) {
      title = ExpressionWords.title(values: namedValues, by: axes)
    } else if type.has(.quartiles) {
      title = ExpressionWords.title(values: [namedValues[0]], by: axes + (self.series.map { [$0] } ?? []))
    } else {
      title = "Rows by \(ExpressionWords.phrase(namedValues[0]))"
      category.title = values[0].title
    }
    let spread = type.has(.quartiles) ? values[0] : nil
    if let boxes = spread?.boxes { values = boxes }
    var chart = ParsedChart(
      name: name, title: self.title ?? title, type: type, query: name, category: category, series: series,
      values: values, sort: spread == nil ? nil : sort, categoryLimit: type.makesCategories ? nil : categoryLimit)
    chart.spread = spread?.expression
    chart.multiples = multiples
    chart.itemColor = color
    chart.valueAxis = valueAxis
    chart.binCount = binCount
    chart.drillsByCategory = !type.makesCategories
    setLook(&chart)
    if type.has(.points) {
      // Without titles, two numeric axes could not be distinguished.
      for part in [ChartDisplay.Part.horizontalAxisTitle, .verticalAxisTitle] where shownParts[part] == nil {
        chart.shownParts[part] = true
      }
    }
    return (
      QueryDefinition(name: name, source: source, body: .table(query)), dashboard(of: chart)
    )
  }

  /// Returns the column by its name, or a derived column named by the expression.
  private func axis(_ expression: Expression, _ format: ValueFormat?, _ query: inout TableQuery) -> AxisDefinition {
    if let column = expression.columnName {
      let place = Diagnostic.Place(expression.source, expression.span)
      query.groupBy.append(.init(column, at: place))
      return AxisDefinition(column: column, format: format, at: place)
    }
    let text = expression.source.text
    if !query.derive.contains(named: text) { query.derive.append(.init(text, expression)) }
    query.groupBy.append(.init(text))
    let words = ExpressionWords.phrase(expression)
    let title = words == text ? "" : words.prefix(1).uppercased() + words.dropFirst()
    return AxisDefinition(column: text, title: title, format: format)
  }
}
