import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A table in memory that can be scanned like any other.
package struct StoredTable: ScannableTable, HasName {
  package let name: String
  package let table: Table

  package init(_ name: String, _ table: Table) {
    self.name = name
    self.table = table
  }

  package var whole: Table? { table }

  package func schema(_ control: RunControl) -> Schema { table.schema }

  package func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let rows = min(table.rowCount, request.rowLimit ?? .max)
    let chunks = (rows + request.chunkRows - 1) / request.chunkRows
    let columns = request.columns.map { table.columns[$0] }
    let next = Locked(0)
    try Workers.run(max(1, min(request.workers, chunks))) { _ in
      while true {
        let chunk = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard chunk < chunks else { return }
        try control.check()
        let range = chunk * request.chunkRows..<min(rows, (chunk + 1) * request.chunkRows)
        do {
          try body(
            chunk, Batch(columns: columns.map { $0[range] }, rowCount: range.count, firstRow: range.lowerBound))
        } catch {
          next.withLock { $0 = chunks }
          throw error
        }
      }
    }
    return ScanSummary(rowCount: rows)
  }
}

extension DataTable: TableSource {
  public func scannable(_ control: RunControl) -> any ScannableTable { StoredTable("table", self) }
}
