import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A parallel scan of a large table. Several connections read ranges of rowids, without writes between the start of
/// the first and the last one.
///
/// Ranges are read in any order and joined in rowid order, so the chunks equal those of a scan by one connection. A
/// value that contradicts its column must be reported with its row number or widens the type. From then on, only one
/// connection reads that column, and the scan restarts.
struct RowidScan: Sendable {
  private let table: DatabaseTable
  private let selection: RowSelection
  private let request: ScanRequest
  private let state: DatabaseTable.State
  private let decisions: [TypeDecision]
  /// The conditions of the ranges, in table order.
  private let ranges: [SQLFragment]

  /// The rowids per range. Rowids are unique, so the rows of a few ranges fit in memory.
  private static let rowidsInRange: Int128 = 32_768
  /// The maximum number of statements. If there were more, most would have no rows, and a second connection would not
  /// pay off.
  private static let mostRanges: Int128 = 1 << 14
  /// The minimum density: the first rows must occupy at least one in `leastDensity` rowids.
  private static let leastDensity: Int128 = 8
  private static let attempts = 3

  /// Creates the scan. Nil if one connection should read.
  ///
  /// One connection reads small tables, tables without rowids or with sparse rowids, selections and other orders, and
  /// columns that must be read sequentially.
  init?(
    _ table: DatabaseTable, _ selection: RowSelection, _ request: ScanRequest, _ state: DatabaseTable.State,
    _ control: RunControl
  ) throws {
    guard request.workers > 1, request.rowLimit == nil, selection.limit == nil, selection.order == nil,
      state.readInTurn.isDisjoint(with: request.columns)
    else { return nil }
    // The first value of such a column determines its type.
    let undecided = request.columns.contains {
      (state.kinds[$0] == .any || state.kinds[$0] == .blob) && state.facts[$0].firstClass == nil
    }
    guard !undecided, let ends = try table.rowids(control), ends.count > Int128(DatabaseTable.rowsOfOneReader),
      ends.count / Self.rowidsInRange < Self.mostRanges, let rowid = table.layout.order,
      try table.isDense(ends.least, control, among: Self.leastDensity)
    else { return nil }
    self.table = table
    self.selection = selection
    self.request = request
    self.state = state
    decisions = request.columns.map { table.decision($0, state) }
    guard !decisions.contains(where: \.isConflict) else { return nil }
    ranges = stride(from: ends.least, through: ends.most, by: Int128.Stride(Self.rowidsInRange)).map { from in
      let range = SQLFragment(verbatim: "\(rowid) BETWEEN \(from) AND \(min(ends.most, from + Self.rowidsInRange - 1))")
      return selection.condition.map { "(\($0)) AND \(range)" } ?? range
    }
  }

