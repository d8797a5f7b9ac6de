import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Testing

/// SQL over the tables of other sources, through virtual tables. The tables are in memory here.
@Suite struct SQLOverSourcesTests {
  /// A source of stored tables.
  private struct Stored: Source {
    let name: String
    var stored: [StoredTable]

    func tables(_ control: RunControl) -> [TableDescription] {
      stored.map { TableDescription(name: $0.name, kind: stored.count == 1 ? .file : .table, columns: []) }
    }

    func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
      guard let table = stored.first(where: { $0.name == name }) else {
        throw AugerError.tableNotFound(name, of: self.name, among: stored.map(\.name))
      }
      return table
    }

    func close() {}
  }

  private func source(_ sources: [Stored], over: [String]? = nil) throws -> any SQLSource {
    let others = OtherSources(sources.map(\.name)) { name in
      guard let source = sources.first(where: { $0.name == name }) else {
        throw AugerError(.fileNotFound, operation: "open '\(name)'", "it is not there")
      }
      return source
    }
    let configuration = SourceConfiguration(
      name: "all", location: "", options: over.map { [SourceOption("over", $0)] } ?? [])
    return try #require(try SQLAdapter().open(configuration, beside: others).sql)
  }

  private func rows(
    _ sql: String, _ tables: [(String, Table)], bindings: [Scalar] = [], _ control: RunControl = RunControl()
  ) throws -> [[Scalar]] {
    let source = try source(tables.map { Stored(name: $0.0, stored: [StoredTable($0.0, $0.1)]) })
    let table = try source.execute(SQLStatement(text: sql, bindings: bindings), limits: .none, control)
    try table.validate()
    return (0..<table.rowCount).map { row in table.columns.map { $0[row] } }
  }

  private static func table(rows count: Int) -> Table {
    Table([
      ("id", Column((0..<count).map { Int64($0) })), ("label", Column((0..<count).map { "label \($0 % 1000)" })),
      ("amount", Column((0..<count).map { Double($0 % 97) })),
    ])
  }

  @Test func valuesOfEveryTypeRoundTrip() throws {
    let day = try #require(CivilDate(year: 2024, month: 2, day: 29))
    let moment = Timestamp(day, hour: 13, minute: 5, second: 7, microsecond: 250)
    let table = Table([
      ("i", Column([1, nil] as [Int64?])), ("b", Column([true, false])), ("f", Column([0.1, .nan] as [Double])),
      ("d", try Column(.decimal(precision: 10, scale: 2), [.decimal(Decimal128("12.30")!), .null])),
      ("w", try Column(.decimal(precision: 38, scale: 0), [.decimal(Decimal128("12345678901234567890123")!), .null])),
      ("s", Column(["", "ä'\u{1F600}"])), ("day", Column([day, day])), ("at", Column([moment, moment])),
      ("zoned", try Column(.timestamp(zone: "UTC"), [.timestamp(moment), .null])),
      ("time", Column([TimeOfDay(microseconds: 3_600_000_001), TimeOfDay(microseconds: 0)])),
      ("bytes", Column([[0, 255], []] as [[UInt8]])),
    ])
    let source = try source([Stored(name: "t", stored: [StoredTable("t", table)])])
    let result = try source.execute(SQLStatement(text: "SELECT * FROM t"), limits: .none, RunControl())
    try result.validate()
    #expect(result.schema.names == table.schema.names)
    for (name, column) in zip(result.schema.names, result.columns) where !["f", "w"].contains(name) {
      #expect(column.scalars == table[name]?.scalars, "\(name): \(column.type)")
    }
    #expect(result["f"]?.scalars == [.float(0.1), .null])
    // A number with more digits than a float becomes a string, with a warning.
    #expect(result.warnings.items.map(\.code) == [.typeConflict, .notANumber])
    #expect(result["w"]?.scalars.first?.description == "12345678901234567890123")
  }

  @Test func groupsJoinsAndConditionsAreCorrect() throws {
    let many = Self.table(rows: 150_000)
    let names = Table([
      ("label", Column((0..<500).map { "label \($0)" })), ("even", Column((0..<500).map { $0 % 2 == 0 })),
    ])
    let joined = try rows(
      """
      SELECT even, count(*) AS n, sum(amount) AS amount FROM many JOIN names USING (label)
      WHERE id >= 1000 AND id < 149000 GROUP BY even ORDER BY even
      """, [("many", many), ("names", names)])
    var expected: [Bool: (n: Int64, amount: Double)] = [:]
    for id in 1000..<149_000 where id % 1000 < 500 {
      let entry = expected[id % 2 == 0] ?? (0, 0)
      expected[id % 2 == 0] = (entry.n + 1, entry.amount + Double(id % 97))
    }
    #expect(
      joined
        == [false, true].map { even in
          [.int(even ? 1 : 0), .int(expected[even]?.n ?? 0), .float(expected[even]?.amount ?? 0)]
        }
        || joined
          == [false, true].map { even in
            [.bool(even), .int(expected[even]?.n ?? 0), .float(expected[even]?.amount ?? 0)]
          }
    )
    let bound = try rows(
      "SELECT count(*), min(id), max(id) FROM many WHERE label = ?1", [("many", many)], bindings: [.string("label 7")])
    #expect(bound == [[.int(150), .int(7), .int(149_007)]])
  }

  @Test func sumsOfDecimalsAreExact() throws {
    let price = try Column(
      .decimal(precision: 10, scale: 2),
      (0..<1000).map { Scalar.decimal(Decimal128(unscaled: $0 % 2 == 0 ? 10 : 20, scale: 2)) })
    let sales = Table([
      ("id", Column((0..<1000).map { Int64($0) })), ("item", Column((0..<1000).map { Int64($0 % 2) })),
      ("price", price),
    ])
    let items = Table([("item", Column([0, 1] as [Int64])), ("name", Column(["a", "b"]))])
    let tables = [("sales", sales), ("items", items)]
    // The built-in sums of SQLite return 50.00000000000044 and 100.0000000000008.
    let joined = try rows(
      """
      SELECT name, sum(price) AS s, avg(price) AS a, total(price) AS t, sum(DISTINCT price) AS d, sum(id) AS i
      FROM sales JOIN items USING (item) GROUP BY name ORDER BY name
      """, tables)
    #expect(
      joined == [
        [.string("a"), .float(50), .float(0.1), .float(50), .float(0.1), .int(249_500)],
        [.string("b"), .float(100), .float(0.2), .float(100), .float(0.2), .int(250_000)],
      ])
    let dear = try rows("SELECT item, sum(price) AS s FROM sales WHERE price > 0.1 GROUP BY item", tables)
    #expect(dear == [[.int(1), .float(100)]])
    let window = try rows(
      "SELECT sum(price) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s FROM sales LIMIT 4", tables)
    #expect(window == [[.float(0.1)], [.float(0.3)], [.float(0.4)], [.float(0.5)]])
    let none = try rows("SELECT sum(price) AS s, avg(price) AS a, total(price) AS t FROM sales WHERE id < 0", tables)
    #expect(none == [[.null, .null, .float(0)]])
    let mixed = try rows("SELECT sum(price / 3) AS s, sum(name) AS n FROM sales JOIN items USING (item)", tables)
    guard case .float(let thirds)? = mixed.first?.first else {
      Issue.record("\(mixed)")
      return
    }
    #expect((thirds - 50).magnitude < 1e-12 && mixed[0][1] == .float(0))
  }

  @Test func sumsOfDecimalsWithManyDigitsAreAddedAsDecimals() throws {
    let values = try ["12345678901234567.25", "-12345678901234567.00"].map { text in
      Scalar.decimal(try #require(Decimal128(text)))
    }
    let big = try Column(.decimal(precision: 38, scale: 2), values)
    let table = Table([("v", big), ("k", Column([1, 1] as [Int64]))])
    #expect(try rows("SELECT sum(a.v) AS s FROM t a JOIN t b ON a.k = b.k", [("t", table)]) == [[.float(0.5)]])
    let overflow = Table([
      ("i", Column([.max, 1] as [Int64])), ("d", try Column(.decimal(precision: 4, scale: 2), [.null, .null])),
    ])
    let error = #expect(throws: AugerError.self) { try rows("SELECT sum(i) FROM t WHERE d IS NULL", [("t", overflow)]) }
    #expect(error?.message.contains("integer overflow") == true)
  }

  @Test func rowsBeyondALimitAreNotRead() throws {
    let first = try rows("SELECT id FROM many WHERE amount > 95 LIMIT 3", [("many", Self.table(rows: 400_000))])
    #expect(first == [[.int(96)], [.int(193)], [.int(290)]])
  }

  @Test func tableCanBeJoinedWithItself() throws {
    let found = try rows(
      "SELECT count(*) FROM t a JOIN t b ON b.id = a.id + 1 WHERE b.amount > a.amount", [("t", Self.table(rows: 2000))])
    let expected = (0..<1999).count { ($0 + 1) % 97 > $0 % 97 }
    #expect(found == [[.int(Int64(expected))]])
    let crossed = try rows("SELECT count(*) FROM t a, t b WHERE a.id < b.id", [("t", Self.table(rows: 300))])
    #expect(crossed == [[.int(300 * 299 / 2)]])
  }

  @Test func nullsMatchNothing() throws {
    let left = Table([("k", Column([1, nil, 3] as [Int64?]))])
    let right = Table([("k", Column([nil, 3, 3] as [Int64?])), ("v", Column(["x", "y", "z"]))])
    let found = try rows(
      "SELECT a.k, v FROM a LEFT JOIN b ON b.k = a.k ORDER BY a.k, v", [("a", left), ("b", right)])
    #expect(found == [[.null, .null], [.int(1), .null], [.int(3), .string("y")], [.int(3), .string("z")]])
  }

  @Test func cancelledStatementEnds() throws {
    let control = RunControl()
    control.cancel()
    #expect(throws: AugerError.self) {
      _ = try rows("SELECT count(*) FROM t a, t b, t c", [("t", Self.table(rows: 1000))], control)
    }
    let limited = RunControl(timeLimit: .milliseconds(30))
    #expect(throws: AugerError.self) {
      _ = try rows(
        "SELECT count(*) FROM t a, t b, t c WHERE a.id + b.id + c.id < 0", [("t", Self.table(rows: 3000))], limited)
    }
  }

  @Test func statisticsWorkWithAndWithoutGroups() throws {
    let found = try rows(
      """
      SELECT median(amount), percentile(amount, 0.25), variance(amount), stddev(amount), corr(amount, -amount),
        median(label), percentile(amount, 2) FROM t
      """, [("t", Self.table(rows: 97))])
    #expect(
      found == [
        [
          .float(48), .float(24), .float(792.1666666666666), .float(792.1666666666666.squareRoot()), .float(-1), .null,
          .null,
        ]
      ])
    // A statement that stops before its groups are complete releases their memory.
    #expect(
      try rows("SELECT label, median(amount) FROM t GROUP BY 1 LIMIT 1", [("t", Self.table(rows: 5000))]).count == 1)
  }

  @Test func tablesOfSeveralSchemasAreDistinguished() throws {
    let small = Table([("x", Column([1] as [Int64]))])
    let sources = ["one", "two"].map {
      Stored(name: $0, stored: [StoredTable("t", small), StoredTable("only \($0)", small)])
    }
    let all = try source(sources)
    #expect(try all.tables(RunControl()).map(\.name) == ["one.only one", "one.t", "two.only two", "two.t"])
    #expect(try all.table("only two", RunControl()).name == "only two")
    #expect(throws: AugerError.self) { try all.table("t", RunControl()) }
    let count = try all.execute(
      SQLStatement(text: "SELECT count(*) FROM one.t, two.t, \"only one\""), limits: .none, RunControl())
    #expect(count.columns[0].scalars == [.int(1)])
    do {
      _ = try all.execute(SQLStatement(text: "SELECT * FROM t"), limits: .none, RunControl())
      Issue.record("'t' is in both")
    } catch let error as AugerError {
      #expect(error.message == "table 't' is in 2 of the sources" && error.hint == "Write one of one.t, two.t.")
    }
  }
}
