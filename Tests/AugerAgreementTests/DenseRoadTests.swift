import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import TestSupport
import Testing

/// Grouping by dense key numbers and grouping by hash give the same table as a row-by-row computation.
@Suite struct DenseRoadTests {
  private struct Key {
    var text: String
    var value: ([Scalar]) -> Scalar
  }

  private static let types: [DataType] = [
    .string, .string, .date, .int64, .float64, .bool, .decimal(precision: 9, scale: 2), .float64,
  ]
  private static let names = ["few", "many", "day", "n", "x", "flag", "price", "wild"]

  private static func rows(_ chance: inout Chance, _ count: Int) -> [[Scalar]] {
    let many = 1 + chance.below(700)
    let first = chance.pick([-3_000, 18_000, -400])
    let nulls = chance.pick([0, 1, 9])
    func maybe(_ value: Scalar) -> Scalar { nulls > 0 && chance.isOneIn(10 * nulls) ? .null : value }
    let isWild = chance.isOneIn(3)
    return (0..<count).map { _ in
      let wild: Double =
        isWild && chance.isOneIn(200)
        ? chance.pick([.infinity, .nan, -0.0, 1e300, 0x1p-1070]) : Double(chance.below(2001) - 1000) / 8
      return [
        maybe(.string(chance.pick(["a", "b", "", "\u{E9}", "e\u{301}"]))),
        maybe(.string("m\(chance.below(many))")),
        maybe(.date(CivilDate(days: Int32(first + chance.below(900))))),
        maybe(.int(Int64(chance.below(40) - 20))),
        maybe(.float(Double(chance.below(2_000_001) - 1_000_000) / 4)),
        maybe(.bool(chance.isOneIn(3))),
        maybe(.decimal(Decimal128(unscaled: Int128(chance.below(100_000) - 50_000), scale: 2))),
        maybe(.float(wild)),
      ]
    }
  }

  private static var keys: [Key] {
    [
      Key(text: "few") { $0[0] }, Key(text: "many") { $0[1] }, Key(text: "n") { $0[3] }, Key(text: "flag") { $0[5] },
      Key(text: "day") { $0[2] },
      Key(text: "year(day)") { date($0).map { .int(Int64($0.year)) } ?? .null },
      Key(text: "month(day)") { date($0).map { .int(Int64($0.month)) } ?? .null },
      Key(text: "coalesce(left(many, 2), 'none')") { row in
        if case .string(let text) = row[1] { .string(String(text.prefix(2))) } else { .string("none") }
      },
      // Some values have no result, so the key needs a null group.
      Key(text: "60 / n") { row in
        if case .int(let n) = row[3], n != 0 { .float(60 / Double(n)) } else { .null }
      },
      // A key over two columns.
      Key(text: "n * 2 + if(flag, 1, 0)") { row in
        guard case .int(let n) = row[3] else { return .null }
        return .int(n * 2 + (row[5] == .bool(true) ? 1 : 0))
      },
    ]
  }

  private static func date(_ row: [Scalar]) -> CivilDate? { if case .date(let day) = row[2] { day } else { nil } }

  private static var filters: [(text: String, holds: ([Scalar]) -> Bool)] {
    [
      ("n > 3", { if case .int(let n) = $0[3] { n > 3 } else { false } }),
      ("n != -7", { if case .int(let n) = $0[3] { n != -7 } else { false } }),
      ("few == 'b'", { $0[0] == .string("b") }),
      ("day >= '1992-01-01'", { row in date(row).map { $0.days >= 8035 } ?? false }),
      ("x < 0 or flag", { row in (row[4].doubleValue ?? 1) < 0 || row[5] == .bool(true) }),
      ("n > 1000", { _ in false }),
      ("not (few is null)", { !$0[0].isNull }),
    ]
  }

  private static var measures: [(text: String, compute: ([[Scalar]]) -> Scalar)] {
    [
      ("sum(x)", { sum($0.map { $0[4].doubleValue }) }),
      ("sum(wild)", { sum($0.map { $0[7].doubleValue }) }),
      ("count()", { .int(Int64($0.count)) }),
      ("count(flag)", { .int(Int64($0.count { !$0[5].isNull })) }),
      (
        "sum(n)",
        { rows in
          let values = rows.compactMap { row -> Int64? in if case .int(let n) = row[3] { n } else { nil } }
          return values.isEmpty ? .null : .int(values.reduce(0, +))
        }
      ),
      (
        "sum(price)",
        { rows in
          let values = rows.compactMap { row -> Int128? in if case .decimal(let d) = row[6] { d.unscaled } else { nil }
          }
          return values.isEmpty ? .null : .decimal(Decimal128(unscaled: values.reduce(0, +), scale: 2))
        }
      ),
      (
        "avg(n)",
        { rows in
          let values = rows.compactMap { row -> Int64? in if case .int(let n) = row[3] { n } else { nil } }
          return values.isEmpty ? .null : .float(Double(values.reduce(0, +)) / Double(values.count))
        }
      ),
      (
        "sum(if(few == 'a', x * 2, x))",
        { rows in
          sum(rows.map { row in row[4].doubleValue.map { row[0] == .string("a") ? $0 * 2 : $0 } })
        }
      ),
    ]
  }

