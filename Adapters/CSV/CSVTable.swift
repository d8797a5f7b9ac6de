import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A CSV file as a table. Its schema is inferred from the first rows and widens when later rows contradict it.
final class CSVTable: ScannableTable {
  let name: String
  private let path: String
  private let options: CSVOptions
  private let layout = Locked<CSVLayout?>(nil)

  init(name: String, path: String, _ options: CSVOptions) {
    self.name = name
    self.path = path
    self.options = options
  }

  func schema(_ control: RunControl) throws -> Schema { try currentLayout(control).schema(options) }

  func inspection(_ control: RunControl) throws -> CSVInspection {
    CSVInspection(name: name, path: path, try currentLayout(control), options)
  }

  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let layout = try currentLayout(control)
    for column in request.columns {
      precondition(column >= 0 && column < layout.columnCount, "a scan asks for columns of the schema")
    }
    do {
      let rows = min(layout.estimatedRows, request.rowLimit ?? .max)
      guard request.workers > 1, rows > request.chunkRows else {
        return try withoutActuallyEscaping(body) { body in
          try CSVScan(path: path, layout, options, request) { try body($0, $1) }.run(control)
        }
      }
      return try scanInParallel(layout, request, control, body: body)
    } catch let contradiction as Contradiction {
      widen(contradiction)
      throw ScanRestart(reason: contradiction.reason)
    }
  }

  /// This thread parses; others run `body`.
  private func scanInParallel(
    _ layout: CSVLayout, _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let queue = BatchQueue(capacity: request.workers + 1)
    let summary = Locked(ScanSummary(rowCount: 0))
    do {
      try Workers.run(request.workers + 1) { worker in
        guard worker > 0 else {
          defer { queue.close(workers: request.workers) }
          let scan = CSVScan(path: path, layout, options, request) { try queue.push($0, $1) }
          let result = try scan.run(control)
          summary.withLock { $0 = result }
          return
        }
        while let (chunk, batch) = queue.pop() {
          if queue.isVoid(chunk) { continue }
          do { try body(chunk, batch) } catch { queue.fail(chunk, error) }
        }
      }
    } catch {
      // A worker failed on a chunk that was parsed, so before whatever the parser found.
      throw queue.failure ?? error
    }
    if let failure = queue.failure { throw failure }
    return summary.withLock { $0 }
  }

  private func currentLayout(_ control: RunControl) throws -> CSVLayout {
    try layout.withLock { layout in
      if let layout { return layout }
      let found = try CSVSampler(path: path, options: options).layout(control)
      layout = found
      return found
    }
  }

  private func widen(_ contradiction: Contradiction) {
    layout.withLock { layout in
      guard var wider = layout else { return }
      let column = contradiction.column
      wider.evidence[column].add(contradiction.kind)
      if wider.declared[column] != nil { wider.declared[column] = .string }
      layout = wider
    }
  }
}
