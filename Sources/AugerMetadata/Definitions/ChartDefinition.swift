public import AugerCharts
public import AugerDiagnostics
public import AugerExpressions

/// One chart: which query answers it, and which columns become its categories, series and values.
public struct ChartDefinition: Sendable {
  public var name: String
  public var title: String
  public var type: ChartType
  /// The named query whose result the chart shows; empty for a chart inside of a grid, which gets the cell's data.
  public var query: String
  public var category: AxisDefinition
  /// Nil: the chart has one series without a name.
  public var series: AxisDefinition?
  /// The column that divides the chart into small ones, one for each of its values; nil: it is one chart.
  public var multiples: AxisDefinition?
  /// By ascending `ValueSequence`; at least one.
  public var values: [ValueDefinition]
  /// What each row has, where the values are those of a box plot of it: rows beyond the whiskers are points.
  public var spread: Expression?
  /// What becomes of rows with the same category and series, where the value expression does not aggregate itself.
  public var aggregate: AggregateFunction
  /// Nil: by the type of the categories, or as the table says.
  public var sort: ChartSort?
  /// Only so many categories, the first after sorting.
  public var categoryLimit: Int?
  public var thresholds: ThresholdDefinition
  /// ChartSequence, from 1: its place in a group.
  public var sequence: Int?
  /// Whether a category can be picked to drill down, and whether a series can: ByCategory and BySeries.
  public var drillsByCategory = true
  public var drillsBySeries = true
  /// The filters whose picks its queries receive.
  public var filters: [NameReference] = []
  /// The coarsest first; `query` and `category` are those of the first. Empty: the chart does not zoom.
  public var zoomingLevels: [ZoomingLevelDefinition] = []
  /// Levels made of a date column by itself; nil: the column's values are the categories.
  public var grains: GrainDefinition?
  /// Where the categories are periods that the query computes of dates: what it knows of these. Nil: they are none, or
  /// nobody knows.
  public var period: PeriodDefinition?
  public var whatIfColumns: [WhatIfColumnDefinition] = []
  /// The overlay that is shown in its place, of whose lowest layer it has query, category and values; nil: a
  /// plain chart.
  public var overlay: OverlayGroupDefinition?
  public var forecast: Forecast?
  /// How many categories are predicted; nil: a season, or a quarter of the history, at most twelve.
  public var forecastCount: Int?
  /// Categories of a season; nil: by the distance of the categories, 12 of months, 7 of days.
  public var season: Int?
  public var valueAxis = AxisKind.linear
  /// Range, ticks, gaps and crossing of the value axis.
  public var valueOptions = AxisOptions()
  public var annotations: [AnnotationDefinition] = []
  /// The name of a colour for each category and series, or row; nil: those of the series.
  public var itemColor: Expression?
  /// Nil: as the type says.
  public var stacking: Stacking?
  /// Of a histogram; nil: chosen by the values.
  public var binCount: Int?
  /// The name of a theme; nil: the dashboard's.
  public var theme: String?
  /// What its values are counted in, where a value has no unit of its own.
  public var unit: String = ""
  /// Below the title.
  public var subtitle = ""
  /// What its query lets through, in words, where its author wants that stated.
  public var conditions: [String] = []
  public var status = ""
  public var showsSummary = false
  /// What the whole is called in the summary; empty: All.
  public var summaryTitle = ""
  /// Which way a trend is good.
  public var polarity: ChartSummary.Polarity?
  /// Parts that are shown, or not, whatever the type says.
  public var shownParts: [ChartDisplay.Part: Bool] = [:]
  public var places: Places

  public init(
    name: String, title: String = "", type: ChartType, query: String, category: AxisDefinition,
    series: AxisDefinition? = nil, values: [ValueDefinition], aggregate: AggregateFunction = .sum,
    sort: ChartSort? = nil, categoryLimit: Int? = nil, thresholds: ThresholdDefinition = ThresholdDefinition(),
    places: Places = Places()
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
    self.thresholds = thresholds
    self.places = places
  }

  /// How values after the data are computed.
  public enum Forecast: String, Sendable, Hashable, CaseIterable {
    case linear
    case seasonalNaive = "seasonal-naive"
    case holtWinters = "holt-winters"
  }

