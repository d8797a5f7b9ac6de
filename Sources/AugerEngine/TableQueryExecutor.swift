import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// AugerEngine: executes table queries over anything that can be scanned. The query delegate of a workspace and the
/// analysis call it; it knows batches, never where they come from.

/// Runs table queries: bind, scan, filter, group, merge, finish, order, cut.
package struct TableQueryExecutor: Sendable {
  /// A query with what it is asked with.
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

  /// Threads that share the work. The result is the same for any number.
  package var workers: Int
  /// Rows of a chunk; only tests change it. A sum of floats depends on it in its last bits.
  package var chunkRows = Batch.standardRowCount
  /// Groups of the first chunk from which all are merged in shards; only tests change it.
  package var manyGroups = 1 << 13

  /// As many workers as there are processors unless stated; at most four times as many.
  package init(workers: Int? = nil) { self.workers = min(workers ?? Workers.defaultCount, Workers.mostCount) }

  /// Executes a query on the table it names. Blocks: call it from a thread of its own.
  ///
  /// Throws `DiagnosticError` for wrong expressions and names, `AugerError` for limits, overflow, cancellation and what
  /// the source reports.
  package func execute(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments = QueryArguments(),
    limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> Table {
    try execute(Request(query, arguments: arguments, limits: limits), on: table, control)
  }

  /// Executes queries on one table, which is read once for all that read all of its rows. Each gives what it gives when
  /// it is executed alone, to the last bit: what one of them throws does not concern the others.
  package func execute(
    _ requests: [Request], on table: any ScannableTable, _ control: RunControl = RunControl()
  ) -> [Result<Table, any Error>] {
    var results = [Result<Table, any Error>?](repeating: nil, count: requests.count)
    let sharing = requests.indices.filter {
      requests[$0].query.readsAllRows && requests[$0].query.dataQuestions(with: requests[$0].arguments).isEmpty
    }
    // What ends the scan of all may be about a column that only one of them reads: then each reads for itself.
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

  /// Executes one query. `readsOn` says that rows beyond the limit are computed too, as they are where conditions could
  /// fail: the table has applied them.
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
        // Too few rows fulfil the conditions: there may be more behind those that were read.
        if let rowLimit, summary.rowCount == rowLimit, !run.isFull, !plan.filters.isEmpty { continue }
        return try run.finished(summary)
      }
      preconditionFailure("the last scan has no limit")
    }
  }

  /// The rows to read, attempt by attempt; nil is all of them.
  ///
  /// Without conditions and order the first rows are the result. With conditions that cannot fail, more are read only
  /// where these did not suffice, sixteen times as many and in the end all: little is read twice. Each attempt is a
  /// scan of its own, so that types and warnings are those of the rows that it read, whatever the threads did.
  private func rowLimits(_ plan: TableQueryPlan, readsOn: Bool) -> [Int?] {
    guard let limit = plan.limit, !plan.isAggregation, plan.orderBy.isEmpty, !readsOn else { return [nil] }
    if plan.filters.isEmpty { return [limit] }
    if plan.canFailBeyondLimit { return [nil] }
    let first = max(min(chunkRows, Self.fewRows), min(limit, 1 << 40))
    return [first, first << 4, first << 8, nil]
  }

  // MARK: Several queries

  /// Throws what ends the scan for all of them.
  private func executeTogether(
    _ requests: [Request], on table: any ScannableTable, _ control: RunControl
  ) throws -> [Result<Table, any Error>] {
    // Each query sees what contradicted the columns that it reads, and nothing else.
    var schemas: [Schema] = []
    return try table.settling(control) { table, schema in
      if schemas.isEmpty { schemas = requests.map { _ in schema } }
      let runs = requests.enumerated().map { index, request in
        Result {
          let before = schemas[index]
          // Which columns are read does not depend on their types.
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

  /// The source does not say which warnings are whose.
  private struct Indistinct: Error {}

  private func scan(
    _ runs: [QueryRun], of table: any ScannableTable, _ schema: Schema, rowLimit: Int?, _ control: RunControl
  ) throws -> ScanSummary {
    let columns = Set(runs.flatMap(\.plan.sourceColumns)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    let positions = runs.map { run in run.plan.sourceColumns.compactMap { places[$0] } }
    let request = ScanRequest(
      columns: columns, rowLimit: rowLimit, chunkRows: chunkRows(of: schema), workers: workers)
    // What is in memory is not read.
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

  /// Very wide tables get shorter chunks, so that a chunk has a bounded number of cells. The columns that a query reads
  /// make no difference: sums must be the same when queries read a table together.
  func chunkRows(of schema: Schema) -> Int { min(chunkRows, max(256, Self.mostCells / max(1, schema.count))) }

  private static let mostCells = 8 << 20
  private static let fewRows = 1 << 12
}

extension TableQuery {
  /// Whether every row of the table is read for certain.
  fileprivate var readsAllRows: Bool { limit == nil || isAggregation || !orderBy.isEmpty }
}

/// What partial results of chunks are merged into.
protocol PartialMerging: Sendable {
  associatedtype Part: SizedPart
  mutating func merge(_ part: Part) throws
  /// Rows of the result so far.
  var rowCount: Int { get }
  /// Bytes of the result so far, as limits on results count them.
  var byteCount: Int { get }
  /// Bytes of the result so far and of what it is computed from, while it grows.
  var memoryBytes: Int { get }
  /// Bytes that are taken beside for a moment while a part is merged.
  func growthBytes(merging part: Part) -> Int
}

/// A partial result that knows how large it is.
protocol SizedPart: Sendable {
  var memoryBytes: Int { get }
  /// What it has of the budget until the one that keeps it has taken as much.
  var held: MemoryShare? { get }
}

extension SizedPart {
  var held: MemoryShare? { nil }
}

/// Merges parts by chunk number, keeping those that came early: what is computed does not depend on which thread was
/// first.
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

  /// Takes a part without merging it yet.
  mutating func keep(_ part: Result.Part, chunk: Int) throws {
    if memory.isLimited {
      waitingBytes += part.memoryBytes
      try memory.hold(result.memoryBytes + waitingBytes)
      try part.held?.hold(0)
    }
    waiting[chunk] = part
  }

  /// The result becomes a table of so many bytes, and is forgotten.
  mutating func replace(by result: Result, bytes: Int) throws {
    self.result = result
    waiting = [:]
    try memory.hold(bytes)
  }

  mutating func change(_ body: (inout Result) -> Void) { body(&result) }

  /// Merges all parts whose predecessors are there.
  mutating func merge() throws {
    while let part = waiting.removeValue(forKey: next) {
      // While it is merged, a part is there twice.
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
