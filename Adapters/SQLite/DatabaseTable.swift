import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A table or view of a SQLite file, read batch by batch.
///
/// Types come from the declarations and a sample of the first rows. A later value that needs a wider type widens the
/// table's schema and restarts the scan. After a scan of all rows, the column types equal those of a query for the
/// whole table.
///
/// A scan sees one snapshot of the database. It uses one statement, or statements of several connections without
/// writes between their starts (`RowidScan`). Rows are in the order of the rowid or primary key; rows of a view are
/// in SQLite's order. The reading thread delivers the chunks.
final class DatabaseTable: ScannableTable {
  struct Layout: Sendable {
    var columns: [String]
    /// The terms of an ORDER BY in the storage order of the table. Nil for SQLite's own order.
    ///
    /// Always specified, because SQLite might otherwise read a covering index in the order of the index.
    var order: String?
  }

  let name: String
  let source: SQLiteSource
  let layout: Layout
  private let state: Locked<State?>
  /// The rows to deliver and their order. Default: all rows.
  private let selection: RowSelection

  /// The known properties of the columns. They are only widened.
  struct State: Sendable {
    var kinds: [ColumnKind]
    var declaredTypes: [String?]
    var facts: [ColumnFacts]
    /// Columns that must be read sequentially, because some values contradict the declared type.
    var readInTurn: Set<Int> = []
  }

  private static let sampleRows = 1000

  init(name: String, source: SQLiteSource, layout: Layout) {
    self.name = name
    self.source = source
    self.layout = layout
    state = Locked(nil)
    selection = RowSelection()
  }

  /// Creates a selection of rows of another table, sharing its knowledge of the columns.
  init(_ base: DatabaseTable, _ selection: RowSelection) {
    name = base.name
    source = base.source
    layout = base.layout
    state = base.state
    self.selection = selection
  }

  var operation: String { "read '\(name)' of '\(source.path)'" }

  func schema(_ control: RunControl) throws -> Schema {
    let state = try known(control)
    return Schema(
      layout.columns.indices.map { index in
        let decision = decision(index, state)
        return Field(layout.columns[index], decision.type, declaredType: state.declaredTypes[index])
      })
  }

  func decision(_ index: Int, _ state: State) -> TypeDecision {
    TypeDecision(state.kinds[index], state.facts[index], source.options.onTypeConflict)
  }

  func known(_ control: RunControl) throws -> State {
    if let known = state.withLock({ $0 }) { return known }
    let sampled = try source.withConnection(control) { connection in
      let statement = try SQLiteStatement(select(Array(layout.columns.indices), limit: Self.sampleRows), on: connection)
      var reader = ResultReader(statement, options: source.options, operation: operation)
      let share = MemoryShare(of: control.memory)
      while !reader.isAtEnd { try reader.readBatch(rows: RowStage.standardCapacity, share) }
      return State(
        kinds: reader.kinds, declaredTypes: reader.declaredTypes, facts: reader.columns.indices.map { reader.facts($0) }
      )
    }
    return state.withLock { state in
      if let state { return state }
      state = sampled
      return sampled
    }
  }

  /// Merges the findings of a scan into the known facts.
  func widen(_ column: Int, by facts: ColumnFacts) {
    state.withLock { state in state?.facts[column].merge(facts) }
  }

  /// Marks a column to be read by only one connection.
  func readInTurn(_ column: Int) { state.withLock { state in _ = state?.readInTurn.insert(column) } }

