import AugerColumns
import AugerQuery

/// The chunk in which one file of a union ends and the next begins, put together row by row: chunks have the rows that
/// the request says, wherever files end.
struct JointChunk {
  /// Its number.
  private(set) var chunk = 0
  /// The row behind its last one so far.
  private(set) var endRow = 0
  private var rowCount = 0
  private let chunkRows: Int
  private var builder: TableBuilder

  init(_ schema: Schema, _ chunkRows: Int) {
    self.chunkRows = chunkRows
    builder = TableBuilder(schema)
  }

  /// How many rows it lacks; those of a chunk if none is begun.
  var room: Int { chunkRows - rowCount }

  /// Counts chunks that others have handed on. None may be begun.
  mutating func skip(chunks: Int) {
    precondition(chunks == 0 || rowCount == 0, "chunks follow each other")
    chunk += chunks
    endRow += chunks * chunkRows
  }

  /// Takes at most as many rows as the chunk is short of, and hands on what is full.
  mutating func append(_ batch: borrowing Batch, _ body: (Int, borrowing Batch) throws -> Void) throws {
    precondition(batch.rowCount <= room, "a chunk has no more rows than were asked for")
    builder.append(batch)
    rowCount += batch.rowCount
    endRow += batch.rowCount
    if room == 0 { try flush(body) }
  }

  /// Hands on what there is.
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
