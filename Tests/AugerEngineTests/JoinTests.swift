import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import TestSupport
import Testing

@Suite struct JoinTests {
  private static var flights: Table {
    Table([
      ("carrier", Column(["AA", "BB", nil, "AA", "XX"] as [String?])),
      ("year", Column([2023, 2023, 2024, 2024, 2024] as [Int64])),
      ("delay", Column([5, -2, 7, 11, 1] as [Double])),
    ])
  }

  private static var airlines: Table {
    Table([
      ("carrier", Column(["BB", "AA", nil] as [String?])),
      ("name", Column(["Best", "American", "Nobody"] as [String])),
      ("delay", Column([1, 2, 3] as [Int64])),
    ])
  }

  private static var budget: Table {
    Table([
      ("who", Column(["AA", "AA", "BB"] as [String])), ("when", Column([2023, 2024, 2023] as [Double])),
      ("amount", Column([100, 200, 300] as [Int64])), ("name", Column(["x", "y", "z"] as [String])),
    ])
  }

  private static func join(_ name: String, _ keys: [(String, String)], _ kind: TableJoin.Kind = .left) throws
    -> TableJoin
  {
    TableJoin(
      name, on: try keys.map { .init(.init($0.0), equals: try Expression.parse($0.1, name: "on")) }, kind: kind)
  }

  private func run(
    _ query: TableQuery, _ joins: [(TableJoin, Table)], on table: Table = flights, chunkRows: Int = 2, workers: Int = 1,
    memory: MemoryBudget? = nil
  ) throws -> Table {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = chunkRows
    var query = query
    query.joins = joins.map(\.0)
    let control = RunControl(memory: memory)
    let joined = try JoinedTable(
      StoredTable("flights", table), query, tables: joins.map { StoredTable($0.0.name, $0.1) }, arguments: [:],
      limits: .none, executor: executor, control)
    let result = try executor.execute(joined.query, on: joined, control)
    try result.validate()
    return result
  }

  private func rows(_ table: Table) -> [[Scalar]] { (0..<table.rowCount).map { row in table.columns.map { $0[row] } } }

