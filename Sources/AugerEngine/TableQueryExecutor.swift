import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// AugerEngine: executes table queries over any scannable table. The query delegate of a workspace and the analysis
/// use it. It processes batches and does not depend on their source.

/// Runs table queries: bind, scan, filter, group, merge, finish, sort, limit.
package struct TableQueryExecutor: Sendable {
  /// A query with its arguments and limits.
  package struct Request: Sendable {
    package var query: TableQuery
    package var arguments: QueryArguments
    package var limits: QueryLimits

    package init(_ query: TableQuery, arguments: QueryArguments = QueryArguments(), limits: QueryLimits = .none) {
      self.query = query
      self.arguments = arguments
      self.limits = limits
    }
  }

  /// The number of threads that share the work. The result does not depend on it.
  package var workers: Int
  /// The number of rows of a chunk. Only tests change it. The last bits of a sum of floats depend on it.
  package var chunkRows = Batch.standardRowCount
  /// The minimum number of groups in the first chunk for merging in shards. Only tests change it.
  package var manyGroups = 1 << 13

  /// Creates an executor. Default: one worker per processor. Maximum: four per processor.
  package init(workers: Int? = nil) { self.workers = min(workers ?? Workers.defaultCount, Workers.mostCount) }

  /// Executes a query on the table it names. Blocks: call it on a separate thread.
  ///
  /// Throws `DiagnosticError` for invalid expressions and names, and `AugerError` for limits, overflow, cancellation
  /// and errors of the source.
  package func execute(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments = QueryArguments(),
    limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> Table {
    try execute(Request(query, arguments: arguments, limits: limits), on: table, control)
  }

  /// Executes queries on one table. Queries that read all rows share a single scan.
  ///
  /// Each result is identical to that of a separate execution, to the last bit. An error of one query does not affect
  /// the others.
  package func execute(
    _ requests: [Request], on table: any ScannableTable, _ control: RunControl = RunControl()
  ) -> [Result<Table, any Error>] {
    var results = [Result<Table, any Error>?](repeating: nil, count: requests.count)
    let sharing = requests.indices.filter {
      requests[$0].query.readsAllRows && requests[$0].query.dataQuestions(with: requests[$0].arguments).isEmpty
    }
    // An error that ends the shared scan may concern a column that only one query reads. Each query then scans
    // separately.
    if sharing.count > 1, let shared = try? executeTogether(sharing.map { requests[$0] }, on: table, control) {
      for (index, result) in zip(sharing, shared) { results[index] = result }
    }
    return requests.indices.map { index in
      results[index] ?? Result { try execute(requests[index], on: table, control) }
    }
  }

  package func load(
    _ table: any ScannableTable, limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> Table {
    try execute(TableQuery(from: table.name), on: table, limits: limits, control)
  }

  /// Executes one query. `readsOn` means that rows after the limit are computed too, because the table has applied
  /// conditions that can fail.
  func execute(
    _ request: Request, on table: any ScannableTable, _ control: RunControl, readsOn: Bool = false
  ) throws -> Table {
    let query = try answering(request.query, request.arguments) {
      try execute($0, on: table, arguments: request.arguments, control)
    }
    return try table.settling(control) { table, schema in
      let plan = try TableQueryPlan(query, schema: schema, arguments: request.arguments)
      for rowLimit in rowLimits(plan, readsOn: readsOn) {
        let run = QueryRun(plan, of: table, request.limits, self, control)
        let summary = try scan([run], of: table, schema, rowLimit: rowLimit, control)
        // Too few rows satisfy the conditions. More may follow those that were read.
        if let rowLimit, summary.rowCount == rowLimit, !run.isFull, !plan.filters.isEmpty { continue }
        return try run.finished(summary)
      }
      preconditionFailure("the last scan has no limit")
    }
  }

  /// Returns the number of rows to read in each attempt. Nil means all rows.
  ///
  /// Without conditions and order, the first rows are the result. With conditions that cannot fail, each attempt
  /// reads sixteen times as much as the previous one, and the last attempt reads all rows. Little is read twice.
  ///
  /// Each attempt is a separate scan. Types and warnings therefore depend only on the rows it read, not on the timing
  /// of threads.
  private func rowLimits(_ plan: TableQueryPlan, readsOn: Bool) -> [Int?] {
    guard let limit = plan.limit, !plan.isAggregation, plan.orderBy.isEmpty, !readsOn else { return [nil] }
    if plan.filters.isEmpty { return [limit] }
    if plan.canFailBeyondLimit { return [nil] }
    let first = max(min(chunkRows, Self.fewRows), min(limit, 1 << 40))
    return [first, first << 4, first << 8, nil]
  }

  // MARK: Several queries

  /// Executes queries in one scan. Throws errors that end the scan for all of them.
  private func executeTogether(
    _ requests: [Request], on table: any ScannableTable, _ control: RunControl
  ) throws -> [Result<Table, any Error>] {
    // Each query accounts only for type changes in the columns that it reads.
    var schemas: [Schema] = []
    return try table.settling(control) { table, schema in
      if schemas.isEmpty { schemas = requests.map { _ in schema } }
      let runs = requests.enumerated().map { index, request in
        Result {
          let before = schemas[index]
          // The set of columns to read does not depend on their types.
          let read = try TableQueryPlan(request.query, schema: before, arguments: request.arguments).sourceColumns
          schemas[index] = Schema(schema.fields.enumerated().map { read.contains($0) ? $1 : before[$0] })
          let plan = try TableQueryPlan(request.query, schema: schemas[index], arguments: request.arguments)
          return QueryRun(plan, of: table, request.limits, self, control)
        }
      }
      let working = runs.compactMap { try? $0.get() }
      let summary =
        try working.isEmpty ? ScanSummary(rowCount: 0) : scan(working, of: table, schema, rowLimit: nil, control)
      guard summary.columnWarnings != nil || summary.warnings.isEmpty else { throw Indistinct() }
      return runs.map { run in Result { try run.get().finished(summary) } }
    }
  }

  /// Thrown because the source does not attribute warnings to columns.
  private struct Indistinct: Error {}

  private func scan(
    _ runs: [QueryRun], of table: any ScannableTable, _ schema: Schema, rowLimit: Int?, _ control: RunControl
  ) throws -> ScanSummary {
    let columns = Set(runs.flatMap(\.plan.sourceColumns)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    let positions = runs.map { run in run.plan.sourceColumns.compactMap { places[$0] } }
    let request = ScanRequest(
      columns: columns, rowLimit: rowLimit, chunkRows: chunkRows(of: schema), workers: workers)
    // A table in memory has no reading time.
    let reading = Reading(table.whole == nil ? control.meter : nil)
    defer { reading.end(workers: workers) }
    return try table.scan(request, control) { chunk, batch in
      try control.check()
      let start = reading.beginsComputing(of: batch.rowCount)
      defer { reading.endsComputing(since: start) }
      for (run, positions) in zip(runs, positions) {
        let own = Batch(
          columns: positions.map { batch.columns[$0] }, rowCount: batch.rowCount, firstRow: batch.firstRow)
        do {
          try run.take(own, chunk: chunk)
        } catch {
          guard runs.count > 1 else { throw error }
          run.fail(error, chunk: chunk)
        }
      }
    }
  }

  /// Returns the number of rows of a chunk. Very wide tables have shorter chunks, to limit the number of cells.
  ///
  /// It must not depend on the columns that a query reads: sums must be identical if queries share a scan.
  func chunkRows(of schema: Schema) -> Int { min(chunkRows, max(256, Self.mostCells / max(1, schema.count))) }

  private static let mostCells = 8 << 20
  private static let fewRows = 1 << 12
}

extension TableQuery {
  /// True if every row of the table is certainly read.
  fileprivate var readsAllRows: Bool { limit == nil || isAggregation || !orderBy.isEmpty }
}

/// A result into which the partial results of chunks are merged.
protocol PartialMerging: Sendable {
  associatedtype Part: SizedPart
  mutating func merge(_ part: Part) throws
  /// The number of rows of the result so far.
  var rowCount: Int { get }
  /// The size of the result so far in bytes. Limits on results apply to it.
  var byteCount: Int { get }
  /// The memory of the growing result, including intermediate data, in bytes.
  var memoryBytes: Int { get }
  /// Returns the additional bytes needed temporarily while a part is merged.
  func growthBytes(merging part: Part) -> Int
}

/// A partial result with a known size.
protocol SizedPart: Sendable {
  var memoryBytes: Int { get }
  /// The memory reserved for the part, until the merged result reserves it.
  var held: MemoryShare? { get }
}

extension SizedPart {
  var held: MemoryShare? { nil }
}

/// Merges parts in the order of chunks and stores early ones. The result does not depend on the timing of threads.
struct InOrder<Result: PartialMerging>: Sendable {
  private(set) var result: Result
  private let limits: QueryLimits
  private let memory: MemoryShare
  private var next = 0
  private var waiting: [Int: Result.Part] = [:]
  private var waitingBytes = 0

  init(_ result: Result, _ limits: QueryLimits, _ memory: MemoryBudget?) {
    self.result = result
    self.limits = limits
    self.memory = MemoryShare(of: memory)
  }

  mutating func add(_ part: Result.Part, chunk: Int) throws {
    try keep(part, chunk: chunk)
    try merge()
  }

  /// Stores a part without merging it yet.
  mutating func keep(_ part: Result.Part, chunk: Int) throws {
    if memory.isLimited {
      waitingBytes += part.memoryBytes
      try memory.hold(result.memoryBytes + waitingBytes)
      try part.held?.hold(0)
    }
    waiting[chunk] = part
  }

  /// Replaces the result after it has become a table with a number of bytes.
  mutating func replace(by result: Result, bytes: Int) throws {
    self.result = result
    waiting = [:]
    try memory.hold(bytes)
  }

  mutating func change(_ body: (inout Result) -> Void) { body(&result) }

  /// Merges all parts whose predecessors have arrived.
  mutating func merge() throws {
    while let part = waiting.removeValue(forKey: next) {
      // During the merge, a part exists twice.
      if memory.isLimited {
        let growth = result.growthBytes(merging: part)
        try memory.hold(result.memoryBytes + waitingBytes + part.memoryBytes + growth)
      }
      try result.merge(part)
      try limits.check(rows: result.rowCount, bytes: limits.bytes == nil ? 0 : result.byteCount)
      if memory.isLimited {
        waitingBytes -= part.memoryBytes
        try memory.hold(result.memoryBytes + waitingBytes)
      }
      next += 1
    }
  }
}
