import AugerColumns
import Foundation

/// A generator of our own: the same sequence for the same seed in every process.
struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }

  mutating func isOneIn(_ n: Int) -> Bool { below(n) == 0 }
}

/// Random rows with nulls, duplicates, extremes and Unicode, as a table and as text for the sources.
struct GeneratedTable {
  static let names = ["region", "item", "day", "count", "price"]

  let rows: [[Scalar]]

  init(_ chance: inout Chance, rowCount: Int) {
    let regions = ["North", "Süd", "o'Neil, \"Inc\"", "日本", "e\u{301}", "\u{E9}", "Z"]
    let items = (0..<(1 + chance.below(400))).map { "item \($0 * 7919 % 1000)" }
    var rows: [[Scalar]] = []
    for _ in 0..<rowCount {
      // Quarters, so that sums of floats are exact whatever their order.
      let price = Double(chance.below(2_000_001) - 1_000_000) / 4
      rows.append([
        chance.isOneIn(12) ? .null : .string(chance.pick(regions)),
        .string(chance.pick(items)),
        chance.isOneIn(20) ? .null : .date(CivilDate(days: Int32(10_957 + chance.below(4000)))),
        chance.isOneIn(15) ? .null : .int(Int64(chance.below(60) - 20)),
        chance.isOneIn(10) ? .null : .float(price),
      ])
    }
    self.rows = rows
  }

  func table() throws -> Table {
    let types: [DataType] = [.string, .string, .date, .int64, .float64]
    let columns = try types.indices.map { index in try Column(types[index], rows.map { $0[index] }) }
    return Table(zip(Self.names, columns).map { ($0, $1) })
  }

  var csv: String {
    var text = Self.names.joined(separator: ",") + "\n"
    for row in rows {
      text +=
        row.map { value in
          if case .string(let string) = value { return "\"" + string.replacing("\"", with: "\"\"") + "\"" }
          return value.description
        }.joined(separator: ",") + "\n"
    }
    return text
  }
}