  private func select(_ columns: [Int], _ selection: RowSelection = RowSelection(), limit: Int?) -> SQLStatement {
    let dialect = source.dialect
    let list = columns.isEmpty ? "NULL" : columns.map { dialect.quoted(layout.columns[$0]) }.joined(separator: ", ")
    var sql = SQLFragment(verbatim: "SELECT \(list) FROM \(dialect.quoted(name))")
    if let condition = selection.condition { sql = sql + " WHERE \(condition)" }
    switch (selection.order, layout.order) {
    case (let order?, let own?): sql = sql + " ORDER BY \(order), \(SQLFragment(verbatim: own))"
    case (let order?, nil): sql = sql + " ORDER BY \(order)"
    case (nil, let own?): sql = sql + " ORDER BY \(SQLFragment(verbatim: own))"
    case (nil, nil): break
    }
    if let limit { sql = sql + SQLFragment(verbatim: " LIMIT \(limit)") }
    return sql.statement(dialect)
  }

  func statement(for columns: [Int], _ selection: RowSelection) -> SQLStatement {
    select(columns, selection, limit: selection.limit)
  }

  /// Returns the lower of the limits of the request and the selection.
  private func rowLimit(_ request: ScanRequest) -> Int? {
    guard let most = selection.limit else { return request.rowLimit }
    return min(most, request.rowLimit ?? most)
  }

  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    if request.columns.isEmpty { return try count(request, control, body: body) }
    let state = try known(control)
    if let shared = try RowidScan(self, selection, request, state, control)?.run(control, body: body) { return shared }
    let decisions = request.columns.map { decision($0, state) }
    var facts = request.columns.map { state.facts[$0] }
    return try source.withConnection(control) { connection in
      let statement = try SQLiteStatement(
        select(request.columns, selection, limit: rowLimit(request)), on: connection)
      var reader = ResultReader(statement, options: source.options, operation: operation)
      let share = MemoryShare(of: control.memory)
      var warnings = Warnings()
      var chunk = 0
      var firstRow = 0
      var dictionaryCounts = [Int](repeating: 0, count: request.columns.count)
      while !reader.isAtEnd {
        while !reader.isAtEnd, reader.rowCount - firstRow < request.chunkRows {
          try reader.readBatch(rows: request.chunkRows - (reader.rowCount - firstRow), share)
          try control.check()
        }
        let rows = reader.rowCount - firstRow
        if rows == 0 { break }
        var columns: [Column] = []
        for index in request.columns.indices {
          facts[index].merge(reader.facts(index))
          let kind = state.kinds[request.columns[index]]
          guard TypeDecision(kind, facts[index], source.options.onTypeConflict).type == decisions[index].type else {
            let column = request.columns[index]
            widen(column, by: facts[index])
            throw ScanRestart(
              reason: "\(name): column '\(layout.columns[column])': a value among rows \(firstRow + 1) to "
                + "\(firstRow + rows) needs a wider type than \(decisions[index].type)")
          }
          let decision = TypeDecision(kind, facts[index], source.options.onTypeConflict)
          columns.append(try reader.finish(index, as: decision, firstRow: firstRow, warnings: &warnings))
          let count = reader.dictionaryCount(index)
          reader.resetDictionaryIfLarge(index, grewBy: count - dictionaryCounts[index], chunkRows: request.chunkRows)
          dictionaryCounts[index] = reader.dictionaryCount(index)
        }
        try body(chunk, Batch(columns: columns, rowCount: rows, firstRow: firstRow))
        chunk += 1
        firstRow += rows
      }
      for index in request.columns.indices { widen(request.columns[index], by: facts[index]) }
      warnings.add(contentsOf: reader.warnings)
      return ScanSummary(rowCount: firstRow, warnings: warnings)
    }
  }

  /// Counts rows for a scan without columns. Its chunks contain only row counts.
  private func count(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var sql = SQLFragment(verbatim: "SELECT count(*) FROM \(source.dialect.quoted(name))")
    if let condition = selection.condition { sql = sql + " WHERE \(condition)" }
    let table = try source.execute(sql.statement(source.dialect), limits: .none, control)
    guard case .int(let found) = table.columns[0][0] else { return ScanSummary(rowCount: 0) }
    return try request.deliverCounted(Int(min(found, Int64(selection.limit ?? .max))), check: control.check, body: body)
  }
}
