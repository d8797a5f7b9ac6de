import AugerColumns

/// The expected result or error of a query.
enum Answer {
  /// The expected rows, the tolerance of each float, and the column names if they depend on the rows.
  case rows([[Scalar]], tolerance: [[Double]], names: [String]? = nil)
  case overflow
  /// A joined table has two rows with the same key. The value is the key as in the error message.
  case multiple(String)

  /// The maximum tolerance of each column. It allows for terms that cancel each other.
  var tolerances: [Double] {
    guard case .rows(_, let rows, _) = self, let count = rows.first?.count else { return [] }
    return (0..<count).map { column in rows.map { $0[column] }.max() ?? 0 }
  }
}

extension GeneratedQuery {
  /// Computes the result row by row: filter, group, compute, sort, limit.
  func answer(_ tables: GeneratedTables) -> Answer {
    let query = answeringRecent(tables.main.rows)
    do { return try query.computed(tables) } catch let error as GenMultiple { return .multiple(error.key) } catch {
      return .overflow
    }
  }

  private func computed(_ tables: GeneratedTables) throws -> Answer {
    try tables.checkKeys(joins)
    let isAggregation = !measures.isEmpty || !keys.isEmpty
    let columns = tables.columns(joins, isLong: isLong)
    var read = tables.main.rows
    // Without filters and order, only `limit` rows are read. An inner join acts as a filter.
    if let limit, !isAggregation, orderBy.isEmpty, filters.allSatisfy(\.isDropped), !joins.contains(where: \.isInner) {
      read = Array(read.prefix(limit))
    }
    let kept = try filtered(try tables.joined(read, joins, needed: needed(columns)), columns)
    guard isAggregation else {
      let output = select ?? shown(columns)
      var rows = kept.map { row in output.map { row[$0] } }
      sort(&rows, ties: 0)
      return cut(rows, rows.map { $0.map { _ in 0 } }, names: outputNames(columns))
    }
    var groups: [[Scalar]: [[Scalar]]] = [:]
    for row in kept { groups[keys.map { row[$0] }, default: []].append(row) }
    if keys.isEmpty, groups.isEmpty { groups[[]] = [] }
    var tolerances: [[Scalar]: [Double]] = [:]
    var rows: [[Scalar]] = []
    for (key, members) in groups {
      let results = try (measures + asked).map { try $0.result(members) }
      rows.append(key + results.map(\.value))
      tolerances[key] = key.map { _ in 0 } + results.dropLast(asked.count).map(\.tolerance)
    }
    for item in having where !item.isDropped {
      rows = try rows.filter { try item.condition.value($0) == .bool(true) }
    }
    rows = rows.map { Array($0.dropLast(asked.count)) }
    if let pivot { return spread(rows, tolerances, pivot, isNamed: keys[pivot] < columns.count) }
    sort(&rows, ties: keys.count)
    return cut(rows, rows.map { tolerances[Array($0.prefix(keys.count))] ?? [] })
  }

  /// Returns one row per combination of the other keys, with the measures for each value of the pivot key.
  private func spread(
    _ groups: [[Scalar]], _ tolerances: [[Scalar]: [Double]], _ pivot: Int, isNamed: Bool
  ) -> Answer {
    func rest(_ group: [Scalar]) -> [Scalar] {
      keys.indices.filter { $0 != pivot }.map { group[$0] }
    }
    let values = Set(groups.map { $0[pivot] }).sorted { Scalar.compare($0, $1) < 0 }
    var rows = Set(groups.map(rest)).map(\.self)
    sort(&rows, ties: keys.count - 1)
    let byKey = Dictionary(uniqueKeysWithValues: groups.map { (Array($0.prefix(keys.count)), $0) })
    var cells: [[Scalar]] = []
    var allowed: [[Double]] = []
    for row in rows {
      cells.append(row)
      allowed.append(row.map { _ in 0 })
      for value in values {
        var key = row
        key.insert(value, at: pivot)
        let group = byKey[key].map { Array($0.dropFirst(keys.count)) } ?? measures.map { _ in .null }
        cells[cells.count - 1] += group
        allowed[allowed.count - 1] += tolerances[key]?.dropFirst(keys.count) ?? ArraySlice(measures.map { _ in 0 })
      }
    }
    let texts = values.map { $0.isNull ? "(no value)" : $0 == .string("") ? "(empty)" : $0.description }
    let names = texts.flatMap { text in measures.indices.map { measures.count == 1 ? text : "\(text) m\($0)" } }
    let answer = cut(cells, allowed)
    guard isNamed, case .rows(let shown, let tolerance, _) = answer else { return answer }
    return .rows(shown, tolerance: tolerance, names: names)
  }

