import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// A rich table: a column for each Column node, a row for each row of the query's result (guide, "RFTable").
package struct DataGridDefinition: Sendable, Equatable, HasName {
  package var name: String
  package var title: String
  package var query: String
  /// Header columns first, then by ascending `ColumnSequence`; at least one.
  package var columns: [DataGridColumn]
  /// The charts that columns of kind `chart` name.
  package var charts: [ParsedChart]
  /// The filters that its query and the queries of its charts receive, in addition to the filters of each chart.
  package var filters: [NameReference] = []
  @Uncompared package var places: ParsedChart.Places

  package init(
    name: String, title: String = "", query: String, columns: [DataGridColumn], charts: [ParsedChart] = [],
    places: ParsedChart.Places = ParsedChart.Places()
  ) {
    self.name = name
    self.title = title
    self.query = query
    self.columns = columns
    self.charts = charts
    self.places = places
  }
}

/// A column of a rich table.
package struct DataGridColumn: Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// A formatted value.
    case data
    /// A small named chart of the data in the cell.
    case chart(String)
    /// A colored difference.
    case variance
  }

  package var kind: Kind
  /// An expression over the columns of the query's result.
  package var value: Expression
  /// The text above the column. Empty for the expression text.
  package var header: String
  package var format: ValueFormat?
  /// An expression for the name of a color for each row.
  package var color: Expression?
  /// True if its cells are the headings of the rows.
  package var isHeader: Bool
  @Uncompared package var place: Diagnostic.Place?

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
