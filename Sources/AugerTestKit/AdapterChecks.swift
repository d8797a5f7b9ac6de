import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The checks of one table of an open source, with one method each.
struct AdapterChecks {
  let source: any Source
  let tableName: String
  let expected: Table

  /// An error that a body throws, to check that it is forwarded.
  private struct Marker: Error {}

  func findings() -> [Finding] {
    let checks: [(name: String, check: () throws -> [String])] = [
      ("introspection", introspection), ("unknown table", unknownTable), ("schema", schema),
      ("contents", contents), ("projection", projection), ("no columns", noColumns), ("row limit", rowLimit),
      ("cancellation", cancellation), ("time limit", timeLimit), ("errors of the body", bodyErrors),
      ("two scans at once", twoAtOnce),
    ]
    return checks.flatMap { name, check in
      do { return try check().map { Finding(name, $0) } } catch { return [Finding(name, "threw \(error)")] }
    }
  }

  // MARK: Checks

  private func introspection() throws -> [String] {
    let tables = try source.tables(RunControl())
    let names = tables.map(\.name)
    var problems: [String] = []
    if names != names.sorted(by: { Scalar.compareBytes($0, $1) < 0 }) { problems.append("not sorted: \(names)") }
    guard let table = tables.first(where: { $0.name == tableName }) else {
      return problems + ["'\(tableName)' is not among \(names)"]
    }
    if table.columns.map(\.name) != expected.schema.names {
      problems.append("columns are \(table.columns.map(\.name)), not \(expected.schema.names)")
    }
    if case .exact(let count)? = table.rows, count != expected.rowCount { problems.append("it claims \(count) rows") }
    return problems
  }

  private func unknownTable() throws -> [String] {
    do {
      _ = try source.table(tableName + "x", RunControl())
      return ["a table that does not exist was opened"]
    } catch let error as AugerError {
      var problems: [String] = []
      if error.code != .tableNotFound { problems.append("the code is \(error.code), not tableNotFound") }
      if error.hint?.contains(tableName) != true { problems.append("no hint at '\(tableName)'") }
      return problems
    }
  }

  private func schema() throws -> [String] {
    let schema = try settledSchema()
    let found = schema.fields.map { "\($0.name): \($0.type)" }
    let wanted = expected.schema.fields.map { "\($0.name): \($0.type)" }
    return found == wanted ? [] : ["it is \(found), not \(wanted)"]
  }

  /// Checks that the table is identical for any chunk size and any number of workers.
  private func contents() throws -> [String] {
    var problems: [String] = []
    for chunkRows in [1, 3, 2048] {
      for workers in [1, 2] {
        let request = ScanRequest(columns: allColumns, chunkRows: chunkRows, workers: workers)
        problems += try difference(request, expected).map { "chunks of \(chunkRows), \(workers) workers: \($0)" }
      }
    }
    return problems
  }

  private func projection() throws -> [String] {
    let backward = Array(allColumns.reversed())
    var problems = try difference(ScanRequest(columns: backward), expected.projected(backward))
    for column in allColumns {
      problems += try difference(ScanRequest(columns: [column], chunkRows: 3), expected.projected([column]))
    }
    return problems
  }

  private func noColumns() throws -> [String] {
    let nothing = Table(Schema([]), [], rowCount: expected.rowCount)
    return try difference(ScanRequest(columns: [], chunkRows: 3), nothing)
  }

  private func rowLimit() throws -> [String] {
    var problems: [String] = []
    for limit in [0, 1, 3, 4, expected.rowCount, expected.rowCount + 10] {
      for workers in [1, 2] {
        let request = ScanRequest(columns: allColumns, rowLimit: limit, chunkRows: 3, workers: workers)
        let part = expected[rows: 0..<min(limit, expected.rowCount)]
        problems += try difference(request, part).map { "limit \(limit), \(workers) workers: \($0)" }
      }
    }
    return problems
  }

  private func cancellation() throws -> [String] {
    let control = RunControl()
    let table = try source.table(tableName, RunControl())
    _ = try settledSchema()
    control.cancel()
    return interruption(of: table, control, code: .cancelled)
  }

  private func timeLimit() throws -> [String] {
    let table = try source.table(tableName, RunControl())
    _ = try settledSchema()
    return interruption(of: table, RunControl(timeLimit: .zero), code: .timeout)
  }

  private func interruption(of table: any ScannableTable, _ control: RunControl, code: Diagnostic.Code) -> [String] {
    do {
      _ = try table.scan(ScanRequest(columns: allColumns), control) { _, _ in }
      return ["the scan went on to its end"]
    } catch {
      return (error as? AugerError)?.code == code ? [] : ["it threw \(error), not \(code)"]
    }
  }

