import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Joins the rows of ranges that are read in parallel, in range order, and splits them into chunks.
///
/// Readers do not wait for each other: rows that arrive early are stored, and the reader of the preceding rows joins
/// them. Only a reader that is far ahead waits before it continues.
package final class ChunkJoiner: Sendable {
  private struct State {
    /// The range whose rows are joined next.
    var turn = 0
    /// Rows that arrived early, by range.
    var early: [Int: Batch] = [:]
    var builders: [ColumnBuilder]
    /// The bytes of delivered chunks that are still being processed.
    var handedOn = 0
    var rows = 0
    var chunk = 0
    var firstRow = 0
    var warnings = Warnings()
    var failure: (any Error)?
  }

  private let state: Locked<State>
  private let chunkRows: Int
  private let mostAhead: Int
  private let share: MemoryShare

  /// - Parameters:
  ///   - types: The types of the columns in every batch.
  ///   - mostAhead: The maximum number of ranges that are read or stored, which limits memory.
  ///   - memory: The budget for stored rows and for the chunk that is created from them.
  package init(_ types: [DataType], chunkRows: Int, mostAhead: Int, memory: MemoryBudget?) {
    state = Locked(State(builders: types.map { ColumnBuilder($0) }))
    self.chunkRows = chunkRows
    self.mostAhead = mostAhead
    share = MemoryShare(of: memory)
  }

  /// Waits until a range is close enough to the current one. Returns false if a reader failed.
  ///
  /// Each reader reads its ranges in order, so the current range is always being read.
  package func mayRead(_ range: Int, check: () throws -> Void) throws -> Bool {
    while true {
      let (isNear, hasFailed) = state.withLock { ($0.turn > range - mostAhead, $0.failure != nil) }
      if hasFailed { return false }
      if isNear { return true }
      try check()
      Pause.short()
    }
  }

  /// Runs `readers` readers in parallel, which pass their ranges to `join`, and delivers the last chunk.
  ///
  /// Throws the first error. Later errors may be its consequences.
  package func run(
    readers: Int, body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void,
    read: @Sendable (_ reader: Int) throws -> Void
  ) throws -> ScanSummary {
    do {
      try Workers.run(readers) { reader in
        do { try read(reader) } catch {
          state.withLock { state in if state.failure == nil { state.failure = error } }
          throw error
        }
      }
      if let (chunk, batch) = state.withLock({ state in state.rows > 0 ? Self.cut(&state) : nil }) {
        try body(chunk, batch)
      }
    } catch {
      throw state.withLock { $0.failure } ?? error
    }
    return state.withLock { ScanSummary(rowCount: $0.firstRow, warnings: $0.warnings) }
  }

  /// Adds the rows of a range and delivers chunks that have become full. Throws errors of `body`, and `lowMemory` if
  /// the rows do not fit in memory.
  ///
  /// - Parameter held: The reader's reservation for the batch. It is released as soon as the joiner has reserved the
  ///   memory.
  package func join(
    _ batch: Batch, _ range: Int, _ warnings: Warnings, held: MemoryShare,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws {
    let (full, bytes) = try state.withLock { state -> ([(chunk: Int, batch: Batch)], Int) in
      guard state.failure == nil else { return ([], 0) }
      state.warnings.add(contentsOf: warnings)
      state.early[range] = batch
      try held.hold(0)
      try hold(state)
      var full: [(chunk: Int, batch: Batch)] = []
      while let next = state.early[state.turn] {
        // While rows are appended, they exist twice, and a column may be moved to a larger block.
        try hold(state, appending: next)
        state.early[state.turn] = nil
        append(next, &state, &full)
        state.turn += 1
      }
      let bytes = share.isLimited ? full.reduce(0) { $0 + Self.byteCount($1.batch) } : 0
      state.handedOn += bytes
      try hold(state)
      return (full, bytes)
    }
    for (chunk, batch) in full { try body(chunk, batch) }
    if bytes > 0 {
      try state.withLock { state in
        state.handedOn -= bytes
        try hold(state)
      }
    }
  }

  /// Reserves memory for rows that are stored, being joined into a chunk, or being processed.
  private func hold(_ state: State, appending next: Batch? = nil) throws(AugerError) {
    guard share.isLimited else { return }
    let kept = state.early.values.reduce(0) { $0 + Self.byteCount($1) }
    let sizes = state.builders.map(\.memoryBytes)
    let growth = next.map { Self.byteCount($0) + (sizes.max() ?? 0) } ?? 0
    try share.hold(kept + sizes.reduce(0, +) + state.handedOn + growth)
  }

  private static func byteCount(_ batch: borrowing Batch) -> Int { batch.columns.reduce(0) { $0 + $1.byteCount } }

  private func append(_ batch: Batch, _ state: inout State, _ full: inout [(chunk: Int, batch: Batch)]) {
    var from = 0
    while from < batch.rowCount {
      let count = min(chunkRows - state.rows, batch.rowCount - from)
      if state.rows == 0 {
        let room = min(chunkRows, Batch.standardRowCount)
        for index in state.builders.indices { state.builders[index].reserveCapacity(room) }
      }
      for index in state.builders.indices {
        state.builders[index].append(contentsOf: batch.columns[index][from..<from + count])
      }
      from += count
      state.rows += count
      if state.rows == chunkRows { full.append(Self.cut(&state)) }
    }
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
