import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

/// Data read by range readers is always charged to the memory budget. First the reader holds it, then the joiner while
/// it waits and is appended, then the chunk in progress.
@Suite struct ChunkJoinerTests {
  private static func batch(_ numbers: Range<Int64>) -> Batch {
    Batch(columns: [Column(Array(numbers))], rowCount: numbers.count, firstRow: 0)
  }

  private static func used(of budget: MemoryBudget) -> Int { budget.limit - budget.remaining }

  @Test func readDataIsChargedUntilItIsProcessed() throws {
    let budget = MemoryBudget(limit: 1 << 20)
    do {
      let joiner = ChunkJoiner([.int64], chunkRows: 1000, mostAhead: 4, memory: budget)
      let held = MemoryShare(of: budget)
      try held.hold(5000)
      try joiner.join(Self.batch(600..<1100), 1, Warnings(), held: held) { _, _ in
        Issue.record("rows were handed on before their turn")
      }
      #expect(Self.used(of: budget) == 4000)
      try held.hold(5000)
      try joiner.join(Self.batch(0..<600), 0, Warnings(), held: held) { chunk, batch in
        #expect(chunk == 0 && batch.rowCount == 1000 && Self.used(of: budget) == 8000 + 800)
        for row in 0..<1000 { #expect(batch.columns[0][row] == .int(Int64(row))) }
      }
      #expect(Self.used(of: budget) == 800)
      let summary = try joiner.run(readers: 1) { chunk, batch in
        #expect(chunk == 1 && batch.rowCount == 100)
      } read: { _ in
      }
      #expect(summary.rowCount == 1100)
    }
    #expect(Self.used(of: budget) == 0, "what nobody holds any more is given back")
  }

  /// The rows exist twice while they are appended.
  @Test(arguments: [(9000, false), (30_000, true)])
  func appendFailsWithoutMemoryForACopy(limit: Int, hasRoom: Bool) throws {
    let budget = MemoryBudget(limit: limit)
    let joiner = ChunkJoiner([.int64], chunkRows: 2000, mostAhead: 4, memory: budget)
    let held = MemoryShare(of: budget)
    try held.hold(8000)
    func join() throws { try joiner.join(Self.batch(0..<1000), 0, Warnings(), held: held) { _, _ in } }
    if hasRoom {
      try join()
    } else {
      let error = #expect(throws: AugerError.self) { try join() }
      #expect(error?.code == .lowMemory)
    }
  }
}