  private func bodyErrors() throws -> [String] {
    var problems: [String] = []
    for workers in [1, 2] {
      let table = try source.table(tableName, RunControl())
      do {
        _ = try table.scan(ScanRequest(columns: allColumns, chunkRows: 1, workers: workers), RunControl()) { chunk, _ in
          if chunk == 1 { throw Marker() }
        }
        problems.append("\(workers) workers: it was lost")
      } catch is Marker {} catch { problems.append("\(workers) workers: \(error) was thrown instead") }
    }
    return problems
  }

  private func twoAtOnce() throws -> [String] {
    let problems = Locked<[String]>([])
    try Workers.run(2) { _ in
      let found = try difference(ScanRequest(columns: allColumns, chunkRows: 3), expected)
      problems.withLock { $0 += found }
    }
    return problems.withLock { $0 }
  }

  // MARK: Reading

  private var allColumns: [Int] { Array(expected.schema.fields.indices) }

  /// Returns the schema after all restarts that the data require.
  private func settledSchema() throws -> Schema {
    let table = try source.table(tableName, RunControl())
    _ = try read(table, ScanRequest(columns: []))
    _ = try read(table, ScanRequest(columns: Array(try table.schema(RunControl()).fields.indices)))
    return try table.schema(RunControl())
  }

  /// Reads a request and returns the differences from a table.
  private func difference(_ request: ScanRequest, _ wanted: Table) throws -> [String] {
    let table = try source.table(tableName, RunControl())
    guard try settledSchema().count >= (request.columns.max() ?? -1) + 1 else { return ["columns are missing"] }
    let (found, problems) = try read(table, request)
    guard problems.isEmpty else { return problems }
    if found.rowCount != wanted.rowCount { return ["\(found.rowCount) rows, not \(wanted.rowCount)"] }
    for (index, field) in wanted.schema.fields.enumerated() {
      guard found.schema[index].type == field.type else {
        return ["'\(field.name)' is of type \(found.schema[index].type)"]
      }
      for row in 0..<wanted.rowCount where found.columns[index][row] != wanted.columns[index][row] {
        return [
          "'\(field.name)', row \(row + 1): '\(found.columns[index][row])', not '\(wanted.columns[index][row])'"
        ]
      }
    }
    return []
  }

  private func read(_ table: any ScannableTable, _ request: ScanRequest) throws -> (table: Table, problems: [String]) {
    try table.settling(RunControl()) { table, schema in
      let state = Locked<(batches: [(chunk: Int, batch: Batch)], running: Int, mostRunning: Int)>(([], 0, 0))
      let summary = try table.scan(request, RunControl()) { chunk, batch in
        let copy = Batch(columns: batch.columns, rowCount: batch.rowCount, firstRow: batch.firstRow)
        state.withLock { state in
          state.running += 1
          state.mostRunning = max(state.mostRunning, state.running)
          state.batches.append((chunk, copy))
        }
        state.withLock { $0.running -= 1 }
      }
      let (batches, mostRunning) = state.withLock { ($0.batches.sorted { $0.chunk < $1.chunk }, $0.mostRunning) }
      var problems = batchProblems(batches, request, summary)
      if mostRunning > request.workers { problems.append("the body ran on \(mostRunning) threads at once") }
      let wanted = Schema(request.columns.map { schema[$0] })
      guard problems.isEmpty else { return (Table(Schema([]), []), problems) }
      var builder = TableBuilder(wanted)
      for (_, batch) in batches { builder.append(batch) }
      let rows = summary.rowCount
      let result = request.columns.isEmpty ? Table(wanted, [], rowCount: rows) : builder.finish()
      try result.validate()
      return (result, [])
    }
  }

  /// Checks that chunks are numbered from 0, that all except the last are full, and that every column is valid.
  private func batchProblems(
    _ batches: [(chunk: Int, batch: Batch)], _ request: ScanRequest, _ summary: ScanSummary
  ) -> [String] {
    var row = 0
    for (index, (chunk, batch)) in batches.enumerated() {
      if chunk != index { return ["chunk \(index) is missing or there twice"] }
      if batch.firstRow != row { return ["chunk \(chunk) begins at row \(batch.firstRow), not \(row)"] }
      let isLast = index == batches.count - 1
      guard batch.rowCount == request.chunkRows || (isLast && (1...request.chunkRows).contains(batch.rowCount)) else {
        return ["chunk \(chunk) has \(batch.rowCount) rows"]
      }
      guard batch.columns.count == request.columns.count else { return ["chunk \(chunk) has other columns than asked"] }
      for column in batch.columns {
        if column.count != batch.rowCount { return ["chunk \(chunk) has a column of \(column.count) rows"] }
        do { try column.validate() } catch { return ["chunk \(chunk): \(error)"] }
      }
      row += batch.rowCount
    }
    return row == summary.rowCount ? [] : ["the summary says \(summary.rowCount) rows, the chunks have \(row)"]
  }
}
