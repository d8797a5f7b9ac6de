import AugerAdapterKit
import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// An Arrow file as a table, in the version of its first use.
///
/// Several threads read rows by number, in chunks that do not depend on the batches of the file. A changed file is
/// another table, which `ArrowSource` creates. Scans of this one then throw `sourceChanged`.
final class ArrowFileTable: ScannableTable {
  let name: String
  private let path: String
  private let access: FileAccess
  private let known: Locked<Known?>

  /// The opened file with its parsed structure.
  struct Known: Sendable {
    var file: ArrowInputFile
    var table: ArrowTable
  }

  init(_ path: String, _ access: FileAccess = .anywhere) {
    self.path = path
    self.access = access
    name = Self.stem(of: path)
    known = Locked(nil)
  }

  private init(_ table: ArrowFileTable, _ wider: Known) {
    (path, access, name) = (table.path, table.access, table.name)
    known = Locked(wider)
  }

  /// Returns the file name without folder and extension.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// True if the file has not changed since its first use.
  var isCurrent: Bool { known.withLock { $0.map { $0.file.version == ArrowInputFile.version(ofPath: path) } ?? true } }

  func contents(_ control: RunControl) throws -> ArrowTable { try look(control).table }

  func schema(_ control: RunControl) throws -> Schema { try look(control).table.schema }

  func contentVersion(_ control: RunControl) throws -> String? { try look(control).file.version }

  var facts: [(name: String, value: String)] {
    guard let table = try? look(RunControl()).table else { return [] }
    let facts = [("batches", "\(table.batchCount)")]
    return facts + table.leftOut.map { ("left out", "\($0.name): \($0.type)") }
  }

  private func look(_ control: RunControl) throws -> Known {
    try known.withLock { known in
      if let known { return known }
      let file = try ArrowInputFile(path, access)
      let table = try placing { try ArrowTable(file) { try control.check() } }
      let found = Known(file: file, table: table)
      known = found
      return found
    }
  }

  /// Runs `body` and adds the file to errors in its data.
  private func placing<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as AugerError
      where [.notArrow, .damagedArrow, .unsupportedArrow].contains(error.code)
    {
      error.operation = "read '\(path)'"
      error.place = error.place.map { "\(path): \($0)" } ?? path
      throw error
    }
  }

  /// The common progress of all threads.
  private struct Progress {
    var next = 0
    var failures: [(chunk: Int, error: any Error)] = []
    var cut: [Int]
    var dictionaries = ArrowDictionaries()
  }

  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let known = try look(control)
    try checkVersion(known)
    let rowCount = min(known.table.rowCount, request.rowLimit ?? .max)
    guard !request.columns.isEmpty else {
      var summary = try request.deliverCounted(rowCount, check: { try control.check() }, body: body)
      summary.warnings = known.table.warnings
      return summary
    }
    let chunks = (rowCount + request.chunkRows - 1) / request.chunkRows
    let progress = Locked(Progress(cut: request.columns.map { _ in 0 }))
    let dictionaryShare = MemoryShare(of: control.memory)
    // Also for zero rows: a cancelled scan must not succeed.
    try control.check()
    Workers.run(min(request.workers, max(1, chunks))) { _ in
      while let chunk = progress.withLock({ Self.take(&$0, of: chunks) }) {
        do {
          let first = chunk * request.chunkRows
          let rows = first..<min(rowCount, first + request.chunkRows)
          let (batch, cut) = try read(rows, known, request, control, progress, dictionaryShare)
          try body(chunk, batch)
          progress.withLock { for index in cut.indices { $0.cut[index] += cut[index] } }
        } catch {
          progress.withLock { $0.failures.append((chunk, error)) }
        }
      }
    }
    let (failures, cut) = progress.withLock { ($0.failures, $0.cut) }
    if let first = failures.min(by: { $0.chunk < $1.chunk }) { throw restart(first.error, known) ?? first.error }
    // A result from two versions of the file is discarded.
    try checkVersion(known)
    return summary(rowCount, request, cut, known.table)
  }

  /// Returns the next chunk. Nil after the last one, or if one has failed. All chunks before a failed one were
  /// started.
  private static func take(_ progress: inout Progress, of chunks: Int) -> Int? {
    guard progress.next < chunks, progress.failures.isEmpty else { return nil }
    progress.next += 1
    return progress.next - 1
  }

  private func read(
    _ rows: Range<Int>, _ known: Known, _ request: ScanRequest, _ control: RunControl, _ progress: Locked<Progress>,
    _ dictionaryShare: MemoryShare
  ) throws -> (batch: Batch, cut: [Int]) {
    let share = MemoryShare(of: control.memory)
    let hooks = ArrowTable.Hooks(
      checkpoint: { bytes in
        try control.check()
        // The bytes, and the values created from them.
        try share.add(2 * bytes)
      },
      dictionary: { version, make in
        try progress.withLock { progress in
          let dictionary = try progress.dictionaries.dictionary(version, make: make)
          if dictionaryShare.isLimited { try dictionaryShare.hold(progress.dictionaries.byteCount) }
          return dictionary
        }
      })
    let (columns, cut) = try placing { try known.table.read(request.columns, rows: rows, hooks) }
    return (Batch(columns: columns, rowCount: rows.count, firstRow: rows.lowerBound), cut)
  }

  /// Returns the restart of a query that found a value out of range for its column.
  private func restart(_ error: any Error, _ known: Known) -> ScanRestart? {
    guard let narrow = error as? ColumnTooNarrow else { return nil }
    var wider = known
    wider.table = known.table.widened(narrow.column)
    let name = known.table.schema[narrow.column].name
    return ScanRestart(
      reason: "\(path): column '\(name)': a \(narrow.type) exceeds the range of ints",
      table: ArrowFileTable(self, wider))
  }

  private func summary(_ rowCount: Int, _ request: ScanRequest, _ cut: [Int], _ table: ArrowTable) -> ScanSummary {
    var summary = ScanSummary(rowCount: rowCount, warnings: table.warnings, columnWarnings: [:])
    for (column, count) in zip(request.columns, cut) where count > 0 {
      let warning = table.precisionLost(column, count)
      summary.warnings.add(warning)
      summary.columnWarnings?[column] = Warnings([warning])
    }
    return summary
  }

  private func checkVersion(_ known: Known) throws(AugerError) {
    guard ArrowInputFile.version(ofPath: path) != known.file.version else { return }
    throw AugerError(
      .sourceChanged, operation: "read '\(path)'", "the file was written to while it was read", place: path,
      hint: "Run the command again when no program writes to the file.")
  }
}
