import AugerColumns
import AugerDiagnostics

extension ArrowType {
  /// The number of the type's table in the union of types, and the table itself.
  var tree: (kind: UInt8, tree: FlatTree) {
    switch self {
    case .null: (1, FlatTree())
    case .int(let bits, let isSigned): (2, FlatTree([(0, .int(Int32(bits))), (1, .byte(isSigned ? 1 : 0))]))
    case .float(let bits): (3, FlatTree([(0, .short(bits == 16 ? 0 : bits == 32 ? 1 : 2))]))
    case .binary(.small): (4, FlatTree())
    case .utf8(.small): (5, FlatTree())
    case .bool: (6, FlatTree())
    case .decimal(let precision, let scale, let bits):
      (7, FlatTree([(0, .int(Int32(precision))), (1, .int(Int32(scale))), (2, .int(Int32(bits)))]))
    case .date(let isMilliseconds): (8, FlatTree([(0, .short(isMilliseconds ? 1 : 0))]))
    case .time(let unit): (9, FlatTree([(0, .short(unit.rawValue)), (1, .int(unit.rawValue < 2 ? 32 : 64))]))
    case .timestamp(let unit, let zone):
      (10, FlatTree([(0, .short(unit.rawValue))] + (zone.map { [(1, .text($0))] } ?? [])))
    case .interval(let unit): (11, FlatTree([(0, .short(unit.rawValue))]))
    case .list(.small), .list(.view): (12, FlatTree())
    case .structure: (13, FlatTree())
    case .union(let isDense): (14, FlatTree([(0, .short(isDense ? 1 : 0))]))
    case .fixedBinary(let width): (15, FlatTree([(0, .int(Int32(truncatingIfNeeded: width)))]))
    case .fixedList(let size): (16, FlatTree([(0, .int(Int32(truncatingIfNeeded: size)))]))
    case .map: (17, FlatTree())
    case .duration(let unit): (18, FlatTree([(0, .short(unit.rawValue))]))
    case .binary(.large): (19, FlatTree())
    case .utf8(.large): (20, FlatTree())
    case .list(.large): (21, FlatTree())
    case .runEndEncoded: (22, FlatTree())
    case .binary(.view): (23, FlatTree())
    case .utf8(.view): (24, FlatTree())
    case .listView(.large): (26, FlatTree())
    case .listView: (25, FlatTree())
    }
  }

  /// Creates the type from the number of its table in the union, and the table.
  ///
  /// Throws `damagedArrow` for invalid declarations, and `unsupportedArrow` for a newer type.
  init(kind: UInt8, _ table: FlatTable) throws(AugerError) {
    switch kind {
    case 1: self = .null
    case 2:
      let bits = Int(try table.integer(0, or: Int32(0)))
      guard [8, 16, 32, 64].contains(bits) else { throw .damagedArrow("an integer of \(bits) bits is declared") }
      self = .int(bits: bits, isSigned: try table.bool(1))
    case 3:
      let precision = try table.integer(0, or: Int16(0))
      guard (0...2).contains(precision) else { throw .damagedArrow("a float of unknown precision is declared") }
      self = .float(bits: 16 << Int(precision))
    case 4: self = .binary(.small)
    case 5: self = .utf8(.small)
    case 6: self = .bool
    case 7:
      let bits = Int(try table.integer(2, or: Int32(128)))
      let precision = Int(try table.integer(0, or: Int32(0)))
      let scale = Int(try table.integer(1, or: Int32(0)))
      guard [32, 64, 128, 256].contains(bits), (1...76).contains(precision), (-1000...1000).contains(scale) else {
        throw .damagedArrow("a decimal(\(precision), \(scale)) of \(bits) bits is declared")
      }
      self = .decimal(precision: precision, scale: scale, bits: bits)
    case 8: self = .date(isMilliseconds: try table.integer(0, or: Int16(1)) != 0)
    case 9: self = .time(try Self.unit(table, or: .millisecond))
    case 10:
      // No time zone has a longer name, and many fields may refer to the same string.
      guard try table.textSize(1) <= 256 else { throw .damagedArrow("a time zone has a name of over 256 bytes") }
      let zone = try table.text(1)
      self = .timestamp(try Self.unit(table, or: .second), zone: zone == "" ? nil : zone)
    case 11:
      guard let unit = IntervalUnit(rawValue: try table.integer(0, or: 0)) else {
        throw .damagedArrow("an interval of unknown unit is declared")
      }
      self = .interval(unit)
    case 12: self = .list(.small)
    case 13: self = .structure
    case 14: self = .union(isDense: try table.integer(0, or: Int16(0)) == 1)
    case 15:
      let width = Int(try table.integer(0, or: Int32(0)))
      guard width >= 0 else { throw .damagedArrow("byte strings of \(width) bytes are declared") }
      self = .fixedBinary(width: width)
    case 16: self = .fixedList(size: Int(try table.integer(0, or: Int32(0))))
    case 17: self = .map
    case 18: self = .duration(try Self.unit(table, or: .millisecond))
    case 19: self = .binary(.large)
    case 20: self = .utf8(.large)
    case 21: self = .list(.large)
    case 22: self = .runEndEncoded
    case 23: self = .binary(.view)
    case 24: self = .utf8(.view)
    case 25: self = .listView(.small)
    case 26: self = .listView(.large)
    default:
      // The number of buffers of an unknown type is unknown.
      throw AugerError(
        .unsupportedArrow, operation: "read Arrow data", "type number \(kind) of Arrow is not known here")
    }
  }

  private static func unit(_ table: FlatTable, or fallback: Unit) throws(AugerError) -> Unit {
    guard let unit = Unit(rawValue: try table.integer(0, or: fallback.rawValue)) else {
      throw .damagedArrow("an unknown unit of time is declared")
    }
    return unit
  }
}
