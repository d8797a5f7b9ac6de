import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Testing

/// The memory that a query uses is charged to the budget of its run before the allocation and returned at the end.
@Suite struct MemoryTests {
  private static let rows = 20_000

  private let table = StoredTable(
    "t",
    Table([
      ("id", Column((0..<Self.rows).map { Int64($0) })),
      ("name", Column((0..<Self.rows).map { "a name of some length \($0)" })),
      ("kind", Column((0..<Self.rows).map { Int64($0 % 7) })),
    ]))

  private func run(_ query: TableQuery, memory: MemoryBudget, limits: QueryLimits = .none) throws -> Table {
    try TableQueryExecutor(workers: 2).execute(query, on: table, limits: limits, RunControl(memory: memory))
  }

  private static func queries() throws -> [(query: TableQuery, refusedAt: Int, enough: Int)] {
    [
      (TableQuery(from: "t"), 500_000, 8 << 20),
      (TableQuery(from: "t", orderBy: [.init("name")]), 2_000_000, 16 << 20),
      (TableQuery(from: "t", groupBy: [.init("name")], measures: [try .init("n", "count()")]), 1_000_000, 16 << 20),
      (TableQuery(from: "t", measures: [try .init("n", "countDistinct(name)")]), 500_000, 16 << 20),
      (TableQuery(from: "t", measures: [try .init("n", "median(id)")]), 100_000, 8 << 20),
      (
        TableQuery(from: "t", derive: [try .init("d", "concat(name, name)")], select: [.init("d")]), 500_000, 16 << 20
      ),
    ]
  }

  @Test func oversizedResultFailsAndReturnsItsMemory() throws {
    for (query, refusedAt, enough) in try Self.queries() {
      let small = MemoryBudget(limit: refusedAt)
      let error = #expect(throws: AugerError.self, "\(query)") { try run(query, memory: small) }
      #expect(error?.code == .lowMemory)
      #expect(small.remaining == refusedAt)
      let large = MemoryBudget(limit: enough)
      let result = try run(query, memory: large)
      #expect(result.rowCount > 0)
      #expect(large.remaining == enough)
    }
  }

  @Test func fewGroupsOfManyRowsNeedLittleMemory() throws {
    let query = TableQuery(from: "t", groupBy: [.init("kind")], measures: [try .init("n", "sum(id)")])
    #expect(try run(query, memory: MemoryBudget(limit: 100_000)).rowCount == 7)
  }

  @Test func otherRunOfSameBudgetReducesMemory() throws {
    let budget = MemoryBudget(limit: 8 << 20)
    let other = MemoryShare(of: budget)
    _ = try run(TableQuery(from: "t"), memory: budget)
    try other.hold(7 << 20)
    #expect(throws: AugerError.self) { try run(TableQuery(from: "t"), memory: budget) }
  }

  /// The bytes of a result are counted while it grows, not after it is complete.
  @Test func oversizedResultStopsReadingEarly() throws {
    let counting = Counting(table)
    #expect(throws: AugerError.self) {
      try TableQueryExecutor(workers: 1).execute(
        TableQuery(from: "t"), on: counting, limits: QueryLimits(bytes: 100_000), RunControl())
    }
    #expect(counting.chunks.withLock { $0 } < 5)
  }

  /// A table that delivers chunks of 1000 rows and counts them.
  private struct Counting: ScannableTable {
    let base: StoredTable
    let chunks = Locked(0)

    init(_ base: StoredTable) { self.base = base }

    var name: String { base.name }

    func schema(_ control: RunControl) -> Schema { base.schema(control) }

    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary {
      var request = request
      request.chunkRows = 1000
      return try base.scan(request, control) { chunk, batch in
        chunks.withLock { $0 += 1 }
        try body(chunk, batch)
      }
    }
  }
}
