/// A stored table that a job updates: it reads only new rows from its source.
package struct IncrementalTable: Sendable, Hashable {
  /// The policy for columns that have changed in the source.
  package enum Drift: String, Sendable, CaseIterable {
    /// The run fails and reports the differences.
    case refuse
    /// The table accepts compatible changes. Every other change fails.
    ///
    /// A new column is null in the earlier rows, a missing column is null in the new rows, and types widen if no value
    /// changes.
    case widen
  }

  package var source: String
  package var table: String
  /// The name of a source with the adapter `store`, which contains the table.
  package var store: String
  package var name: String
  /// A column that increases with every change of a row: a time or a number.
  package var watermark: String
  /// The columns that identify a row. Without them rows are only added.
  package var key: [String]
  /// The distance before the greatest watermark from which rows are read again, to include rows that arrived late.
  package var lookback: Lookback
  package var drift: Drift
  /// True if the row counts of the table and of its source must be equal.
  package var isCounted: Bool

  package enum Lookback: Sendable, Hashable {
    case duration(Duration)
    case number(Int64)
  }

  package init(
    source: String, table: String, store: String, name: String? = nil, watermark: String, key: [String] = [],
    lookback: Lookback = .duration(.zero), drift: Drift = .refuse, isCounted: Bool = true
  ) {
    self.source = source
    self.table = table
    self.store = store
    self.name = name ?? table
    self.watermark = watermark
    self.key = key
    self.lookback = lookback
    self.drift = drift
    self.isCounted = isCounted
  }
}
