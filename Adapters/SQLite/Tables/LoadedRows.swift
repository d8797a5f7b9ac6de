import AugerColumns
import AugerDiagnostics
import AugerQuery

/// All rows of some columns of a table in memory, for a cursor that restarts often: the inner table of a join.
final class LoadedRows {
  /// The parts. All except the last have the same number of rows.
  private let parts: [StagedRows]
  let rowCount: Int
  private let partRows: Int
  private var indexes: [[Int]: RowIndex] = [:]
  private let share: MemoryShare

  /// Reads the stream to its end.
  init(_ stream: RowStream, _ control: RunControl, unknownNumbers: (StagedRows) -> Void) throws {
    share = MemoryShare(of: control.memory)
    var parts: [StagedRows] = []
    var rows = 0
    while let part = try stream.next() {
      unknownNumbers(part)
      guard part.rowCount > 0 else { continue }
      if share.isLimited { try share.add(part.byteCount) }
      parts.append(part)
      rows += part.rowCount
    }
    self.parts = parts
    rowCount = rows
    partRows = max(1, parts.first?.rowCount ?? 1)
  }

  /// Returns the part that contains a row, and the index of the row in it.
  func place(_ row: Int) -> (rows: StagedRows, row: Int) { (parts[row / partRows], row % partRows) }

  /// Returns the index on some columns, which are positions among the loaded columns. Created on first use.
  func index(on columns: [Int], _ control: RunControl) throws -> RowIndex {
    if let index = indexes[columns] { return index }
    if share.isLimited { try share.add(RowIndex.byteCount(rows: rowCount)) }
    let index = try RowIndex(self, columns, control)
    indexes[columns] = index
    return index
  }
}

/// Rows by the hash of their keys, in ascending chains. SQLite determines which of them are equal.
struct RowIndex {
  private var heads: [Int32]
  private var following: [Int32]
  private var hashes: [UInt32]
  private let mask: Int

  static func byteCount(rows: Int) -> Int { 4 * slots(rows) + 8 * rows }

  private static func slots(_ rows: Int) -> Int {
    var slots = 16
    while slots < rows + rows / 2 { slots *= 2 }
    return slots
  }

  init(_ rows: LoadedRows, _ columns: [Int], _ control: RunControl) throws {
    guard rows.rowCount < Int(Int32.max) else {
      throw AugerError(
        .limitExceeded, operation: "find rows by their keys", "the table has more than \(Int32.max) rows",
        hint: "Filter or aggregate the table in a subquery, or in a query of the workspace.")
    }
    let slots = Self.slots(rows.rowCount)
    mask = slots - 1
    heads = [Int32](repeating: -1, count: slots)
    following = [Int32](repeating: -1, count: rows.rowCount)
    hashes = [UInt32](repeating: 0, count: rows.rowCount)
    // Backward, so that each chain is in ascending order.
    for row in stride(from: rows.rowCount - 1, through: 0, by: -1) {
      if row & 0xFFFF == 0 { try control.check() }
      let (part, at) = rows.place(row)
      guard let hash = RowIndex.hash(columns.map { part.hash(row: at, column: $0) }) else { continue }
      let slot = Int(truncatingIfNeeded: hash) & mask
      following[row] = heads[slot]
      heads[slot] = Int32(truncatingIfNeeded: row)
      hashes[row] = UInt32(truncatingIfNeeded: hash >> 32)
    }
  }

  /// Returns a hash of all values of a key. Nil if a value is null.
  static func hash(_ values: [UInt64?]) -> UInt64? {
    var hash: UInt64 = 0
    for value in values {
      guard let value else { return nil }
      hash = KeyHash.mixed(hash &* 31 &+ value)
    }
    return hash
  }

  /// Returns the first row that may have the key. Nil if none exists.
  func first(_ hash: UInt64) -> Int? { matching(heads[Int(truncatingIfNeeded: hash) & mask], hash) }

  func next(after row: Int, _ hash: UInt64) -> Int? { matching(following[row], hash) }

  private func matching(_ row: Int32, _ hash: UInt64) -> Int? {
    var row = row
    while row >= 0 {
      if hashes[Int(row)] == UInt32(truncatingIfNeeded: hash >> 32) { return Int(row) }
      row = following[Int(row)]
    }
    return nil
  }
}
