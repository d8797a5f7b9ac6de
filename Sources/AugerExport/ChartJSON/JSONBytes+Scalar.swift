import AugerColumns

extension JSONBytes {
  /// Appends a decimal as the number that charts draw.
  mutating func number(_ value: Decimal128) { number(value.doubleValue) }

  /// Appends a value in its JSON form: numbers as numbers, dates, times and intervals as ISO 8601, bytes as `\x00ff`. A
  /// timestamp has the suffix `Z` if its type is an instant. Integers above 2^53 and decimals that do not fit into a
  /// double become the nearest double, and `ExactText` contains the exact number.
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

  /// Appends an integer, or its nearest double above 2^53.
  mutating func int(_ value: Int64) {
    if ExactText.isNeeded(value) { number(Double(value)) } else { number(value) }
  }

  /// Appends a value of an argument, which has no `exact` note: a number that JSON cannot represent is a string.
  mutating func argument(_ value: Scalar) {
    if let text = ExactText.text(value) { string(text) } else { scalar(value) }
  }
}

/// The exact strings of numbers that a JSON number cannot represent: integers above 2^53, long decimals, and `NaN`,
/// `Infinity` and `-Infinity`.
package enum ExactText {
  static func isNeeded(_ value: Int64) -> Bool { value.magnitude > 1 << 53 }

  /// Returns true if the shortest decimal of the nearest double is another number.
  static func isNeeded(_ value: Decimal128) -> Bool {
    // Up to 15 digits survive the conversion to a double.
    if value.unscaled.magnitude < 1_000_000_000_000_000 { return false }
    let parts = NumberText.shortest(value.doubleValue).split(separator: "e")
    guard let shortest = parts.first.flatMap({ Decimal128($0) }) else { return true }
    guard parts.count == 2, let exponent = Int(parts[1]) else { return shortest != value }
    // From 1e21 and below 1e-6, the string has an exponent. Both powers are below 10^38.
    if exponent < 0 {
      let scale = shortest.scale - exponent
      return scale > 38 || Decimal128(unscaled: shortest.unscaled, scale: scale) != value
    }
    let scaled = shortest.rescaled(to: exponent)
    return scaled.map { Decimal128(unscaled: $0.unscaled, scale: 0) != value } ?? true
  }

  /// Returns nil if the JSON number is exact.
  package static func text(_ value: Scalar) -> String? {
    switch value {
    case .int(let value): isNeeded(value) ? String(value) : nil
    case .decimal(let value): isNeeded(value) ? value.description : nil
    case .float(let value): value.isFinite ? nil : NumberText.shortest(value)
    default: nil
    }
  }

  /// Returns true if a row of the column requires an exact string.
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
