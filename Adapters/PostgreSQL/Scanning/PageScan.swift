import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The scan of one large table by several connections: each reads ranges of pages, all in one exported snapshot.
///
/// Ranges are read in any order and joined in theirs, so that the chunks are those of a scan by one connection.
struct PageScan: Sendable {
  private let table: PostgreSQLTable
  private let request: ScanRequest
  private let state: PostgreSQLTable.State

  /// 4 MB of the table: its rows fit in memory for each worker, and a statement for each is lost among them.
  private static let pagesInRange = 512

  init(_ table: PostgreSQLTable, _ request: ScanRequest, _ state: PostgreSQLTable.State) {
    self.table = table
    self.request = request
    self.state = state
  }

  /// Nil if the table is too small to be shared, or there is no other connection to share it with.
  func run(
    _ connection: PostgreSQLConnection, _ watch: Watch,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary? {
    let pool = table.source.pool
    try connection.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + PostgreSQLTable.settings, watch)
    // The snapshot is taken first: what is visible in it is in pages that the table has afterwards.
    guard let snapshot = try connection.rows("SELECT pg_export_snapshot()", watch).first?[0],
      let size = try connection.rows(
        "SELECT pg_relation_size(\(table.relation.number)) / current_setting('block_size')::int", watch
      ).first?[0], let pages = Int(size), pages > Self.pagesInRange
    else { return nil }
    let ranges = stride(from: 0, to: pages, by: Self.pagesInRange).map { $0..<$0 + Self.pagesInRange }
    var connections = [connection]
    defer { for other in connections.dropFirst() { pool.giveBack(other) } }
    while connections.count < min(request.workers, ranges.count) {
      guard let other = try? pool.takeIfFree(watch) else { break }
      connections.append(other)
      try other.command(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '\(snapshot)'; "
          + PostgreSQLTable.settings, watch)
    }
    guard connections.count > 1 else { return nil }
    let joiner = ChunkJoiner(table, request, state)
    let workers = connections
    do {
      try Workers.run(workers.count) { worker in
        do {
          while let turn = joiner.next(below: ranges.count) {
            let (batch, warnings) = try read(ranges[turn], workers[worker], watch)
            try joiner.join(batch, turn, turn == 0 ? warnings : Warnings(), watch, body: body)
          }
        } catch {
          joiner.fail(error)
          throw error
        }
      }
      try joiner.finish(body: body)
    } catch {
      // Others stop because one has failed, and that one says why.
      throw joiner.failure ?? error
    }
    return joiner.summary
  }

  private func read(
    _ pages: Range<Int>, _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws -> (Batch, Warnings) {
    let columns = request.columns.map { state.columns[$0] }
    try connection.sendCopy(table.copy(columns, pages: pages), watch)
    var reader = ResultReader(
      columns, facts: request.columns.map { state.facts[$0] }, usesCopy: true, connection)
    while !reader.isAtEnd {
      try reader.readBatch(limit: RowStage.capacity, watch)
      try table.check(reader, request, state)
      try watch.check()
    }
    return (
      Batch(columns: reader.sinks.map { $0.finish() }, rowCount: reader.rowCount, firstRow: 0), reader.warnings()
    )
  }
}

/// Joins the rows of ranges, which are read at once, in the order of the ranges, and cuts them into chunks.
final class ChunkJoiner: Sendable {
  private struct State {
    var claimed = 0
    /// The range whose rows come next.
    var turn = 0
    var builders: [ColumnBuilder]
    var rows = 0
    var chunk = 0
    var firstRow = 0
    var warnings = Warnings()
    var failure: (any Error)?
  }

  private struct Stopped: Error {}

  private let state: Locked<State>
  private let chunkRows: Int

  init(_ table: PostgreSQLTable, _ request: ScanRequest, _ known: PostgreSQLTable.State) {
    state = Locked(State(builders: request.columns.map { ColumnBuilder(known.type($0)) }))
    chunkRows = request.chunkRows
  }

  /// The next range for a worker; nil when there are no more, or somebody failed.
  func next(below count: Int) -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.claimed < count else { return nil }
      defer { state.claimed += 1 }
      return state.claimed
    }
  }

  /// Only the first is kept.
  func fail(_ error: any Error) {
    if error is Stopped { return }
    state.withLock { state in if state.failure == nil { state.failure = error } }
  }

  var failure: (any Error)? { state.withLock { $0.failure } }

  var summary: ScanSummary { state.withLock { ScanSummary(rowCount: $0.firstRow, warnings: $0.warnings) } }

  /// Waits for the turn of a range, appends its rows, and hands on the chunks that became full.
  ///
  /// Ranges are claimed in order, so that the one whose turn it is is always being read by somebody.
  func join(
    _ batch: Batch, _ turn: Int, _ warnings: Warnings, _ watch: Watch,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws {
    while true {
      let isTurn = try state.withLock { state in
        if state.failure != nil { throw Stopped() }
        return state.turn == turn
      }
      if isTurn { break }
      try watch.check()
      Pause.short()
    }
    let full = state.withLock { state in
      state.warnings.add(contentsOf: warnings)
      var full: [(chunk: Int, batch: Batch)] = []
      var from = 0
      while from < batch.rowCount {
        let count = min(chunkRows - state.rows, batch.rowCount - from)
        for index in state.builders.indices {
          state.builders[index].append(contentsOf: batch.columns[index][from..<from + count])
        }
        from += count
        state.rows += count
        if state.rows == chunkRows { full.append(Self.cut(&state)) }
      }
      state.turn += 1
      return full
    }
    for (chunk, batch) in full { try body(chunk, batch) }
  }

  /// Hands on the last chunk.
  func finish(body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void) throws {
    let last = state.withLock { state in state.rows > 0 ? Self.cut(&state) : nil }
    if let (chunk, batch) = last { try body(chunk, batch) }
  }

  private static func cut(_ state: inout State) -> (chunk: Int, batch: Batch) {
    var columns: [Column] = []
    for index in state.builders.indices { columns.append(state.builders[index].finish()) }
    let batch = Batch(columns: columns, rowCount: state.rows, firstRow: state.firstRow)
    defer {
      state.firstRow += state.rows
      state.rows = 0
      state.chunk += 1
    }
    return (state.chunk, batch)
  }
}
