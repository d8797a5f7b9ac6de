import AugerColumns

extension ArrowType {
  /// Returns the column type of the values. Nil if none exists. A `uint64` is an int unless it is wide.
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

  /// Returns a decimal type. Its scale is at most its precision and never negative.
  private static func decimal(_ precision: Int, _ scale: Int) -> DataType? {
    if scale < 0 { return precision - scale <= 38 ? .decimal(precision: precision - scale, scale: 0) : nil }
    if scale > 38 { return nil }
    // For 256 bits, each value with more than 38 digits is an error.
    return .decimal(precision: min(38, max(precision, scale)), scale: scale)
  }

  /// True if the column type represents the same information.
  var isPlain: Bool {
    switch self {
    case .null, .bool, .int(64, true), .float(64), .decimal(_, _, 128), .utf8, .binary, .date(isMilliseconds: false),
      .time(.microsecond), .timestamp(.microsecond, _), .interval(.monthDayNano):
      true
    default: false
    }
  }
}
