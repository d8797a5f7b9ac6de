import AugerColumns

/// The rows of a data grid, column by column.
public struct ChartTable: Sendable {
  /// A column: a value, a label and an optional style for each row.
  public struct Column: Sendable {
    /// The title above the column.
    public package(set) var title: String
    /// True if it names the rows instead of describing them.
    package var isHeader: Bool
    /// A value for each row.
    public package(set) var cells: DataTable.Column
    /// The formatted values, parallel to `cells`; empty for null.
    public package(set) var texts: [String]
    package var format: ValueFormat?
    /// The name or `#rrggbb` of each cell's color; nil for none. The whole list is nil if no cell has a color.
    package var colors: [String?]?
    /// A small chart for each cell; nil for none. The whole list is nil if the column has no charts.
    package var charts: [ChartModel?]?

    /// Creates a column. The default labels are the plain values.
    package init(
      title: String, isHeader: Bool = false, cells: DataTable.Column, texts: [String]? = nil,
      format: ValueFormat? = nil
    ) {
      self.title = title
      self.isHeader = isHeader
      self.cells = cells
      self.texts = texts ?? cells.scalars.map(\.description)
      self.format = format
    }
  }

  /// The columns from left to right, with equal row counts.
  public package(set) var columns: [Column]

  package init(columns: [Column]) { self.columns = columns }

  /// The number of rows below the titles.
  public var rowCount: Int { columns.first?.cells.count ?? 0 }
}
