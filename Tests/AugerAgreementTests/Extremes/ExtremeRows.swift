import AugerColumns
import TestSupport

/// A table whose values are at the ends of their types.
struct ExtremeRows {
  /// The kind of values in most cells of a table.
  enum Profile: String, CaseIterable {
    case ordinary, zero, negativeZero, subnormal, tenToSixteen, largest, notANumber, infinite, mixed
    case oneRow, noRow, allEqual, allNull, wholeNumbers, decimals, dates, texts, manyRows
  }

  /// One row per data point or diagram node. `s`, `u` and `m` are strings; `f`, `g` and `h` are floats.
  let table: Table
  /// Two rows with one column per diagram node.
  let nodes: Table

  private let profile: Profile

  init(_ profile: Profile, _ chance: inout Chance) throws {
    self.profile = profile
    let count =
      switch profile {
      case .noRow: 0
      case .oneRow: 1
      case .manyRows: 150
      default: chance.pick([2, 3, 5, 8, 13, 30])
      }
    var columns: [(name: String, column: Column)] = []
    for (name, type) in Self.columns {
      columns.append((name, try Column(type, Self.values(type, name, count, profile, &chance))))
    }
    table = Table(columns)
    nodes = Table(
      try ["A", "B", "C", "D"].map { name in
        (name, try Column(.float64, Self.values(.float64, name, 2, profile == .noRow ? .oneRow : profile, &chance)))
      })
  }

  static let columns: [(name: String, type: DataType)] = [
    ("s", .string), ("u", .string), ("m", .string), ("i", .int64), ("j", .int64), ("f", .float64), ("g", .float64),
    ("h", .float64), ("e", .decimal(precision: 38, scale: 4)), ("k", .decimal(precision: 38, scale: 38)),
    ("d", .date), ("t", .timestamp), ("z", .timestamp(zone: "Europe/Berlin")), ("b", .bool), ("c", .time),
    ("p", .interval), ("n", .float64),
  ]

  // MARK: Values

  private static func values(
    _ type: DataType, _ name: String, _ count: Int, _ profile: Profile, _ chance: inout Chance
  ) -> [Scalar] {
    if profile == .allNull || name == "n" { return [Scalar](repeating: .null, count: count) }
    let extremes = extremes(of: type, profile)
    if profile == .allEqual {
      let value = extremes.isEmpty ? ordinary(type, name, 0, &chance) : chance.pick(extremes)
      return [Scalar](repeating: value, count: count)
    }
    // Some columns are ordinary, so that extreme values are combined with others.
    let isOrdinary = chance.isOneIn(5)
    let hasNulls = chance.isOneIn(2)
    return (0..<count).map { row in
      if hasNulls, chance.isOneIn(6) { return .null }
      if isOrdinary || extremes.isEmpty { return ordinary(type, name, row, &chance) }
      return chance.isOneIn(4) ? ordinary(type, name, row, &chance) : chance.pick(extremes)
    }
  }

  private static func ordinary(_ type: DataType, _ name: String, _ row: Int, _ chance: inout Chance) -> Scalar {
    switch type {
    case .bool: .bool(chance.isOneIn(2))
    case .int64: .int(Int64(chance.below(40)) - 5)
    case .decimal(_, let scale):
      .decimal(Decimal128(unscaled: Int128(chance.below(100_000)) - 20_000, scale: min(scale, 38)))
    case .string: .string(chance.pick(name == "m" ? ["one", "two"] : ["North", "South", "East", "West", "Up"]))
    case .date: .date(CivilDate(days: 19_700 + Int32(row * 31 % 400)))
    case .timestamp: .timestamp(Timestamp(microseconds: 1_700_000_000_000_000 + Int64(row) * 86_400_000_000))
    case .time: .time(TimeOfDay(microseconds: Int64(chance.below(86_400)) * 1_000_000))
    case .interval: .interval(Interval(months: 1, days: Int32(chance.below(9)), microseconds: 7))
    default: .float(Double(chance.below(400)) / 4 - 20)
    }
  }

