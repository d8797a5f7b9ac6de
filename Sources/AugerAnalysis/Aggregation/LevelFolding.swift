import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Computes the levels of a chart with the engine: one row for each pair of category and series, regardless of the
/// number of input rows.
///
/// If a value is linear in a variable or in the amount of a what-if change (`LinearAggregate`), the sums exclude that
/// variable. The same sums then apply to all of its values, and are cached together with the rows (`KeptSums`). The
/// decision depends only on the chart and its rows, not on the cache. A chart therefore has the same bytes on every
/// machine.
struct LevelFolding {
  let definition: ParsedChart
  let variables: [(name: String, value: QueryArgument)]
  let executor: TableQueryExecutor
  let control: RunControl

  /// Returns the expression to compute for a value. The chart's aggregate is applied to a value, or to the argument of
  /// a window function, that does not aggregate. A value that reads no column does not change.
  static func aggregating(_ value: Expression, by function: AggregateFunction) -> Expression {
    if value.containsWindow { return value.aggregatingWindows(by: function) }
    return value.containsAggregate || value.columnNames.isEmpty ? value : value.aggregated(by: function)
  }

  /// Returns the expression to compute for a color. An expression that does not aggregate is evaluated for the first
  /// row, unless it reads only keys.
  static func coloring(_ color: Expression, _ keys: [String]) -> Expression {
    let reads = color.columnNames.contains { name in !keys.contains(name: name) }
    return color.containsAggregate || !reads ? color : color.aggregated(by: .first)
  }

  /// Returns the pairs of a level after changes to its data. `keys` are the columns of the ancestors, the category and
  /// the series.
  func folded(_ level: LevelTable, _ keys: [String], _ changes: [WhatIfChange]) throws -> FoldedLevel {
    let query = query(level, keys)
    if let apart = try query.inlining(changes).takenApart(), apart.isTakenApart {
      // The sum of a part can overflow even if the whole does not. Compute the whole then, which reports the error if
      // it remains.
      do {
        let parts = try computed(apart, level)
        if parts.isFinite { return parts }
      } catch let error as AugerError where error.code != .cancelled && error.code != .timeout {
      } catch is DiagnosticError {}
    }
    return try computed(try query.deriving(changes).split(), level)
  }

  /// Returns the pairs for the categories of `kept`, whose rows are `rows`, and one pair for all other categories of
  /// each series.
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

  /// Returns the rows of a level after changes to its data, with a column for each value. The default values are those
  /// of the chart. Used for charts that show individual items.
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
    let colors = definition.lookExpressions.map { Self.coloring($0, keys) }
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

/// A level with one row for each pair of category and series that has rows, and the result of each value.
struct FoldedLevel {
  let query: LevelQuery
  /// The keys, and the measures from which the values are computed.
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
        // Window functions are allowed like aggregates: each row of the sums is a group.
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

  /// True if all sums and values are finite numbers.
  var isFinite: Bool {
    sums.columns.allSatisfy(\.isFinite)
      && values.allSatisfy { if case .ready(let column) = $0 { column.isFinite } else { true } }
  }
}

extension Column {
  /// True if all values are finite numbers.
  fileprivate var isFinite: Bool {
    guard case .float64(let values) = values else { return true }
    return (0..<count).allSatisfy { isNull($0) || values[$0].isFinite }
  }

  /// Returns the values in the form that charts use: a bool becomes 1 or 0, and an untyped null becomes a numeric null.
  func numbers() throws(AugerError) -> Column {
    if type == .bool { return try Column(.int64, scalars) }
    return type.isNumeric ? self : try Column(.int64, repeating: .null, count: count)
  }
}
