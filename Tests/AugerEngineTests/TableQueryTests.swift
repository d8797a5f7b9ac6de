import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import Testing

@Suite struct TableQueryTests {
  /// Computed anew for each test: AddressSanitizer reports values held by a global as leaks.
  static var sales: Table {
    Table([
      ("region", Column(["West", "East", nil, "East", "West", "West"] as [String?])),
      ("year", Column([2024, 2023, 2023, 2024, 2023, 2024] as [Int64])),
      ("amount", Column([10, 2.5, 4, nil, 1, 0.5] as [Double?])),
    ])
  }

  private func run(
    _ query: TableQuery, arguments: QueryArguments = [:], limits: QueryLimits = .none, on table: Table = sales,
    chunkRows: Int = 2, workers: Int = 1
  ) throws -> Table {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = chunkRows
    let result = try executor.execute(query, on: StoredTable("sales", table), arguments: arguments, limits: limits)
    try result.validate()
    return result
  }

  private func rows(_ table: Table) -> [[Scalar]] { (0..<table.rowCount).map { row in table.columns.map { $0[row] } } }

  @Test func groupsAreSortedByKeyWithNullsFirst() throws {
    let result = try run(
      TableQuery(
        from: "sales", groupBy: [.init("region")],
        measures: [.init("total", "sum(amount)"), .init("rows", "count()"), .init("known", "count(amount)")]))
    #expect(result.schema.names == ["region", "total", "rows", "known"])
    #expect(
      rows(result) == [
        [.null, .float(4), .int(1), .int(1)], [.string("East"), .float(2.5), .int(2), .int(1)],
        [.string("West"), .float(11.5), .int(3), .int(3)],
      ])
  }

  @Test func derivedColumnsServeGroupsFiltersAndMeasures() throws {
    let result = try run(
      TableQuery(
        from: "sales", derive: [.init("double", "amount * 2"), .init("isLate", "year > 2023")],
        filters: [.init("double > 1")], groupBy: [.init("isLate")],
        measures: [.init("total", "sum(double) / count()")]))
    #expect(rows(result) == [[.bool(false), .float(5)], [.bool(true), .float(20)]])
  }

  @Test func ungroupedAggregateHasOneRowEvenIfTableIsEmpty() throws {
    let query = TableQuery(
      from: "sales", filters: [try .init("year > 3000")],
      measures: [try .init("n", "count()"), try .init("total", "sum(amount)")])
    #expect(rows(try run(query)) == [[.int(0), .null]])
  }

  @Test func emptyTableHasNoGroups() throws {
    let query = TableQuery(
      from: "sales", filters: [try .init("year > 3000")], groupBy: [.init("region")],
      measures: [try .init("n", "count()")])
    #expect(try run(query).rowCount == 0)
  }

  @Test func selectionPreservesOrderAndColumns() throws {
    let result = try run(TableQuery(from: "sales", filters: [.init("region is not null")], limit: 3))
    #expect(result.schema.names == ["region", "year", "amount"])
    #expect(result["amount"]?.scalars == [.float(10), .float(2.5), .null])
  }

  @Test func selectionNamesTheColumns() throws {
    let result = try run(
      TableQuery(
        from: "sales", derive: [.init("next", "year + 1")], select: [.init("next"), .init("region")], limit: 1))
    #expect(result.schema.names == ["next", "region"])
    #expect(rows(result) == [[.int(2025), .string("West")]])
  }

  @Test func orderBreaksTiesByTheRemainingKeys() throws {
    let result = try run(
      TableQuery(
        from: "sales", groupBy: [.init("region"), .init("year")], measures: [.init("n", "count()")],
        orderBy: [.init("n", isDescending: true)], limit: 3))
    #expect(
      rows(result) == [
        [.string("West"), .int(2024), .int(2)], [.null, .int(2023), .int(1)], [.string("East"), .int(2023), .int(1)],
      ])
    #expect(result.properties.isSorted)
  }

  @Test func argumentsBindAndOptionalConditionsAreDropped() throws {
    let query = TableQuery(
      from: "sales", filters: [try .init("year == $Year"), try .init("region in ($Regions)", isOptional: true)],
      measures: [try .init("n", "count()")])
    #expect(rows(try run(query, arguments: ["Year": .scalar(.int(2024))])) == [[.int(3)]])
    let both: QueryArguments = ["Year": .scalar(.int(2024)), "Regions": .list([.string("East"), .string("North")])]
    #expect(rows(try run(query, arguments: both)) == [[.int(1)]])
    #expect(throws: DiagnosticError.self) { try run(query) }
  }

  @Test func unknownNamesAreAllReportedWithSuggestions() throws {
    let query = TableQuery(
      from: "sales", filters: [try .init("yaer > 1")], groupBy: [.init("regoin")],
      measures: [try .init("total", "sum(amuont)")])
    let error = #expect(throws: DiagnosticError.self) { try run(query) }
    #expect(
      error?.diagnostics.map(\.hint) == [
        "Did you mean 'year'?", "Did you mean 'region'?", "Did you mean 'amount'?",
      ])
  }

  @Test func limitsStopTheQuery() {
    let query = TableQuery(from: "sales")
    let error = #expect(throws: AugerError.self) { try run(query, limits: QueryLimits(rows: 5)) }
    #expect(error?.code == .limitExceeded)
    #expect(throws: AugerError.self) { try run(query, limits: QueryLimits(bytes: 10)) }
    #expect(throws: Never.self) { try run(query, limits: QueryLimits(rows: 6)) }
  }

  @Test func divisionByZeroIsNullAndCountedOnce() throws {
    let result = try run(
      TableQuery(from: "sales", derive: [.init("x", "amount / (year - 2023)")], select: [.init("x")]))
    #expect(result["x"]?.scalars == [.float(10), .null, .null, .null, .null, .float(0.5)])
    #expect(result.warnings.items.map(\.count) == [3])
    #expect(result.warnings.items.first?.firstPlace?.contains("2") == true)
  }

  @Test func cancellationStopsTheQuery() {
    let control = RunControl()
    control.cancel()
    let error = #expect(throws: AugerError.self) {
      try TableQueryExecutor().execute(TableQuery(from: "sales"), on: StoredTable("sales", Self.sales), control)
    }
    #expect(error?.code == .cancelled)
  }

  @Test func resultDoesNotDependOnThreadCount() throws {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let count = 5000
    let table = Table([
      ("key", Column((0..<count).map { _ in "k\(next() % 50)" })),
      ("value", Column((0..<count).map { _ in Double(next()) / 1000 })),
    ])
    let query = TableQuery(
      from: "sales", groupBy: [.init("key")],
      measures: [
        try .init("total", "sum(value)"), try .init("mean", "avg(value)"), try .init("spread", "stddev(value)"),
        try .init("middle", "median(value)"), try .init("first", "first(value)"),
      ])
    let expected = rows(try run(query, on: table, chunkRows: 64))
    for workers in [2, 3, 8] {
      #expect(rows(try run(query, on: table, chunkRows: 64, workers: workers)) == expected)
    }
  }
}
