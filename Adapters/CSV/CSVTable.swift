import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// A CSV file as a table. Its schema is inferred from the first rows, or written down; what was inferred widens when
/// later rows contradict it.
package final class CSVTable: ScannableTable {
  /// What is known after a look at the file: how it lies, and the options completed by its schema file.
  struct Known: Sendable {
    var layout: CSVLayout
    var options: CSVOptions
  }

  package let name: String
  let file: CSVFile
  private let given: CSVOptions
  private let known = Locked<Known?>(nil)
  private let hasListedRejects = Locked(false)

  init(name: String, path: String, _ options: CSVOptions) {
    self.name = name
    file = CSVFile(path)
    given = options
  }

  package func schema(_ control: RunControl) throws -> Schema {
    let known = try look(control)
    return known.layout.schema(known.options)
  }

  package func inspection(_ control: RunControl) throws -> CSVInspection {
    CSVInspection(name: name, file, try look(control))
  }

  package func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    try given.loggingRejects(of: request, hasListedRejects) { log in
      try scan(request, common: [], rejects: log, control, body: body)
    }
  }

  /// Where several files make one table, `common` are types to be given to the columns instead of their own, and
  /// `firstRows` is the room in the chunk that the files before have begun.
  func scan(
    _ request: ScanRequest, common: [DataType?], firstRows: Int? = nil, rejects: RejectLog?, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var (layout, options) = { ($0.layout, $0.options) }(try look(control))
    layout.common = common
    for column in request.columns {
      precondition(column >= 0 && column < layout.columnCount, "a scan asks for columns of the schema")
    }
    do {
      guard request.workers > 1, request.rowLimit ?? .max > request.chunkRows,
        layout.mayHaveMoreRows(than: request.chunkRows)
      else {
        return try withoutActuallyEscaping(body) { body in
          try CSVScan(file, layout, options, request, firstRows, rejects: rejects) { try body($0, $1) }.run(control)
        }
      }
      return try scanInParallel(layout, options, request, firstRows, rejects, control, body: body)
    } catch let contradiction as Contradiction {
      widen(contradiction)
      throw ScanRestart(reason: contradiction.reason)
    }
  }

  /// This thread parses; others run `body`.
  private func scanInParallel(
    _ layout: CSVLayout, _ options: CSVOptions, _ request: ScanRequest, _ firstRows: Int?, _ rejects: RejectLog?,
    _ control: RunControl, body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let queue = BatchQueue(capacity: request.workers + 1)
    let summary = Locked(ScanSummary(rowCount: 0))
    do {
      try Workers.run(request.workers + 1) { worker in
        guard worker > 0 else {
          defer { queue.close(workers: request.workers) }
          let scan = CSVScan(file, layout, options, request, firstRows, rejects: rejects) { try queue.push($0, $1) }
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

  /// What is known of the file; it is looked at once.
  func look(_ control: RunControl) throws -> Known {
    try known.withLock { known in
      if let known { return known }
      var options = given
      if let path = given.schemaPath ?? sidecar {
        options = try CSVSchema(contentsOf: path).completing(given)
      }
      let found = Known(layout: try CSVSampler(file: file, options: options).layout(control), options: options)
      known = found
      return found
    }
  }

  /// The schema file beside the file, if there is one.
  private var sidecar: String? {
    guard file.path != CSVFile.standardInput else { return nil }
    let path = CSVSchema.path(beside: file.path)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private func widen(_ contradiction: Contradiction) {
    known.withLock { known in
      let column = contradiction.column
      known?.layout.evidence[column].add(contradiction.value.span)
      if known?.layout.declared[column] != nil { known?.layout.declared[column] = ColumnShape(.string) }
    }
  }
}

extension CSVTable {
  package var facts: [(name: String, value: String)] { (try? inspection(RunControl()).facts) ?? [] }
}

extension CSVOptions {
  /// Runs a scan with a list for its rejects, if one was asked for, and writes it whether the scan ends well or not.
  /// A scan of the first rows does not replace the list of all.
  func loggingRejects(
    of request: ScanRequest, _ hasListedAll: Locked<Bool>, _ scan: (RejectLog?) throws -> ScanSummary
  ) throws -> ScanSummary {
    guard let rejectsPath, request.rowLimit == nil || !hasListedAll.withLock({ $0 }) else { return try scan(nil) }
    let log = RejectLog(limit: rejectsLimit)
    do {
      var summary = try scan(log)
      summary.warnings.add(contentsOf: try log.write(to: rejectsPath))
      if request.rowLimit == nil { hasListedAll.withLock { $0 = true } }
      return summary
    } catch let restart as ScanRestart {
      throw restart
    } catch {
      // The error of the scan says more than one of writing.
      _ = try? log.write(to: rejectsPath)
      throw error
    }
  }
}
