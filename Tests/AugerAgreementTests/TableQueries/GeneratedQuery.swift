import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery
import TestSupport

/// A random table query, and what it means row by row.
struct GeneratedQuery {
  struct Measure {
    var function: String
    var argument: Gen?
    /// A weight, or the other value of a pair.
    var second: Gen?
    /// Of a percentile.
    var part: Double?
    /// What rows must fulfil: `where: y` behind the arguments.
    var condition: Gen?
    /// Divided by count(), or nothing done to it.
    var isPerRow = false

    func text(_ names: [String]) -> String {
      var arguments = [argument, second].compactMap { $0?.text(names) }
      if let part { arguments.append(NumberText.shortest(part)) }
      if let condition { arguments.append("where: " + condition.text(names)) }
      return "\(function)(\(arguments.joined(separator: ", ")))" + (isPerRow ? " / count()" : "")
    }

    /// What is aggregated: a null for rows that do not fulfil the condition.
    var value: Gen? {
      guard let condition else { return argument }
      return .call("if", [condition, argument ?? .literal(.int(1)), .literal(.null)])
    }

    var columnsRead: Set<Int> { (value?.columnsRead ?? []).union(second?.columnsRead ?? []) }
  }

  var derived: [(name: String, type: GenType, expression: Gen)] = []
  /// Each with whether it is optional, and names an argument that was not given.
  var filters: [(condition: Gen, isDropped: Bool)] = []
  var keys: [Int] = []
  var measures: [Measure] = []
  /// Columns of the result when nothing is grouped; nil is all.
  var select: [Int]?
  /// Columns of the result.
  var orderBy: [(column: Int, isDescending: Bool)] = []
  var limit: Int?

  init(_ table: GeneratedTable, _ chance: inout Chance) {
    let samples = table.columns.indices.map { index in table.rows.prefix(20).map { $0[index] } }
    var maker = GenMaker(chance: chance, types: table.columns.map(\.type), samples: samples)
    let kinds: [GenType] = [.int, .int, .float, .text, .date, .bool, .decimal(2)]
    for index in 0..<maker.chance.below(3) {
      let type = maker.feasible(maker.chance.pick(kinds))
      derived.append(("d\(index)", type, maker.expression(type, 1 + maker.chance.below(2))))
      maker.types.append(type)
      maker.samples.append([])
    }
    for _ in 0..<maker.chance.below(3) {
      filters.append((maker.condition(1 + maker.chance.below(2)), maker.chance.isOneIn(8)))
    }
    let width: Int
    if maker.chance.isOneIn(4) {
      if maker.chance.isOneIn(2) {
        select = maker.types.indices.filter { _ in maker.chance.isOneIn(2) }
        if select == [] { select = [0] }
      }
      width = select?.count ?? maker.types.count
    } else {
      keys = maker.types.indices.dropFirst().filter { _ in maker.chance.isOneIn(4) }
      for _ in 0..<1 + maker.chance.below(3) { measures.append(Self.measure(&maker)) }
      width = keys.count + measures.count
    }
    for column in 0..<width where maker.chance.isOneIn(3) {
      // Where the last digits of a float are free, they must not decide the order.
      if column >= keys.count, !measures.isEmpty, !isExact(measures[column - keys.count], maker.types) { continue }
      orderBy.append((column, maker.chance.isOneIn(2)))
    }
    if maker.chance.isOneIn(2) { orderBy.reverse() }
    if maker.chance.isOneIn(3) { limit = maker.chance.below(12) }
    chance = maker.chance
  }

  private static func measure(_ maker: inout GenMaker) -> Measure {
    let function = maker.chance.pick([
      "count", "count", "sum", "sum", "sum", "avg", "min", "max", "min", "max", "countDistinct", "median", "stddev",
      "count", "sum", "sum", "avg", "min", "max", "count", "sum", "mode", "percentile", "variance", "corr",
      "weightedAvg",
    ])
    let numeric: [GenType] = [.int, .float, .int, .decimal(2), .float]
    let takesAny = ["count", "min", "max", "countDistinct", "mode"].contains(function)
    let types = takesAny ? numeric + [.text, .date, .moment, .bool] : numeric
    var measure = Measure(function: function)
    if maker.chance.isOneIn(5) { measure.condition = maker.condition(1) }
    if function == "count", maker.chance.isOneIn(2) { return measure }
    let type = maker.chance.pick(types)
    measure.argument = maker.chance.isOneIn(3) ? maker.expression(type, 1) : maker.column(type) ?? .column(0)
    switch function {
    case "percentile": measure.part = maker.chance.pick([0, 0.1, 0.5, 0.9, 0.99, 1])
    case "corr", "weightedAvg": measure.second = maker.column(maker.chance.pick(numeric)) ?? .column(0)
    default: break
    }
    measure.isPerRow = ["count", "sum", "countDistinct"].contains(function) && maker.chance.isOneIn(6)
    return measure
  }

  private func isExact(_ measure: Measure, _ types: [GenType]) -> Bool {
    ["count", "countDistinct", "min", "max", "mode"].contains(measure.function) && !measure.isPerRow
      || measure.function == "sum" && !measure.isPerRow
        && measure.argument.map { argument in
          if case .column(let index) = argument { return types[index] == .int } else { return false }
        } ?? false
  }

  func names(_ table: GeneratedTable) -> [String] { table.spelled + derived.map { GeneratedTable.spelled($0.name) } }

  private func rawNames(_ table: GeneratedTable) -> [String] { table.columns.map(\.name) + derived.map(\.name) }

  /// The query as `AgreementCase` writes it.
  func parts(_ table: GeneratedTable) -> QueryParts {
    let (names, raw) = (names(table), rawNames(table))
    var parts = QueryParts()
    parts.derive = derived.map { ($0.name, $0.expression.text(names)) }
    parts.filters = filters.map { filter in
      let text = filter.condition.text(names)
      return filter.isDropped ? ("\(text) and $missing == 1", true) : (text, false)
    }
    parts.select = select?.map { raw[$0] }
    parts.groupBy = keys.map { raw[$0] }
    parts.measures = measures.enumerated().map { ("m\($0)", $1.text(names)) }
    let output = measures.isEmpty && keys.isEmpty ? (select ?? Array(raw.indices)).map { raw[$0] } : parts.groupBy
    let columns = output + parts.measures.map(\.name)
    parts.orderBy = orderBy.map { (columns[$0.column], $0.isDescending) }
    parts.limit = limit
    return parts
  }
}

/// A table query as texts.
struct QueryParts {
  var derive: [(name: String, text: String)] = []
  var filters: [(text: String, isOptional: Bool)] = []
  var select: [String]?
  var groupBy: [String] = []
  var measures: [(name: String, text: String)] = []
  var orderBy: [(name: String, isDescending: Bool)] = []
  var limit: Int?

  func tableQuery(from table: String) throws -> TableQuery {
    TableQuery(
      from: table, derive: try derive.map { try .init($0.name, $0.text) },
      filters: try filters.map { try .init($0.text, isOptional: $0.isOptional) },
      select: select?.map { .init($0) }, groupBy: groupBy.map { .init($0) },
      measures: try measures.map { try .init($0.name, $0.text) },
      orderBy: orderBy.map { .init($0.name, isDescending: $0.isDescending) }, limit: limit)
  }
}
