import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// AugerAnalysis computes chart models from the dashboard, its state and the query results. All functions are pure: the
/// same inputs produce the same model.

/// Converts the query result of a chart into its model.
///
/// Categories and series are the distinct values of their columns, sorted by type: numbers by value, strings by bytes,
/// dates by time. A sorted table or a setting of the chart overrides this order; null comes last. The engine aggregates
/// the rows of each pair. A pair without rows is null, never zero.
package struct ChartBuilder: Sendable {
  package var definition: ParsedChart
  package var locale: ChartLocale
  /// Dashboard variables by name, without the `$`.
  package var variables: [(name: String, value: QueryArgument)]
  /// The state of this chart: its sort order, selection and hidden series. Drilling, zooming and what-if changes are
  /// already applied to the queries and tables.
  package var state = ItemState()
  /// Number of threads for large tables. The result does not depend on it. Nil means one for each processor.
  package var workers: Int?

  package init(
    _ definition: ParsedChart, locale: ChartLocale = ChartLocale(),
    variables: [(name: String, value: QueryArgument)] = []
  ) {
    self.definition = definition
    self.locale = locale
    self.variables = variables
  }

  /// Returns the chart of a table.
  ///
  /// Throws `DiagnosticError` for missing columns (`dataMissingColumn`), invalid or non-numeric value expressions, and
  /// a pie with negative slices.
  package func model(from table: Table, receipt: Receipt) throws -> ChartModel {
    try model(from: [LevelTable(definition.category, query: definition.query, table)], receipt: receipt)
  }

  /// Returns the chart of the query results of its zooming levels, from the coarsest to the current one.
  ///
  /// Each table after the first contains the category columns of the coarser levels. Throws the errors of the method
  /// for one table, and `zoomNotNested` if the coarser level does not contain the ancestors of a category.
  package func model(from tables: [LevelTable], receipt: Receipt) throws -> ChartModel {
    try model(from: tables, receipt: receipt, RunControl())
  }

  /// Returns the same chart; `control` can stop the work between two batches of rows.
  package func model(from tables: [LevelTable], receipt: Receipt, _ control: RunControl) throws -> ChartModel {
    guard let finest = tables.last, state.whatIf.isEmpty || tables.count == 1 else {
      throw DiagnosticError(
        Diagnostic(
          .whatIfNotPossible, "what-if changes are not possible in chart '\(definition.name)' while it is zoomed"))
    }
    if let column = definition.multiples {
      return try model(from: tables, by: column, receipt: receipt, control)
    }
    if definition.type.has(.bins) {
      for value in definition.values {
        try check(value.expression, finest, definition.series.map { [$0.column] } ?? [])
      }
      return try histogram(finest, receipt, control)
    }
    if definition.type.has(.links) { return try graph(finest, receipt, control) }
    try check(tables)
    var warnings = Warnings()
    for level in tables { warnings.add(contentsOf: level.table.warnings) }
    let folding = LevelFolding(
      definition: definition, variables: variables, executor: TableQueryExecutor(workers: workers), control: control)
    if tables.count == 1, try showsItems(finest, folding) {
      return try items(finest, folding, receipt, &warnings)
    }
    var folded: [FoldedLevel] = []
    for index in tables.indices {
      folded.append(try folding.folded(tables[index], keyNames(tables[...index]), state.whatIf))
      warnings.add(contentsOf: folded[index].warnings)
    }
    var series = try seriesAxis(
      folded.map(\.sums), isSorted: tables.allSatisfy(\.table.properties.isSorted))
    if case .series = state.sort?.key { series.sort(descending: state.sort?.isDescending == true) }
    var shown: [ShownLevel] = []
    var unchanged: [Column]?
    var colors: [Column] = []
    for index in tables.indices {
      try control.check()
      let keys = keyNames(tables[...index])
      var level = try level(tables, at: index, folded[index], series)
      try order(&level, tables[...index], series, folding)
      // Changes do not affect the keys, so that the original data have the same pairs.
      var before = state.whatIf.isEmpty ? nil : try folding.folded(tables[index], keys, [])
      if let top = state.sort?.top, tables.count == 1, top < level.axis.order.count {
        let (kept, rows) = (level.axis.own(ofFirst: top), level.axis.rows(ofFirst: top))
        let all = level.folded
        level.folded = try folding.folded(tables[index], keys, state.whatIf, all, keeping: kept, rows: rows)
        before = try before.map { try folding.folded(tables[index], keys, [], $0, keeping: kept, rows: rows) }
        level.foldAxis(keeping: top, rows: rows, series, definition.series?.column)
      } else if index > 0 {
        level.axis.group(byParents: try parentRanks(of: level.axis, in: tables[index], shown[index - 1].axis))
      }
      // Window functions run over all categories, including those that exceed the limit.
      let every = level.axis
      if let limit = definition.categoryLimit, tables.count == 1, every.otherPlace == nil {
        level.axis.limit(to: limit)
      }
      var cells = try level.cells(level.folded, of: every, series, &warnings)
      if tables[index].calendar?.gapsAreZero == true { cells = try zeros(in: cells, level, series) }
      colors = Array(cells[definition.values.count...])
      cells.removeLast(colors.count)
      shown.append(level.shown(cells))
      warnings.add(contentsOf: before?.warnings ?? Warnings())
      unchanged = try before.map {
        Array(try level.cells($0, of: every, series, &warnings).prefix(definition.values.count))
      }
    }
    if state.sort?.top != nil, tables.count > 1 {
      warnings.add(Warning(.sortNotApplied, "a zoomed chart shows all of its categories"))
    }
    var model = try finished(
      shown, series, dimensions(shown[shown.count - 1].cells), items: nil, unchanged, receipt, &warnings)
    try addSummary(to: &model, tables[tables.count - 1], folding, series)
    if definition.itemColor != nil { model.setColors(colors.removeFirst()) }
    if let names = colors.first { model.setOutlines(names) }
    try setLabels(of: &model, from: tables)
    model.incompletePeriod = incompletePeriod(of: tables, shown[shown.count - 1].axis)
    model.outliers = try outliers(of: model, tables, shown[shown.count - 1].axis, folding)
    return try model.checked()
  }

  /// Checks the columns and values, and reports errors at their location in the definition.
  private func check(_ tables: [LevelTable]) throws(DiagnosticError) {
    for (index, level) in tables.enumerated() {
      for (number, axis) in axes(tables[...index]).enumerated() where !level.has(axis.column) {
        throw missing(number == index ? level.category : axis, of: level)
      }
      let keys = keyNames(tables[...index])
      for value in definition.values { try check(value.expression, level, keys) }
      for color in definition.lookExpressions { try check(color: color, level, keys) }
      for change in state.whatIf where keys.contains(name: change.column) {
        throw DiagnosticError(
          Diagnostic(
            .whatIfNotPossible,
            "column '\(change.column)' divides chart '\(definition.name)' into its parts; it cannot be changed"))
      }
    }
  }

  /// Sorts the categories as the user selected, or by the settings of the chart.
  private func order(
    _ level: inout Level, _ tables: ArraySlice<LevelTable>, _ series: SeriesAxis, _ folding: LevelFolding
  ) throws {
    let values = try level.folded.values[0].unordered(level.axis, series, level.pairs)
    func sort(_ order: ChartSort) throws {
      let keys = order.key == .category ? values : try categoryValues(of: level, values, tables, folding)
      level.axis.sort(by: order, keys)
    }
    guard let state = state.sort else {
      if let own = definition.sort { try sort(own) }
      return
    }
    switch state.key {
    case .series: break
    case .category: try sort(ChartSort(.category, isDescending: state.isDescending))
    case .value: try sort(ChartSort(.value, isDescending: state.isDescending))
    case .seriesValue(let value):
      guard let number = series.number(of: value) else {
        throw DiagnosticError(
          Diagnostic(
            .valueNotPresent, "chart '\(definition.name)' has no series '\(value)' to sort by",
            hint: DidYouMean.hint(
              for: value.description, among: series.values.scalars.map(\.description), listing: "series")))
      }
      level.axis.sort(
        by: ChartSort(.value, isDescending: state.isDescending), level.pairs.values(of: values, series: number))
    }
  }

  /// Returns the first value of each category over all its series, computed from the rows unless the series add up.
  /// Window functions are evaluated for each series, and their values are added.
  private func categoryValues(
    of level: Level, _ values: Column, _ tables: ArraySlice<LevelTable>, _ folding: LevelFolding
  ) throws -> Column {
    let value = definition.values[0].expression
    let total = level.definition.totals(.categories)
    let isAdded = addsUp(value) && level.definition.totals[.categories] == nil
    guard definition.series != nil, !value.containsWindow, !isAdded else { return level.pairs.totals(of: values) }
    let keys = axes(tables).map(\.column)
    let folded = try folding.folded(total, keys, state.whatIf)
    guard case .ready(let all) = folded.values[0] else { return level.pairs.totals(of: values) }
    let columns = keys.compactMap { folded.sums[$0] }
    var rows: [[Scalar]: Int32] = [:]
    for row in 0..<folded.sums.rowCount { rows[columns.map { $0[row] }] = Int32(truncatingIfNeeded: row) }
    return all.gathered((0..<level.axis.distinctCount).map { rows[level.axis.key($0)] ?? -1 })
  }

  /// Returns a level with known pairs.
  private func level(
    _ tables: [LevelTable], at index: Int, _ folded: FoldedLevel, _ series: SeriesAxis
  ) throws -> Level {
    let level = tables[index]
    let keys = axes(tables[...index]).compactMap { folded.sums[$0.column] }
    let axis =
      if let calendar = level.calendar {
        try Axis(keys, rowCount: folded.sums.rowCount, calendar: calendar)
      } else { Axis(keys, rowCount: folded.sums.rowCount, isSorted: level.table.properties.isSorted) }
    return Level(
      definition: level, folded: folded, axis: axis,
      pairs: Pairs(axis, series.members[index], seriesCount: series.count))
  }

  func seriesAxis(_ tables: [Table], isSorted: Bool) throws -> SeriesAxis {
    guard let series = definition.series else { return .single(tables.map(\.rowCount)) }
    return try SeriesAxis(tables.compactMap { $0[series.column] }, isSorted: isSorted)
  }

  /// Returns the display index of the parent for each distinct key of a level. Keys with a hidden parent come last.
  private func parentRanks(of axis: Axis, in level: LevelTable, _ parent: Axis) throws(DiagnosticError) -> [Int32] {
    var places: [[Scalar]: Int32] = [:]
    for (place, index) in parent.order.enumerated() {
      places[parent.key(Int(index))] = Int32(truncatingIfNeeded: place)
    }
    let types = parent.types
    var ranks = [Int32](repeating: 0, count: axis.distinctCount)
    for index in axis.order {
      let key = axis.key(Int(index))
      let ancestors = zip(key, types).map { $0.converted(to: $1) ?? $0 }
      guard let place = places[Array(ancestors)] else {
        let path = key.map { $0.isNull ? "null" : $0.description }.joined(separator: " / ")
        throw DiagnosticError(
          Diagnostic(
            .zoomNotNested,
            "query '\(level.query)' returns '\(path)', whose parent is not in the level above",
            at: level.category.place,
            hint: "Change the query to return the parts of all categories of the level above, and no others."))
      }
      ranks[Int(index)] = place
    }
    return ranks
  }

  /// Returns true if the chart shows individual items. A scatter chart always does; a bubble or error-bar chart does if
  /// a pair has several rows.
  private func showsItems(_ level: LevelTable, _ folding: LevelFolding) throws -> Bool {
    guard
      !definition.values.contains(where: { $0.expression.containsWindow || $0.expression.containsAggregate })
    else { return false }
    if !definition.type.has(.items) { return false }
    return try definition.type.has(.rows)
      || folding.folded(level, keyNames([level]), []).sums.rowCount < level.table.rowCount
  }

  /// Returns the model of the rows in displayed categories, as individual items.
  private func items(
    _ level: LevelTable, _ folding: LevelFolding, _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    let rows = try folding.rows(level, keyNames([level]), state.whatIf)
    warnings.add(contentsOf: rows.table.warnings)
    guard let category = rows.table[level.category.column] else { throw missing(level.category, of: level) }
    let isSorted = level.table.properties.isSorted
    var series = try seriesAxis([rows.table], isSorted: isSorted)
    if case .series = state.sort?.key { series.sort(descending: state.sort?.isDescending == true) }
    var axis = Axis(category, rowCount: category.count, isSorted: isSorted)
    if let limit = definition.categoryLimit { axis.limit(to: limit) }
    if definition.showsSummary {
      warnings.add(
        Warning(.summaryNotShown, "chart '\(definition.name)' shows single items, which have no summary"))
    }
    var unchanged: [Column]?
    if !state.whatIf.isEmpty {
      let before = try folding.rows(level, keyNames([level]), [])
      warnings.add(contentsOf: before.table.warnings)
      unchanged = items(category, before.values, axis, series).values
    }
    var model = try finished(
      [ShownLevel(definition: level, axis: axis, cells: [])], series,
      dimensions(rows.values.map { $0.gathered([]) }), items: items(category, rows.values, axis, series), unchanged,
      receipt, &warnings)
    if let color = definition.itemColor {
      let names = try folding.rows(level, keyNames([level]), state.whatIf, values: [color], areNumbers: false)
      model.setColors(items(category, names.values, axis, series).values[0])
    }
    try setLabels(of: &model, from: [level])
    return model
  }

  /// Returns the rows in displayed categories.
  private func items(
    _ category: Column, _ values: [Column], _ categories: Axis, _ series: SeriesAxis
  ) -> ChartItems {
    var isShown = [Bool](repeating: false, count: categories.distinctCount)
    for index in categories.order { isShown[Int(index)] = true }
    let rows = (0..<category.count).filter { isShown[Int(categories.members[$0])] }
      .map { Int32(truncatingIfNeeded: $0) }
    var places = [Int32](repeating: 0, count: series.count)
    for (place, value) in series.order.enumerated() { places[Int(value)] = Int32(truncatingIfNeeded: place) }
    return ChartItems(
      category: category.gathered(rows),
      series: rows.map { places[Int(series.members[0][Int($0)])] },
      values: values.map { $0.gathered(rows) })
  }

  private func dimensions(_ cells: [Column]) -> [ValueDimension] {
    zip(definition.values, cells).map { value, column in
      ValueDimension(
        sequence: value.sequence, title: value.title.isEmpty ? value.expression.description : value.title,
        format: value.format, unit: value.unit.isEmpty ? definition.unit : value.unit, cells: column)
    }
  }

  private func finished(
    _ levels: [ShownLevel], _ series: SeriesAxis, _ dimensions: [ValueDimension], items: ChartItems?,
    _ baseline: [Column]?, _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    let finest = levels[levels.count - 1]
    if finest.axis.order.isEmpty {
      warnings.add(
        Warning(.dataTableEmpty, "query '\(finest.definition.query)' has no rows; the chart has no categories"))
    }
    var categoryLevels: [CategoryLevel] = []
    for (index, level) in levels.enumerated() {
      let axis = level.definition.category
      let values = level.axis.distinctValues
      var shown = CategoryLevel(
        column: axis.column, title: axis.shownTitle, values: values,
        labels: try level.definition.labels(of: values, locale, &warnings),
        format: axis.format)
      if let other = level.axis.otherPlace {
        shown.labels[other] = locale.texts[.other]
        shown.other = other
      }
      if index < levels.count - 1 {
        shown.cells = level.cells
        (shown.firstChild, shown.lastChild) = level.children(levels[index + 1])
      }
      categoryLevels.insert(shown, at: 0)
    }
    var model = ChartModel(
      name: definition.name, title: definition.title, type: definition.type, levels: categoryLevels, visibleLevel: 0,
      series: definition.series == nil ? [ChartLabel()] : chartSeries(series, &warnings),
      seriesColumn: definition.series?.column, seriesTitle: definition.series?.shownTitle ?? "",
      dimensions: dimensions, items: items,
      thresholds: thresholds(finest.definition.table.properties, categoryLevels[0].values, &warnings), receipt: receipt,
      locale: locale)
    model.seriesType = definition.series == nil ? nil : series.values.type
    model.chosenStacking = definition.stacking
    model.valueAxis = definition.valueAxis
    model.levels[0].axis = definition.category.axis
    model.annotations = try annotations(of: categoryLevels[0].values.type)
    model.axes = ChartAxes(value: definition.valueOptions, category: definition.category.options)
    model.baselineCells = baseline
    model.setLook(definition)
    model.state = ChartState(state, of: model, &warnings)
    model = try ChartForecaster(definition: definition, locale: locale).extended(model, &warnings)
    try model.validate()
    for warning in model.advice() { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }

  func missing(_ axis: AxisDefinition, of level: LevelTable) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .dataMissingColumn, "the result of query '\(level.query)' has no column '\(axis.column)'",
        at: axis.place,
        hint: DidYouMean.hint(for: axis.column, among: level.table.schema.names, listing: "columns")))
  }

  /// Checks a value expression against the rows of a level.
  func check(_ value: Expression, _ level: LevelTable, _ keys: [String]) throws(DiagnosticError) {
    let computed = LevelFolding.aggregating(value, by: definition.aggregate)
    // Report errors of the expression that the author wrote.
    let value = value.containsWindow ? computed : value
    var schema = level.table.schema
    for key in level.derived {
      let bound = try BoundExpression.bind(key.expression, in: ExpressionScope(schema: schema))
      schema = Schema(schema.fields + [Field(key.name, bound.type)])
    }
    var scope = ExpressionScope(
      schema: schema, variables: variables, allowsAggregates: value.containsAggregate, groupKeys: keys)
    scope.allowsWindows = true
    let bound = try BoundExpression.bind(value, in: scope, ofQuery: level.query)
    if bound.type.isNumeric || bound.type == .bool { return }
    let names = value.columnNames
    let isUntyped = names.allSatisfy { name in schema.index(of: name).map { schema[$0].isUntyped } ?? false }
    if !names.isEmpty, isUntyped { return }
    throw DiagnosticError(
      Diagnostic(
        .valueNotNumeric, "the values of a chart must be numbers, not \(bound.type)",
        at: Diagnostic.Place(value.source, value.span),
        hint: bound.type == .string
          ? "Use count() to count rows, or countDistinct(...) to count different strings." : nil))
  }

  private func axes(_ levels: ArraySlice<LevelTable>) -> [AxisDefinition] { levels.map(\.category) }

  private func keyNames(_ levels: ArraySlice<LevelTable>) -> [String] {
    axes(levels).map(\.column) + (definition.series.map { [$0.column] } ?? [])
  }

  func chartSeries(_ axis: SeriesAxis, _ warnings: inout Warnings) -> [ChartLabel] {
    let values = axis.values.gathered(axis.order)
    // The single series of a chart without a series column is not a missing value.
    let labels =
      definition.series.map {
        ValueFormatter($0.format, locale: locale, role: .series).texts(values, warnings: &warnings)
      } ?? [String](repeating: "", count: values.count)
    return zip(values.scalars, labels).map { ChartLabel(value: $0, text: $1) }
  }

  /// Returns the thresholds. Attributes of the chart take precedence over the table.
  private func thresholds(
    _ properties: TableProperties, _ categories: Column, _ warnings: inout Warnings
  ) -> ChartThresholds {
    let stated = definition.thresholds
    let start =
      stated.predictiveStart.flatMap { Scalar(text: $0, type: categories.type) } ?? properties.predictiveStartCategory
    let index = start.flatMap { start in categories.scalars.firstIndex { Scalar.compare($0, start) == 0 } }
    if let name = stated.predictiveStart ?? start?.description, index == nil, categories.count > 0 {
      warnings.add(
        Warning(.predictiveStartMissing, "category '\(name)', the start of the prediction, does not exist"))
    }
    return ChartThresholds(
      reference: stated.reference ?? properties.referenceValue, upper: stated.upper ?? properties.upperThreshold,
      lower: stated.lower ?? properties.lowerThreshold,
      predictiveStart: index)
  }
}

extension Diagnostic.Code {
  /// A PredictiveStartCategory that does not occur in the chart.
  package static let predictiveStartMissing = Self("predictiveStartMissing")
  package static let dataMissingColumn = Self("dataMissingColumn")
  package static let dataTableEmpty = Self("dataTableEmpty")
  package static let valueNotNumeric = Self("valueNotNumeric")
  /// A category of a finer zooming level whose parent is missing in the coarser level.
  package static let zoomNotNested = Self("zoomNotNested")
  /// A selected or requested value that does not occur in the chart.
  package static let valueNotPresent = Self("valueNotPresent")
  package static let whatIfNotPossible = Self("whatIfNotPossible")
  package static let sortNotApplied = Self("sortNotApplied")
}
