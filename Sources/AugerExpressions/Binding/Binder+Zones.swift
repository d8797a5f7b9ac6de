import AugerColumns
import AugerDiagnostics

/// Columns with a time zone contain instants, but their dates, weeks and hours are local. A day begins at local
/// midnight.
extension Binder {
  /// Returns the table of a type's time zone. Nil for types without a zone, for UTC, and for an unknown zone, which
  /// is reported.
  mutating func zone(of type: DataType, _ span: SourceSpan) -> ZoneTable? {
    guard case .timestamp(let name?) = type else { return nil }
    if let known = zones.first(named: name) { return known.isUTC ? nil : known }
    guard let table = ZoneTable(name) else {
      report(
        .wrongArgumentValue, "the time zone '\(name)' is not known", span,
        hint: "Use a name such as 'Europe/Berlin' or an offset such as '+02:00'.")
      return nil
    }
    zones.append(table)
    return table.isUTC ? nil : table
  }

  /// Returns a date or timestamp in the local time of its zone. Returns it unchanged if it has no zone.
  mutating func wallClock(_ node: BoundNode) -> BoundNode {
    guard let zone = zone(of: node.type, node.span) else { return node }
    return folded(BoundNode(.zoned(.toWallClock, node, zone), .timestamp, isNullable: node.isNullable, node.span))
  }

  /// Returns the local time of a timestamp in the named zone. A timestamp without a zone is an instant already.
  mutating func inZone(_ d: BoundNode, _ argument: BoundNode, _ span: SourceSpan) -> BoundNode? {
    guard case .string(let name)? = argument.constant else {
      report(.wrongArgumentValue, "a time zone cannot be null", argument.span)
      return nil
    }
    if d.type == .date { return d }
    // Reports an unknown time zone.
    _ = zone(of: .timestamp(zone: name), argument.span)
    guard let table = zones.first(named: name) else { return nil }
    return folded(BoundNode(.zoned(.toWallClock, d, table), .timestamp, isNullable: d.isNullable, span))
  }

  /// Returns the instant of a local time in a zoned type.
  mutating func instant(_ node: BoundNode, in type: DataType) -> BoundNode {
    guard let zone = zone(of: type, node.span) else {
      return folded(BoundNode(.convert(node), type, isNullable: node.isNullable, node.span))
    }
    return folded(BoundNode(.zoned(.toInstant, node, zone), type, isNullable: node.isNullable, node.span))
  }

  /// Converts a constant UTC timestamp that is compared with dates or times without a zone, which are in UTC. A
  /// database can then compare its column with the constant.
  static func inPlainTime(_ node: BoundNode, beside other: BoundNode) -> BoundNode {
    guard node.type == .timestamp(zone: "UTC"), let value = node.constant, !other.isBareNull,
      other.type == .date || other.type == .timestamp
    else { return node }
    return .constant(value, .timestamp, node.span)
  }

  /// Converts a date or a time without a zone for comparison with a zoned type. Values of variables are instants,
  /// because they were selected from such columns.
  mutating func zoned(_ node: BoundNode, to type: DataType) -> BoundNode? {
    switch node.type {
    case .date:
      let midnight = folded(BoundNode(.convert(node), .timestamp, isNullable: node.isNullable, node.span))
      return instant(midnight, in: type)
    case .timestamp(nil) where node.variable == nil: return instant(node, in: type)
    default: return nil
    }
  }
}
