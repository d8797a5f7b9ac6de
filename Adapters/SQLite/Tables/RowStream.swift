import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery
import Dispatch

/// The rows of a table in order, read in advance by separate threads.
final class RowStream: Sendable {
  private struct State {
    var parts: [Int: StagedRows] = [:]
    /// The next chunk to deliver.
    var next = 0
    var isStopped = false
    var result: Result<ScanSummary, any Error>?
  }

  private struct Stopped: Error {}

  private let state = Locked(State())
  private let arrival = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)
  /// The control of the statement.
  private let control: RunControl
  /// The control of the scan, which ends before the statement if no more rows are needed.
  private let scanning: RunControl
  private let share: MemoryShare

  private static let mostAhead = 3

  /// - Parameter condition: The condition for rows, over the columns in order. Nil means all rows.
  init(
    _ table: any ScannableTable, columns: [Int], condition: BoundExpression?, workers: Int, _ control: RunControl
  ) {
    self.control = control
    scanning = RunControl(memory: control.memory)
    share = MemoryShare(of: control.memory)
    let chunkRows = min(Batch.standardRowCount, max(256, Self.mostCells / max(1, columns.count)))
    let request = ScanRequest(columns: columns, chunkRows: chunkRows, workers: workers)
    Workers.start { [self] in
      let result = Result {
        try table.scan(request, scanning) { chunk, batch in
          try put(try Self.staged(batch, condition), chunk, ahead: Self.mostAhead + workers)
        }
      }
      state.withLock { $0.result = result }
      arrival.signal()
      end.signal()
    }
  }

  private static let mostCells = 8 << 20

  private static func staged(_ batch: borrowing Batch, _ condition: BoundExpression?) throws -> StagedRows {
    guard let condition else { return StagedRows(batch) }
    // Comparisons give no warnings.
    var warnings = Warnings()
    let truth = try condition.evaluate(
      batch.columns, rowCount: batch.rowCount, firstRow: batch.firstRow, warnings: &warnings
    ).truth
    guard truth.falseCount > 0 else { return StagedRows(batch) }
    let rows = truth.trueIndices
    return StagedRows(
      Batch(columns: batch.columns.map { $0.gathered(rows) }, rowCount: rows.count, firstRow: batch.firstRow),
      offsets: rows)
  }

  private func put(_ rows: StagedRows, _ chunk: Int, ahead: Int) throws {
    try share.isLimited ? share.add(rows.byteCount) : ()
    while true {
      let isPut = try state.withLock { state in
        if state.isStopped { throw Stopped() }
        // The next chunk to deliver never waits.
        guard chunk < state.next + ahead else { return false }
        state.parts[chunk] = rows
        return true
      }
      if isPut { break }
      try scanning.check()
      Pause.short()
    }
    arrival.signal()
  }

  /// Returns the next rows, possibly none. Nil after the last row.
  func next() throws -> StagedRows? {
    while true {
      let taken = try state.withLock { state -> (rows: StagedRows?, isEnd: Bool) in
        if let rows = state.parts.removeValue(forKey: state.next) {
          state.next += 1
          return (rows, false)
        }
        guard let result = state.result else { return (nil, false) }
        _ = try result.get()
        return (nil, true)
      }
      if let rows = taken.rows {
        if share.isLimited { try share.add(-rows.byteCount) }
        return rows
      }
      if taken.isEnd { return nil }
      do { try control.check() } catch {
        stop()
        throw error
      }
      _ = arrival.wait(timeout: .now() + .milliseconds(20))
    }
  }

  /// The summary of the complete scan. Nil before its end.
  var summary: ScanSummary? { state.withLock { try? $0.result?.get() } }

  /// Stops the scan. Returns when all readers have stopped.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.parts = [:]
    }
    scanning.cancel()
    end.wait()
    end.signal()
  }
}
