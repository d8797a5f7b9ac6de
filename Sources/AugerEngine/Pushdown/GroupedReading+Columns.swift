import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Thrown if the result of a pushed-down statement is not usable. The query is then executed here.
struct PushdownVoid: Error {
  let reason: String
}

extension GroupedReading {
  /// Returns keys and results of calls, in that order, from the result of the statement. Throws `PushdownVoid`.
  func columns(of table: Table) throws -> (keys: [Column], calls: [Column]) {
    if let guardColumn {
      for row in 0..<table.rowCount where table.columns[guardColumn][row].isTrue {
        throw PushdownVoid(reason: "a divisor is 0, or a date leaves the calendar")
      }
    }
    return (try keys.map { try column($0, table) }, try calls.map { try column($0, table) })
  }

  private func column(_ item: Item, _ table: Table) throws -> Column {
    let parts = Array(table.columns[item.first..<item.first + item.count])
    if item.reading == .value, let column = parts[0].retyped(item.type) { return column }
    var values: [Scalar] = []
    values.reserveCapacity(table.rowCount)
    for row in 0..<table.rowCount { values.append(try value(parts.map { $0[row] }, item)) }
    return try Column(item.type, values)
  }

  private func value(_ parts: [Scalar], _ item: Item) throws -> Scalar {
    switch item.reading {
    case .value:
      guard let value = parts[0].converted(to: item.type) else { throw unexpected(parts[0], item.type) }
      return value
    case .scaled(let scale):
      if parts[0].isNull { return .null }
      return .decimal(Decimal128(unscaled: try whole(parts[0]), scale: scale))
    case .floatSum:
      return try floatSum(parts).map { .float($0) } ?? .null
    case .average(let scale):
      guard case .int(let count) = parts[parts.count - 1], count > 0 else { return .null }
      let sums = Array(parts.dropLast())
      guard let scale else { return try floatSum(sums).map { .float($0 / Double(count)) } ?? .null }
      return .float(Decimal128.ratio(try whole(sums[0]), scale: scale, over: count))
    case .middle:
      guard case .float(let lower) = parts[0], case .float(let upper) = parts[1] else { return .null }
      return .float(CollectedValues.middle(lower, upper))
    }
  }

  /// Returns an integer, or the digits of a decimal without the decimal point.
  private func whole(_ value: Scalar) throws -> Int128 {
    switch value {
    case .int(let number): return Int128(number)
    case .decimal(let number): return number.unscaled
    default: throw unexpected(value, .int64)
    }
  }

  private func floatSum(_ parts: [Scalar]) throws -> Double? {
    var sum = 0.0
    for part in parts {
      if part.isNull { return nil }
      guard let number = part.doubleValue else { throw unexpected(part, .float64) }
      sum += number
    }
    // Partial sums may be infinite or NaN even if the total is finite.
    guard sum.isFinite else { throw PushdownVoid(reason: "a sum is not finite") }
    return sum
  }

  private func unexpected(_ value: Scalar, _ type: DataType) -> PushdownVoid {
    PushdownVoid(reason: "the database gave \(value.type.map { "\($0)" } ?? "null") for \(type)")
  }
}

extension Scalar {
  fileprivate var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .int(let value): value != 0
    default: false
    }
  }
}

extension Column {
  /// Returns the same values with a type that has the same storage. Nil if they must be converted.
  fileprivate func retyped(_ type: DataType) -> Column? {
    if self.type == type { return self }
    if case .timestamp = self.type, case .timestamp = type { return Column(type, values, validity: validity) }
    return nil
  }
}
