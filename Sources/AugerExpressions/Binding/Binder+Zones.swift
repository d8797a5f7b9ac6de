import AugerColumns
import AugerDiagnostics

/// Columns with a zone hold instants; people mean what its clocks show. Dates, weeks and hours of such a column are
/// those of its zone, and a day begins at its midnight.
extension Binder {
  /// The table of a zoned type; nil where there is no zone, or its clocks show UTC, or nobody knows it (reported).
  mutating func zone(of type: DataType, _ span: SourceSpan) -> ZoneTable? {
    guard case .timestamp(let name?) = type else { return nil }
    if let known = zones.first(named: name) { return known.isUTC ? nil : known }
    guard let table = ZoneTable(name) else {
      report(
        .wrongArgumentValue, "the time zone '\(name)' is not known", span,
        hint: "zones are named as in 'Europe/Berlin' or '+02:00'")
      return nil
    }
    zones.append(table)
    return table.isUTC ? nil : table
  }

  /// A date or timestamp as the clocks of its zone show it; itself where it has no zone.
  mutating func wallClock(_ node: BoundNode) -> BoundNode {
    guard let zone = zone(of: node.type, node.span) else { return node }
    return folded(BoundNode(.zoned(.toWallClock, node, zone), .timestamp, isNullable: node.isNullable, node.span))
  }

  /// What the clocks of the named zone show at a moment; one without a zone of its own is an instant already.
  mutating func inZone(_ d: BoundNode, _ argument: BoundNode, _ span: SourceSpan) -> BoundNode? {
    guard case .string(let name)? = argument.constant else {
      report(.wrongArgumentValue, "a time zone cannot be null", argument.span)
      return nil
    }
    if d.type == .date { return d }
    // Reports a zone that nobody knows.
    _ = zone(of: .timestamp(zone: name), argument.span)
    guard let table = zones.first(named: name) else { return nil }
    return folded(BoundNode(.zoned(.toWallClock, d, table), .timestamp, isNullable: d.isNullable, span))
  }

  /// What the clocks of a zone show as an instant of the zoned type.
  mutating func instant(_ node: BoundNode, in type: DataType) -> BoundNode {
    guard let zone = zone(of: type, node.span) else {
      return folded(BoundNode(.convert(node), type, isNullable: node.isNullable, node.span))
    }
    return folded(BoundNode(.zoned(.toInstant, node, zone), type, isNullable: node.isNullable, node.span))
  }

  /// A constant moment of UTC beside dates and times without a zone, which are in UTC: as one of them, so that a
  /// database can compare its column with it.
  static func inPlainTime(_ node: BoundNode, beside other: BoundNode) -> BoundNode {
    guard node.type == .timestamp(zone: "UTC"), let value = node.constant, !other.isBareNull,
      other.type == .date || other.type == .timestamp
    else { return node }
    return .constant(value, .timestamp, node.span)
  }

  /// A date or a time without a zone beside one with a zone. The values of variables are instants: they were picked
  /// from such columns.
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
