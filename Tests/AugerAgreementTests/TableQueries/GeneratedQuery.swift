import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery
import TestSupport

/// A random table query with a reference evaluation.
struct GeneratedQuery {
  struct Measure {
    var function: String
    var argument: Gen?
    /// The weight, or the second value of a pair.
    var second: Gen?
    /// The fraction of a percentile.
    var part: Double?
    /// The condition `where: y` after the arguments.
    var condition: Gen?
    /// True if the measure is divided by `count()`.
    var isPerRow = false

    func text(_ names: [String]) -> String {
      var arguments = [argument, second].compactMap { $0?.text(names) }
      if let part { arguments.append(NumberText.shortest(part)) }
      if let condition { arguments.append("where: " + condition.text(names)) }
      return "\(function)(\(arguments.joined(separator: ", ")))" + (isPerRow ? " / count()" : "")
    }

    /// The aggregated expression: null for rows that do not meet the condition.
    var value: Gen? {
      guard let condition else { return argument }
      return .call("if", [condition, argument ?? .literal(.int(1)), .literal(.null)])
    }

    func renumbered(_ number: (Int) -> Int) -> Measure {
      var measure = self
      measure.argument = argument?.renumbered(number)
      measure.second = second?.renumbered(number)
      measure.condition = condition?.renumbered(number)
      return measure
    }

    var columnsRead: Set<Int> { (value?.columnsRead ?? []).union(second?.columnsRead ?? []) }
  }

  var joins: [GeneratedJoin] = []
  /// Columns of joined tables that the query qualifies although their names are unique.
  var isLong: Set<Int> = []
  /// Derived columns, which follow the columns of the tables.
  var derived: [(name: String, type: GenType, expression: Gen)] = []
  /// The filters. `isDropped` is true for an optional filter whose argument is missing.
  var filters: [(condition: Gen, isDropped: Bool)] = []
  var keys: [Int] = []
  var measures: [Measure] = []
  /// Aggregates that occur only in conditions on groups.
  var asked: [Measure] = []
  /// Conditions on groups, over keys, measures and `asked` in that order. `isDropped` as in `filters`.
  var having: [(condition: Gen, isDropped: Bool)] = []
  /// The index in `keys` of the pivot key.
  var pivot: Int?
  /// The selected columns of a query without groups. Nil means all.
  var select: [Int]?
  /// Columns of the result. For a pivot, columns of the other keys.
  var orderBy: [(column: Int, isDescending: Bool)] = []
  var limit: Int?

  init(_ tables: GeneratedTables, joins: [GeneratedJoin] = [], _ chance: inout Chance) {
    self.joins = joins
    if !joins.isEmpty { isLong = Set(tables.columns(joins).indices.filter { _ in chance.isOneIn(3) }) }
    let columns = tables.columns(joins, isLong: isLong)
    let rows = try? tables.joined(Array(tables.main.rows.prefix(20)), joins, needed: Set(columns.indices))
    let samples = columns.indices.map { index in rows?.map { $0[index] } ?? [] }
    var maker = GenMaker(
      chance: chance, types: columns.map(\.type), samples: samples, ownCount: tables.main.columns.count)
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
      width = select?.count ?? shown(columns).count
    } else {
      let share = max(4, maker.types.count / 3)
      keys = maker.types.indices.dropFirst().filter { _ in maker.chance.isOneIn(share) }
      for _ in 0..<1 + maker.chance.below(3) { measures.append(Self.measure(&maker)) }
      if maker.chance.isOneIn(3) { makeConditions(&maker) }
      if !keys.isEmpty, maker.chance.isOneIn(5) { pivot = maker.chance.below(keys.count) }
      width = pivot == nil ? keys.count + measures.count : keys.count - 1
    }
    for column in 0..<width where maker.chance.isOneIn(3) {
      // A measure with rounding errors must not determine the order.
      if pivot == nil, column >= keys.count, !measures.isEmpty, !isExact(measures[column - keys.count], maker.types) {
        continue
      }
      orderBy.append((column, maker.chance.isOneIn(2)))
    }
    if maker.chance.isOneIn(2) { orderBy.reverse() }
    if maker.chance.isOneIn(3) { limit = maker.chance.below(12) }
    // The number of rows read after the limit is not specified, so a key that can overflow excludes a limit.
    if measures.isEmpty, keys.isEmpty, orderBy.isEmpty, joins.contains(where: \.canFail) { limit = nil }
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

  private mutating func makeConditions(_ maker: inout GenMaker) {
    for _ in 0..<maker.chance.below(3) {
      let measure = Self.measure(&maker)
      asked.append(Self.type(of: measure, maker.types) == nil ? Measure(function: "count") : measure)
    }
    var columns: [(index: Int, type: GenType)] = keys.enumerated().map { ($0, maker.types[$1]) }
    for (index, measure) in (measures + asked).enumerated() {
      if let type = Self.type(of: measure, maker.types) { columns.append((keys.count + index, type)) }
    }
    if columns.isEmpty { return }
    for _ in 0..<1 + maker.chance.below(2) {
      let (index, type) = maker.chance.pick(columns)
      having.append((Self.condition(.column(index), type, &maker), maker.chance.isOneIn(8)))
    }
    // An unused aggregate is not computed, so it must not overflow here.
    let kept = having.filter { !$0.isDropped }
    let read = kept.reduce(into: Set<Int>()) { $0.formUnion($1.condition.columns) }
    let first = keys.count + measures.count
    for index in asked.indices where !read.contains(first + index) { asked[index] = Measure(function: "count") }
  }

