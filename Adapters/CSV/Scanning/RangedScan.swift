import AugerColumns
import AugerDiagnostics
import AugerQuery

/// One pass over a file by several threads. Each thread takes the rows of the next chunk, reads them into columns and
/// delivers them.
///
/// The results equal those of `CSVScan` in one thread: rows, chunks, warnings, rejects, and the first of several
/// errors.
struct RangedScan {
  let file: RereadableFile
  let layout: CSVLayout
  let options: CSVOptions
  let request: ScanRequest
  let firstRows: Int?
  let rejects: RejectLog?

  /// Returns true if rows can be separated without converting the text, and none can be skipped. Threads hold the
  /// text of a compressed file, which a memory limit does not allow.
  func isPossible(_ control: RunControl) -> Bool {
    let dialect = layout.dialect
    let isHeld = layout.isCompressed && MemoryShare(of: control.memory).isLimited
    return request.rowLimit == nil && layout.columnCount > 1 && !isHeld && layout.form.encoding == .utf8
      && layout.form.skippedLines == 0 && dialect.delimiter != 0 && dialect.delimiter != dialect.quote
      && !dialect.needsFilter && !dialect.isStrict && !layout.collectsContradictions
      && !options.maySkip(layout.shapes(options)) && !options.readsInOneThread
  }

  /// The shared progress of the threads.
  private struct Progress {
    /// The errors that end the scan, with their chunks.
    var failures: [(chunk: Int, error: any Error)] = []
    /// The errors of `body`, while the rest is still read to find values that contradict the types.
    var refusals: [(chunk: Int, error: any Error)] = []
    var contradictions: [(chunk: Int, contradiction: Contradiction)] = []
    var issues: [(chunk: Int, issues: RowIssues)] = []
    /// The chunks of a compressed file that `body` has received.
    var delivered: Set<Int> = []

    /// The last chunk to read.
    var lastRead: Int { min(Self.first(failures) ?? .max, contradictions.map(\.chunk).min() ?? .max) }
    /// The last chunk to deliver.
    var lastDelivered: Int { min(lastRead, Self.first(refusals) ?? .max) }

    private static func first(_ events: [(chunk: Int, error: any Error)]) -> Int? { events.map(\.chunk).min() }
  }

  func run(
    _ control: RunControl, body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let descriptor = try file.descriptor()
    let ranges = RowRanges(
      descriptor, title: file.title, layout, options, chunkRows: request.chunkRows,
      firstRows: firstRows)
    let progress = Locked(Progress())
    Workers.run(request.workers) { _ in
      let reader = RangeReader(descriptor, title: file.title, layout, options, request, control.memory)
      var chunk = 0
      do {
        while let range = try ranges.next(control, reached: &chunk), chunk <= progress.withLock({ $0.lastRead }) {
          try read(range, reader, progress, control, body)
        }
      } catch {
        progress.withLock { $0.failures.append((chunk, error)) }
      }
    }
    if ranges.hasOverflowed, progress.withLock({ $0.lastRead }) == .max {
      // Its rows are too long to hold. Read the file from the start, one field at a time.
      let delivered = progress.withLock { $0.delivered }
      return try withoutActuallyEscaping(body) { body in
        try CSVScan(file, layout, options, request, firstRows, rejects: rejects) { chunk, batch in
          if !delivered.contains(chunk) { try body(chunk, batch) }
        }.run(control)
      }
    }
    return try progress.withLock { progress in try summary(progress, ranges) }
  }

  private func read(
    _ range: RowRange, _ reader: RangeReader, _ progress: Locked<Progress>, _ control: RunControl,
    _ body: (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws {
    var batch = try reader.read(range, control)
    if batch == nil {
      let scan = CSVScan(file, layout, options, request, range: range, rejects: rejects) { _, made in batch = made }
      let (issues, failure) = scan.readRange(control)
      let isOver = progress.withLock { progress in
        progress.issues.append((range.chunk, issues))
        if let contradiction = failure as? Contradiction {
          progress.contradictions.append((range.chunk, contradiction))
        } else if let failure {
          progress.failures.append((range.chunk, failure))
        }
        return failure != nil
      }
      if isOver { return }
      guard batch?.rowCount == range.rowCount else {
        throw AugerError(
          .other, operation: "read '\(file.title)'", "rows of chunk \(range.chunk) are separated in two ways",
          hint: "Report this error together with the file. It is a bug in Auger.")
      }
    }
    guard let batch, range.chunk <= progress.withLock({ $0.lastDelivered }) else { return }
    do {
      try body(range.chunk, batch)
      if layout.isCompressed { progress.withLock { _ = $0.delivered.insert(range.chunk) } }
    } catch {
      let types = RowIssues(file, layout, options, layout.shapes(options), nil)
      let readsOn = types.readsOn(after: error, columns: request.columns)
      progress.withLock { progress in
        let event = (chunk: range.chunk, error: error)
        if readsOn { progress.refusals.append(event) } else { progress.failures.append(event) }
      }
    }
  }

  private func summary(_ progress: Progress, _ ranges: RowRanges) throws -> ScanSummary {
    let failure = (progress.failures + progress.refusals).min { $0.chunk < $1.chunk }
    let last = progress.failures.map(\.chunk).min() ?? .max
    if let first = progress.contradictions.min(by: { $0.chunk < $1.chunk }), first.chunk <= last {
      throw first.contradiction
    }
    var issues = RowIssues(file, layout, options, layout.shapes(options), rejects)
    for (_, later) in progress.issues.filter({ $0.chunk <= last }).sorted(by: { $0.chunk < $1.chunk }) {
      issues.append(later)
    }
    if let failure {
      if let error = failure.error as? AugerError, error.code != .cancelled { _ = issues.finish((0, nil)) }
      throw failure.error
    }
    let warnings = issues.finish(ranges.bareQuotes)
    return ScanSummary(rowCount: ranges.rowCount, warnings: warnings.all, columnWarnings: warnings.columns)
  }
}