  /// Runs the scan. Nil if no consistent connections are available, for example because another process writes
  /// constantly.
  func run(
    _ control: RunControl, body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary? {
    for _ in 0..<Self.attempts {
      let version = try table.version(control)
      let summary = try table.source.withConnections(min(request.workers, ranges.count), control) {
        connections -> ScanSummary? in
        guard let anchors = try anchors(connections, version, control) else { return nil }
        defer { withExtendedLifetime(anchors) {} }
        return try read(connections, control, body: body)
      }
      if let summary { return summary }
    }
    return nil
  }

  /// Returns statements that remain open to preserve each connection's snapshot. Nil if there were writes after
  /// `version`.
  ///
  /// Only the first connection waits for a lock. A writer that waits for the first one blocks the others, which would
  /// cause a deadlock.
  private func anchors(
    _ connections: [SQLiteConnection], _ version: Int64?, _ control: RunControl
  ) throws -> [SQLiteStatement]? {
    func anchor(_ connection: SQLiteConnection) throws -> SQLiteStatement {
      let anchor = try SQLiteStatement(SQLStatement(text: "SELECT 1 FROM \(table.sqlName) LIMIT 2"), on: connection)
      var stage = RowStage(columnCount: 1)
      _ = try anchor.fill(&stage, rows: 1)
      return anchor
    }
    var anchors = [try anchor(connections[0])]
    do {
      for connection in connections.dropFirst() {
        anchors.append(try connection.context.withoutWaiting { try anchor(connection) })
      }
      return try table.version(control, waits: false) == version ? anchors : nil
    } catch let error as AugerError where error.code == .databaseLocked {
      return nil
    }
  }

  private func read(
    _ connections: [SQLiteConnection], _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let joiner = ChunkJoiner(
      decisions.map(\.type), chunkRows: request.chunkRows, mostAhead: 2 * connections.count, memory: control.memory)
    let next = Locked(0)
    let facts = Locked(request.columns.map { state.facts[$0] })
    let summary = try joiner.run(readers: connections.count, body: body) { reader in
      while true {
        let range = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard range < ranges.count, try joiner.mayRead(range, check: control.check) else { return }
        let share = MemoryShare(of: control.memory)
        let (batch, found) = try read(ranges[range], connections[reader], share, control)
        facts.withLock { facts in for index in facts.indices { facts[index].merge(found[index]) } }
        try joiner.join(batch, range, Warnings(), held: share, body: body)
      }
    }
    for (column, facts) in zip(request.columns, facts.withLock { $0 }) { table.widen(column, by: facts) }
    return summary
  }

  /// Reads the rows of a range in the types of the table's schema.
  private func read(
    _ range: SQLFragment, _ connection: SQLiteConnection, _ share: MemoryShare, _ control: RunControl
  ) throws -> (Batch, [ColumnFacts]) {
    let statement = try SQLiteStatement(
      table.statement(for: request.columns, RowSelection(condition: range)), on: connection)
    var reader = ResultReader(statement, options: table.source.options, operation: table.operation)
    while !reader.isAtEnd {
      do throws(AugerError) { try reader.readBatch(rows: RowStage.standardCapacity, share) } catch {
        guard error.code == .invalidText else { throw error }
        throw inTurn(request.columns, "a text that is not UTF-8")
      }
      try control.check()
    }
    if !reader.warnings.isEmpty { throw inTurn(request.columns, "a value that is not read as it is") }
    var columns: [Column] = []
    var found: [ColumnFacts] = []
    for (index, column) in request.columns.enumerated() {
      var facts = state.facts[column]
      facts.merge(reader.facts(index))
      let decision = TypeDecision(state.kinds[column], facts, table.source.options.onTypeConflict)
      guard decision.type == decisions[index].type, !decision.isConflict else {
        throw inTurn([column], "a value that is not a valid \(decisions[index].natural)")
      }
      var warnings = Warnings()
      do {
        columns.append(try reader.finish(index, as: decision, firstRow: 0, warnings: &warnings))
      } catch {
        throw inTurn([column], error.message)
      }
      guard warnings.isEmpty else { throw inTurn([column], "a value that is not read as it is") }
      found.append(facts)
    }
    return (Batch(columns: columns, rowCount: reader.rowCount, firstRow: 0), found)
  }

  private func inTurn(_ columns: [Int], _ reason: String) -> ScanRestart {
    for column in columns { table.readInTurn(column) }
    let names = columns.map { "'\(table.layout.columns[$0])'" }.joined(separator: ", ")
    return ScanRestart(reason: "\(table.name): \(names): \(reason); its rows are read in turn")
  }
}

extension DatabaseTable {
  /// Returns true if the first thousand rows have dense rowids.
  fileprivate func isDense(_ least: Int128, _ control: RunControl, among share: Int128) throws -> Bool {
    guard let rowid = layout.order else { return false }
    let text =
      "SELECT max(\(rowid)), count(*) FROM (SELECT \(rowid) FROM \(sqlName) ORDER BY \(rowid) LIMIT 1000)"
    let row = try source.execute(SQLStatement(text: text), limits: .none, control).columns
    guard case .int(let last) = row[0][0], case .int(let count) = row[1][0] else { return false }
    return (Int128(last) - least + 1) / share <= Int128(count)
  }
}
