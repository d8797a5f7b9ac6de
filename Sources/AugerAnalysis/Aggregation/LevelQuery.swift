import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The query that reduces the rows of a level to one row for each pair of category and series. Also contains the values
/// to compute from the resulting columns.
struct LevelQuery {
  private(set) var table: Table
  private(set) var arguments = QueryArguments()
  /// Expressions over the rows at first. After the split, expressions over the keys and measures.
  private(set) var values: [Expression]
  /// True if a measure is a part of an aggregate of the values instead of the whole aggregate.
  private(set) var isTakenApart = false
  /// The number of values that are strings; these come last.
  let textCount: Int
  private let name: String
  private let category: String
  private let keys: [String]
  private var derived: [TableQuery.Named]
  private var measures: [TableQuery.Named] = []
  /// The measure that contains the first row of each pair, if pairs are in the order of the rows.
  private(set) var firstRow: String?
  /// Variables that can be factored out of sums: floats.
  private var movable: [String] = []
  /// The amounts of what-if changes, by their variable names.
  private var amounts: [String] = []

  init(
    _ level: LevelTable, _ values: [Expression], _ keys: [String],
    _ variables: [(name: String, value: QueryArgument)], textCount: Int = 0
  ) {
    self.textCount = textCount
    table = level.table
    name = level.query
    category = level.category.column
    derived = level.derived
    self.values = values
    self.keys = keys
    for (name, value) in variables {
      arguments[name] = value
      if case .scalar(.float(let number)) = value, number.isFinite { movable.append(name) }
    }
  }

  /// The query that returns one row for each pair.
  var grouped: TableQuery {
    TableQuery(
      from: name, derive: derived, groupBy: keys.map { TableQuery.ColumnReference($0) }, measures: measures)
  }

  /// Returns a query with one row for each series over all categories except those of `kept`. The result has no
  /// category column.
  func groupedWithout(_ kept: [Scalar]) throws -> (query: TableQuery, arguments: QueryArguments) {
    var query = grouped
    query.groupBy.removeAll { Name($0.name) == Name(category) }
    var arguments = arguments
    let named = kept.filter { !$0.isNull }
    let argument = fresh("kept")
    arguments[argument] = .list(named)
    let isOther = named.isEmpty ? "1 == 1" : "not [\(category)] in ($[\(argument)])"
    let condition =
      named.count < kept.count ? "[\(category)] is not null and \(isOther)" : "[\(category)] is null or \(isOther)"
    query.filters.append(try TableQuery.Filter(condition))
    return (query, arguments)
  }

  /// Returns a query for the ungrouped rows (the keys and a column for each value) and the names of the value columns.
  func rows() -> (query: TableQuery, columns: [String]) {
    let columns = values.indices.map { fresh("value \($0 + 1)") }
    let all = derived + zip(columns, values).map { TableQuery.Named($0, $1) }
    return (
      TableQuery(from: name, derive: all, select: (keys + columns).map { TableQuery.ColumnReference($0) }), columns
    )
  }

  /// Returns a name that no column has.
  private func fresh(_ name: String) -> String {
    var name = name
    while table.schema.index(of: name) != nil || derived.contains(named: name) {
      name += "'"
    }
    return name
  }

  // MARK: Changes of the data

  /// Returns the query with the expression of each change inlined into the values.
  func inlining(_ changes: [WhatIfChange]) throws -> LevelQuery {
    var result = self
    result.isTakenApart = !changes.isEmpty
    // The last change applies to the result of the others.
    for (number, change) in changes.enumerated().reversed() {
      guard let column = table[change.column] else { throw change.missingColumn(in: table) }
      let changed = try result.expression(of: change, number, column: change.column)
      let amount = result.amounts[result.amounts.count - 1]
      if let number = change.amount.scalar.doubleValue, number.isFinite, change.isFloat(in: column) {
        result.arguments[amount] = .scalar(.float(number))
        result.movable.append(amount)
      }
      result.values = result.values.map { $0.replacing(column: change.column, by: changed) }
    }
    return result
  }

  /// Returns the query with each changed column renamed, and a derived column under its old name.
  func deriving(_ changes: [WhatIfChange]) throws -> LevelQuery {
    var result = self
    for (number, change) in changes.enumerated() {
      let earlier = result.derived.firstIndex(named: change.column)
      guard earlier != nil || result.table[change.column] != nil else { throw change.missingColumn(in: table) }
      let old = result.fresh("\(change.column) \(number) before")
      let changed = try result.expression(of: change, number, column: old)
      // An earlier change exists: the column that it derived becomes the old column.
      if let earlier {
        result.derived[earlier].name = old
      } else {
        result.table = result.table.renamed(
          result.table.schema.names.map { Name($0) == Name(change.column) ? old : $0 })
      }
      result.derived.append(TableQuery.Named(change.column, changed))
    }
    return result
  }

  /// Returns the expression of a changed column. The amount and the category of the change become arguments.
  private mutating func expression(of change: WhatIfChange, _ number: Int, column: String) throws -> Expression {
    let (x, k) = ("what-if value \(number)", "what-if category \(number)")
    arguments[x] = .scalar(change.amount.scalar)
    arguments[k] = .scalar(change.category ?? .null)
    amounts.append(x)
    let text = change.expression(
      column: "[\(column)]", category: "[\(category)]", value: "$[\(x)]", picked: "$[\(k)]")
    return try Expression.parse(text, name: "what-if")
  }

  // MARK: Measures

  /// Returns the query with each aggregate as a measure.
  func split() -> LevelQuery {
    var result = self
    result.values = values.map { value in
      value.replacingAggregates { $0.recombined(rest: result.measure($0), slopes: []) }
    }
    return result
  }

  /// Returns the query with each aggregate split into parts, so that no measure reads a variable that can change.
  /// Aggregates that cannot be split remain whole. Nil if such an aggregate reads the amount of a change.
  func takenApart() -> LevelQuery? {
    var result = self
    var isWhole = false
    result.values = values.map { value in
      value.replacingAggregates { call in
        let apart = call.linearAggregate(in: movable) { table[$0].map { $0.nullCount > 0 } ?? true }
        guard let apart else {
          isWhole =
            isWhole || call.variableNames.contains { used in amounts.contains(name: used) }
          return call.recombined(rest: result.measure(call), slopes: [])
        }
        result.isTakenApart = true
        return call.recombined(
          rest: apart.rest.map { result.measure($0) },
          slopes: apart.slopes.map { ($0.variable, result.measure($0.factor), $0.divisor) })
      }
    }
    return isWhole ? nil : result
  }

  /// Returns the query with the first row of each pair as an additional measure.
  func keepingOrder() throws -> LevelQuery {
    var result = self
    let row = fresh("row")
    let rows = Column((0..<table.rowCount).map { Int64($0) })
    result.table = Table(
      Schema(table.schema.fields + [Field(row, .int64)]), table.columns + [rows], rowCount: table.rowCount,
      properties: table.properties, warnings: table.warnings)
    result.firstRow = result.measure(try Expression.parse("min([\(row)])"))
    return result
  }

  /// Returns the name of the measure that computes `call`. Equal calls share one measure.
  private mutating func measure(_ call: Expression) -> String {
    if let same = measures.first(where: { $0.expression.root == call.root }) { return same.name }
    let name = fresh("part \(measures.count + 1)")
    measures.append(TableQuery.Named(name, call))
    return name
  }
}
