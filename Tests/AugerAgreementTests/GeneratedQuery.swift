import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A random table query, and what it means row by row.
struct GeneratedQuery {
  struct Condition {
    var text: String
    /// Nil is neither true nor false.
    var holds: ([Scalar]) -> Bool?
  }

  struct Measure {
    var text: String
    var compute: ([[Scalar]]) -> Scalar
  }

  var conditions: [Condition] = []
  var keys: [Int]
  var measures: [Measure]
  /// Whether the day is replaced by its year, a derived column.
  var groupsByYear: Bool
  var isDescending: Bool
  var limit: Int?

  init(_ chance: inout Chance) {
    for _ in 0..<chance.below(3) { conditions.append(Self.condition(&chance)) }
    keys = [0, 1, 3].filter { _ in chance.isOneIn(2) }
    groupsByYear = chance.isOneIn(2)
    measures = Self.measures.filter { _ in chance.isOneIn(2) }
    if measures.isEmpty { measures = [Self.measures[0]] }
    isDescending = chance.isOneIn(2)
    limit = chance.isOneIn(3) ? 1 + chance.below(20) : nil
  }

  private static func condition(_ chance: inout Chance) -> Condition {
    let number = chance.below(60) - 20
    switch chance.below(6) {
    case 0: return Condition(text: "count > \(number)") { int($0[3]).map { $0 > number } }
    case 1: return Condition(text: "count * 2 <= \(number) + 3") { int($0[3]).map { $0 * 2 <= number + 3 } }
    case 2: return Condition(text: "region = 'Süd'") { text($0[0]).map { $0.utf8.elementsEqual("Süd".utf8) } }
    case 3:
      return Condition(text: "region in ('North', 'é') or price < 0") { row in
        let isListed = text(row[0]).map { region in
          ["North", "\u{E9}"].contains { $0.utf8.elementsEqual(region.utf8) }
        }
        let isNegative = row[4].doubleValue.map { $0 < 0 }
        if isListed == true || isNegative == true { return true }
        return isListed == nil || isNegative == nil ? nil : false
      }
    case 4: return Condition(text: "not(price is null)") { !$0[4].isNull }
    default:
      return Condition(text: "day >= '2004-06-01'") { row in
        if case .date(let day) = row[2] { day >= CivilDate(year: 2004, month: 6, day: 1) ?? day } else { nil }
      }
    }
  }

  private static var measures: [Measure] {
    [
      Measure(text: "count()") { .int(Int64($0.count)) },
      Measure(text: "count(price)") { .int(Int64($0.count { !$0[4].isNull })) },
      Measure(text: "sum(price)") { rows in sum(rows.compactMap { $0[4].doubleValue }).map(Scalar.float) ?? .null },
      Measure(text: "sum(count)") { rows in
        let values = rows.compactMap { int($0[3]) }
        return values.isEmpty ? .null : .int(Int64(values.reduce(0, +)))
      },
      Measure(text: "avg(count)") { rows in
        let values = rows.compactMap { int($0[3]) }
        return values.isEmpty ? .null : .float(Double(values.reduce(0, +)) / Double(values.count))
      },
      Measure(text: "min(price)") { extreme($0, 4, -1) },
      Measure(text: "max(region)") { extreme($0, 0, 1) },
      Measure(text: "max(day)") { extreme($0, 2, 1) },
      Measure(text: "countDistinct(item)") { rows in .int(Int64(Set(rows.map { $0[1] }).count)) },
      Measure(text: "median(price)") { rows in
        let values = rows.compactMap { $0[4].doubleValue }.sorted()
        guard !values.isEmpty else { return .null }
        let middle = values.count / 2
        return .float(values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2)
      },
      Measure(text: "sum(price * count) / count()") { rows in
        let products = rows.compactMap { row in row[4].doubleValue.flatMap { p in int(row[3]).map { p * Double($0) } } }
        return sum(products).map { .float($0 / Double(rows.count)) } ?? .null
      },
    ]
  }

  private static func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }

  private static func extreme(_ rows: [[Scalar]], _ column: Int, _ sign: Int) -> Scalar {
    rows.map { $0[column] }.filter { !$0.isNull }.max { Scalar.compare($0, $1) * sign < 0 } ?? .null
  }

  private static func int(_ value: Scalar) -> Int? { if case .int(let number) = value { Int(number) } else { nil } }

  private static func text(_ value: Scalar) -> String? { if case .string(let text) = value { text } else { nil } }

  /// The query, over a table of the given name.
  func tableQuery(from table: String) throws -> TableQuery {
    var query = TableQuery(from: table)
    query.filters = try conditions.map { try TableQuery.Filter($0.text) }
    if groupsByYear { query.derive = [try TableQuery.Named("year of", "year(day)")] }
    query.groupBy =
      keys.map { TableQuery.ColumnReference(GeneratedTable.names[$0]) }
      + (groupsByYear ? [TableQuery.ColumnReference("year of")] : [])
    query.measures = try measures.enumerated().map { try TableQuery.Named("m\($0)", $1.text) }
    query.orderBy = [TableQuery.Ordering("m0", isDescending: isDescending)]
    query.limit = limit
    return query
  }

  /// The answer, row by row and without columns: filter, group, compute, sort, cut.
  func answer(_ rows: [[Scalar]]) -> [[Scalar]] {
    var groups: [[Scalar]: [[Scalar]]] = [:]
    for row in rows where conditions.allSatisfy({ $0.holds(row) == true }) {
      var key = keys.map { row[$0] }
      if groupsByYear {
        if case .date(let day) = row[2] { key.append(.int(Int64(day.year))) } else { key.append(.null) }
      }
      groups[key, default: []].append(row)
    }
    if keys.isEmpty, !groupsByYear, groups.isEmpty { groups[[]] = [] }
    var result = groups.map { key, rows in key + measures.map { $0.compute(rows) } }
    let width = keys.count + (groupsByYear ? 1 : 0)
    result.sort { a, b in
      let order = Scalar.compare(a[width], b[width])
      if order != 0 { return isDescending ? order > 0 : order < 0 }
      for index in 0..<width {
        let order = Scalar.compare(a[index], b[index])
        if order != 0 { return order < 0 }
      }
      return false
    }
    return limit.map { Array(result.prefix($0)) } ?? result
  }
}
