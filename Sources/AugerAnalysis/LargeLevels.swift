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
/// Which road is taken depends on the chart and the number of its rows alone, so that a chart has the same bytes on
/// every machine.
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
      result.values[index].expression = try Expression.parse("[\(Self.name(index, tables))]", name: "value")
      if value.title.isEmpty { result.values[index].title = value.expression.description }
    }
    return result
  }

  /// The level at `index` with a row for each pair, its data changed before.
  func folded(_ tables: [LevelTable], at index: Int, _ changes: [WhatIfChange]) throws -> LevelTable {
    var level = tables[index]
    let keys = tables[...index].map(\.category.column) + (definition.series.map { [$0.column] } ?? [])
    var table = level.table
    var query = TableQuery(from: level.query, groupBy: keys.map { TableQuery.ColumnReference($0) })
    var arguments = QueryArguments()
    for (name, value) in variables { arguments[name] = value }
    for change in changes { table = try changed(table, by: change, level.category.column, &query, &arguments) }
    for (index, value) in definition.values.enumerated() {
      let expression =
        value.expression.containsAggregate ? value.expression : value.expression.aggregated(by: definition.aggregate)
      query.measures.append(TableQuery.Named(Self.name(index, tables), expression))
    }
    let result = try executor.execute(query, on: StoredTable(level.query, table), arguments: arguments)
    var warnings = level.table.warnings
    warnings.add(contentsOf: result.warnings)
    level.table = Table(
      result.schema, result.columns, rowCount: result.rowCount, properties: level.table.properties, warnings: warnings)
    return level
  }

  /// The table with a column under another name, and in its place one that is derived of it.
  private func changed(
    _ table: Table, by change: WhatIfChange, _ category: String, _ query: inout TableQuery,
    _ arguments: inout QueryArguments
  ) throws -> Table {
    let earlier = query.derive.firstIndex { $0.name.utf8.elementsEqual(change.column.utf8) }
    guard earlier != nil || table.schema.index(of: change.column) != nil else {
      throw change.missingColumn(in: table)
    }
    let number = query.derive.count
    let old = "\(change.column) \(number) before"
    let (x, k) = ("what-if value \(number)", "what-if category \(number)")
    arguments[x] = .scalar(change.amount.scalar)
    arguments[k] = .scalar(change.category ?? .null)
    let text = change.expression(column: "[\(old)]", category: "[\(category)]", value: "$[\(x)]", picked: "$[\(k)]")
    let derived = try Expression.parse(text, name: "what-if")
    // Changed before: what was derived then becomes the old column.
    if let earlier {
      query.derive[earlier].name = old
      query.derive.append(TableQuery.Named(change.column, derived))
      return table
    }
    query.derive.append(TableQuery.Named(change.column, derived))
    return table.renamed(table.schema.names.map { $0.utf8.elementsEqual(change.column.utf8) ? old : $0 })
  }

  /// A name that no key has.
  private static func name(_ index: Int, _ tables: [LevelTable]) -> String {
    var name = "value \(index + 1)"
    while tables.contains(where: { $0.table.schema.index(of: name) != nil }) { name += "'" }
    return name
  }
}
