import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import Testing

/// Conditions on groups, and pivots, which turn the values of a key into columns.
@Suite struct GroupResultTests {
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
    _ control: RunControl = RunControl()
  ) throws -> Table {
    var executor = TableQueryExecutor(workers: 1)
    executor.chunkRows = 2
    let result = try executor.execute(
      query, on: StoredTable("sales", table), arguments: arguments, limits: limits, control)
    try result.validate()
    return result
  }

  private func rows(_ table: Table) -> [[Scalar]] { (0..<table.rowCount).map { row in table.columns.map { $0[row] } } }

  private func query(
    _ keys: [String], _ measures: [(String, String)], having: [String] = [], pivot: String? = nil,
    orderBy: [TableQuery.Ordering] = [], limit: Int? = nil
  ) throws -> TableQuery {
    TableQuery(
      from: "sales", groupBy: keys.map { .init($0) }, measures: try measures.map { try .init($0.0, $0.1) },
      having: try having.map { try .init($0, name: "having") }, pivot: pivot.map { .init($0) }, orderBy: orderBy,
      limit: limit)
  }

  // MARK: Conditions on groups

  @Test func groupConditionsUseKeysMeasuresAndOtherAggregates() throws {
    let measures = [("total", "sum(amount)")]
    #expect(
      rows(try run(query(["region"], measures, having: ["total > 3"]))) == [
        [.null, .float(4)], [.string("West"), .float(11.5)],
      ])
    #expect(
      rows(try run(query(["region"], measures, having: ["count() > 1", "region is not null"]))) == [
        [.string("East"), .float(2.5)], [.string("West"), .float(11.5)],
      ])
    #expect(rows(try run(query(["region"], measures, having: ["count() > 1 and sum(amount) > 3"]))).count == 1)
    #expect(try run(query(["region"], measures, having: ["max(year) > 2023"])).schema.names == ["region", "total"])
  }

  @Test func measureHidesColumnOfSameNameInGroupConditions() throws {
    let result = try run(query(["region"], [("amount", "max(amount)")], having: ["amount > 3", "sum(amount) < 11"]))
    #expect(rows(result) == [[.null, .float(4)]])
  }

  @Test func conditionCanExcludeTheOnlyGroup() throws {
    #expect(rows(try run(query([], [("n", "count()")], having: ["n > 5"]))) == [[.int(6)]])
    #expect(try run(query([], [("n", "count()")], having: ["n > 6"])).rowCount == 0)
  }

  @Test func orderAndLimitApplyAfterGroupConditions() throws {
    let result = try run(
      query(
        ["region"], [("n", "count()")], having: ["n < 3"], orderBy: [.init("n", isDescending: true)], limit: 1))
    #expect(rows(result) == [[.string("East"), .int(2)]])
  }

  @Test func groupConditionArgumentsBindAndOptionalOnesAreDropped() throws {
    var query = try query(["region"], [("n", "count()")])
    query.having = [try .init("n >= $Least"), try .init("n <= $Most", isOptional: true)]
    #expect(query.argumentNames == ["Least", "Most"])
    #expect(try run(query, arguments: ["Least": .scalar(.int(2))]).rowCount == 2)
    #expect(try run(query, arguments: ["Least": .scalar(.int(2)), "Most": .scalar(.int(2))]).rowCount == 1)
  }

  @Test func groupConditionSeesOnlyGroupsThatEarlierOnesAccept() throws {
    let measures = [("n", "count()")]
    let first = try run(query(["region"], measures, having: ["n != 2", "6 / (n - 2) > 0"]))
    #expect(first.rowCount == 1 && first.warnings.isEmpty)
    let second = try run(query(["region"], measures, having: ["6 / (n - 2) > 0", "n != 2"]))
    #expect(second.rowCount == 1 && second.warnings.items.map(\.count) == [1])
  }

  @Test(arguments: [
    ("⟦amount⟧ > 3", Diagnostic.Code.columnOutsideAggregate, "such as max(amount)"),
    ("⟦totl⟧ > 3", .unknownColumn, "Did you mean 'total'?"),
    ("sum(⟦amuont⟧) > 3", .unknownColumn, "Did you mean 'amount'?"),
    ("⟦region + 'x'⟧", .wrongArgumentType, ""),
    ("⟦running(total)⟧ > 1", .windowNotAllowed, ""),
  ])
  func groupConditionErrorsHaveLocations(_ marked: String, _ code: Diagnostic.Code, _ hint: String) throws {
    let parts = marked.split(omittingEmptySubsequences: false) { "⟦⟧".contains($0) }
    let error = #expect(throws: DiagnosticError.self) {
      try run(query(["region"], [("total", "sum(amount)")], having: [parts.joined()]))
    }
    let found = try #require(error?.diagnostics.first)
    #expect(error?.diagnostics.count == 1 && found.code == code, "\(found)")
    #expect(found.place?.span == SourceSpan(parts[0].utf8.count, parts[0].utf8.count + parts[1].utf8.count))
    #expect(hint.isEmpty || found.hint?.contains(hint) == true, "\(found.hint ?? "")")
  }

  @Test func groupConditionRequiresGroups() throws {
    var query = TableQuery(from: "sales")
    query.having = [try .init("year > 2023")]
    let error = #expect(throws: DiagnosticError.self) { try run(query) }
    #expect(error?.diagnostics.map(\.code) == [.havingWithoutGroups])
    #expect(error?.diagnostics.first?.place != nil)
  }

  // MARK: Pivots

  @Test func pivotMakesSortedColumnsOfKeyValues() throws {
    let result = try run(query(["region", "year"], [("total", "sum(amount)")], pivot: "region"))
    #expect(result.schema.names == ["year", "(no value)", "East", "West"])
    #expect(
      rows(result) == [
        [.int(2023), .float(4), .float(2.5), .float(1)], [.int(2024), .null, .null, .float(10.5)],
      ])
  }

  @Test func pivotMakesOneColumnPerMeasureAndValue() throws {
    let result = try run(
      query(["year", "region"], [("n", "count()"), ("total", "sum(amount)")], pivot: "year"))
    #expect(result.schema.names == ["region", "2023 n", "2023 total", "2024 n", "2024 total"])
    #expect(
      rows(result) == [
        [.null, .int(1), .float(4), .null, .null],
        [.string("East"), .int(1), .float(2.5), .int(1), .null],
        [.string("West"), .int(1), .float(1), .int(2), .float(10.5)],
      ])
  }

  @Test func pivotByOnlyKeyHasOneRow() throws {
    let result = try run(query(["year"], [("n", "count()")], pivot: "year"))
    #expect(result.schema.names == ["2023", "2024"])
    #expect(rows(result) == [[.int(3), .int(3)]])
  }

  @Test func pivotWithoutGroupsHasNoRows() throws {
    let result = try run(query(["region", "year"], [("n", "count()")], having: ["n > 9"], pivot: "year"))
    #expect(result.schema.names == ["region"] && result.rowCount == 0)
  }

  @Test func pivotFollowsGroupConditionsAndPrecedesOrderAndLimit() throws {
    let result = try run(
      query(
        ["region", "year"], [("n", "count()")], having: ["region is not null"], pivot: "year",
        orderBy: [.init("region", isDescending: true)], limit: 1))
    #expect(rows(result) == [[.string("West"), .int(1), .int(2)]])
    #expect(result.properties.isSorted)
  }

  @Test func pivotRowsAreOrderedOnlyByKeys() throws {
    var query = try query(["region", "year"], [("n", "count()")], pivot: "year")
    query.orderBy = [.init("n")]
    let error = #expect(throws: DiagnosticError.self) { try run(query) }
    let found = try #require(error?.diagnostics.first)
    #expect(found.code == .unknownColumn && found.notes == ["the rows of a pivot are ordered by their keys"])
  }

  @Test func emptyStringHasItsOwnNameAndInstantsEndWithZ() throws {
    let moments = try Column(.timestamp(zone: "Europe/Berlin"), [.timestamp(Timestamp(microseconds: 0)), .null])
    let table = Table([("kind", Column(["", "x"])), ("at", moments)])
    let measures = [("n", "count()")]
    #expect(try run(query(["kind"], measures, pivot: "kind"), on: table).schema.names == ["(empty)", "x"])
    #expect(
      try run(query(["at"], measures, pivot: "at"), on: table).schema.names == ["(no value)", "1970-01-01T00:00:00Z"])
  }

  @Test func duplicateColumnNamesFailAtThePivot() throws {
    let table = Table([("kind", Column(["region", "x"])), ("region", Column(["a", "b"]))])
    let place = Diagnostic.Place(SourceText(name: "q", text: "kind"), SourceSpan(0, 4))
    var query = try query(["region", "kind"], [("n", "count()")])
    query.pivot = .init("kind", at: place)
    let error = #expect(throws: DiagnosticError.self) { try run(query, on: table) }
    #expect(error?.diagnostics.map(\.code) == [.duplicateName] && error?.diagnostics.first?.place == place)
    #expect(error?.diagnostics.first?.message.contains("'region'") == true)
  }

  @Test func pivotLimitsNumberOfColumns() throws {
    func table(_ values: Int) -> Table { Table([("x", Column((0..<values).map { Int64($0) }))]) }
    let one = try query(["x"], [("n", "count()")], pivot: "x")
    #expect(try run(one, on: table(1000)).schema.count == 1000)
    let error = #expect(throws: AugerError.self) { try run(one, on: table(1001)) }
    #expect(error?.code == .limitExceeded && error?.message.contains("1001 values") == true)
    let two = try query(["x"], [("n", "count()"), ("s", "sum(x)")], pivot: "x")
    #expect(try run(two, on: table(500)).schema.count == 1000)
    #expect(throws: AugerError.self) { try run(two, on: table(501)) }
  }

  @Test func pivotThatExceedsMemoryFails() throws {
    // 900 rows with 900 columns. Each row has a value in only one of them.
    let values = (0..<900).map { Int64($0) }
    let table = Table([("x", Column(values)), ("y", Column(values))])
    let query = try query(["x", "y"], [("n", "count()")], pivot: "y")
    #expect(try run(query, on: table, RunControl(memory: MemoryBudget(limit: 64 << 20))).rowCount == 900)
    let error = #expect(throws: AugerError.self) {
      try run(query, on: table, RunControl(memory: MemoryBudget(limit: 4 << 20)))
    }
    #expect(error?.code == .lowMemory)
  }
}
