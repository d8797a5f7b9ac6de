import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A table or view of a PostgreSQL database, read batch by batch.
///
/// Types come from the catalog. Only the scale of a `numeric` without precision is inferred, from a sample of the
/// first rows. A later value that needs a larger scale widens the table's schema and restarts the scan.
///
/// Rows are in storage order, and rows of a view are in the server's order. Several connections with a shared
/// exported snapshot read ranges of pages of large tables. The chunks equal those of one connection.
final class ServerTable: ScannableTable {
  let name: String
  let source: PostgreSQLSource
  let relation: PostgreSQLSource.Relation
  private let state = Locked<State?>(nil)

  /// The known properties of the columns. They are only widened.
  struct State: Sendable {
    var columns: [ResultColumn]
    var facts: [NumericFacts?]
    /// Columns with a collation that treats different strings as equal.
    var mixesTexts: Set<Int> = []

    func type(_ column: Int) -> DataType {
      switch columns[column].form {
      case .numeric(let shape): (facts[column] ?? NumericFacts()).type(shape)
      case let form: WireSink.make(form, facts: nil, isTextUnchecked: false).type
      }
    }
  }

  private static let sampleRows = 1000

  init(name: String, source: PostgreSQLSource, relation: PostgreSQLSource.Relation) {
    self.name = name
    self.source = source
    self.relation = relation
  }

  var operation: String { "read '\(name)' of '\(source.name)'" }

  var quotedName: String {
    source.dialect.quoted(relation.schema) + "." + source.dialect.quoted(relation.table)
  }

  func schema(_ control: RunControl) throws -> Schema {
    let state = try known(Watch(control))
    return Schema(
      state.columns.indices.map {
        Field(state.columns[$0].name, state.type($0), declaredType: state.columns[$0].declaredType)
      })
  }

  // MARK: State

  func known(_ watch: Watch) throws -> State {
    if let known = state.withLock({ $0 }) { return known }
    let found = try reported { try source.withConnection(watch) { try look($0, watch) } }
    return state.withLock { state in
      if let state { return state }
      state = found
      return found
    }
  }

  private func look(_ connection: PostgreSQLConnection, _ watch: Watch) throws -> State {
    let description = try connection.describe("SELECT * FROM \(quotedName)", types: [], watch)
    let columns = try source.catalogue.columns(description.columns, connection, watch)
    var facts = [NumericFacts?](repeating: nil, count: columns.count)
    let free = columns.indices.filter { columns[$0].form == .numeric(.free) }
    let mixed = try relation.columnsMixingTexts(connection, watch)
    guard !free.isEmpty else { return State(columns: columns, facts: facts, mixesTexts: mixed) }
    let sampled = free.map { columns[$0] }
    try connection.begin(Self.begin, watch)
    try connection.sendCopy(copy(sampled, limit: Self.sampleRows), watch)
    var reader = WireReader(sampled, facts: sampled.map { _ in nil }, usesCopy: true, connection)
    let share = MemoryShare(of: watch.control.memory)
    while !reader.isAtEnd { try reader.readBatch(limit: WireStage.capacity, watch, share) }
    connection.leave()
    for (index, sink) in zip(free, reader.sinks) { facts[index] = sink.numericFacts }
    return State(columns: columns, facts: facts, mixesTexts: mixed)
  }

  /// Merges the findings of a scan into the known facts.
  func widen(_ column: Int, by facts: NumericFacts) {
    state.withLock { state in
      var merged = state?.facts[column] ?? NumericFacts()
      merged.merge(facts)
      state?.facts[column] = merged
    }
  }

