public import AugerCharts
public import AugerDiagnostics
public import AugerExpressions

/// A rich table: a column for each Column node, a row for each row of the query's result (guide, "RFTable").
public struct DataGridDefinition: Sendable {
  public var name: String
  public var title: String
  public var query: String
  /// Header columns first, then by ascending `ColumnSequence`; at least one.
  public var columns: [DataGridColumn]
  /// The charts that columns of kind `chart` name.
  public var charts: [ChartDefinition]
  /// The filters whose picks its query receives, and the queries of its charts, beside those that each of them names.
  public var filters: [NameReference] = []
  public var places: ChartDefinition.Places

  public init(
    name: String, title: String = "", query: String, columns: [DataGridColumn], charts: [ChartDefinition] = [],
    places: ChartDefinition.Places = ChartDefinition.Places()
  ) {
    self.name = name
    self.title = title
    self.query = query
    self.columns = columns
    self.charts = charts
    self.places = places
  }
}

/// One column of a rich table.
public struct DataGridColumn: Sendable {
  public enum Kind: Sendable, Hashable {
    /// A value as text.
    case data
    /// A small chart, named, of the data in the cell.
    case chart(String)
    /// A difference, coloured.
    case variance
  }

  public var kind: Kind
  /// Over the columns of the query's result.
  public var value: Expression
  /// The text above the column; empty means the value as written.
  public var header: String
  public var format: ValueFormat?
  /// Gives the name of a colour for each row.
  public var color: Expression?
  /// Whether its cells are the headings of the rows.
  public var isHeader: Bool
  public var place: Diagnostic.Place?

  public init(
    _ kind: Kind = .data, value: Expression, header: String = "", format: ValueFormat? = nil, color: Expression? = nil,
    isHeader: Bool = false, at place: Diagnostic.Place? = nil
  ) {
    self.kind = kind
    self.value = value
    self.header = header
    self.format = format
    self.color = color
    self.isHeader = isHeader
    self.place = place
  }
}
