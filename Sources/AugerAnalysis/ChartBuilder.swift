import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata

/// AugerAnalysis: computes chart models from what is possible (the dashboard), where the person is, and what the
/// sources said. Pure functions: the same inputs give the same model.

/// Turns the result of a chart's query into its model.
///
/// Categories and series are the distinct values of their columns, sorted by their type - numbers by value, texts by
/// bytes, dates by time - unless the table is sorted already or the chart says otherwise; null comes last. A pair
/// without rows has the value null, never zero; rows of one pair are aggregated.
public struct ChartBuilder: Sendable {
  public var definition: ChartDefinition
  public var locale: ChartLocale
  /// Dashboard variables by name, without the `$`.
  public var variables: [(name: String, value: QueryArgument)]

  public init(
    _ definition: ChartDefinition, locale: ChartLocale = ChartLocale(),
    variables: [(name: String, value: QueryArgument)] = []
  ) {
    self.definition = definition
    self.locale = locale
    self.variables = variables
  }

  /// The chart of a table.
  ///
  /// Throws `DiagnosticError` for columns that are not there (`dataMissingColumn`), value expressions that are wrong or
  /// no numbers, and a pie of negative slices.
  public func model(from table: Table, receipt: Receipt) throws -> ChartModel {
    var warnings = table.warnings
    let category = try column(of: definition.category, in: table)
    let series = try definition.series.map { try column(of: $0, in: table) }
    let values = try definition.values.map { try bind($0, table.schema) }

    var categoryAxis = Axis(category, rowCount: table.rowCount, isSorted: table.properties.isSorted)
    let seriesAxis = series.map { Axis($0, rowCount: table.rowCount, isSorted: table.properties.isSorted) }
    let pairs = Pairs(categoryAxis, seriesAxis, rowCount: table.rowCount)
    if showsItems(pairs, table) {
      if let limit = definition.categoryLimit { categoryAxis.limit(to: limit) }
      let rows = try values.map { try self.rows($0, table, &warnings) }
      let items = items(category, rows, categoryAxis, seriesAxis)
      let dimensions = dimensions(rows.map { $0.gathered([]) })
      return try finished(
        categoryAxis, seriesAxis, dimensions, items: items, table, receipt, &warnings)
    }
    let perPair = try zip(definition.values, values).map { definition, bound in
      try self.values(bound, definition.expression.containsAggregate, table, pairs.grouping, &warnings)
    }
    if let sort = definition.sort { categoryAxis.sort(by: sort, pairs.totals(of: perPair[0])) }
    if let limit = definition.categoryLimit { categoryAxis.limit(to: limit) }
    let cells = pairs.rows(categoryAxis, seriesAxis)
    return try finished(
      categoryAxis, seriesAxis, dimensions(perPair.map { $0.gathered(cells) }), items: nil, table, receipt, &warnings)
  }

  /// A scatter chart shows data items, never aggregated; a bubble chart where its pairs repeat.
  private func showsItems(_ pairs: Pairs, _ table: Table) -> Bool {
    guard !definition.values.contains(where: { $0.expression.containsAggregate }) else { return false }
    return switch definition.type {
    case .scatter: true
    case .bubble: pairs.grouping.count < table.rowCount
    default: false
    }
  }

  /// The rows whose category is shown, as data items.
  private func items(_ category: Column, _ values: [Column], _ categories: Axis, _ series: Axis?) -> ChartItems {
    let shown = Set(categories.order)
    let rows = (0..<category.count).filter { shown.contains(Int32(truncatingIfNeeded: categories.members[$0])) }
      .map { Int32(truncatingIfNeeded: $0) }
    var places = [Int32](repeating: 0, count: series?.distinctCount ?? 1)
    for (place, value) in (series?.order ?? []).enumerated() {
      places[Int(value)] = Int32(truncatingIfNeeded: place)
    }
    return ChartItems(
      category: category.gathered(rows),
      series: rows.map { row in series.map { places[Int($0.members[Int(row)])] } ?? 0 },
      values: values.map { $0.gathered(rows) })
  }

  private func dimensions(_ cells: [Column]) -> [ValueDimension] {
    zip(definition.values, cells).map { value, column in
      ValueDimension(
        sequence: value.sequence, title: value.title.isEmpty ? value.expression.description : value.title,
        format: value.format, cells: column)
    }
  }

