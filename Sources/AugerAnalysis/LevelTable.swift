public import AugerColumns
public import AugerMetadata

/// The answer to one zooming level of a chart.
public struct LevelTable: Sendable {
  /// The level's category column, its title and format.
  public var category: AxisDefinition
  /// The query that was asked, for messages.
  public var query: String
  public var table: Table

  public init(_ category: AxisDefinition, query: String, _ table: Table) {
    self.category = category
    self.query = query
    self.table = table
  }
}
