import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Charts of many rows: the engine adds the rows up to one for each pair of category and series, on all processors, and
/// the chart is made of those. The same numbers by another road; floats may differ in their last bits.
///
/// What a person moves - a variable, the amount of a what-if change - is kept out of the sums where a value is linear
/// in it (`LinearAggregate`): the sums then answer for all its values, and are kept beside the rows (`KeptSums`).
///
/// Which road is taken depends on the chart and its rows alone, so that a chart has the same bytes on every machine,
/// whatever was kept.
struct LargeLevels {
  /// From so many rows on.
  static let leastRows = 1 << 16

  private let definition: ChartDefinition
  private let variables: [(name: String, value: QueryArgument)]
  private let executor: TableQueryExecutor

  /// Nil where the chart needs its rows: to show them one by one or in their order, to run over categories, or to make
  /// "Other" of them.
  init?(_ builder: ChartBuilder, _ tables: [LevelTable]) {
    let definition = builder.definition
    guard tables.contains(where: { $0.table.rowCount >= Self.leastRows }), builder.state.sort?.top == nil,
      definition.type != .scatter, definition.type != .bubble,
      !definition.values.contains(where: { $0.expression.containsWindow }),
      !tables.contains(where: { $0.table.properties.isSorted })
    else { return nil }
    self.definition = definition
    variables = builder.variables
    executor = TableQueryExecutor(workers: builder.workers)
  }

  /// The chart whose values are the columns that `folded` makes.
  func definition(_ tables: [LevelTable]) throws -> ChartDefinition {
    var result = definition
    result.aggregate = .first
    for (index, value) in definition.values.enumerated() {
      result.values[index].expression = try Expression.parse("[\(Self.name("value", index, tables))]", name: "value")
      if value.title.isEmpty { result.values[index].title = value.expression.description }
    }
    return result
  }

  /// The level at `index` with a row for each pair, its data changed before.
  func folded(_ tables: [LevelTable], at index: Int, _ changes: [WhatIfChange]) throws -> LevelTable {
    let level = tables[index]
    let keys = keys(tables[...index])
    let name = { Self.name("part", $0, tables) }
    if let apart = try FoldedLevel(level, values, keys, variables).inlining(changes)?.takenApart(name) {
      // A part can overflow where the whole does not: the whole then says what is wrong, if anything.
      do {
        let parts = try computed(apart, tables, level)
        if parts.table.columns[keys.count...].allSatisfy(\.isFinite) { return parts }
      } catch is AugerError {} catch is DiagnosticError {}
    }
    return try computed(FoldedLevel(level, values, keys, variables).deriving(changes).split(name), tables, level)
  }

  private var values: [Expression] {
    definition.values.map { value in
      value.expression.containsAggregate ? value.expression : value.expression.aggregated(by: definition.aggregate)
    }
  }

  private func keys(_ levels: ArraySlice<LevelTable>) -> [String] {
    levels.map(\.category.column) + (definition.series.map { [$0.column] } ?? [])
  }

  private func computed(_ folding: FoldedLevel, _ tables: [LevelTable], _ level: LevelTable) throws -> LevelTable {
    let query = folding.query(from: level.query)
    let sums = try level.sums.table(query, folding.arguments, level.grains) {
      try executor.execute(query, on: StoredTable(level.query, folding.table), arguments: folding.arguments)
    }
    var warnings = level.table.warnings
    warnings.add(contentsOf: sums.warnings)
    let keyCount = query.groupBy.count
    var fields = Array(sums.schema.fields[..<keyCount])
    var columns = Array(sums.columns[..<keyCount])
    let scope = ExpressionScope(schema: sums.schema, variables: folding.arguments.entries)
    for (index, value) in folding.values.enumerated() {
      let bound = try BoundExpression.bind(value, in: scope)
      let column = try bound.evaluate(
        sums.columns.map(Optional.some), rowCount: sums.rowCount, firstRow: 0, warnings: &warnings)
      fields.append(Field(Self.name("value", index, tables), column.type))
      columns.append(column)
    }
    var result = level
    result.table = Table(
      Schema(fields), columns, rowCount: sums.rowCount, properties: level.table.properties, warnings: warnings)
    return result
  }

  /// A name that no key has.
  private static func name(_ kind: String, _ index: Int, _ tables: [LevelTable]) -> String {
    var name = "\(kind) \(index + 1)"
    while tables.contains(where: { $0.table.schema.index(of: name) != nil }) { name += "'" }
    return name
  }
}

extension Column {
  /// Whether no value is infinite or no number.
  fileprivate var isFinite: Bool {
    guard case .float64(let values) = values else { return true }
    return (0..<count).allSatisfy { isNull($0) || values[$0].isFinite }
  }
}
