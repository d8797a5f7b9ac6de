import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation
import TestSupport
import Testing

@Suite("Queries that share one scan of a table and stop it early")
struct SharedScanTests {
  /// A table that counts its scans and the rows it delivers.
  private final class Counting: ScannableTable {
    let stored: StoredTable
    let counts = Locked((scans: 0, rows: 0))
    var name: String { stored.name }
    var scans: Int { counts.withLock { $0.scans } }
    var rows: Int { counts.withLock { $0.rows } }

    init(_ table: Table) { stored = StoredTable("t", table) }

    func schema(_ control: RunControl) -> Schema { stored.schema(control) }

    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary {
      counts.withLock { $0.scans += 1 }
      let summary = try stored.scan(request, control, body: body)
      counts.withLock { $0.rows += summary.rowCount }
      return summary
    }
  }

  private static func table(_ rows: Int = 10_000) -> Table {
    let numbers = (0..<rows).map { Int64($0) }
    let fractions = numbers.map { Double(($0 &* 7919) % 1009) / 7 }
    let words = numbers.map { "w\($0 % 13)" }
    let big = numbers.map { $0 == 5000 ? Int64.max : $0 }
    return Table([("n", Column(numbers)), ("x", Column(fractions)), ("word", Column(words)), ("big", Column(big))])
  }

  private func executor(workers: Int = 2) -> TableQueryExecutor {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = 128
    return executor
  }

  @Test("a shared scan reads the table once and each result equals that of a separate query", arguments: [1, 2])
  func once(workers: Int) throws {
    let queries = [
      TableQuery(from: "t", groupBy: [.init("word")], measures: [try .init("s", "sum(x)")]),
      TableQuery(
        from: "t", derive: [try .init("d", "n / 100")], groupBy: [.init("d")], measures: [try .init("m", "avg(x)")]),
      TableQuery(from: "t", filters: [try .init("x > $least")], orderBy: [.init("x", isDescending: true)], limit: 7),
      TableQuery(from: "t", measures: [try .init("s", "sum(big)")]),
      TableQuery(from: "t", measures: [try .init("s", "sum(word)")]),
      TableQuery(from: "t", filters: [try .init("n < 300")]),
    ]
    let requests = queries.map { TableQueryExecutor.Request($0, arguments: ["least": .scalar(.float(50))]) }
    let counting = Counting(Self.table())
    let together = executor(workers: workers).execute(requests, on: counting)
    #expect(counting.scans == 1)
    for (request, result) in zip(requests, together) {
      let alone = Result {
        try executor(workers: 1).execute(request.query, on: counting.stored, arguments: request.arguments)
      }
      switch (result, alone) {
      case (.success(let a), .success(let b)):
        #expect(a.hasSameContents(as: b))
        #expect(a.warnings == b.warnings)
      case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)")
      default: Issue.record("\(result) is not \(alone)")
      }
    }
    let failed = together.map { (try? $0.get()) == nil }
    #expect(failed == [false, false, false, true, true, false])
  }

  @Test("sums of a wide table do not depend on the columns that are read")
  func wideTables() throws {
    let columns: [(name: String, column: Column)] = (0..<400).map { index in
      let values = (0..<Inputs.count(30_000)).map { row -> Double in Double((row &* 31 &+ index) % 977) / 3 }
      return ("c\(index)", Column(values))
    }
    let stored = StoredTable("t", Table(columns))
    let first = TableQuery(from: "t", measures: [try .init("s", "sum(c0)")])
    let all = TableQuery(
      from: "t", measures: try columns.map { try TableQuery.Named("s" + $0.name, "sum(\($0.name))") })
    let executor = TableQueryExecutor(workers: 1)
    let sums = try executor.execute([.init(first), .init(all)], on: stored).map { try $0.get() }
    #expect(sums[0].columns[0][0] == sums[1].columns[0][0])
    #expect(try executor.execute(first, on: stored).columns[0][0] == sums[0].columns[0][0])
  }

  @Test("a filter with a limit stops the scan early")
  func earlyStop() throws {
    let counting = Counting(Self.table())
    let near = try executor().execute(TableQuery(from: "t", filters: [.init("n > 9")], limit: 3), on: counting)
    #expect(near.columns[0].scalars == [.int(10), .int(11), .int(12)])
    #expect(counting.rows == 128)
    let far = try executor().execute(TableQuery(from: "t", filters: [.init("n > 9990")], limit: 3), on: counting)
    #expect(far.columns[0].scalars == [.int(9991), .int(9992), .int(9993)])
    #expect(counting.rows < 12_400)
    let few = try executor().execute(TableQuery(from: "t", filters: [.init("n > 9990")], limit: 30), on: counting)
    #expect(few.rowCount == 9)
  }

  @Test("a failure after the limit is still reported")
  func failureAfterTheLimitIsReported() throws {
    let query = TableQuery(from: "t", filters: [try .init("big + 1 > 0")], limit: 3)
    #expect(throws: (any Error).self) { try executor().execute(query, on: Counting(Self.table())) }
  }

  @Test(
    "order with limit returns the same rows as a full sort",
    arguments: Inputs.areFew ? [1, 129] : [1, 10, 129, 3000, 20_000])
  func topRows(limit: Int) throws {
    for ordering in [[TableQuery.Ordering("x", isDescending: true)], [.init("word"), .init("x")], [.init("word")]] {
      let all = try executor().execute(
        TableQuery(from: "t", orderBy: ordering), on: StoredTable("t", Self.table(40_000)))
      let top = try executor().execute(
        TableQuery(from: "t", orderBy: ordering, limit: limit), on: StoredTable("t", Self.table(40_000)))
      let isSame = top.hasSameContents(as: all[rows: 0..<limit])
      #expect(isSame)
      try top.validate()
    }
  }

  @Test("the row limit applies to the result")
  func rowLimits() throws {
    let query = TableQuery(from: "t", orderBy: [.init("x")], limit: 10)
    let result = try executor().execute(query, on: Counting(Self.table()), limits: QueryLimits(rows: 10))
    #expect(result.rowCount == 10)
  }
}