  /// Returns the columns that affect the result.
  private func needed(_ columns: [JoinedColumn]) -> Set<Int> {
    let count = columns.count
    var needed: Set<Int> = Set(keys)
    if measures.isEmpty, keys.isEmpty { needed.formUnion(select ?? shown(columns)) }
    for filter in filters where !filter.isDropped { needed.formUnion(filter.condition.columnsRead) }
    for measure in measures + asked { needed.formUnion(measure.columnsRead) }
    for index in derived.indices.reversed() where needed.contains(count + index) {
      needed.formUnion(derived[index].expression.columnsRead)
    }
    return needed
  }

  /// Applies filters and derived columns in evaluation order, because a row fails at the first error.
  private func filtered(_ all: [[Scalar]], _ columns: [JoinedColumn]) throws -> [[Scalar]] {
    let (count, needed) = (columns.count, needed(columns))
    var rows = all
    var pending = filters.filter { !$0.isDropped }.map(\.condition)
    func apply(_ ready: Int) throws {
      for condition in pending where condition.columnsRead.allSatisfy({ $0 < ready }) {
        rows = try rows.filter { try condition.value($0) == .bool(true) }
      }
      pending.removeAll { $0.columnsRead.allSatisfy { $0 < ready } }
    }
    try apply(count)
    for (index, item) in derived.enumerated() {
      rows = try rows.map { row in row + [needed.contains(count + index) ? try item.expression.value(row) : .null] }
      try apply(count + index + 1)
    }
    return rows
  }

  private func sort(_ rows: inout [[Scalar]], ties: Int) {
    let rest = (0..<ties).filter { key in !orderBy.contains { $0.column == key } }
    let orders = orderBy + rest.map { ($0, false) }
    let sorted = rows.enumerated().sorted { a, b in
      for (column, isDescending) in orders {
        let order = Scalar.compare(a.element[column], b.element[column])
        if order != 0 { return isDescending ? order > 0 : order < 0 }
      }
      return a.offset < b.offset
    }
    rows = sorted.map(\.element)
  }

  private func cut(_ rows: [[Scalar]], _ tolerance: [[Double]], names: [String]? = nil) -> Answer {
    guard let limit else { return .rows(rows, tolerance: tolerance, names: names) }
    return .rows(Array(rows.prefix(limit)), tolerance: Array(tolerance.prefix(limit)), names: names)
  }
}

extension GeneratedQuery.Measure {
  /// Returns the value and its tolerance: 1e−12 of the sum of magnitudes.
  func result(_ rows: [[Scalar]]) throws -> (value: Scalar, tolerance: Double) {
    var (value, tolerance) = try aggregate(rows)
    if isPerRow {
      value = try Gen.arithmetic("/", .literal(value), .literal(.int(Int64(rows.count)))).value([])
      if !rows.isEmpty { tolerance = tolerance / Double(rows.count) + 1e-12 * abs(value.doubleValue ?? 0) }
    }
    return (value, tolerance)
  }

