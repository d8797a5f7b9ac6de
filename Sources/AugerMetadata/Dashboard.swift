import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// AugerMetadata: what a dashboard is, in MAKit's words. Analysis computes what it describes; a program may also write
/// one in code.

/// Charts that belong together.
public struct Dashboard: Sendable {
  public var name: String
  public var charts: [ChartDefinition]

  public init(name: String, charts: [ChartDefinition]) {
    self.name = name
    self.charts = charts
  }

  /// The chart of a name; among charts of one name the first (guide, "Chart").
  public func chart(_ name: String) throws(DiagnosticError) -> ChartDefinition {
    if let chart = charts.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return chart }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no chart '\(name)'",
        hint: DidYouMean.hint(for: name, among: charts.map(\.name), listing: "charts")))
  }
}

/// One chart: which query answers it, and which columns become its categories, series and values.
public struct ChartDefinition: Sendable {
  public var name: String
  public var title: String
  public var type: ChartType
  /// The named query whose result the chart shows.
  public var query: String
  public var category: AxisDefinition
  /// Nil: the chart has one series without a name.
  public var series: AxisDefinition?
  /// By ascending `ValueSequence`; at least one.
  public var values: [ValueDefinition]
  /// What becomes of rows with the same category and series, where the value expression does not aggregate itself.
  public var aggregate: AggregateFunction
  /// Nil: by the type of the categories, or as the table says.
  public var sort: ChartSort?
  /// Only so many categories, the first after sorting.
  public var categoryLimit: Int?

  public init(
    name: String, title: String = "", type: ChartType, query: String, category: AxisDefinition,
    series: AxisDefinition? = nil, values: [ValueDefinition], aggregate: AggregateFunction = .sum,
    sort: ChartSort? = nil, categoryLimit: Int? = nil
  ) {
    self.name = name
    self.title = title
    self.type = type
    self.query = query
    self.category = category
    self.series = series
    self.values = values
    self.aggregate = aggregate
    self.sort = sort
    self.categoryLimit = categoryLimit
  }
}

/// The Category or Series node of a chart: a column of the query's result.
public struct AxisDefinition: Sendable {
  public var column: String
  /// DisplayName; empty means the column's name.
  public var title: String
  public var format: ValueFormat?
  /// Where the column was named, if in a file.
  public var place: Diagnostic.Place?

  public init(column: String, title: String = "", format: ValueFormat? = nil, at place: Diagnostic.Place? = nil) {
    self.column = column
    self.title = title
    self.format = format
    self.place = place
  }
}

extension AxisDefinition {
  /// The title, or the column's name where there is none.
  public var shownTitle: String { title.isEmpty ? column : title }
}

/// One Value node of a chart: an expression over the columns of the query's result.
public struct ValueDefinition: Sendable {
  /// ValueSequence, from 1.
  public var sequence: Int
  public var expression: Expression
  public var title: String
  public var format: ValueFormat?

  public init(sequence: Int = 1, expression: Expression, title: String = "", format: ValueFormat? = nil) {
    self.sequence = sequence
    self.expression = expression
    self.title = title
    self.format = format
  }
}

/// How the categories of a chart are ordered.
public struct ChartSort: Sendable, Hashable {
  public enum Key: Sendable, Hashable {
    case category
    /// The sum of the first value over all series.
    case value
  }

  public var key: Key
  public var isDescending: Bool

  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension Diagnostic.Code {
  public static let metadataObjectUndefined = Self("metadataObjectUndefined")
}
