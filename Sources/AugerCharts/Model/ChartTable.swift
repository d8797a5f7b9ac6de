import AugerColumns

/// The rows of a data grid, column by column.
public struct ChartTable: Sendable {
  public struct Column: Sendable {
    public package(set) var title: String
    /// Whether it names the rows rather than telling about them.
    package var isHeader: Bool
    /// A value for each row.
    public package(set) var cells: AugerColumns.Column
    /// The text of each value, as long as `cells`; empty where there is none.
    public package(set) var texts: [String]
    package var format: ValueFormat?
    /// The name or `#rrggbb` of each cell's colour, nil where it has none; the whole nil where no cell has one.
    package var colors: [String?]?
    /// A small chart for each cell, nil where there is none; the whole nil where the column has no charts.
    package var charts: [ChartModel?]?

    /// Texts default to the plain text of the cells.
    package init(
      title: String, isHeader: Bool = false, cells: AugerColumns.Column, texts: [String]? = nil,
      format: ValueFormat? = nil
    ) {
      self.title = title
      self.isHeader = isHeader
      self.cells = cells
      self.texts = texts ?? cells.scalars.map(\.description)
      self.format = format
    }
  }

  public package(set) var columns: [Column]

  package init(columns: [Column]) { self.columns = columns }

  public var rowCount: Int { columns.first?.cells.count ?? 0 }
}
