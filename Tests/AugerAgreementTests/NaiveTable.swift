import AugerColumns
import TestSupport

/// Rows for generated expressions: nulls, duplicates, extremes and Unicode.
struct NaiveTable {
  static let columns: [(name: String, type: DataType, kind: NaiveNode.Kind)] = [
    ("i1", .int64, .int), ("i2", .int64, .int), ("i3", .int64, .int), ("f1", .float64, .float),
    ("f2", .float64, .float),
    ("p1", .decimal(precision: 9, scale: 2), .decimal), ("p2", .decimal(precision: 38, scale: 3), .decimal),
    ("s1", .string, .string), ("s2", .string, .string), ("b1", .bool, .bool), ("b2", .bool, .bool),
    ("d1", .date, .date), ("d2", .date, .date), ("t1", .timestamp, .timestamp), ("t2", .timestamp, .timestamp),
    // Only date parts use this column.
    ("z1", .timestamp(zone: "Europe/Berlin"), .timestamp),
  ]
  static let zoned = columns.count - 1

  let rows: [[Scalar]]
  let columns: [Column]

  private static let texts = [
    "", "a", "Ab", "b", "e\u{301}", "\u{E9}", "日本 語", "o'Neil", "  x ", "straße", "ǆ", "ab ab", "ÄÖÜ", "2024-02-29",
    "a\u{0}b",
  ]
  private static let extremes: [Int64] = [
    .min, .max, 0, 1, -1, 9_007_199_254_740_993, 1_000_000_000_000_000_000, 1970, 20,
  ]
  private static let floats = [0, -0.5, 0.1, 1e300, -1e300, 1e-300, 3, 30, 90, 1e15, 0.30000000000000004]

  init(_ chance: inout Chance, rowCount: Int) throws {
    rows = (0..<rowCount).map { _ in
      Self.columns.map { column in
        // The first column of each kind has no nulls.
        if !column.name.hasSuffix("1") || column.name == "z1", chance.isOneIn(4) { return .null }
        return Self.value(column.name, &chance)
      }
    }
    let rows = rows
    columns = try Self.columns.indices.map { index in try Column(Self.columns[index].type, rows.map { $0[index] }) }
  }

  /// Creates a table with a single row.
  init(row: [Scalar]) throws {
    rows = [row]
    columns = try Self.columns.indices.map { try Column(Self.columns[$0].type, [row[$0]]) }
  }

  private static func value(_ name: String, _ chance: inout Chance) -> Scalar {
    switch name {
    case "i1", "i2": return .int(Int64(chance.below(15)) - 4)
    case "i3": return .int(chance.pick(extremes))
    case "f1": return .float(Double(chance.below(41) - 20) / 4)
    case "f2": return .float(chance.pick(floats))
    case "p1": return .decimal(Decimal128(unscaled: Int128(chance.below(2001) - 1000), scale: 2))
    case "p2":
      let large = Decimal128.powersOfTen[34]
      return .decimal(
        Decimal128(
          unscaled: chance.isOneIn(6) ? large * Int128(chance.below(9)) : Int128(chance.below(99_999)), scale: 3))
    case "s1", "s2": return .string(chance.pick(texts))
    case "b1", "b2": return .bool(chance.isOneIn(2))
    case "d1", "d2": return .date(CivilDate(days: Int32(chance.below(40_000)) - 8_000))
    default:
      return .timestamp(Timestamp(microseconds: (Int64(chance.next() % 3_200_000_000) - 600_000_000) * 1_000_000))
    }
  }
}
