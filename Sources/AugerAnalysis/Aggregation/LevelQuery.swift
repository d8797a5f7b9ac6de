import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// How the rows of a level become one for each pair of category and series: what the engine is asked, and the values
/// that are computed of the columns that it gives.
struct LevelQuery {
  private(set) var table: Table
  private(set) var arguments = QueryArguments()
  /// At first over the rows; once they are split, over the keys and the measures.
  private(set) var values: [Expression]
  /// Whether a measure is not what the values say but a part of it.
  private(set) var isTakenApart = false
  /// How many of the values, the last, are texts.
  let textCount: Int
  private let name: String
  private let category: String
  private let keys: [String]
  private var derived: [TableQuery.Named]
  private var measures: [TableQuery.Named] = []
  /// The measure with the first row of each pair, where pairs stand in the order of the rows.
  private(set) var firstRow: String?
  /// Variables that sums can be kept apart from: floats.
  private var movable: [String] = []
  /// The amounts of changes, by the names that they have as variables.
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

  /// A row for each pair.
  var grouped: TableQuery {
    TableQuery(
      from: name, derive: derived, groupBy: keys.map { TableQuery.ColumnReference($0) }, measures: measures)
  }

  /// A row for each pair of a series with all categories but those of `kept` taken together; the category is left out.
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

  /// The rows themselves: the keys, and a column for each value, whose names are returned.
  func rows() -> (query: TableQuery, columns: [String]) {
    let columns = values.indices.map { fresh("value \($0 + 1)") }
    let all = derived + zip(columns, values).map { TableQuery.Named($0, $1) }
    return (
      TableQuery(from: name, derive: all, select: (keys + columns).map { TableQuery.ColumnReference($0) }), columns
    )
  }

  /// A name that no column has.
  private func fresh(_ name: String) -> String {
    var name = name
    while table.schema.index(of: name) != nil || derived.contains(named: name) {
      name += "'"
    }
    return name
  }

  // MARK: Changes of the data

  /// With what each change makes of its column written into the values.
  func inlining(_ changes: [WhatIfChange]) throws -> LevelQuery {
    var result = self
    result.isTakenApart = !changes.isEmpty
    // The last change is of what the others left.
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

  /// With each changed column under another name, and in its place one that is derived of it.
  func deriving(_ changes: [WhatIfChange]) throws -> LevelQuery {
    var result = self
    for (number, change) in changes.enumerated() {
      let earlier = result.derived.firstIndex(named: change.column)
      guard earlier != nil || result.table[change.column] != nil else { throw change.missingColumn(in: table) }
      let old = result.fresh("\(change.column) \(number) before")
      let changed = try result.expression(of: change, number, column: old)
      // Changed before: what was derived then becomes the old column.
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

  /// What a change makes of a column; its amount and category become arguments.
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

  /// With each aggregate as a measure.
  func split() -> LevelQuery {
    var result = self
    result.values = values.map { value in
      value.replacingAggregates { $0.recombined(rest: result.measure($0), slopes: []) }
    }
    return result
  }

  /// With each aggregate taken apart, so that no measure reads what can be moved; those that cannot be taken apart stay
  /// whole. Nil where such a one reads the amount of a change.
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

  /// With the first row of each pair as a measure more.
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

  /// The name of the measure that computes `call`, equal ones once.
  private mutating func measure(_ call: Expression) -> String {
    if let same = measures.first(where: { $0.expression.root == call.root }) { return same.name }
    let name = fresh("part \(measures.count + 1)")
    measures.append(TableQuery.Named(name, call))
    return name
  }
}
