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
  /// What the person did to this chart: its sort, selection and hidden series are shown. Drilling, zooming and what-if
  /// happen before, to the queries and tables.
  public var state = ItemState()
  /// Threads that share the work on many rows; the result does not depend on it. Nil: one for each processor.
  public var workers: Int?

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
    try model(from: [LevelTable(definition.category, query: definition.query, table)], receipt: receipt)
  }

  /// The chart of the tables that answer its zooming levels, from the coarsest to the one in view.
  ///
  /// Each table below the first carries the category columns of the levels above it. Throws as for one table, and
  /// `zoomNotNested` for a category whose ancestors the level above does not have.
  public func model(from tables: [LevelTable], receipt: Receipt) throws -> ChartModel {
    precondition(!tables.isEmpty, "a chart has at least one level")
    var warnings = Warnings()
    guard state.whatIf.isEmpty || tables.count == 1 else {
      throw DiagnosticError(
        Diagnostic(.whatIfNotPossible, "chart '\(definition.name)' is zoomed; its data cannot be changed"))
    }
    if let large = LargeLevels(self, tables) { return try model(tables, large, receipt, &warnings) }
    guard !state.whatIf.isEmpty else { return try model(tables, nil as LevelTable?, receipt, &warnings) }
    var changed = tables[0]
    changed.table = try changed.table.changed(
      by: state.whatIf, category: changed.category.column, &warnings)
    return try model([changed], tables[0], receipt, &warnings)
  }

  /// The chart of the pairs that many rows were added up to.
  private func model(
    _ tables: [LevelTable], _ large: LargeLevels, _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    // What is wrong with the columns and values is told as for few rows.
    for (index, table) in tables.enumerated() {
      _ = try column(table.category, of: table)
      if let series = definition.series { _ = try column(series, of: table) }
      for value in definition.values {
        _ = try bind(value.expression, table.table.schema, keyNames(table, tables[..<index]))
      }
    }
    var folded = self
    folded.definition = try large.definition(tables)
    let shown = try tables.indices.map { try large.folded(tables, at: $0, state.whatIf) }
    let original = state.whatIf.isEmpty ? nil : try large.folded(tables, at: 0, [])
    return try folded.model(shown, original, receipt, &warnings)
  }

  /// `original` is the one table before its data were changed, nil where they were not.
  private func model(
    _ tables: [LevelTable], _ original: LevelTable?, _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    for level in tables { warnings.add(contentsOf: level.table.warnings) }
    var series = try seriesAxis(tables)
    if case .series = state.sort?.key { series.sort(descending: state.sort?.isDescending == true) }
    var levels: [Level] = []
    for (index, table) in tables.enumerated() {
      levels.append(try level(table, below: tables[..<index], series, index))
    }
    var baseline = try original.map { try level($0, below: [], series, 0) }
    let finest = levels[levels.count - 1]
    if levels.count == 1, showsItems(finest.pairs, finest.table) {
      var axis = finest.axis
      if let limit = definition.categoryLimit { axis.limit(to: limit) }
      let rows = try finest.values.map { try self.rows($0, finest.table, &warnings) }
      let items = items(finest.category, rows, axis, series)
      var unchanged: [Column]?
      if let baseline {
        let rows = try baseline.values.map { try self.rows($0, baseline.table, &warnings) }
        unchanged = self.items(baseline.category, rows, axis, series).values
      }
      return try finished(
        [finest.shown(axis, [])], series, dimensions(rows.map { $0.gathered([]) }), items: items, unchanged, receipt,
        &warnings)
    }
    var shown: [ShownLevel] = []
    var every: Axis?
    for (index, level) in levels.enumerated() {
      let perPair = try perPair(level, &warnings)
      var axis = level.axis
      try order(&axis, level.pairs, series, try perPair[0].unordered(axis, series, level.pairs))
      if index == 0, levels.count == 1, let top = state.sort?.top, top < axis.order.count {
        let folded = level.folded(axis, keeping: top, series.members[0], seriesCount: series.count)
        shown.append(try self.shown(folded, folded.axis, of: folded.axis, series, &warnings))
        baseline = baseline?.folded(axis, keeping: top, series.members[0], seriesCount: series.count)
        continue
      }
      if index > 0 {
        axis.group(byParents: try parentRanks(of: axis, in: tables[index], shown[index - 1].axis))
      }
      // Window forms run over all categories, those beyond the limit too.
      every = axis
      if let limit = definition.categoryLimit, levels.count == 1 { axis.limit(to: limit) }
      shown.append(
        level.shown(axis, try perPair.map { try $0.cells(axis, of: every ?? axis, series, level.pairs, &warnings) }))
    }
    if state.sort?.top != nil, levels.count > 1 {
      warnings.add(Warning(.sortNotApplied, "the first categories are only picked where a chart is not zoomed"))
    }
    let unchanged = try baseline.map {
      try self.shown($0, shown[0].axis, of: every ?? shown[0].axis, series, &warnings).cells
    }
    return try finished(
      shown, series, dimensions(shown[shown.count - 1].cells), items: nil, unchanged, receipt, &warnings)
  }

  /// What each dimension comes to for the pairs of a level that have rows.
  private func perPair(_ level: Level, _ warnings: inout Warnings) throws -> [PairValues] {
    try zip(definition.values, level.values).map { definition, bound in
      try values(bound, computed(definition).containsAggregate, level, &warnings)
    }
  }

  private func shown(
    _ level: Level, _ axis: Axis, of every: Axis, _ series: SeriesAxis, _ warnings: inout Warnings
  ) throws -> ShownLevel {
    let perPair = try perPair(level, &warnings)
    return level.shown(
      axis, try perPair.map { try $0.cells(axis, of: every, series, level.pairs, &warnings) })
  }

  /// What is computed for a value: where a window form runs over values that are not aggregated, the chart's aggregate
  /// makes one of each category's.
  private func computed(_ value: ValueDefinition) -> Expression {
    value.expression.containsWindow
      ? value.expression.aggregatingWindows(by: definition.aggregate) : value.expression
  }

  /// Orders the categories as the person asked, or else as the chart says.
  private func order(
    _ axis: inout Axis, _ pairs: Pairs, _ series: SeriesAxis, _ values: Column
  ) throws(DiagnosticError) {
    guard let sort = state.sort else {
      if let sort = definition.sort { axis.sort(by: sort, pairs.totals(of: values)) }
      return
    }
    switch sort.key {
    case .series: break
    case .category: axis.sort(by: ChartSort(.category, isDescending: sort.isDescending), values)
    case .value: axis.sort(by: ChartSort(.value, isDescending: sort.isDescending), pairs.totals(of: values))
    case .seriesValue(let value):
      guard let number = series.number(of: value) else {
        throw DiagnosticError(
          Diagnostic(
            .valueNotPresent, "chart '\(definition.name)' has no series '\(value)' to sort by",
            hint: DidYouMean.hint(
              for: value.description, among: series.values.scalars.map(\.description), listing: "series")))
      }
      axis.sort(
        by: ChartSort(.value, isDescending: sort.isDescending), pairs.values(of: values, series: number))
    }
  }

  /// The table of one level, read.
  private func level(
    _ level: LevelTable, below above: ArraySlice<LevelTable>, _ series: SeriesAxis, _ index: Int
  ) throws -> Level {
    let table = level.table
    let ancestors = try above.map { try column($0.category, of: level) }
    let category = try column(level.category, of: level)
    let keys = ancestors + [category]
    let axis =
      if let calendar = level.calendar {
        try Axis(keys, rowCount: table.rowCount, calendar: calendar)
      } else { Axis(keys, rowCount: table.rowCount, isSorted: table.properties.isSorted) }
    return Level(
      definition: level, category: category, axis: axis,
      pairs: Pairs(axis, series.members[index], seriesCount: series.count),
      values: try definition.values.map { try bind(computed($0), table.schema, keyNames(level, above)) },
      keys: ancestors + [category] + (definition.series.flatMap { table[$0.column] }.map { [$0] } ?? []))
  }

  private func seriesAxis(_ tables: [LevelTable]) throws -> SeriesAxis {
    guard let series = definition.series else { return .single(tables.map(\.table)) }
    return try SeriesAxis(try tables.map { try column(series, of: $0) }, tables.map(\.table))
  }

  /// For each distinct key of a level, the place of its parent in the order shown; keys whose parent is not shown go
  /// last.
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
            "query '\(level.query)' has '\(path)', whose parent the level above does not have",
            at: level.category.place,
            hint: "each level's query gives the parts of all categories of the level above, and no others"))
      }
      ranks[Int(index)] = place
    }
    return ranks
  }

  /// A scatter chart shows data items, never aggregated; a bubble chart where its pairs repeat.
  private func showsItems(_ pairs: Pairs, _ table: Table) -> Bool {
    guard !definition.values.contains(where: { computed($0).containsAggregate }) else { return false }
    return switch definition.type {
    case .scatter: true
    case .bubble: pairs.grouping.count < table.rowCount
    default: false
    }
  }

  /// The rows whose category is shown, as data items.
  private func items(
    _ category: Column, _ values: [Column], _ categories: Axis, _ series: SeriesAxis
  ) -> ChartItems {
    let shown = Set(categories.order)
    let rows = (0..<category.count).filter { shown.contains(Int32(truncatingIfNeeded: categories.members[$0])) }
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
        format: value.format, cells: column)
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
        shown.labels[other] = "Other"
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
      series: definition.series == nil ? [ChartSeries()] : chartSeries(series, &warnings),
      seriesColumn: definition.series?.column, seriesTitle: definition.series?.shownTitle ?? "",
      dimensions: dimensions, items: items,
      thresholds: thresholds(finest.definition.table.properties, categoryLevels[0].values, &warnings), receipt: receipt,
      locale: locale)
    model.baseline = baseline
    model.theme = definition.theme
    model.state = ChartState(state, of: model, &warnings)
    try model.validate()
    for warning in model.advice() { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }

  private func column(_ axis: AxisDefinition, of level: LevelTable) throws(DiagnosticError) -> Column {
    if let column = level.table[axis.column] { return column }
    throw DiagnosticError(
      Diagnostic(
        .dataMissingColumn, "the result of query '\(level.query)' has no column '\(axis.column)'",
        at: axis.place,
        hint: DidYouMean.hint(for: axis.column, among: level.table.schema.names, listing: "columns")))
  }

  private func bind(
    _ value: Expression, _ schema: Schema, _ keys: [String]
  ) throws(DiagnosticError) -> BoundExpression {
    var scope = ExpressionScope(
      schema: schema, variables: variables, allowsAggregates: value.containsAggregate, groupKeys: keys)
    scope.allowsWindows = true
    let bound = try BoundExpression.bind(value, in: scope)
    guard bound.type.isNumeric || bound.type == .bool else {
      throw DiagnosticError(
        Diagnostic(
          .valueNotNumeric, "the values of a chart are numbers; this is \(bound.type)",
          at: Diagnostic.Place(value.source, value.span),
          hint: bound.type == .string ? "count() counts rows, countDistinct(...) different texts" : nil))
    }
    return bound
  }

  private func keyNames(_ level: LevelTable, _ above: ArraySlice<LevelTable>) -> [String] {
    above.map(\.category.column) + [level.category.column] + (definition.series.map { [$0.column] } ?? [])
  }

  /// The values of all pairs that have rows, or what they are computed from once the categories have their order.
  private func values(
    _ value: BoundExpression, _ aggregatesItself: Bool, _ level: Level, _ warnings: inout Warnings
  ) throws -> PairValues {
    let (table, grouping) = (level.table, level.pairs.grouping)
    let columns = table.columns.map(Optional.some)
    if aggregatesItself {
      let split = value.splitAggregates()
      var inputs: [Column?] = level.keys.map { $0.gathered(grouping.firstRows) }
      for call in split.calls {
        let argument = try call.argument?.evaluate(
          columns, rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
        inputs.append(try aggregated(call.function, argument, call.argument?.type, grouping))
      }
      if split.outer.containsWindow { return .windowed(split.outer, inputs) }
      return .ready(try split.outer.evaluate(inputs, rowCount: grouping.count, firstRow: 0, warnings: &warnings))
    }
    let rows = try rows(value, table, &warnings)
    // Every pair once: the rows are the values.
    if grouping.count == table.rowCount { return .ready(rows) }
    return .ready(try aggregated(definition.aggregate, rows, rows.type, grouping))
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

  private func chartSeries(_ axis: SeriesAxis, _ warnings: inout Warnings) -> [ChartSeries] {
    let values = axis.values.gathered(axis.order)
    // The one series of a chart without a series column is no missing value.
    let labels =
      definition.series.map {
        ValueFormatter($0.format, locale: locale, role: .series).texts(values, warnings: &warnings)
      } ?? [String](repeating: "", count: values.count)
    return zip(values.scalars, labels).map { ChartSeries(value: $0, label: $1) }
  }

  /// Attributes of the chart win over what the table says.
  private func thresholds(
    _ properties: TableProperties, _ categories: Column, _ warnings: inout Warnings
  ) -> ChartThresholds {
    let stated = definition.thresholds
    let start =
      stated.predictiveStart.flatMap { Scalar(text: $0, type: categories.type) } ?? properties.predictiveStartCategory
    let index = start.flatMap { start in categories.scalars.firstIndex { Scalar.compare($0, start) == 0 } }
    if let name = stated.predictiveStart ?? start?.description, index == nil, categories.count > 0 {
      warnings.add(
        Warning(.predictiveStartMissing, "no category is '\(name)', from which values are said to be predicted"))
    }
    return ChartThresholds(
      reference: stated.reference ?? properties.referenceValue, upper: stated.upper ?? properties.upperThreshold,
      lower: stated.lower ?? properties.lowerThreshold,
      predictiveStart: index)
  }
}

extension Diagnostic.Code {
  /// A PredictiveStartCategory that the chart does not have.
  public static let predictiveStartMissing = Self("predictiveStartMissing")
  public static let dataMissingColumn = Self("dataMissingColumn")
  public static let dataTableEmpty = Self("dataTableEmpty")
  public static let valueNotNumeric = Self("valueNotNumeric")
  /// A category of a finer zooming level without its parent in the level above.
  public static let zoomNotNested = Self("zoomNotNested")
  /// A value that was picked, or asked for, and is not in the chart.
  public static let valueNotPresent = Self("valueNotPresent")
  public static let whatIfNotPossible = Self("whatIfNotPossible")
  public static let sortNotApplied = Self("sortNotApplied")
}
