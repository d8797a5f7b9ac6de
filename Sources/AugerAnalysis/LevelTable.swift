public import AugerColumns
public import AugerMetadata

/// The answer to one zooming level of a chart.
public struct LevelTable: Sendable {
  /// The level's category column, its title and format.
  public var category: AxisDefinition
  /// The query that was asked, for messages.
  public var query: String
  public var table: Table
  /// What charts of many rows added up of the table.
  package var sums = KeptSums()
  /// What the table's key columns of dates were computed by.
  var grains: GrainDefinition?
  /// Of dates: all categories in the order of time. Nil: those of the table, in the order of their values.
  var calendar: Calendar?

  struct Calendar: Sendable {
    var grain: AugerMetadata.Grain
    /// One column for each level down to this one; a row for each day or hour, equal rows together.
    var keys: [Column]
    /// Whether categories without rows are shown.
    var fillsGaps: Bool
  }

  public init(_ category: AxisDefinition, query: String, _ table: Table) {
    self.category = category
    self.query = query
    self.table = table
  }
}
