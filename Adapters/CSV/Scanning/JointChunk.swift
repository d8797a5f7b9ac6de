import AugerColumns
import AugerQuery

/// The chunk in which one file of a union ends and the next begins, assembled row by row. All chunks have the
/// requested number of rows, wherever files end.
struct JointChunk {
  /// The number of the chunk.
  private(set) var chunk = 0
  /// The row after its last row so far.
  private(set) var endRow = 0
  private var rowCount = 0
  private let chunkRows: Int
  private var builder: TableBuilder

  init(_ schema: Schema, _ chunkRows: Int) {
    self.chunkRows = chunkRows
    builder = TableBuilder(schema)
  }

  /// The number of missing rows. It equals the chunk size if no chunk is begun.
  var room: Int { chunkRows - rowCount }

  /// Counts chunks that were delivered directly. No chunk can be in progress.
  mutating func skip(chunks: Int) {
    precondition(chunks == 0 || rowCount == 0, "chunks follow each other")
    chunk += chunks
    endRow += chunks * chunkRows
  }

  /// Appends a batch with at most `room` rows, and delivers the chunk when it is full.
  mutating func append(_ batch: borrowing Batch, _ body: (Int, borrowing Batch) throws -> Void) throws {
    precondition(batch.rowCount <= room, "a chunk has at most the requested number of rows")
    builder.append(batch)
    rowCount += batch.rowCount
    endRow += batch.rowCount
    if room == 0 { try flush(body) }
  }

  /// Delivers the rows so far.
  mutating func flush(_ body: (Int, borrowing Batch) throws -> Void) throws {
    guard rowCount > 0 else { return }
    let columns = builder.finish().columns
    let batch = Batch(columns: columns, rowCount: rowCount, firstRow: endRow - rowCount)
    let number = chunk
    rowCount = 0
    chunk += 1
    try body(number, batch)
  }
}
