import AugerColumns

extension JSONBytes {
  /// The number that draws a decimal.
  mutating func number(_ value: Decimal128) { number(value.doubleValue) }

  /// A value as a reader of JSON would have it: numbers as numbers, dates, times and intervals as ISO 8601 - with `Z`
  /// where the type says that a timestamp is an instant - bytes as `\x00ff`. Integers beyond 2^53 and decimals that a
  /// double does not hold are their nearest double, for which `ExactText` has the rest.
  mutating func scalar(_ value: Scalar, of type: DataType? = nil) {
    switch value {
    case .null: null()
    case .bool(let value): raw(value ? "true" : "false")
    case .int(let value): int(value)
    case .float(let value): if value.isFinite { number(value) } else { null() }
    case .decimal(let value): number(value)
    case .string(let value): string(value)
    case .date(let value): string(value.description)
    case .timestamp: string(type?.text(of: value) ?? value.description)
    case .time, .interval, .binary: string(value.description)
    }
  }

  /// An integer, or its nearest double beyond 2^53.
  mutating func int(_ value: Int64) {
    if ExactText.isNeeded(value) { number(Double(value)) } else { number(value) }
  }

  /// A value of an argument, which has no `exact` beside it: a number that JSON does not hold is its text.
  mutating func argument(_ value: Scalar) {
    if let text = ExactText.text(value) { string(text) } else { scalar(value) }
  }
}

/// The text of numbers that a number of JSON does not hold: integers beyond 2^53, long decimals, and as `NaN`,
/// `Infinity` and `-Infinity` what is not finite.
package enum ExactText {
  static func isNeeded(_ value: Int64) -> Bool { value.magnitude > 1 << 53 }

  /// Whether the shortest text of the nearest double is another number.
  static func isNeeded(_ value: Decimal128) -> Bool {
    // Up to 15 digits always come back from a double.
    if value.unscaled.magnitude < 1_000_000_000_000_000 { return false }
    let parts = NumberText.shortest(value.doubleValue).split(separator: "e")
    guard let shortest = parts.first.flatMap({ Decimal128($0) }) else { return true }
    guard parts.count == 2, let exponent = Int(parts[1]) else { return shortest != value }
    // From 1e21 on, the text has an exponent; below 1e-6 too. Neither power is beyond 10^38.
    if exponent < 0 {
      let scale = shortest.scale - exponent
      return scale > 38 || Decimal128(unscaled: shortest.unscaled, scale: scale) != value
    }
    let scaled = shortest.rescaled(to: exponent)
    return scaled.map { Decimal128(unscaled: $0.unscaled, scale: 0) != value } ?? true
  }

  /// Nil where none is needed.
  package static func text(_ value: Scalar) -> String? {
    switch value {
    case .int(let value): isNeeded(value) ? String(value) : nil
    case .decimal(let value): isNeeded(value) ? value.description : nil
    case .float(let value): value.isFinite ? nil : NumberText.shortest(value)
    default: nil
    }
  }

  /// Whether a row of the column needs one.
  static func isNeeded(in column: Column) -> Bool {
    switch column.values {
    case .int64(let buffer):
      let span = buffer.span
      return span.indices.contains { isNeeded(span[$0]) && !column.isNull($0) }
    case .float64(let buffer):
      let span = buffer.span
      return span.indices.contains { !span[$0].isFinite && !column.isNull($0) }
    case .decimal64, .decimal128: return (0..<column.count).contains { text(column[$0]) != nil }
    default: return false
    }
  }
}