  private func aggregate(_ rows: [[Scalar]]) throws -> (Scalar, Double) {
    guard let value else { return (.int(Int64(rows.count)), 0) }
    // The second argument is evaluated too and can fail.
    let seconds = try second.map { second in try rows.map { try second.value($0) } }
    let all = try rows.map { try value.value($0) }
    if let seconds { return Self.ofPairs(function, zip(all, seconds).filter { !$0.isNull && !$1.isNull }) }
    let values = all.filter { !$0.isNull }
    switch function {
    case "mode": return (Self.mode(values), 0)
    case "count": return (.int(Int64(values.count)), 0)
    case "countDistinct": return (.int(Int64(Set(values).count)), 0)
    case "min": return (values.min { Scalar.compare($0, $1) < 0 } ?? .null, 0)
    case "max": return (values.max { Scalar.compare($0, $1) < 0 } ?? .null, 0)
    default: break
    }
    guard let first = values.first else { return (.null, 0) }
    let numbers = values.compactMap(\.doubleValue)
    let magnitude = numbers.reduce(0) { $0 + abs($1) }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    switch function {
    case "sum":
      if case .float = first { return (.float(Self.precise(numbers)), 1e-12 * magnitude) }
      let decimals = values.compactMap(\.decimal)
      let scale = decimals.map(\.scale).max() ?? 0
      let sum = decimals.reduce(Int128(0)) { $0 + ($1.rescaled(to: scale)?.unscaled ?? 0) }
      if case .int = first, scale == 0 {
        guard let whole = Int64(exactly: sum) else { throw GenOverflow() }
        return (.int(whole), 0)
      }
      return (.decimal(Decimal128(unscaled: sum, scale: scale)), 0)
    case "avg":
      return (.float(Self.precise(numbers) / Double(numbers.count)), 1e-12 * magnitude / Double(numbers.count))
    case "median":
      let sorted = numbers.sorted()
      let middle = sorted.count / 2
      guard sorted.count % 2 == 0 else { return (.float(sorted[middle]), 0) }
      let sum = sorted[middle - 1] + sorted[middle]
      return (.float(sum.isFinite ? sum / 2 : sorted[middle - 1] / 2 + sorted[middle] / 2), 0)
    case "percentile": return Self.percentile(numbers.sorted(), part ?? 0)
    default:
      if numbers.count < 2 { return (.null, 0) }
      let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let spread = (squares / Double(numbers.count - 1)).squareRoot()
      let tolerance = 1e-9 * (spread + numbers.map { abs($0) }.reduce(0, max))
      if function == "variance" {
        return (.float(squares / Double(numbers.count - 1)), tolerance * (2 * spread + tolerance))
      }
      return (.float(spread), tolerance)
    }
  }

  /// Returns the most frequent value, and the smallest if there are several.
  private static func mode(_ values: [Scalar]) -> Scalar {
    var counts: [Scalar: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return counts.filter { $0.value == most }.keys.min { Scalar.compare($0, $1) < 0 } ?? .null
  }

  private static func percentile(_ sorted: [Double], _ part: Double) -> (Scalar, Double) {
    let place = Double(sorted.count - 1) * part
    let lower = Int(place.rounded(.down))
    let upper = min(lower + 1, sorted.count - 1)
    let share = place - Double(lower)
    let value = share == 0 ? sorted[lower] : sorted[lower] * (1 - share) + sorted[upper] * share
    return (.float(value), 1e-12 * max(abs(sorted[lower]), abs(sorted[upper])))
  }

  private static func ofPairs(_ function: String, _ pairs: [(Scalar, Scalar)]) -> (Scalar, Double) {
    let (x, y) = (pairs.compactMap(\.0.doubleValue), pairs.compactMap(\.1.doubleValue))
    if function == "weightedAvg" {
      let products = zip(x, y).map { $0 * $1 }
      let (sum, weight) = (precise(products), precise(y))
      if pairs.isEmpty || weight == 0 { return (.null, 0) }
      func size(_ numbers: [Double]) -> Double { numbers.reduce(0) { $0 + abs($1) } / abs(weight) }
      let result = sum / weight
      return (.float(result), 1e-12 * (size(products) + abs(result) * size(y)))
    }
    func deviations(_ numbers: [Double]) -> [Double] {
      let mean = numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
      return numbers.allSatisfy { $0 == numbers.first } ? numbers.map { _ in 0 } : numbers.map { $0 - mean }
    }
    func squares(_ numbers: [Double]) -> Double { numbers.reduce(0) { $0 + $1 * $1 } }
    let (a, b) = (deviations(x), deviations(y))
    guard pairs.count >= 2, squares(a) > 0, squares(b) > 0, squares(a).isFinite, squares(b).isFinite else {
      return (.null, 0)
    }
    let result = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / squares(a).squareRoot() / squares(b).squareRoot()
    // If numbers differ only in their last digits, the result depends on rounding.
    func condition(_ numbers: [Double], _ deviations: [Double]) -> Double {
      numbers.reduce(0) { max($0, abs($1)) } / (squares(deviations) / Double(numbers.count)).squareRoot()
    }
    let tolerance = 1e-9 + 1e-13 * (condition(x, a) + condition(y, b))
    return (.float(result), tolerance > 0.01 ? 2 : tolerance)
  }

  /// Returns a sum with compensation for rounding errors.
  private static func precise(_ numbers: [Double]) -> Double {
    var (sum, rest) = (0.0, 0.0)
    for number in numbers {
      let next = sum + number
      rest += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
      sum = next
    }
    return rest.isFinite ? sum + rest : sum
  }
}