  private static func sum(_ values: [Double?]) -> Scalar {
    let present = values.compactMap { $0 }
    return present.isEmpty ? .null : .float(present.reduce(0, +))
  }

  @Test(arguments: Array(UInt64(0)..<30)) func denseAndHashedGroupsAreEqual(_ seed: UInt64) throws {
    var chance = Chance(seed: 1000 + seed)
    let rows = Self.rows(&chance, chance.isOneIn(10) ? chance.below(3) : 500 + chance.below(9000))
    let columns = try Self.types.indices.map { index in try Column(Self.types[index], rows.map { $0[index] }) }
    let stored = StoredTable("t", Table(zip(Self.names, columns).map { ($0, $1) }))
    for _ in 0..<20 {
      let keys = Self.keys.filter { _ in chance.isOneIn(4) }
      let filters = Self.filters.filter { _ in chance.isOneIn(5) }
      let measures = Self.measures.filter { _ in chance.isOneIn(2) }
      guard !measures.isEmpty else { continue }
      var query = TableQuery(from: "t")
      query.derive = try keys.enumerated().map { try TableQuery.Named("k\($0)", $1.text) }
      query.groupBy = keys.indices.map { TableQuery.ColumnReference("k\($0)") }
      query.filters = try filters.map { try TableQuery.Filter($0.text) }
      query.measures = try measures.enumerated().map { try TableQuery.Named("m\($0)", $1.text) }
      // A dense table cannot hold a median, so this query uses hashing.
      var other = query
      other.measures.append(try TableQuery.Named("other", "median(n)"))

      let expected = Self.answer(rows, keys, filters.map(\.holds), measures.map(\.compute))
      for (chunkRows, workers) in [(1 << 16, 1), (1 << 16, 2), (700, 3), (64, 2)] {
        var executor = TableQueryExecutor(workers: workers)
        executor.chunkRows = chunkRows
        let result = try executor.execute(query, on: stored)
        try result.validate()
        let hashed = try executor.execute(other, on: stored)
        let got = (0..<result.rowCount).map { row in result.columns.map { $0[row] } }
        let twin = (0..<hashed.rowCount).map { row in hashed.columns.dropLast().map { $0[row] } }
        guard Self.agree(got, expected), Self.agree(got, twin), result.warnings.total == hashed.warnings.total else {
          Issue.record(
            """
            seed \(seed), chunks of \(chunkRows), workers \(workers): by \(keys.map(\.text)) \
            where \(filters.map(\.text)) measures \(measures.map(\.text))
            expected \(expected.prefix(5))
            computed \(got.prefix(5))
            hashed   \(twin.prefix(5))
            """)
          return
        }
      }
    }
  }

  private static func answer(
    _ rows: [[Scalar]], _ keys: [Key], _ filters: [([Scalar]) -> Bool], _ measures: [([[Scalar]]) -> Scalar]
  ) -> [[Scalar]] {
    var groups: [[Scalar]: [[Scalar]]] = [:]
    for row in rows where filters.allSatisfy({ $0(row) }) {
      groups[keys.map { $0.value(row) }, default: []].append(row)
    }
    if keys.isEmpty, groups.isEmpty { groups[[]] = [] }
    let result = groups.map { key, rows in key + measures.map { $0(rows) } }
    return result.sorted { a, b in
      for index in keys.indices {
        let order = Scalar.compare(a[index], b[index])
        if order != 0 { return order < 0 }
      }
      return false
    }
  }

  /// Returns true if all values are equal. Finite floats may have a relative error of 1e−12.
  private static func agree(_ a: [[Scalar]], _ b: [[Scalar]]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { x, y in
      x.count == y.count
        && zip(x, y).allSatisfy { p, q in
          guard case (.float(let u), .float(let v)) = (p, q), u.isFinite, v.isFinite else { return p == q }
          return abs(u - v) <= 1e-12 * max(1, abs(u), abs(v))
        }
    }
  }
}

extension Warnings {
  fileprivate var total: Int { items.reduce(0) { $0 + $1.count } }
}