  private func findings(_ body: () throws -> Void) -> [String] {
    do { try body() } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.code): \($0.message)" + ($0.hint.map { " (\($0))" } ?? "") }
    } catch { return ["\(error)"] }
    return []
  }

  @Test func rowsGetColumnsOfMatchingRow() throws {
    let result = try run(
      TableQuery(from: "flights"), [(Self.join("airlines", [("carrier", "carrier")]), Self.airlines)])
    #expect(result.schema.names == ["carrier", "year", "delay", "name", "airlines.delay"])
    #expect(result["name"]?.scalars == [.string("American"), .string("Best"), .null, .string("American"), .null])
    #expect(result["airlines.delay"]?.scalars == [.int(2), .int(1), .null, .int(2), .null])
  }

  @Test func innerJoinDropsUnmatchedRows() throws {
    let query = TableQuery(
      from: "flights", groupBy: [.init("airlines.name")],
      measures: [try .init("late", "avg(delay)"), try .init("theirs", "sum(airlines.delay)")])
    let inner = try run(query, [(Self.join("airlines", [("carrier", "carrier")], .inner), Self.airlines)])
    #expect(inner.schema.names == ["airlines.name", "late", "theirs"])
    #expect(
      rows(inner) == [[.string("American"), .float(8), .int(4)], [.string("Best"), .float(-2), .int(1)]])
    let left = try run(query, [(Self.join("airlines", [("carrier", "carrier")]), Self.airlines)])
    #expect(left.rowCount == 3)
  }

  @Test func compositeKeyMayBeComputedAndOfAnotherType() throws {
    let result = try run(
      TableQuery(from: "flights", select: [.init("amount")]),
      [(Self.join("budget", [("who", "Upper(carrier)"), ("when", "year")]), Self.budget)])
    #expect(result["amount"]?.scalars == [.int(100), .int(300), .null, .int(200), .null])
  }

  @Test func joinMayUseColumnsOfPreviousJoin() throws {
    let names = Table([
      ("name", Column(["Best", "American"] as [String])), ("home", Column(["Oslo", "Dallas"] as [String])),
    ])
    let result = try run(
      TableQuery(from: "flights", select: [.init("home")]),
      [
        (Self.join("airlines", [("carrier", "carrier")]), Self.airlines),
        (Self.join("homes", [("name", "airlines.name")]), names),
      ])
    #expect(result["home"]?.scalars == [.string("Dallas"), .string("Oslo"), .null, .string("Dallas"), .null])
  }

  @Test func duplicateKeyFailsWithKeyAndBothRows() throws {
    let found = findings {
      _ = try run(TableQuery(from: "flights"), [(Self.join("budget", [("who", "carrier")]), Self.budget)])
    }
    #expect(
      found == [
        "joinNotUnique: 'budget' has more than one row where who is AA: row 1 and row 2 "
          + "(Join on more columns, or join a query that groups the table by its key.)"
      ])
  }

  @Test func joinErrorsAreReported() throws {
    let airlines = Self.airlines
    #expect(
      findings { _ = try run(TableQuery(from: "f"), [(Self.join("airlines", [("carier", "carrier")]), airlines)]) }
        .first?.hasPrefix("unknownColumn: 'airlines' has no column 'carier' (Did you mean 'carrier'?") == true)
    #expect(
      findings { _ = try run(TableQuery(from: "f"), [(Self.join("airlines", [("carrier", "year")]), airlines)]) }
        .first?.hasPrefix("joinTypesDiffer: cannot join 'airlines.carrier' (string) with a value of type int") == true)
    #expect(
      findings { _ = try run(TableQuery(from: "f"), [(Self.join("airlines", []), airlines)]) }.first?.contains(
        "needs 'on'")
        == true)
    let twice = try Self.join("airlines", [("carrier", "carrier")])
    #expect(
      findings { _ = try run(TableQuery(from: "f"), [(twice, airlines), (twice, airlines)]) }
        == ["duplicateName: two joins have the name 'airlines'"])
  }

  @Test func keyThatNeedsOwnOrLaterJoinIsReported() throws {
    let (airlines, budget) = (Self.airlines, Self.budget)
    func found(_ first: String, _ second: String) throws -> [String] {
      let joins = [
        (try Self.join("airlines", [("carrier", first)]), airlines), (try Self.join("b", [("who", second)]), budget),
      ]
      return findings { _ = try run(TableQuery(from: "f"), joins) }
    }
    #expect(
      try found("b.who", "carrier") == [
        "joinOrder: the key of join 'airlines' needs 'b.who', and join 'b' comes after it (Write join 'b' first.)"
      ])
    #expect(
      try found("upper(b.who)", "airlines.carrier") == [
        "joinOrder: the key of join 'airlines' needs 'b.who', and join 'b' comes after it "
          + "(Compare a column of 'f' in one of the two keys. Each join needs the other.)"
      ])
    #expect(
      try found("carrier", "b.name") == [
        "joinOrder: the key of join 'b' is compared with its own column 'b.name' "
          + "(Compare it with a column of 'f' or of an earlier join.)"
      ])
  }

  @Test func keyMayHaveNameOfColumnOfPreviousJoin() throws {
    let homes = Table([
      ("name", Column(["Best", "American"] as [String])), ("home", Column(["Oslo", "Dallas"] as [String])),
    ])
    let joins = [
      (try Self.join("airlines", [("carrier", "carrier")]), Self.airlines),
      (try Self.join("homes", [("name", "name")]), homes),
    ]
    let result = try run(TableQuery(from: "flights"), joins)
    #expect(result.schema.names == ["carrier", "year", "delay", "airlines.name", "airlines.delay", "home"])
    #expect(result["home"]?.scalars == [.string("Dallas"), .string("Oslo"), .null, .string("Dallas"), .null])
    // In clauses that follow the joins, the bare name is ambiguous.
    let named = TableQuery(from: "flights", filters: [try .init("name = 'x'")], select: [.init("year")])
    #expect(findings { _ = try run(named, joins) }.first?.hasPrefix("ambiguousColumn") == true)
  }

  @Test func keysCompareByValue() throws {
    let zone = DataType.timestamp(zone: "Europe/Berlin")
    let berlin = Timestamp(microseconds: 1_704_063_600_000_000)  // 2023-12-31T23:00Z, midnight there
    let own = Table([
      ("flag", Column([true, false, true])),
      ("day", try Column(.date, [.date(CivilDate(days: 19_723)), .null, .null])),
    ])
    let numbers = Table([("n", Column([1, 2] as [Int64])), ("what", Column(["yes", "two"]))])
    let moments = Table([("at", try Column(zone, [.timestamp(berlin)])), ("what", Column(["new year"]))])
    let bools = try run(
      TableQuery(from: "flights", select: [.init("what")]), [(Self.join("numbers", [("n", "flag")]), numbers)], on: own)
    #expect(bools["what"]?.scalars == [.string("yes"), .null, .string("yes")])
    let days = try run(
      TableQuery(from: "flights", select: [.init("what")]), [(Self.join("moments", [("at", "day")]), moments)], on: own)
    #expect(days["what"]?.scalars == [.string("new year"), .null, .null])
  }

  /// A table whose keys turn out to have a wider type than its schema declares.
  private struct Widening: ScannableTable {
    let name = "flights"
    let keys: Column
    let wider: Column?

    func schema(_ control: RunControl) -> Schema { Schema([Field("key", keys.type), Field("n", .int64)]) }

    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary {
      if let wider, request.columns.contains(0) {
        throw ScanRestart(reason: "the last key is wider", table: Widening(keys: wider, wider: nil))
      }
      let table = Table([("key", keys), ("n", Column([10, 20, 30] as [Int64]))])
      return try StoredTable(name, table).scan(request, control, body: body)
    }
  }

  @Test func joinRestartsIfKeysTurnOutWider() throws {
    func result(_ wider: Column) throws -> Table {
      let theirs = Table([("key", Column([1, 2.5] as [Double])), ("label", Column(["one", "more"]))])
      var query = TableQuery(from: "flights", select: [.init("n"), .init("label")])
      query.joins = [try Self.join("theirs", [("key", "key")])]
      let executor = TableQueryExecutor(workers: 1)
      let joined = try JoinedTable(
        Widening(keys: Column([1, 2, 3] as [Int64]), wider: wider), query, tables: [StoredTable("theirs", theirs)],
        arguments: [:], limits: .none, executor: executor, RunControl())
      return try executor.execute(joined.query, on: joined)
    }
    let floats = try result(Column([1, 2, 2.5] as [Double]))
    #expect(floats["label"]?.scalars == [.string("one"), .null, .string("more")])
    #expect(
      findings { _ = try result(Column(["1", "2", "x"])) }.first?.hasPrefix(
        "joinTypesDiffer: cannot join 'theirs.key' (float) with a value of type string") == true)
  }

  @Test func nameInSeveralJoinedTablesIsAmbiguous() throws {
    let joins = [
      (try Self.join("airlines", [("carrier", "carrier")]), Self.airlines),
      (try Self.join("budget", [("who", "carrier"), ("when", "year")]), Self.budget),
    ]
    let query = TableQuery(from: "flights", filters: [try .init("name = 'x'")], select: [.init("year")])
    #expect(
      findings { _ = try run(query, joins) } == [
        "ambiguousColumn: column 'name' is in 2 of the joined tables (Write airlines.name or budget.name.)"
      ])
    let said = TableQuery(from: "flights", filters: [try .init("budget.name = 'x'")], select: [.init("airlines.name")])
    #expect(rows(try run(said, joins)) == [[.string("American")]])
  }

  @Test func joinRespectsMemoryLimit() throws {
    let keys = (0..<100_000).map { "key \($0)" }
    let large = Table([("carrier", Column(keys)), ("name", Column(keys))])
    #expect(throws: AugerError.self) {
      _ = try run(
        TableQuery(from: "flights", select: [.init("name")]),
        [(Self.join("large", [("carrier", "carrier")]), large)], memory: MemoryBudget(limit: 1 << 20))
    }
  }

  /// Checks generated tables, for all chunk sizes and worker counts. Sums over the query's own table are equal with and
  /// without joins. Each joined column equals the result of a lookup by key.
  @Test func joinsDoNotChangeSums() throws {
    var chance = Chance(seed: 19)
    for _ in 0..<200 {
      let rowCount = Int.random(in: 0...300, using: &chance)
      let keyCount = Int.random(in: 1...40, using: &chance)
      let keys = (0..<rowCount).map { _ in
        Bool.random(using: &chance) ? Optional(Int64.random(in: 0..<Int64(keyCount), using: &chance)) : nil
      }
      let amounts = (0..<rowCount).map { _ in Int64.random(in: -50...50, using: &chance) }
      let own = Table([("key", Column(keys)), ("amount", Column(amounts))])
      let theirKeys = (0..<keyCount).filter { _ in Bool.random(using: &chance) }.shuffled(using: &chance)
      let theirs = Table([
        ("key", Column(theirKeys.map { Double($0) })), ("label", Column(theirKeys.map { "label \($0 % 5)" })),
      ])
      let join = try Self.join("theirs", [("key", "key")])
      let sums = TableQuery(
        from: "own", groupBy: [.init("key")], measures: [try .init("n", "count()"), try .init("sum", "sum(amount)")])
      let without = try TableQueryExecutor(workers: 1).execute(sums, on: StoredTable("own", own))
      let labels = TableQuery(from: "own", groupBy: [.init("label")], measures: [try .init("sum", "sum(amount)")])
      for workers in [1, 3] {
        var withLabel = sums
        withLabel.measures.append(try .init("label", "max(label)"))
        let with = try run(withLabel, [(join, theirs)], on: own, chunkRows: 16, workers: workers)
        #expect(rows(with).map { Array($0.prefix(3)) } == rows(without))
        for row in rows(with) {
          let key = row[0].doubleValue
          let expected = theirKeys.first { Double($0) == key }.map { Scalar.string("label \($0 % 5)") } ?? .null
          #expect(row[3] == expected)
        }
        var expected: [String?: Int64] = [:]
        for (key, amount) in zip(keys, amounts) {
          let label = key.flatMap { theirKeys.contains(Int($0)) ? "label \($0 % 5)" : nil }
          expected[label, default: 0] += amount
        }
        let found = rows(try run(labels, [(join, theirs)], on: own, chunkRows: 7, workers: workers))
        #expect(found.count == expected.count)
        for row in found {
          let label: String? = if case .string(let text) = row[0] { text } else { nil }
          #expect(row[1] == expected[label].map { .int($0) })
        }
      }
    }
  }
}
