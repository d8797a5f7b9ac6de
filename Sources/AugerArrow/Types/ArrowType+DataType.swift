import AugerColumns

extension ArrowType {
  /// Our type that holds the values; nil where there is none. A `uint64` is an int unless it is wide.
  func dataType(isWide: Bool = false) -> DataType? {
    switch self {
    case .null, .utf8: .string
    case .int(64, false) where isWide: .decimal(precision: 20, scale: 0)
    case .int: .int64
    case .float: .float64
    case .bool: .bool
    case .decimal(let precision, let scale, _): Self.decimal(precision, scale)
    case .binary, .fixedBinary: .binary
    case .date: .date
    case .time: .time
    case .timestamp(_, let zone): .timestamp(zone: zone)
    case .duration, .interval: .interval
    case .list, .fixedList, .structure, .map, .listView, .union, .runEndEncoded: nil
    }
  }

  /// Ours have no more digits after the point than in all, and none before the point that are always zeros.
  private static func decimal(_ precision: Int, _ scale: Int) -> DataType? {
    if scale < 0 { return precision - scale <= 38 ? .decimal(precision: precision - scale, scale: 0) : nil }
    if scale > 38 { return nil }
    // Of 256 bits: what needs more than 38 digits is refused where it stands.
    return .decimal(precision: min(38, max(precision, scale)), scale: scale)
  }

  /// Whether our type says as much.
  var isPlain: Bool {
    switch self {
    case .null, .bool, .int(64, true), .float(64), .decimal(_, _, 128), .utf8, .binary, .date(isMilliseconds: false),
      .time(.microsecond), .timestamp(.microsecond, _), .interval(.monthDayNano):
      true
    default: false
    }
  }
}
