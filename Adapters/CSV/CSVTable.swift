import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// A CSV file as a table, in the state in which it was first read. Its schema is inferred from the first rows or
/// declared. It never changes.
///
/// The result of a query depends only on the file and the query, not on earlier queries. A scan that finds a value
/// that contradicts an inferred type ends with a `ScanRestart`. The restart contains a wider table for this query. A
/// query of the first rows still uses the types of the sample. A scan of all rows would find the same values again,
/// so it starts with the wider types of earlier scans.
///
/// After a change of the file, `CSVSource` makes a new table, and scans of this one throw `sourceChanged`.
package final class CSVTable: ScannableTable {
  /// The results of sampling the file: its layout, and the options completed by its schema file.
  struct Known: Sendable {
    var layout: CSVLayout
    var options: CSVOptions
    /// The version of the file and of its schema file.
    var version: String
  }

  package let name: String
  let file: RereadableFile
  private let given: CSVOptions
  private let known: Locked<Known?>
  /// The wider types that scans found after the sample, by column.
  private let memory: Locked<[Int: CSVLayout.Widening]>
  private let hasListedRejects: Locked<Bool>

  package init(name: String, path: String, _ options: CSVOptions) {
    self.name = name
    file = RereadableFile(path, options.access)
    given = options
    (known, memory, hasListedRejects) = (Locked(nil), Locked([:]), Locked(false))
  }

  /// Creates the table with wider types.
  private init(_ table: CSVTable, _ known: Known) {
    (name, file, given, memory) = (table.name, table.file, table.given, table.memory)
    hasListedRejects = table.hasListedRejects
    self.known = Locked(known)
  }

  package func schema(_ control: RunControl) throws -> Schema {
    let known = try look(control)
    return known.layout.schema(known.options)
  }

  package func contentVersion(_ control: RunControl) throws -> String? { try look(control).version }

  /// Returns true if several threads read the file in parallel, each a range of rows. Used by tests.
  package func isReadSideBySide() throws -> Bool {
    let known = try look(RunControl())
    let request = ScanRequest(columns: Array(known.layout.names.indices), rowLimit: nil, chunkRows: 1, workers: 1)
    return RangedScan(
      file: file, layout: known.layout, options: known.options, request: request, firstRows: nil, rejects: nil
    ).isPossible(RunControl())
  }

  /// Returns the findings of the sample and of later scans of all rows.
  package func inspection(_ control: RunControl) throws -> CSVInspection {
    let columns = Array(try look(control).layout.names.indices)
    return CSVInspection(name: name, file, try (remembering(columns, control) ?? self).look(control))
  }

  package func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    try given.loggingRejects(of: request, hasListedRejects) { log in
      do {
        return try scan(request, common: [], rejects: log, control, body: body)
      } catch let wider as Wider {
        throw ScanRestart(reason: wider.reason, table: wider.table)
      }
    }
  }

  /// The table to continue the scan with, and the reason.
  struct Wider: Error {
    var table: CSVTable
    var reason: String
  }

  /// Scans the file. Throws `Wider` if a value does not fit `common` or an inferred type.
  ///
  /// If several files form one table, `common` contains types that replace the inferred ones. `firstRows` is the
  /// number of rows still free in the chunk that the previous files began.
  func scan(
    _ request: ScanRequest, common: [DataType?], firstRows: Int? = nil, rejects: RejectLog?, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var known = try look(control)
    for column in request.columns {
      precondition(column >= 0 && column < known.layout.columnCount, "a scan requests columns of the schema")
    }
    try checkVersion(known)
    if request.rowLimit == nil, let wider = try remembering(request.columns, control) {
      throw Wider(table: wider, reason: "an earlier scan found wider types")
    }
    known.layout.common = common
    let result = Result {
      let ranged = RangedScan(
        file: file, layout: known.layout, options: known.options, request: request, firstRows: firstRows,
        rejects: rejects)
      if ranged.isPossible(control) { return try ranged.run(control, body: body) }
      guard request.workers > 1, request.rowLimit ?? .max > request.chunkRows,
        known.layout.mayHaveMoreRows(than: request.chunkRows)
      else {
        return try withoutActuallyEscaping(body) { body in
          try CSVScan(file, known.layout, known.options, request, firstRows, rejects: rejects) { try body($0, $1) }
            .run(control)
        }
      }
      return try scanInParallel(known.layout, known.options, request, firstRows, rejects, control, body: body)
    }
    // The result is invalid if the file changed during the scan.
    try checkVersion(known)
    do {
      return try result.get()
    } catch let contradiction as Contradiction {
      memory.withLock { memory in
        for (column, found) in contradiction.layout.widenings where found.count > memory[column]?.count ?? 0 {
          memory[column] = found
        }
      }
      known.layout = contradiction.layout
      throw Wider(table: CSVTable(self, known), reason: contradiction.reason)
    }
  }

  /// Returns the table with the wider types that scans of all rows found for these columns. Nil if the table has them
  /// all.
  func remembering(_ columns: [Int], _ control: RunControl) throws -> CSVTable? {
    var known = try look(control)
    guard let wider = known.layout.widened(by: memory.withLock { $0 }, columns: columns) else { return nil }
    known.layout = wider
    return CSVTable(self, known)
  }

  /// Scans text that must be transformed before parsing, or whose rows can be skipped. This thread parses; others run
  /// `body`.
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
      // The worker failed on an earlier chunk than the parser, so its error comes first. A wider type is different,
      // because the worker might not have failed with it.
      if error is Contradiction, request.rowLimit == nil { throw error }
      throw queue.failure ?? error
    }
    if let failure = queue.failure { throw failure }
    return summary.withLock { $0 }
  }

  /// Returns the layout and the options. The file is sampled once.
  func look(_ control: RunControl) throws -> Known {
    try known.withLock { known in
      if let known { return known }
      let version = try version()
      var options = given
      if let path = given.schemaPath ?? sidecar {
        options = try CSVSchema(contentsOf: path, given.access).completing(given)
      }
      let layout = try CSVSampler(file: file, options: options).layout(control)
      let found = Known(layout: layout, options: options, version: version)
      try checkVersion(found)
      known = found
      return found
    }
  }

  /// The path of the schema file next to the file, if one exists.
  private var sidecar: String? {
    guard file.path != RereadableFile.standardInput else { return nil }
    let path = CSVSchema.path(beside: file.path)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private func version() throws -> String {
    let own = try file.version()
    guard let path = given.schemaPath ?? sidecar else { return own }
    return try own + " " + RereadableFile(path, given.access).version()
  }

  private func checkVersion(_ known: Known) throws {
    guard try version() != known.version else { return }
    throw AugerError(
      .sourceChanged, operation: "read '\(file.title)'", "the file was written to while it was read",
      place: file.title, hint: "Run the command again when no program writes to the file.")
  }

  /// Returns the table of the file in its current state: this one, unless the file changed.
  func current() -> CSVTable {
    guard let known = known.withLock({ $0 }), (try? version()) != known.version else { return self }
    return CSVTable(name: name, path: file.path, given)
  }
}

extension CSVTable {
  package var facts: [(name: String, value: String)] { (try? inspection(RunControl()).facts) ?? [] }
}

extension CSVOptions {
  /// Runs a scan with a list of rejects, if requested, and writes the list even if the scan fails. A scan of the
  /// first rows does not replace a complete list.
  func loggingRejects(
    of request: ScanRequest, _ hasListedAll: Locked<Bool>, _ scan: (RejectLog?) throws -> ScanSummary
  ) throws -> ScanSummary {
    guard let rejectsPath, request.rowLimit == nil || !hasListedAll.withLock({ $0 }) else { return try scan(nil) }
    let log = RejectLog(limit: rejectsLimit)
    do {
      var summary = try scan(log)
      summary.warnings.add(contentsOf: try log.write(to: rejectsPath, access))
      if request.rowLimit == nil { hasListedAll.withLock { $0 = true } }
      return summary
    } catch let restart as ScanRestart {
      throw restart
    } catch {
      // The error of the scan matters more than an error of writing.
      _ = try? log.write(to: rejectsPath, access)
      throw error
    }
  }
}