  /// Runs `body` and converts failures of the server to `AugerError`.
  func reported<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch var failure as ServerFailure {
      failure.position = nil
      throw failure.error(operation: operation)
    }
  }

  // MARK: Statements

  /// Required for storage order: no parallel workers of the server, and all scans start at page 0.
  static let settings = "SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL synchronize_seqscans = off"
  static let begin = "BEGIN READ ONLY; " + settings

  /// Returns the statement that copies columns, for all rows or a range of pages.
  func copy(_ columns: [ResultColumn], limit: Int? = nil, pages: Range<Int>? = nil) -> String {
    let dialect = source.dialect
    let list = columns.map { $0.form.expression("t." + dialect.quoted($0.name)) }.joined(separator: ", ")
    var sql = "SELECT \(list) FROM \(quotedName) AS t"
    if let pages { sql += " WHERE ctid >= '(\(pages.lowerBound),0)' AND ctid < '(\(pages.upperBound),0)'" }
    if let limit { sql += " LIMIT \(limit)" }
    return "COPY (\(sql)) TO STDOUT (FORMAT binary)"
  }

  // MARK: Scanning

  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let watch = Watch(control)
    try watch.check()
    return try reported {
      if request.columns.isEmpty { return try count(request, watch, body: body) }
      let state = try known(watch)
      return try source.withConnection(watch) { connection in
        if request.workers > 1, request.rowLimit == nil, relation.kind == "r" || relation.kind == "m",
          !relation.hasChildren
        {
          let scan = PageScan(self, request, state)
          if let summary = try scan.run(connection, watch, body: body) { return summary }
        }
        return try read(request, state, connection, watch, body: body)
      }
    }
  }

  /// Reads the table with one statement, and thus one snapshot.
  private func read(
    _ request: ScanRequest, _ state: State, _ connection: PostgreSQLConnection, _ watch: Watch,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let columns = request.columns.map { state.columns[$0] }
    connection.leave()
    try connection.begin(Self.begin, watch)
    try connection.sendCopy(copy(columns, limit: request.rowLimit), watch)
    var reader = WireReader(
      columns, facts: request.columns.map { state.facts[$0] }, usesCopy: true, connection)
    return try deliver(&reader, request, watch, check: { try check($0, request, state) }, body: body)
  }

  /// Delivers the rows of the running statement in the chunks of the request.
  func deliver(
    _ reader: inout WireReader, _ request: ScanRequest, _ watch: Watch, check: (WireReader) throws -> Void = { _ in },
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var (chunk, firstRow) = (0, 0)
    let share = MemoryShare(of: watch.control.memory)
    while !reader.isAtEnd {
      while !reader.isAtEnd, reader.rowCount - firstRow < request.chunkRows {
        try reader.readBatch(limit: request.chunkRows - (reader.rowCount - firstRow), watch, share)
        try check(reader)
        try watch.check()
      }
      let rows = reader.rowCount - firstRow
      if rows == 0 { break }
      let columns = reader.sinks.map { $0.finish() }
      try body(chunk, Batch(columns: request.columns.isEmpty ? [] : columns, rowCount: rows, firstRow: firstRow))
      chunk += 1
      firstRow += rows
    }
    return ScanSummary(rowCount: firstRow, warnings: reader.warnings())
  }

  /// Restarts the scan if a value needs a wider type than the schema declares.
  func check(_ reader: WireReader, _ request: ScanRequest, _ state: State) throws {
    for (index, column) in request.columns.enumerated() {
      guard let facts = reader.sinks[index].numericFacts else { continue }
      let promised = state.type(column)
      guard reader.sinks[index].type != promised else { continue }
      widen(column, by: facts)
      throw ScanRestart(
        reason: "\(name): column '\(state.columns[column].name)': a value needs a wider type than \(promised)")
    }
  }

  /// Counts rows for a scan without columns. Its chunks contain only row counts.
  private func count(
    _ request: ScanRequest, _ watch: Watch,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let rows = try source.withConnection(watch) { connection in
      try connection.begin("BEGIN READ ONLY", watch)
      return try connection.rows("SELECT count(*) FROM \(quotedName)", columns: 1, watch)
    }
    return try request.deliverCounted(
      rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0, check: watch.check, body: body)
  }
}
