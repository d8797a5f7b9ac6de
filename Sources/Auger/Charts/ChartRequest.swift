import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// One chart of one table, described by expressions: `auger chart`, or a program that needs no dashboard file.
///
/// It becomes a named table query and a dashboard with one chart, and takes the path that every dashboard takes.
/// `ChartChoice` chooses from the data what it leaves open: the category, the values and the type.
package struct ChartRequest: Sendable {
  /// An expression over the table's columns, without aggregates. Nil: to be chosen, or bins.
  package var category: Expression?
  package var series: Expression?
  /// Aggregate expressions; one without an aggregate is summed. Empty: to be chosen.
  package var values: [Expression]
  package var filters: [Expression] = []
  /// What values are called, in their order; without a title a value is called as it is written.
  package var valueTitles: [String] = []
  /// Tables beside the table, and further columns, both for all expressions.
  package var joins: [TableJoin] = []
  package var derive: [TableQuery.Named] = []
  /// What `$name` in expressions stands for.
  package var variables = QueryArguments()
  /// Nil: to be chosen, or columns.
  package var type: ChartType?
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
  package var multiples: Expression?
  /// The name of a colour for each category and series, or row.
  package var itemColor: Expression?
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

  /// Text that is exactly the name of one of `columns` means that column.
  ///
  /// Throws `DiagnosticError` for text that is not an expression.
  package init(
    category: String? = nil, series: String? = nil, values: [String] = [], columns: [String] = []
  ) throws(DiagnosticError) {
    self.values = []
    for value in values { self.values.append(try Self.expression(value, of: "value", columns)) }
    if let category { self.category = try Self.expression(category, of: "category", columns) }
    if let series { self.series = try Self.expression(series, of: "series", columns) }
  }

  /// The expression that an option has as text, or a column of this name.
  static func expression(
    _ text: String, of option: String, _ columns: [String] = []
  ) throws(DiagnosticError) -> Expression {
    try Expression.parse(columns.contains(name: text) ? Expression.reference(to: text) : text, name: "--" + option)
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
  /// What the expressions name is looked up when the query runs.
  package func resolved(
    name: String, source: String, table: String
  ) throws(DiagnosticError) -> (query: QueryDefinition, dashboard: Dashboard) {
    var query = TableQuery(from: table, derive: derive)
    query.joins = joins
    let type = type ?? .column
    if type.makesCategories { return try rows(name: name, source: source, &query) }
    let written = if let category { category } else { try Self.expression("", of: "category") }
    // Points are rows, unless a value sums some of them up, and what is beyond the whiskers of a box is points.
    if type.has(.quartiles), self.values.count == 1, ValueDefinition(expression: self.values[0]).boxes != nil {
      return try rows(name: name, source: source, &query)
    }
    // Where the categories of other types with items are sorted or limited, they are groups.
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
        ValueDefinition(sequence: index + 1, expression: expression, title: shown(value, index), format: valueFormat))
    }
    let color = try itemColor(of: &query)
    let axes = [written] + (self.series.map { [$0] } ?? [])
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
    guard var expression = itemColor else { return nil }
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
    query.derive.append(.init(Self.colorColumn, itemColor))
    return try Expression.parse("[\(Self.colorColumn)]")
  }

  /// How people read an expression: a column alone has no need of its brackets.
  private func shown(_ value: Expression, _ index: Int) -> String {
    valueTitles.indices.contains(index) ? valueTitles[index] : value.columnName ?? value.source.text
  }

  /// The values as titles of charts name them: by their own titles, where they have them.
  private var namedValues: [Expression] {
    values.enumerated().map { index, value in
      guard valueTitles.indices.contains(index) else { return value }
      return (try? Expression.parse("[\(valueTitles[index].replacingBytes("]", with: "]]"))]")) ?? value
    }
  }

  private func setLook(_ chart: inout ChartDefinition) {
    chart.subtitle = subtitle
    chart.conditions = filters.map(\.source.text)
    chart.unit = unit
    chart.showsSummary = showsSummary
    chart.shownParts = shownParts
    chart.valueOptions = axes.value
    chart.category.options = axes.category
    chart.annotations = annotations
  }

  /// The rows themselves: a histogram counts them by the value of each, a graph has a link, a scatter chart a point and
  /// a bubble chart a bubble for each, and a box plot shows how those of each category are spread.
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
      // A weight adds up over the rows of a link, which the query does not know.
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
      // The first two of a graph are names.
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
    var chart = ChartDefinition(
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
