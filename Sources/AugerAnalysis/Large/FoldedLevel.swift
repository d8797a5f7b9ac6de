import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// How the rows of a level become one for each pair: what the engine is asked, and the values that are computed of the
/// columns that it gives.
struct FoldedLevel {
  private(set) var table: Table
  private(set) var arguments = QueryArguments()
  /// At first over the rows; once they are split, over the keys and the measures.
  private(set) var values: [Expression]
  private let category: String
  private let keys: [String]
  private var derived: [TableQuery.Named] = []
  private var measures: [TableQuery.Named] = []
  /// Variables that sums can be kept apart from: floats.
  private var movable: [String] = []
  /// The amounts of changes, by the names that they have as variables.
  private var amounts: [String] = []

  init(
    _ level: LevelTable, _ values: [Expression], _ keys: [String], _ variables: [(name: String, value: QueryArgument)]
  ) {
    table = level.table
    category = level.category.column
    self.values = values
    self.keys = keys
    for (name, value) in variables {
      arguments[name] = value
      if case .scalar(.float(let number)) = value, number.isFinite { movable.append(name) }
    }
  }

  func query(from name: String) -> TableQuery {
    TableQuery(
      from: name, derive: derived, groupBy: keys.map { TableQuery.ColumnReference($0) }, measures: measures)
  }

  // MARK: Changes of the data

  /// With what each change makes of its column written into the values; nil where a key is changed.
  func inlining(_ changes: [WhatIfChange]) throws -> FoldedLevel? {
    var result = self
    // The last change is of what the others left.
    for (number, change) in changes.enumerated().reversed() {
      guard let column = table[change.column] else { throw change.missingColumn(in: table) }
      guard !keys.contains(where: { $0.utf8.elementsEqual(change.column.utf8) }) else { return nil }
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
  func deriving(_ changes: [WhatIfChange]) throws -> FoldedLevel {
    var result = self
    for (number, change) in changes.enumerated() {
      let earlier = result.derived.firstIndex { $0.name.utf8.elementsEqual(change.column.utf8) }
      guard earlier != nil || result.table[change.column] != nil else { throw change.missingColumn(in: table) }
      let old = "\(change.column) \(number) before"
      let changed = try result.expression(of: change, number, column: old)
      // Changed before: what was derived then becomes the old column.
      if let earlier {
        result.derived[earlier].name = old
      } else {
        result.table = result.table.renamed(
          result.table.schema.names.map { $0.utf8.elementsEqual(change.column.utf8) ? old : $0 })
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

  /// With each aggregate as a measure; `name` names them by number.
  func split(_ name: (Int) -> String) -> FoldedLevel {
    var result = self
    result.values = values.map { value in
      value.replacingAggregates { $0.recombined(rest: result.measure($0, name), slopes: []) }
    }
    return result
  }

  /// With each aggregate taken apart, so that no measure reads what can be moved; those that cannot be taken apart stay
  /// whole. Nil where such a one reads the amount of a change.
  func takenApart(_ name: (Int) -> String) -> FoldedLevel? {
    var result = self
    var isWhole = false
    result.values = values.map { value in
      value.replacingAggregates { call in
        let apart = call.linearAggregate(in: movable) { table[$0].map { $0.nullCount > 0 } ?? true }
        guard let apart else {
          isWhole =
            isWhole || call.variableNames.contains { used in amounts.contains { $0.utf8.elementsEqual(used.utf8) } }
          return call.recombined(rest: result.measure(call, name), slopes: [])
        }
        return call.recombined(
          rest: apart.rest.map { result.measure($0, name) },
          slopes: apart.slopes.map { ($0.variable, result.measure($0.factor, name)) })
      }
    }
    return isWhole ? nil : result
  }

  /// The name of the measure that computes `call`, equal ones once.
  private mutating func measure(_ call: Expression, _ name: (Int) -> String) -> String {
    if let same = measures.first(where: { $0.expression.root == call.root }) { return same.name }
    measures.append(TableQuery.Named(name(measures.count), call))
    return measures[measures.count - 1].name
  }
}

extension WhatIfChange {
  /// Whether what a column becomes is a float, whatever number the amount is.
  fileprivate func isFloat(in column: Column) -> Bool {
    switch amount {
    case .percent: true
    case .value(.float): true
    case .value: column.type == .float64
    }
  }
}
