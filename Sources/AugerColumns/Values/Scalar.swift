import AugerDiagnostics

/// A single value, for arguments, constants and displayed results. Loops over rows must not use it.
public enum Scalar: Sendable {
  /// Null.
  case null
  /// True or false.
  case bool(Bool)
  /// A 64-bit integer.
  case int(Int64)
  /// A 64-bit float.
  case float(Double)
  /// An exact decimal of up to 38 digits.
  case decimal(Decimal128)
  /// A string.
  case string(String)
  /// A date without a time.
  case date(CivilDate)
  /// A moment, or a date with a time.
  case timestamp(Timestamp)
  /// A time of day.
  case time(TimeOfDay)
  /// An interval of months, days and microseconds.
  case interval(Interval)
  /// Bytes.
  case binary([UInt8])
}

extension Scalar {
  /// True if the value is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The type of a column for this value. Nil for null.
  public var type: DataType? {
    switch self {
    case .null: nil
    case .bool: .bool
    case .int: .int64
    case .float: .float64
    case .decimal(let value):
      .decimal(
        precision: min(max(value.scale, String(value.unscaled.magnitude).utf8.count), Decimal128.maximumPrecision),
        scale: value.scale)
    case .string: .string
    case .date: .date
    case .timestamp: .timestamp(zone: nil)
    case .time: .time
    case .interval: .interval
    case .binary: .binary
    }
  }

  /// The numeric value. A Boolean is 1 or 0. Nil if the value is not a number.
  public var doubleValue: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Double(value)
    case .float(let value): value
    case .decimal(let value): value.doubleValue
    case .null, .string, .date, .timestamp, .time, .interval, .binary: nil
    }
  }
}

extension Scalar {
  /// The label of a category, series or column that is null. It differs from the label of an empty string.
  package static let noValue = "(no value)"
  package static let emptyText = "(empty)"
}

extension Scalar: Hashable {
  /// Compares case and value. Strings are compared by UTF-8 bytes, and NaN equals itself.
  public static func == (a: Scalar, b: Scalar) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.int(let x), .int(let y)): x == y
    case (.float(let x), .float(let y)): x == y || (x.isNaN && y.isNaN)
    case (.decimal(let x), .decimal(let y)): x == y
    case (.string(let x), .string(let y)): Name(x) == Name(y)
    case (.date(let x), .date(let y)): x == y
    case (.timestamp(let x), .timestamp(let y)): x == y
    case (.time(let x), .time(let y)): x == y
    case (.interval(let x), .interval(let y)): x == y
    case (.binary(let x), .binary(let y)): x == y
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : (value == 0 ? 0 : value.bitPattern))
    case .decimal(let value): hasher.combine(value)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .date(let value): hasher.combine(value)
    case .timestamp(let value): hasher.combine(value)
    case .time(let value): hasher.combine(value)
    case .interval(let value): hasher.combine(value)
    case .binary(let value): hasher.combine(value)
    }
  }
}

extension Scalar {
  /// Returns true if `a` precedes `b` in a total order: null first, then by kind, then by value. Numbers of different
  /// kinds are ordered by value, and NaN follows all numbers. Strings and binary values are ordered by bytes, a date
  /// like its midnight, and intervals like `Interval`.
  package static func precedes(_ a: Scalar, _ b: Scalar) -> Bool { compare(a, b) < 0 }

  /// Returns a negative number, zero or a positive number, in the order of `precedes`.
  package static func compare(_ a: Scalar, _ b: Scalar) -> Int {
    switch (a, b) {
    case (.int(let x), .int(let y)): return x < y ? -1 : x > y ? 1 : 0
    case (.string(let x), .string(let y)): return compareBytes(x, y)
    case (.decimal(let x), .decimal(let y)): return x < y ? -1 : x == y ? 0 : 1
    case (.decimal(let x), .int(let y)): return compare(.decimal(x), .decimal(Decimal128(y)))
    case (.int(let x), .decimal(let y)): return compare(.decimal(Decimal128(x)), .decimal(y))
    case (.time(let x), .time(let y)): return x < y ? -1 : x > y ? 1 : 0
    case (.interval(let x), .interval(let y)): return x < y ? -1 : x > y ? 1 : 0
    case (.binary(let x), .binary(let y)):
      return x.lexicographicallyPrecedes(y) ? -1 : y.lexicographicallyPrecedes(x) ? 1 : 0
    default: break
    }
    let (rank, other) = (a.rank, b.rank)
    if rank != other { return rank.rawValue < other.rawValue ? -1 : 1 }
    switch rank {
    case .number:
      let (x, y) = (a.doubleValue ?? .nan, b.doubleValue ?? .nan)
      if x.isNaN || y.isNaN { return x.isNaN ? (y.isNaN ? 0 : 1) : -1 }
      return x < y ? -1 : x > y ? 1 : 0
    case .moment:
      let (x, y) = (a.midnight, b.midnight)
      return x < y ? -1 : x > y ? 1 : 0
    case .bool: return (a == b) ? 0 : (a == .bool(false) ? -1 : 1)
    case .null, .string, .time, .interval, .binary: return 0
    }
  }

  /// The kinds of values in order.
  private enum Rank: Int {
    case null, bool, number, string, moment, time, interval, binary
  }

  private var rank: Rank {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .float, .decimal: .number
    case .string: .string
    case .date, .timestamp: .moment
    case .time: .time
    case .interval: .interval
    case .binary: .binary
    }
  }

  private var midnight: Int64 {
    switch self {
    case .date(let value): Timestamp(value).microseconds
    case .timestamp(let value): value.microseconds
    default: 0
    }
  }

  /// Compares strings by UTF-8 bytes, like binary collations of databases. Auger uses this order everywhere.
  package static func compareBytes(_ a: String, _ b: String) -> Int {
    var x = a.utf8.makeIterator()
    var y = b.utf8.makeIterator()
    while true {
      switch (x.next(), y.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let p?, let q?): if p != q { return p < q ? -1 : 1 }
      }
    }
  }
}

extension Scalar: CustomStringConvertible {
  /// The value as plain text. Numbers have their shortest form, dates and intervals are ISO 8601, Booleans are true
  /// and false, bytes are `\x00ff`, and null is empty.
  public var description: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .float(let value): NumberText.shortest(value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let value): value.description
    case .timestamp(let value): value.description
    case .time(let value): value.description
    case .interval(let value): value.description
    case .binary(let value): BinaryText.text(value)
    }
  }
}

extension Scalar {
  package var isMoment: Bool { if case .timestamp = self { true } else { false } }

  /// The upper end of a range of timestamps. A date becomes the last microsecond of its day, because the end belongs
  /// to the range. Other values, including timestamps and infinities, are unchanged.
  package var upperEnd: Scalar {
    guard case .date(let date) = self else { return self }
    return .timestamp(Timestamp(date, hour: 23, minute: 59, second: 59, microsecond: 999_999))
  }
}