  private func finished(
    _ categories: Axis, _ series: Axis?, _ dimensions: [ValueDimension], items: ChartItems?, _ table: Table,
    _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    if categories.order.isEmpty {
      warnings.add(
        Warning(.dataTableEmpty, "query '\(definition.query)' has no rows; the chart has no categories"))
    }
    let values = categories.distinctValues
    let level = CategoryLevel(
      column: definition.category.column, title: definition.category.shownTitle, values: values,
      labels: ValueFormatter(definition.category.format, locale: locale, role: .category)
        .texts(values, warnings: &warnings),
      format: definition.category.format)
    var model = ChartModel(
      name: definition.name, title: definition.title, type: definition.type, levels: [level],
      series: series.map { chartSeries($0, &warnings) } ?? [ChartSeries()], seriesColumn: definition.series?.column,
      seriesTitle: definition.series?.shownTitle ?? "", dimensions: dimensions, items: items,
      thresholds: thresholds(table.properties, values), receipt: receipt, locale: locale)
    try model.validate()
    for warning in model.advice() { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }

  private func column(of axis: AxisDefinition, in table: Table) throws(DiagnosticError) -> Column {
    if let column = table[axis.column] { return column }
    throw DiagnosticError(
      Diagnostic(
        .dataMissingColumn, "the result of query '\(definition.query)' has no column '\(axis.column)'",
        at: axis.place,
        hint: DidYouMean.hint(for: axis.column, among: table.schema.names, listing: "columns")))
  }

  private func bind(_ value: ValueDefinition, _ schema: Schema) throws(DiagnosticError) -> BoundExpression {
    let scope = ExpressionScope(
      schema: schema, variables: variables, allowsAggregates: value.expression.containsAggregate, groupKeys: keyNames)
    let bound = try BoundExpression.bind(value.expression, in: scope)
    guard bound.type.isNumeric || bound.type == .bool else {
      throw DiagnosticError(
        Diagnostic(
          .valueNotNumeric, "the values of a chart are numbers; this is \(bound.type)",
          at: Diagnostic.Place(value.expression.source, value.expression.span),
          hint: bound.type == .string ? "count() counts rows, countDistinct(...) different texts" : nil))
    }
    return bound
  }

  private var keyNames: [String] { [definition.category.column] + (definition.series.map { [$0.column] } ?? []) }

  /// One value for each pair that has rows.
  private func values(
    _ value: BoundExpression, _ aggregatesItself: Bool, _ table: Table, _ grouping: Grouping,
    _ warnings: inout Warnings
  ) throws -> Column {
    let columns = table.columns.map(Optional.some)
    if aggregatesItself {
      let split = value.splitAggregates()
      var inputs: [Column?] = keyNames.map { table[$0]?.gathered(grouping.firstRows) }
      for call in split.calls {
        let argument = try call.argument?.evaluate(
          columns, rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
        inputs.append(try aggregated(call.function, argument, call.argument?.type, grouping))
      }
      return try split.outer.evaluate(inputs, rowCount: grouping.count, firstRow: 0, warnings: &warnings)
    }
    let rows = try rows(value, table, &warnings)
    // Every pair once: the rows are the values.
    if grouping.count == table.rowCount { return rows }
    return try aggregated(definition.aggregate, rows, rows.type, grouping)
  }

  /// One value for each row; a bool is 1 or 0.
  private func rows(_ value: BoundExpression, _ table: Table, _ warnings: inout Warnings) throws -> Column {
    let rows = try value.evaluate(
      table.columns.map(Optional.some), rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
    guard value.type == .bool else { return rows }
    return try Column(.int64, rows.scalars)
  }

  private func aggregated(
    _ function: AggregateFunction, _ values: Column?, _ type: DataType?, _ grouping: Grouping
  ) throws(AugerError) -> Column {
    var accumulator = Accumulator(function.accumulation, type)
    try accumulator.update(values, grouping)
    return try accumulator.finish(count: grouping.count)
  }

  private func chartSeries(_ axis: Axis, _ warnings: inout Warnings) -> [ChartSeries] {
    let values = axis.distinctValues
    let labels = ValueFormatter(definition.series?.format, locale: locale, role: .series)
      .texts(values, warnings: &warnings)
    return zip(values.scalars, labels).map { ChartSeries(value: $0, label: $1) }
  }

  /// Attributes of the chart win over what the table says.
  private func thresholds(_ properties: TableProperties, _ categories: Column) -> ChartThresholds {
    let stated = definition.thresholds
    let start =
      stated.predictiveStart.flatMap { Scalar(text: $0, type: categories.type) } ?? properties.predictiveStartCategory
    return ChartThresholds(
      reference: stated.reference ?? properties.referenceValue, upper: stated.upper ?? properties.upperThreshold,
      lower: stated.lower ?? properties.lowerThreshold,
      predictiveStart: start.flatMap { start in
        categories.scalars.firstIndex { Scalar.compare($0, start) == 0 }
      })
  }
}

extension Diagnostic.Code {
  public static let dataMissingColumn = Self("dataMissingColumn")
  public static let dataTableEmpty = Self("dataTableEmpty")
  public static let valueNotNumeric = Self("valueNotNumeric")
}