  /// Where a chart was written, if in a file.
  public struct Places: Sendable {
    /// Its name, or the node.
    public var chart: Diagnostic.Place?
    public var query: Diagnostic.Place?

    public init(chart: Diagnostic.Place? = nil, query: Diagnostic.Place? = nil) {
      self.chart = chart
      self.query = query
    }
  }
}

extension ChartDefinition {
  /// The columns that divide categories: those of the series and of small charts.
  package var partingColumns: [String] { [series, multiples].compactMap { $0?.column } }
}

/// An Annotation node of a chart. Its categories are texts until the type of the column is known.
public struct AnnotationDefinition: Sendable, Hashable {
  public var text: String
  public var value: Double?
  public var endValue: Double?
  public var category: String?
  public var endCategory: String?
  public var color: String?

  public init(
    _ text: String = "", value: Double? = nil, endValue: Double? = nil, category: String? = nil,
    endCategory: String? = nil, color: String? = nil
  ) {
    self.text = text
    self.value = value
    self.endValue = endValue
    self.category = category
    self.endCategory = endCategory
    self.color = color
  }
}

/// Periods that a query groups dates by, and the columns of its result that say from when to when each has dates.
public struct PeriodDefinition: Sendable, Hashable {
  public var grain: Grain
  /// The dates, as an expression over the columns that the query reads.
  public var date: String
  /// Columns of the result: the first and the last date of each row.
  public var first: String
  public var last: String

  public init(_ grain: Grain, date: String, first: String, last: String) {
    self.grain = grain
    self.date = date
    self.first = first
    self.last = last
  }
}

/// The Category or Series node of a chart: a column of the query's result.
public struct AxisDefinition: Sendable {
  public var column: String
  /// DisplayName; empty means the column's name.
  public var title: String
  public var format: ValueFormat?
  /// How its numbers lie along it, where data items are drawn as points.
  public var axis = AxisKind.linear
  /// Range, ticks, gaps and crossing of an axis of categories.
  public var options = AxisOptions()
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
  public var unit: String = ""
  public var place: Diagnostic.Place?

  public init(
    sequence: Int = 1, expression: Expression, title: String = "", format: ValueFormat? = nil,
    at place: Diagnostic.Place? = nil
  ) {
    self.sequence = sequence
    self.expression = expression
    self.title = title
    self.format = format
    self.place = place
  }
}

extension ValueDefinition {
  /// The five values of a box plot of what the expression gives of each row: the quartiles, and the last values on both
  /// sides of them that are not further from them than 1.5 times their distance, which is where whiskers end.
  /// Nil where it aggregates, and says itself what it shows.
  public var boxes: [ValueDefinition]? {
    guard !expression.containsAggregate, !expression.containsWindow, !expression.columnNames.isEmpty else { return nil }
    let parts: [(AggregateFunction, String)] = [
      (.lowerWhisker, "Lower whisker"), (.lowerQuartile, "First quartile"), (.median, "Median"),
      (.upperQuartile, "Third quartile"), (.upperWhisker, "Upper whisker"),
    ]
    return parts.enumerated().map { index, part in
      ValueDefinition(
        sequence: index + 1, expression: expression.aggregated(by: part.0), title: part.1, format: format, at: place)
    }
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

  /// The words of the Sort attribute.
  public static let named: [(name: String, sort: ChartSort)] = [
    ("category", ChartSort(.category)), ("-category", ChartSort(.category, isDescending: true)),
    ("value", ChartSort(.value)), ("-value", ChartSort(.value, isDescending: true)),
  ]
}

/// ReferenceValue, UpperThreshold, LowerThreshold and PredictiveStartCategory, as attributes of a chart.
///
/// What is nil may still come from the table's properties (guide, "Reference Value and Threshold Values").
public struct ThresholdDefinition: Sendable, Hashable {
  public var reference: Double?
  public var upper: Double?
  public var lower: Double?
  /// The first predicted category, as text.
  public var predictiveStart: String?

  public init(
    reference: Double? = nil, upper: Double? = nil, lower: Double? = nil, predictiveStart: String? = nil
  ) {
    self.reference = reference
    self.upper = upper
    self.lower = lower
    self.predictiveStart = predictiveStart
  }
}
