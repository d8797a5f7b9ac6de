/// A table that a job keeps up to date in a store, by asking its source only for what is new.
package struct IncrementalTable: Sendable, Hashable {
  /// What becomes of columns that are not as they were.
  package enum Drift: String, Sendable, CaseIterable {
    /// The run fails and says what changed.
    case refuse
    /// New columns are taken over, with null in the rows before; columns that went stay, with null in the rows after;
    /// types become wider where nothing is lost. Everything else is refused.
    case widen
  }

  package var source: String
  package var table: String
  /// The source of the adapter `store` that the table is kept in, and its name there.
  package var store: String
  package var name: String
  /// A column that grows with every change of a row: a time or a number.
  package var watermark: String
  /// Columns that identify rows; without them rows are only ever added.
  package var key: [String]
  /// How far before the greatest watermark rows are asked for again, because they may have come late.
  package var lookback: Lookback
  package var drift: Drift
  /// Whether the numbers of rows here and in the source must agree.
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
