import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// A rich table: a column for each Column node, a row for each row of the query's result (guide, "RFTable").
package struct DataGridDefinition: Sendable, HasName {
  package var name: String
  package var title: String
  package var query: String
  /// Header columns first, then by ascending `ColumnSequence`; at least one.
  package var columns: [DataGridColumn]
  /// The charts that columns of kind `chart` name.
  package var charts: [ChartDefinition]
  /// The filters whose picks its query receives, and the queries of its charts, beside those that each of them names.
  package var filters: [NameReference] = []
  package var places: ChartDefinition.Places

  package init(
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
package struct DataGridColumn: Sendable {
  package enum Kind: Sendable, Hashable {
    /// A value as text.
    case data
    /// A small chart, named, of the data in the cell.
    case chart(String)
    /// A difference, coloured.
    case variance
  }

  package var kind: Kind
  /// Over the columns of the query's result.
  package var value: Expression
  /// The text above the column; empty means the value as written.
  package var header: String
  package var format: ValueFormat?
  /// Gives the name of a colour for each row.
  package var color: Expression?
  /// Whether its cells are the headings of the rows.
  package var isHeader: Bool
  package var place: Diagnostic.Place?

  package init(
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
