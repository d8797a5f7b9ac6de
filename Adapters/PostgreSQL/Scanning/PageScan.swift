import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A parallel scan of a large table. Several connections read ranges of pages in one exported snapshot.
///
/// Ranges are read in any order and joined in page order, so the chunks equal those of a scan by one connection.
struct PageScan: Sendable {
  private let table: ServerTable
  private let request: ScanRequest
  private let state: ServerTable.State

  /// A range is 1 MB of the table. The rows of a few ranges fit in memory, and the overhead of a statement is
  /// negligible.
  private static let pagesInRange = 128
  /// The number of ranges in a statement. Otherwise the server would be idle while the rows of a range are processed.
  private static let rangesInStatement = 32
  /// The minimum number of pages for a second connection.
  private static let fewPages = 512

  init(_ table: ServerTable, _ request: ScanRequest, _ state: ServerTable.State) {
    self.table = table
    self.request = request
    self.state = state
  }

  /// Runs the scan. Nil if the table is too small, or if no other connection is available.
  func run(
    _ connection: PostgreSQLConnection, _ watch: Watch,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary? {
    let pool = table.source.pool
    try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + ServerTable.settings, watch)
    // The snapshot is exported first: all rows visible in it are in pages that exist afterwards.
    guard let snapshot = try connection.rows("SELECT pg_export_snapshot()", columns: 1, watch).first?[0],
      let size = try connection.rows(
        "SELECT pg_relation_size(\(table.relation.number)) / current_setting('block_size')::int", columns: 1, watch
      ).first?[0], let pages = Int(size), pages > Self.fewPages
    else { return nil }
    let ranges = stride(from: 0, to: pages, by: Self.pagesInRange).map { $0..<$0 + Self.pagesInRange }
    var connections = [connection]
    defer { for other in connections.dropFirst() { pool.giveBack(other) } }
    while connections.count < min(request.workers, ranges.count) {
      guard let other = try? pool.takeIfFree(watch) else { break }
      other.limitRows(to: watch.control.memory)
      connections.append(other)
      try other.begin(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '\(snapshot)'; "
          + ServerTable.settings, watch)
    }
    guard connections.count > 1 else { return nil }
    let joiner = ChunkJoiner(
      request.columns.map(state.type), chunkRows: request.chunkRows, mostAhead: 2 * connections.count,
      memory: watch.control.memory)
    let workers = connections
    return try joiner.run(readers: workers.count, body: body) { worker in
      try read(ranges, from: worker, by: workers.count, workers[worker], joiner, watch, body: body)
    }
  }

  /// Reads every `step`-th range from `first`, and delivers each when it is complete.
  private func read(
    _ ranges: [Range<Int>], from first: Int, by step: Int, _ connection: PostgreSQLConnection, _ joiner: ChunkJoiner,
    _ watch: Watch, body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws {
    let columns = request.columns.map { state.columns[$0] }
    var reader = WireReader(
      columns, facts: request.columns.map { state.facts[$0] }, usesCopy: true, connection)
    let share = MemoryShare(of: watch.control.memory)
    for turn in stride(from: first, to: ranges.count, by: step) {
      guard try joiner.mayRead(turn, check: watch.check) else { return }
      if connection.copiesToCome == 0 {
        let asked = stride(from: turn, to: ranges.count, by: step).prefix(Self.rangesInStatement)
        try connection.sendCopies(asked.map { table.copy(columns, pages: ranges[$0]) }, watch)
      }
      if turn > first { reader.restart() }
      while !reader.isAtEnd {
        try reader.readBatch(limit: WireStage.capacity, watch, share)
        try table.check(reader, request, state)
        try watch.check()
      }
      let batch = Batch(columns: reader.sinks.map { $0.finish() }, rowCount: reader.rowCount, firstRow: 0)
      try joiner.join(batch, turn, turn == 0 ? reader.warnings() : Warnings(), held: share, body: body)
    }
  }
}
