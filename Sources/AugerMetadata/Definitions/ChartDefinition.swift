import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// One chart: which query answers it, and which columns become its categories, series and values.
package struct ChartDefinition: Sendable, HasName {
  package var name: String
  package var title: String
  package var type: ChartType
  /// The named query whose result the chart shows; empty for a chart inside of a grid, which gets the cell's data.
  package var query: String
  package var category: AxisDefinition
  /// Nil: the chart has one series without a name.
  package var series: AxisDefinition?
  /// The column that divides the chart into small ones, one for each of its values; nil: it is one chart.
  package var multiples: AxisDefinition?
  /// By ascending `ValueSequence`; at least one.
  package var values: [ValueDefinition]
  /// What each row has, where the values are those of a box plot of it: rows beyond the whiskers are points.
  package var spread: Expression?
  /// What becomes of rows with the same category and series, where the value expression does not aggregate itself.
  package var aggregate: AggregateFunction
  /// Nil: by the type of the categories, or as the table says.
  package var sort: ChartSort?
  /// Only so many categories, the first after sorting.
  package var categoryLimit: Int?
  package var thresholds: ThresholdDefinition
  /// ChartSequence, from 1: its place in a group.
  package var sequence: Int?
  /// Whether a category can be picked to drill down, and whether a series can: ByCategory and BySeries.
  package var drillsByCategory = true
  package var drillsBySeries = true
  /// The filters whose picks its queries receive.
  package var filters: [NameReference] = []
  /// The coarsest first; `query` and `category` are those of the first. Empty: the chart does not zoom.
  package var zoomingLevels: [ZoomingLevelDefinition] = []
  /// Levels made of a date column by itself; nil: the column's values are the categories.
  package var grains: GrainDefinition?
  /// Where the categories are periods that the query computes of dates: what it knows of these. Nil: they are none, or
  /// nobody knows.
  package var period: PeriodDefinition?
  package var whatIfColumns: [WhatIfColumnDefinition] = []
  /// The overlay that is shown in its place, of whose lowest layer it has query, category and values; nil: a
  /// plain chart.
  package var overlay: OverlayGroupDefinition?
  package var forecast: Forecast?
  /// How many categories are predicted; nil: a season, or a quarter of the history, at most twelve.
  package var forecastCount: Int?
  /// Categories of a season; nil: by the distance of the categories, 12 of months, 7 of days.
  package var season: Int?
  package var valueAxis = AxisKind.linear
  /// Range, ticks, gaps and crossing of the value axis.
  package var valueOptions = AxisOptions()
  package var annotations: [AnnotationDefinition] = []
  /// The name of a colour for each category and series, or row; nil: those of the series.
  package var itemColor: Expression?
  /// Nil: as the type says.
  package var stacking: Stacking?
  /// Of a histogram; nil: chosen by the values.
  package var binCount: Int?
  /// The name of a theme; nil: the dashboard's.
  package var theme: String?
  /// What its values are counted in, where a value has no unit of its own.
  package var unit: String = ""
  /// Below the title.
  package var subtitle = ""
  /// What its query lets through, in words, where its author wants that stated.
  package var conditions: [String] = []
  package var status = ""
  package var showsSummary = false
  /// What the whole is called in the summary; empty: All.
  package var summaryTitle = ""
  /// Which way a trend is good.
  package var polarity: ChartSummary.Polarity?
  /// Parts that are shown, or not, whatever the type says.
  package var shownParts: [ChartDisplay.Part: Bool] = [:]
  package var places: Places

  package init(
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
  package enum Forecast: String, Sendable, Hashable, CaseIterable {
    case linear
    case seasonalNaive = "seasonal-naive"
    case holtWinters = "holt-winters"
  }

  /// Where a chart was written, if in a file.
  package struct Places: Sendable {
    /// Its name, or the node.
    package var chart: Diagnostic.Place?
    package var query: Diagnostic.Place?

    package init(chart: Diagnostic.Place? = nil, query: Diagnostic.Place? = nil) {
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
package struct AnnotationDefinition: Sendable, Hashable {
  package var text: String
  package var value: Double?
  package var endValue: Double?
  package var category: String?
  package var endCategory: String?
  package var color: String?

  package init(
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
package struct PeriodDefinition: Sendable, Hashable {
  package var grain: Grain
  /// The dates, as an expression over the columns that the query reads.
  package var date: String
  /// Columns of the result: the first and the last date of each row.
  package var first: String
  package var last: String

  package init(_ grain: Grain, date: String, first: String, last: String) {
    self.grain = grain
    self.date = date
    self.first = first
    self.last = last
  }
}

/// The Category or Series node of a chart: a column of the query's result.
package struct AxisDefinition: Sendable {
  package var column: String
  /// DisplayName; empty means the column's name.
  package var title: String
  package var format: ValueFormat?
  /// How its numbers lie along it, where data items are drawn as points.
  package var axis = AxisKind.linear
  /// Range, ticks, gaps and crossing of an axis of categories.
  package var options = AxisOptions()
  /// Where the column was named, if in a file.
  package var place: Diagnostic.Place?

  package init(column: String, title: String = "", format: ValueFormat? = nil, at place: Diagnostic.Place? = nil) {
    self.column = column
    self.title = title
    self.format = format
    self.place = place
  }
}

extension AxisDefinition {
  /// The title, or the column's name where there is none.
  package var shownTitle: String { title.isEmpty ? column : title }
}

/// One Value node of a chart: an expression over the columns of the query's result.
package struct ValueDefinition: Sendable {
  /// ValueSequence, from 1.
  package var sequence: Int
  package var expression: Expression
  package var title: String
  package var format: ValueFormat?
  package var unit: String = ""
  package var place: Diagnostic.Place?

  package init(
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
  package var boxes: [ValueDefinition]? {
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
package struct ChartSort: Sendable, Hashable {
  package enum Key: Sendable, Hashable {
    case category
    /// The sum of the first value over all series.
    case value
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// The words of the Sort attribute.
  package static let named: [(name: String, sort: ChartSort)] = [
    ("category", ChartSort(.category)), ("-category", ChartSort(.category, isDescending: true)),
    ("value", ChartSort(.value)), ("-value", ChartSort(.value, isDescending: true)),
  ]
}

/// ReferenceValue, UpperThreshold, LowerThreshold and PredictiveStartCategory, as attributes of a chart.
///
/// What is nil may still come from the table's properties (guide, "Reference Value and Threshold Values").
package struct ThresholdDefinition: Sendable, Hashable {
  package var reference: Double?
  package var upper: Double?
  package var lower: Double?
  /// The first predicted category, as text.
  package var predictiveStart: String?

  package init(
    reference: Double? = nil, upper: Double? = nil, lower: Double? = nil, predictiveStart: String? = nil
  ) {
    self.reference = reference
    self.upper = upper
    self.lower = lower
    self.predictiveStart = predictiveStart
  }
}