  /// Returns a condition on a column of groups. Some conditions warn or overflow.
  private static func condition(_ column: Gen, _ type: GenType, _ maker: inout GenMaker) -> Gen {
    let sign = maker.chance.pick(["==", "!=", "<", "<=", ">", ">="])
    if maker.chance.isOneIn(8) { return .isNull(column, isNegated: maker.chance.isOneIn(2)) }
    switch type {
    case .bool: return column
    case .int where maker.chance.isOneIn(5):
      return .compare(
        sign, .arithmetic("/", .literal(.int(100)), column), .literal(.int(Int64(maker.chance.below(30)))))
    case .int where maker.chance.isOneIn(5):
      return .compare(sign, .arithmetic("+", column, .literal(.int(1))), maker.literal(.int))
    case .int: return .compare(sign, column, .literal(.int(Int64(maker.chance.below(40) - 5))))
    default: return .compare(sign, column, maker.literal(type))
    }
  }

  /// Returns the type of a measure whose result is exact. Nil for other measures.
  private static func type(of measure: Measure, _ types: [GenType]) -> GenType? {
    guard !measure.isPerRow else { return nil }
    if ["count", "countDistinct"].contains(measure.function) { return .int }
    guard case .column(let index)? = measure.argument else { return nil }
    switch measure.function {
    case "min", "max": return types[index]
    case "sum": return types[index] == .int ? .int : nil
    default: return nil
    }
  }

  private func isExact(_ measure: Measure, _ types: [GenType]) -> Bool {
    ["count", "countDistinct", "min", "max", "mode"].contains(measure.function) && !measure.isPerRow
      || measure.function == "sum" && !measure.isPerRow
        && measure.argument.map { argument in
          if case .column(let index) = argument { return types[index] == .int } else { return false }
        } ?? false
  }

  /// Returns the columns of a result with all columns: those of the tables, without equal keys of the same name, and
  /// the derived columns.
  func shown(_ columns: [JoinedColumn]) -> [Int] {
    columns.indices.filter { !columns[$0].isHidden } + derived.indices.map { columns.count + $0 }
  }

  /// Returns the names of the columns in the query.
  private func rawNames(_ columns: [JoinedColumn]) -> [String] {
    columns.enumerated().map { isLong.contains($0) ? $1.long : $1.name } + derived.map(\.name)
  }

  /// Returns the column names of a result without groups.
  func outputNames(_ columns: [JoinedColumn]) -> [String] {
    let (names, raw) = (columns.map(\.name) + derived.map(\.name), rawNames(columns))
    return select?.map { raw[$0] } ?? shown(columns).map { names[$0] }
  }

  /// Returns the query as `AgreementCase` writes it.
  func parts(_ tables: GeneratedTables) -> QueryParts {
    let columns = tables.columns(joins, isLong: isLong)
    let raw = rawNames(columns)
    let names = raw.map(GeneratedTable.spelled)
    var parts = QueryParts()
    parts.joins = joins.enumerated().map { number, join in
      let names = tables.keyNames(columns, joins[..<number], isLong).map(GeneratedTable.spelled)
      let known = tables.sides[join.side].table.columns
      return QueryParts.Join(
        name: join.name, side: join.side, isInner: join.isInner,
        keys: join.keys.map { (known[$0.column].name, $0.value.text(names)) })
    }
    parts.derive = derived.map { ($0.name, $0.expression.text(names)) }
    parts.filters = filters.map { filter in
      let text = filter.condition.text(names)
      return filter.isDropped ? ("\(text) and $missing == 1", true) : (text, false)
    }
    parts.select = select?.map { raw[$0] }
    parts.groupBy = keys.map { raw[$0] }
    parts.measures = measures.enumerated().map { ("m\($0)", $1.text(names)) }
    let groups = parts.groupBy.map(GeneratedTable.spelled) + parts.measures.map(\.name) + asked.map { $0.text(names) }
    parts.having = having.map { condition, isDropped in
      let text = condition.text(groups)
      return isDropped ? ("\(text) and $missing == 1", true) : (text, false)
    }
    parts.pivot = pivot.map { parts.groupBy[$0] }
    var output = measures.isEmpty && keys.isEmpty ? outputNames(columns) : parts.groupBy + parts.measures.map(\.name)
    if let pivot { output.remove(at: pivot) }
    parts.orderBy = orderBy.map { (output[$0.column], $0.isDescending) }
    parts.limit = limit
    return parts
  }
}