  /// Returns the extreme values of a type for a profile. Empty if the profile does not affect the type.
  private static func extremes(of type: DataType, _ profile: Profile) -> [Scalar] {
    switch type {
    case .float64: floats(profile).map { .float($0) }
    case .int64: [.wholeNumbers, .mixed, .allEqual, .largest].contains(profile) ? ints.map { .int($0) } : []
    case .decimal(_, let scale):
      [.decimals, .mixed, .allEqual, .largest].contains(profile) ? decimals(scale).map { .decimal($0) } : []
    case .string: [.texts, .mixed, .allEqual].contains(profile) ? texts.map { .string($0) } : []
    case .date: [.dates, .mixed, .allEqual].contains(profile) ? dates.map { .date($0) } : []
    case .timestamp: [.dates, .mixed, .allEqual].contains(profile) ? moments.map { .timestamp($0) } : []
    case .time: [.time(TimeOfDay(microseconds: 0)), .time(TimeOfDay(microseconds: 86_400_000_000))]
    case .interval:
      [
        .interval(Interval(months: .max, days: .max, microseconds: .max)),
        .interval(Interval(months: .min, days: .min, microseconds: .min)),
      ]
    default: []
    }
  }

  private static let tiny = Double.leastNonzeroMagnitude

  private static func floats(_ profile: Profile) -> [Double] {
    switch profile {
    case .zero: [0]
    case .negativeZero: [-0.0, 0, -0.0]
    case .subnormal: [tiny, -tiny, 2 * tiny, .leastNormalMagnitude, 0, 1e16 * tiny]
    case .tenToSixteen: [1e16, -1e16, 1e16 + 2, 9_007_199_254_740_992, 1e18, 9.3e18, -9.3e18, 1.8e19]
    case .largest: [1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, 1e-300, 9e307]
    case .notANumber: [.nan, -.nan, 1]
    case .infinite: [.infinity, -.infinity, 1]
    case .mixed, .allEqual:
      [
        0, -0.0, tiny, -tiny, 1e16, -1e16, 1e308, -1e308, .greatestFiniteMagnitude, .nan, .infinity, -.infinity, 1,
        0.1, 1e-300,
      ]
    default: []
    }
  }

  static let ints: [Int64] = [.max, .min, .max - 1, .min + 1, 0, -1, 1, 9_007_199_254_740_993]

  private static func decimals(_ scale: Int) -> [Decimal128] {
    let nines = Int128("99999999999999999999999999999999999999") ?? .max
    return [nines, -nines, 0, 1, -1].map { Decimal128(unscaled: $0, scale: scale) }
  }

  /// The limits of the type and of PostgreSQL, years BC, and years after 9999.
  static let dates: [CivilDate] = [
    .infinity, .negativeInfinity, CivilDate(days: .max - 1), CivilDate(days: .min + 1), CivilDate(days: 2_145_031_948),
    CivilDate(days: -2_440_588), CivilDate(days: 2_932_896), CivilDate(days: 2_932_897), CivilDate(days: -719_528),
    CivilDate(days: -719_529), CivilDate(days: 0), CivilDate(days: 19_782),
  ]

  private static let moments: [Timestamp] =
    dates.map { Timestamp($0) }
    + [.max - 1, .min + 1, -1, 0, 1_711_846_800_000_000].map { Timestamp(microseconds: $0) }

  static let texts = [
    "", " ", "North", String(repeating: "W", count: 2000), "a\u{0}b\u{7}", "\u{1B}[31mred", "\u{202E}txet\u{202C}",
    "e\u{301}\u{302}\u{303}", "\u{200B}", "]]><!--", "<b a=\"1\">&amp;'", "line\none\r\n\ttwo", "👩‍👧‍👦", "\u{FEFF}x",
    "\u{FFFF}", "null", "NaN", "1e999", "'", "2024-02-29", "\u{2028}", "=1+1",
    "ü" + String(repeating: "\u{308}", count: 300),
  ]
}
