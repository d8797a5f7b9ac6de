import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Asks the engine for the levels of a chart: one row for each pair of category and series, whatever the number of
/// rows.
///
/// What a user moves - a variable, the amount of a what-if change - is kept out of the sums where a value is linear in
/// it (`LinearAggregate`): the sums then answer for all its values, and are kept beside the rows (`KeptSums`). Whether
/// they are depends on the chart and its rows alone, so that a chart has the same bytes on every machine, whatever was
/// kept.
struct LevelFolding {
  let definition: ChartDefinition
  let variables: [(name: String, value: QueryArgument)]
  let executor: TableQueryExecutor
  let control: RunControl

  /// What is computed for a value: a value, or the argument of a window form, that is not aggregated is by the chart's
  /// aggregate. A value that reads no column is itself.
  static func aggregating(_ value: Expression, by function: AggregateFunction) -> Expression {
    if value.containsWindow { return value.aggregatingWindows(by: function) }
    return value.containsAggregate || value.columnNames.isEmpty ? value : value.aggregated(by: function)
  }

  /// What is computed for a colour: an expression that does not aggregate is that of the first row, unless it reads
  /// nothing but keys.
  static func coloring(_ color: Expression, _ keys: [String]) -> Expression {
    let reads = color.columnNames.contains { name in !keys.contains(name: name) }
    return color.containsAggregate || !reads ? color : color.aggregated(by: .first)
  }

  /// The pairs of a level, its data changed before. `keys` are the columns of the ancestors, the category and the
  /// series.
  func folded(_ level: LevelTable, _ keys: [String], _ changes: [WhatIfChange]) throws -> FoldedLevel {
    let query = query(level, keys)
    if let apart = try query.inlining(changes).takenApart(), apart.isTakenApart {
      // A part can overflow where the whole does not: the whole then says what is wrong, if anything.
      do {
        let parts = try computed(apart, level)
        if parts.isFinite { return parts }
      } catch let error as AugerError where error.code != .cancelled && error.code != .timeout {
      } catch is DiagnosticError {}
    }
    return try computed(try query.deriving(changes).split(), level)
  }

  /// The same pairs for the categories of `kept`, whose rows are `rows`, and one for all others of each series.
  func folded(
    _ level: LevelTable, _ keys: [String], _ changes: [WhatIfChange], _ all: FoldedLevel, keeping kept: [Scalar],
    rows: [Int32]
  ) throws -> FoldedLevel {
    func joined(_ all: FoldedLevel) throws -> FoldedLevel {
      let (query, arguments) = try all.query.groupedWithout(kept)
      let others = try sums(query, all.query, level, arguments)
      var builder = TableBuilder(all.sums.schema)
      let some = all.sums.gathered(rows)
      builder.append(Batch(columns: some.columns, rowCount: some.rowCount, firstRow: 0))
      let columns = try all.sums.schema.fields.map { field in
        try others[field.name] ?? Column(field.type, repeating: .null, count: others.rowCount)
      }
      builder.append(Batch(columns: columns, rowCount: others.rowCount, firstRow: some.rowCount))
      var warnings = all.sums.warnings
      warnings.add(contentsOf: others.warnings)
      return try FoldedLevel(all.query, builder.finish(warnings: warnings))
    }
    let result = try joined(all)
    guard all.query.isTakenApart, !result.isFinite else { return result }
    return try joined(try computed(try query(level, keys).deriving(changes).split(), level))
  }

  /// The rows of a level with a column for each value - those of the chart, unless others are named - its data changed
  /// before: what is shown item by item.
  func rows(
    _ level: LevelTable, _ keys: [String], _ changes: [WhatIfChange], values: [Expression]? = nil,
    areNumbers: Bool = true
  ) throws -> (table: Table, values: [Column]) {
    let values = values ?? definition.values.map(\.expression)
    let query = try LevelQuery(level, values, keys, variables).deriving(changes)
    let (rows, names) = query.rows()
    let table = try executor.execute(
      rows, on: StoredTable(level.query, query.table), arguments: query.arguments, control)
    return (table, try names.compactMap { table[$0] }.map { try areNumbers ? $0.numbers() : $0 })
  }

  private func query(_ level: LevelTable, _ keys: [String]) -> LevelQuery {
    let values = definition.values.map { Self.aggregating($0.expression, by: definition.aggregate) }
    let colors = definition.itemColor.map { [Self.coloring($0, keys)] } ?? []
    return LevelQuery(level, values + colors, keys, variables, textCount: colors.count)
  }

  private func computed(_ query: LevelQuery, _ level: LevelTable) throws -> FoldedLevel {
    let query = level.table.properties.isSorted ? try query.keepingOrder() : query
    var table = try sums(query.grouped, query, level, query.arguments)
    if let name = query.firstRow, let first = table[name] {
      table = table.gathered(SortOrder.rows(by: [SortOrder(first)], rowCount: table.rowCount))
    }
    return try FoldedLevel(query, table)
  }

  private func sums(
    _ query: TableQuery, _ level: LevelQuery, _ definition: LevelTable, _ arguments: QueryArguments
  ) throws -> Table {
    try definition.sums.table(query, arguments) {
      try executor.execute(query, on: StoredTable(definition.query, level.table), arguments: arguments, control)
    }
  }
}

/// A level with one row for each pair of category and series that has rows, and what each value comes to.
struct FoldedLevel {
  let query: LevelQuery
  /// The keys, and the measures that the values are computed of.
  let sums: Table
  private(set) var values: [PairValues] = []
  private(set) var warnings: Warnings

  init(_ query: LevelQuery, _ sums: Table) throws {
    self.query = query
    self.sums = sums
    warnings = sums.warnings
    let variables = query.arguments.entries
    let inputs = sums.columns.map(Optional.some)
    for (index, value) in query.values.enumerated() {
      guard !value.containsWindow else {
        // Window forms stand where aggregates do: each row of the sums is a group.
        var scope = ExpressionScope(
          schema: sums.schema, variables: variables, allowsAggregates: true, groupKeys: sums.schema.names)
        scope.allowsWindows = true
        values.append(.windowed(try BoundExpression.bind(value, in: scope), inputs))
        continue
      }
      let bound = try BoundExpression.bind(value, in: ExpressionScope(schema: sums.schema, variables: variables))
      let column = try bound.evaluate(inputs, rowCount: sums.rowCount, firstRow: 0, warnings: &warnings)
      values.append(.ready(index < query.values.count - query.textCount ? try column.numbers() : column))
    }
  }

  /// Whether no sum and no value is infinite or no number.
  var isFinite: Bool {
    sums.columns.allSatisfy(\.isFinite)
      && values.allSatisfy { if case .ready(let column) = $0 { column.isFinite } else { true } }
  }
}

extension Column {
  /// Whether no value is infinite or no number.
  fileprivate var isFinite: Bool {
    guard case .float64(let values) = values else { return true }
    return (0..<count).allSatisfy { isNull($0) || values[$0].isFinite }
  }

  /// The values as a chart has them: a bool is 1 or 0, and a null of no type is a null among numbers.
  func numbers() throws(AugerError) -> Column {
    if type == .bool { return try Column(.int64, scalars) }
    return type.isNumeric ? self : try Column(.int64, repeating: .null, count: count)
  }
}
