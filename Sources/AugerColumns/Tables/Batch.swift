/// A run of consecutive rows on their way through a scan: the columns that were asked for, in the order asked.
public struct Batch: Sendable {
  /// The columns that were asked for, in that order, each of `rowCount` values.
  public let columns: [Column]
  /// How many rows it has; with no columns, how many there would be.
  public let rowCount: Int
  /// Number of the first row within its source, from 0.
  public let firstRow: Int

  /// Rows in a chunk. Fixed, because partial results are merged by chunk and a sum of floats must not depend on how
  /// many threads shared the work.
  package static let standardRowCount = 1 << 16

  /// Rows of a table, the first of which is number `firstRow`, counted from 0. Without columns it has only a number of
  /// rows.
  public init(columns: [Column], rowCount: Int, firstRow: Int) {
    self.columns = columns
    self.rowCount = rowCount
    self.firstRow = firstRow
  }
}
