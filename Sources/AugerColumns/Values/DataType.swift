/// AugerColumns: immutable columnar storage, values, builders, kernels and accumulators. All modules that handle data
/// can use it. It does not depend on expressions, queries or files.

/// The logical type of a column or a value. Storage follows Arrow's physical layout (`Column.Values`).
public enum DataType: Hashable, Sendable {
  /// True and false.
  case bool
  /// 64-bit integers.
  case int64
  /// 64-bit floats.
  case float64
  /// Exact decimal numbers of up to `precision` digits, `scale` of them after the point. 1 ≤ precision ≤ 38, 0 ≤
  /// scale ≤ precision.
  case decimal(precision: Int, scale: Int)
  /// Strings in UTF-8.
  case string
  /// A day of the proleptic Gregorian calendar.
  case date
  /// A moment in microseconds. With a zone, it is an instant in UTC, displayed in the zone. Without a zone, it is a
  /// wall-clock time.
  case timestamp(zone: String?)
  /// A time of day in microseconds, 00:00:00 to 24:00:00.
  case time
  /// An interval of months, days and microseconds.
  case interval
  /// Byte strings.
  case binary
}

extension DataType {
  package static let timestamp = DataType.timestamp(zone: nil)

  package var isNumeric: Bool {
    switch self {
    case .int64, .float64, .decimal: true
    default: false
    }
  }

  /// True for dates and timestamps.
  package var isTemporal: Bool {
    switch self {
    case .date, .timestamp: true
    default: false
    }
  }
}

extension DataType {
  /// Returns the text of a value of this type. An instant ends with `Z`, to distinguish it from a wall-clock time.
  package func text(of value: Scalar) -> String {
    if case .timestamp(let moment) = value, case .timestamp(zone: .some) = self, moment.isFinite {
      return moment.description + "Z"
    }
    return value.description
  }
}

extension DataType: CustomStringConvertible {
  /// The name in schemas, messages and chart JSON: `int`, `decimal(12,2)`, `timestamp`.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int64: "int"
    case .float64: "float"
    case .decimal(let precision, let scale): "decimal(\(precision),\(scale))"
    case .string: "string"
    case .date: "date"
    case .timestamp(nil): "timestamp"
    case .timestamp(let zone?): "timestamp(\(zone))"
    case .time: "time"
    case .interval: "interval"
    case .binary: "binary"
    }
  }

  /// Parses the names that `description` writes, and common synonyms (integer, text, real, boolean, datetime,
  /// numeric, blob).
  package init?(name: String) {
    let lowered = name.lowercased().filter { $0 != " " }
    switch lowered {
    case "bool", "boolean": self = .bool
    case "int", "integer", "int64", "bigint", "long": self = .int64
    case "float", "real", "double", "float64", "number": self = .float64
    case "string", "text", "varchar", "enum": self = .string
    case "date": self = .date
    case "timestamp", "datetime": self = .timestamp(zone: nil)
    case "decimal", "numeric": self = .decimal(precision: 38, scale: 6)
    case "time", "timeofday": self = .time
    case "interval", "duration": self = .interval
    case "binary", "bytes", "blob", "bytea": self = .binary
    default:
      guard let open = lowered.firstIndex(of: "("), lowered.hasSuffix(")") else { return nil }
      let inner = lowered[lowered.index(after: open)...].dropLast()
      switch lowered[..<open] {
      case "decimal", "numeric":
        let parts = inner.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard let precision = parts.first ?? nil, (1...38).contains(precision), parts.count <= 2,
          let scale = parts.count == 2 ? parts[1] : 0, (0...precision).contains(scale)
        else { return nil }
        self = .decimal(precision: precision, scale: scale)
      case "timestamp":
        guard let open = name.firstIndex(of: "("), let close = name.lastIndex(of: ")") else { return nil }
        self = .timestamp(zone: String(name[name.index(after: open)..<close]))
      default: return nil
      }
    }
  }
}
