import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery
import CSQLite

/// A SQLite cursor on a virtual table: a stream of rows, or all rows in memory if it restarts often.
final class TableCursor {
  private enum Way {
    case none
    case stream(RowStream)
    case loaded(LoadedRows)
    case lookup(LoadedRows, RowIndex, UInt64)
  }

  let table: VirtualTable
  let session: TableSession
  private var way = Way.none
  private var plan: ReadingPlan?
  private var columns: [Int] = []
  /// The position among the read columns, for each column of the table.
  private var positions: [Int] = []
  private var timesBegun = 0
  /// The index of the current row in the loaded table or stream, and in `rows`.
  private var number = 0
  private var rows: StagedRows?
  private var at = 0
  private var isActive = false

  init(_ table: VirtualTable, _ session: TableSession) {
    self.table = table
    self.session = session
  }

  var isAtEnd: Bool { rows == nil }

  var rowNumber: Int { rows?.number(of: at) ?? 0 }

  /// Restarts the cursor. `values` belong to the plan's keys and conditions, and `hashes` to its keys.
  func begin(_ plan: ReadingPlan, _ values: [Scalar?], _ hashes: [UInt64?]) throws {
    stop()
    if plan != self.plan {
      self.plan = plan
      columns = plan.readColumns
      positions = [Int](repeating: -1, count: table.schema.count)
      for (position, column) in columns.enumerated() { positions[column] = position }
      timesBegun = 0
    }
    timesBegun += 1
    let beginsAgain = timesBegun > 1 || session.activeCursors > 0 || table.isLoaded(columns)
    if beginsAgain, !plan.keys.isEmpty {
      guard let hash = RowIndex.hash(hashes) else { return }
      let loaded = try table.loaded(columns, in: session)
      let index = try loaded.index(on: plan.keys.map { positions[$0] }, session.control)
      way = .lookup(loaded, index, hash)
      try move(to: index.first(hash), in: loaded)
    } else if beginsAgain {
      let loaded = try table.loaded(columns, in: session)
      way = .loaded(loaded)
      try move(to: 0, in: loaded)
    } else {
      let keys = zip(plan.keys, values).map { ($0, SQLITE_INDEX_CONSTRAINT_EQ, $1) }
      let others = zip(plan.conditions, values.dropFirst(plan.keys.count)).map { ($0.column, $0.operation, $1) }
      let conditions = (keys + others).compactMap { column, operation, value in
        value.flatMap { value in Self.symbol(operation).map { (column: column, operation: $0, value: value) } }
      }
      let stream = table.stream(
        columns, condition: table.condition(conditions, over: columns), in: session)
      way = .stream(stream)
      number = -1
      try takeRows(of: stream)
      number = 0
    }
    if rows != nil, !isActive {
      isActive = true
      session.activeCursors += 1
    }
  }

  private static func symbol(_ operation: Int32) -> String? {
    switch operation {
    case SQLITE_INDEX_CONSTRAINT_EQ: "=="
    case SQLITE_INDEX_CONSTRAINT_GT: ">"
    case SQLITE_INDEX_CONSTRAINT_GE: ">="
    case SQLITE_INDEX_CONSTRAINT_LT: "<"
    case SQLITE_INDEX_CONSTRAINT_LE: "<="
    default: nil
    }
  }

  func next() throws {
    switch way {
    case .none: leave()
    case .stream(let stream):
      number += 1
      at += 1
      if at >= rows?.rowCount ?? 0 { try takeRows(of: stream) }
    case .loaded(let loaded): try move(to: number + 1, in: loaded)
    case .lookup(let loaded, let index, let hash): try move(to: index.next(after: number, hash), in: loaded)
    }
  }

  /// Passes a value of the row to SQLite.
  func give(_ column: Int, to result: SQLiteResult) {
    guard positions.indices.contains(column), positions[column] >= 0 else { return }
    rows?.give(row: at, column: positions[column], to: result)
  }

  /// Stops reading.
  func stop() {
    if case .stream(let stream) = way { stream.stop() }
    way = .none
    leave()
  }

  private func takeRows(of stream: RowStream) throws {
    at = 0
    while let part = try stream.next() {
      table.note(part, columns, in: session)
      guard part.rowCount > 0 else { continue }
      rows = part
      return
    }
    table.noteEnd(of: stream, in: session)
    leave()
  }

  private func move(to row: Int?, in loaded: LoadedRows) throws {
    guard let row, row < loaded.rowCount else { return leave() }
    number = row
    (rows, at) = loaded.place(row)
    if row & 0xFFFF == 0 { try session.control.check() }
  }

  private func leave() {
    rows = nil
    if isActive {
      isActive = false
      session.activeCursors -= 1
    }
  }
}
