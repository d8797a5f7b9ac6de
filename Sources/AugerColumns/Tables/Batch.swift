/// Consecutive rows of a scan. The columns are the requested ones, in the requested order.
public struct Batch: Sendable {
  /// The requested columns in order, each with `rowCount` values.
  public let columns: [DataTable.Column]
  /// The number of rows. It is also set if no columns were requested.
  public let rowCount: Int
  /// The number of the first row in its source, from 0.
  public let firstRow: Int

  /// The number of rows in a chunk. It is fixed, because partial results are merged by chunk, and a sum of floats
  /// must not depend on the number of threads.
  package static let standardRowCount = 1 << 16

  /// Creates a batch of rows. `firstRow` is the number of its first row, from 0. Without columns, the batch has only
  /// a number of rows.
  public init(columns: [DataTable.Column], rowCount: Int, firstRow: Int) {
    self.columns = columns
    self.rowCount = rowCount
    self.firstRow = firstRow
  }
}
