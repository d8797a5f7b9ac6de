import AugerColumns
import AugerDiagnostics

/// An argument in transmission format: a string and a type.
enum Argument {
  static let bool: UInt32 = 16
  static let int8: UInt32 = 20
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let float8: UInt32 = 701
  static let date: UInt32 = 1082
  static let timestamp: UInt32 = 1114
  static let numeric: UInt32 = 1700
  static let bytea: UInt32 = 17
  static let time: UInt32 = 1083
  static let interval: UInt32 = 1186

  private static let textual: Set<UInt32> = [19, 25, 1042, 1043]

  /// Returns a type that can hold the value in any statement.
  static func type(of scalar: Scalar) -> UInt32 {
    switch scalar {
    case .null, .string: text
    case .bool: bool
    case .int: int8
    case .float: float8
    case .decimal: numeric
    case .date: date
    case .timestamp: timestamp
    case .time: time
    case .interval: interval
    case .binary: bytea
    }
  }

  static func isTextual(_ type: UInt32) -> Bool { textual.contains(type) }

  /// Returns true if a value fits the type that the server inferred, without loss.
  static func fits(_ scalar: Scalar, _ type: UInt32) -> Bool {
    switch (scalar, type) {
    // The server parses text as any type, and reports an error if it cannot.
    case (.null, _), (.string, _): true
    case (.bool, bool): true
    case (.int(let value), 21): Int16(exactly: value) != nil
    case (.int(let value), 23): Int32(exactly: value) != nil
    case (.int(let value), 26): UInt32(exactly: value) != nil
    case (.int(let value), 700): Float(exactly: value) != nil
    case (.int(let value), float8): Double(exactly: value) != nil
    case (.int, int8), (.int, numeric): true
    case (.float(let value), 21): Int16(exactly: value) != nil
    case (.float(let value), 23): Int32(exactly: value) != nil
    case (.float(let value), int8): Int64(exactly: value) != nil
    case (.float(let value), numeric): value.isFinite
    case (.float, float8): true
    case (.decimal(let value), 21): whole(value).flatMap { Int16(exactly: $0) } != nil
    case (.decimal(let value), 23): whole(value).flatMap { Int32(exactly: $0) } != nil
    case (.decimal(let value), int8): whole(value) != nil
    case (.decimal, numeric): true
    case (.date, date), (.date, timestamp), (.date, 1184): true
    case (.timestamp, timestamp), (.timestamp, 1184): true
    case (.timestamp(let value), date): !value.isFinite || value.timeOfDay == 0
    case (.time, time), (.interval, interval), (.binary, bytea): true
    default: false
    }
  }

  private static func whole(_ value: Decimal128) -> Int64? {
    value.fitted(precision: 38, scale: 0).flatMap { Int64(exactly: $0.unscaled) }
  }

  /// Returns the value in the server's notation for `type`. Nil means null. Throws for strings that no server can
  /// store.
  static func text(_ scalar: Scalar, as type: UInt32, number: Int) throws(AugerError) -> String? {
    switch scalar {
    case .null: return nil
    case .string(let value):
      // The protocol terminates strings with a zero, so the rest would be lost.
      guard !value.utf8.contains(0) else {
        throw AugerError(
          .queryFailed, operation: "bind value \(number)", "PostgreSQL has no text with a NUL character")
      }
      return value
    case .bool(let value): return value ? "true" : "false"
    case .float(let value):
      if value.isNaN { return "NaN" }
      if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
      if let whole = Int64(exactly: value), [20, 21, 23].contains(type) { return String(whole) }
      return NumberText.shortest(value)
    case .decimal(let value):
      if [20, 21, 23].contains(type), let whole = whole(value) { return String(whole) }
      return value.description
    case .timestamp(let value):
      if type == date { return day(value.date) }
      return instant(value)
    case .date(let value): return day(value)
    // The server reads and writes times and intervals in ISO 8601, and bytes as hexadecimal digits.
    default: return scalar.description
    }
  }

  /// Returns a date. Dates before the year 1 are marked with BC.
  private static func day(_ value: CivilDate) -> String {
    if !value.isFinite { return value.description }
    let (year, month, day) = value.components
    let text = [year > 0 ? year : 1 - year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }
    let padded = String(repeating: "0", count: max(0, 4 - text[0].utf8.count)) + text[0]
    return "\(padded)-\(text[1])-\(text[2])" + (year > 0 ? "" : " BC")
  }

  private static func instant(_ value: Timestamp) -> String {
    if !value.isFinite { return value.description }
    let date = day(value.date)
    let text = value.description
    let time = text[text.index(after: text.lastIndex(of: "T") ?? text.startIndex)...]
    return date.hasSuffix(" BC") ? "\(date.dropLast(3)) \(time) BC" : "\(date) \(time)"
  }
}
