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
    let perPair = try zip(definition.values, values).map { definition, bound in
      try self.values(bound, definition.expression.containsAggregate, table, pairs.grouping, &warnings)
    }
    if let sort = definition.sort { categoryAxis.sort(by: sort, pairs.totals(of: perPair[0])) }
    if let limit = definition.categoryLimit { categoryAxis.limit(to: limit) }

    let cells = pairs.rows(categoryAxis, seriesAxis)
    if categoryAxis.order.isEmpty {
      warnings.add(
        Warning(.dataTableEmpty, "query '\(definition.query)' has no rows; the chart has no categories"))
    }
    let levelValues = categoryAxis.distinctValues
    let level = CategoryLevel(
      column: definition.category.column,
      title: definition.category.shownTitle,
      values: levelValues,
      labels: ValueFormatter(definition.category.format, locale: locale, role: .category)
        .texts(levelValues, warnings: &warnings),
      format: definition.category.format)
    var model = ChartModel(
      name: definition.name, title: definition.title, type: definition.type, levels: [level],
      series: seriesAxis.map { chartSeries($0, &warnings) } ?? [ChartSeries()],
      seriesColumn: definition.series?.column, seriesTitle: definition.series?.shownTitle ?? "",
      dimensions: zip(definition.values, perPair).map { value, column in
        ValueDimension(
          sequence: value.sequence, title: value.title.isEmpty ? value.expression.description : value.title,
          format: value.format, cells: column.gathered(cells))
      },
      thresholds: thresholds(table.properties, levelValues), receipt: receipt, locale: locale)
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
    let rows = try value.evaluate(columns, rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
    // Every pair once: the rows are the values.
    if grouping.count == table.rowCount, value.type != .bool { return rows }
    return try aggregated(definition.aggregate, rows, value.type, grouping)
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

  private func thresholds(_ properties: TableProperties, _ categories: Column) -> ChartThresholds {
    ChartThresholds(
      reference: properties.referenceValue, upper: properties.upperThreshold, lower: properties.lowerThreshold,
      predictiveStart: properties.predictiveStartCategory.flatMap { start in
        categories.scalars.firstIndex { Scalar.compare($0, start) == 0 }
      })
  }
}

extension Diagnostic.Code {
  public static let dataMissingColumn = Self("dataMissingColumn")
  public static let dataTableEmpty = Self("dataTableEmpty")
  public static let valueNotNumeric = Self("valueNotNumeric")
}
