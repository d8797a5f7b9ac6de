import AugerColumns
import AugerDiagnostics

/// The types of Arrow's format, as a schema declares them (Arrow's Schema.fbs).
enum ArrowType: Hashable, Sendable {
  /// The storage of offsets for strings and byte strings.
  enum Layout { case small, large, view }

  enum Unit: Int16 {
    case second, millisecond, microsecond, nanosecond

    /// The number of units per second.
    var perSecond: Int64 { [1, 1000, 1_000_000, 1_000_000_000][Int(rawValue)] }
  }

  enum IntervalUnit: Int16 { case yearMonth, dayTime, monthDayNano }

  case null
  case int(bits: Int, isSigned: Bool)
  case float(bits: Int)
  case bool
  case decimal(precision: Int, scale: Int, bits: Int)
  case utf8(Layout)
  case binary(Layout)
  case fixedBinary(width: Int)
  case date(isMilliseconds: Bool)
  case time(Unit)
  case timestamp(Unit, zone: String?)
  case duration(Unit)
  case interval(IntervalUnit)
  case list(Layout)
  case listView(Layout)
  case fixedList(size: Int)
  case structure
  case map
  case union(isDense: Bool)
  case runEndEncoded
}

extension ArrowType: CustomStringConvertible {
  /// The notation of Arrow's libraries: `uint8`, `timestamp[ms, tz=UTC]`.
  var description: String {
    switch self {
    case .null: "null"
    case .int(let bits, let isSigned): (isSigned ? "int" : "uint") + "\(bits)"
    case .float(16): "halffloat"
    case .float(32): "float"
    case .float: "double"
    case .bool: "bool"
    case .decimal(let precision, let scale, let bits): "decimal\(bits)(\(precision), \(scale))"
    case .utf8(let layout): "\(layout.prefix)string\(layout.suffix)"
    case .binary(let layout): "\(layout.prefix)binary\(layout.suffix)"
    case .fixedBinary(let width): "fixed_size_binary[\(width)]"
    case .date(isMilliseconds: true): "date64[ms]"
    case .date: "date32[day]"
    case .time(let unit): unit.rawValue < 2 ? "time32[\(unit.symbol)]" : "time64[\(unit.symbol)]"
    case .timestamp(let unit, let zone): "timestamp[\(unit.symbol)" + (zone.map { ", tz=\($0)" } ?? "") + "]"
    case .duration(let unit): "duration[\(unit.symbol)]"
    case .interval(.yearMonth): "month_interval"
    case .interval(.dayTime): "day_time_interval"
    case .interval(.monthDayNano): "month_day_nano_interval"
    case .list(let layout): "\(layout.prefix)list"
    case .listView(let layout): "\(layout.prefix)list_view"
    case .fixedList(let size): "fixed_size_list[\(size)]"
    case .structure: "struct"
    case .map: "map"
    case .union(let isDense): isDense ? "dense_union" : "sparse_union"
    case .runEndEncoded: "run_end_encoded"
    }
  }
}

extension ArrowType.Layout {
  fileprivate var prefix: String { self == .large ? "large_" : "" }
  fileprivate var suffix: String { self == .view ? "_view" : "" }
}

extension ArrowType.Unit {
  fileprivate var symbol: String { ["s", "ms", "us", "ns"][Int(rawValue)] }
}
