import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// The definition of a chart: its query, and the columns for its categories, series and values.
package struct ParsedChart: Sendable, Equatable, HasName {
  package var name: String
  package var title: String
  package var type: ChartType
  /// The named query whose result the chart shows. Empty for a chart in a grid, which uses the data of the cell.
  package var query: String
  package var category: AxisDefinition
  /// Nil for a chart with one series without a name.
  package var series: AxisDefinition?
  /// The column that divides the chart into small multiples, one for each of its values. Nil for a single chart.
  package var multiples: AxisDefinition?
  /// The values by ascending `ValueSequence`, at least one.
  package var values: [ValueDefinition]
  /// The value of each row, if the chart values are those of its box plot. Outliers are shown as points.
  package var spread: Expression?
  /// The aggregate of rows with the same category and series, if the value expression does not aggregate.
  package var aggregate: AggregateFunction
  /// Nil for the order of the category type, or the order of the table.
  package var sort: ChartSort?
  /// Maximum number of categories after sorting.
  package var categoryLimit: Int?
  package var thresholds: ThresholdDefinition
  /// ChartSequence, from 1: its position in a group.
  @Uncompared package var sequence: Int?
  /// True if a category can be selected for a drilldown, or a series: ByCategory and BySeries.
  package var drillsByCategory = true
  package var drillsBySeries = true
  /// True if a selection in the chart filters other items whose queries have a parameter of the same name.
  package var crossFilters = false
  /// The filters that its queries receive.
  package var filters: [NameReference] = []
  /// The levels, the coarsest first; `query` and `category` are those of the first. Empty for a chart without zoom.
  package var zoomingLevels: [ZoomingLevelDefinition] = []
  /// Levels that are derived from a date column. Nil if the values of the column are the categories.
  package var grains: GrainDefinition?
  /// The period of the categories, if the query computes them from dates. Nil if they are not periods or if this is
  /// unknown.
  package var period: PeriodDefinition?
  package var whatIfColumns: [WhatIfColumnDefinition] = []
  /// The overlay that replaces this chart, which has the query, category and values of its lowest layer. Nil for a
  /// plain chart.
  package var overlay: OverlayGroupDefinition?
  package var forecast: Forecast?
  /// The number of forecast categories. Nil for a season, or for a quarter of the history up to twelve.
  package var forecastCount: Int?
  /// The number of categories in a season. Nil for a default from the distance of the categories: 12 for months, 7 for
  /// days.
  package var season: Int?
  package var valueAxis = AxisKind.linear
  /// Range, ticks, gaps and crossing of the value axis.
  package var valueOptions = AxisOptions()
  package var annotations: [AnnotationDefinition] = []
  /// The legend's position, the size of bubbles, and other options for the marks.
  package var plot = PlotOptions()
  /// An expression for the name of a color for each category and series, or row. Nil for the colors of the series.
  package var itemColor: Expression?
  /// An expression for the outline of each item, like `itemColor`.
  package var itemOutline: Expression?
  /// Expressions for the appearance of the nodes of a graph.
  package var nodeStyles: [NodeStyleDefinition] = []
  /// An expression for the short label of each category, over the column of the categories.
  package var shortLabel: Expression?
  /// Colors, texts, labels, rows and tail marks. The layer of its series is 0.
  package var style = ChartStyle()
  /// Ranges of categories in the summary. Their categories are strings until the type of the column is known.
  package var summaryRanges: [SummaryRangeDefinition] = []
  package var keepsTrendHeight = false
  /// Nil for the default of the type.
  package var stacking: Stacking?
  /// The number of bins of a histogram. Nil for a number chosen from the values.
  package var binCount: Int?
  /// The name of a theme. Nil for the theme of the dashboard.
  package var theme: String?
  /// The unit of values without their own unit.
  package var unit: String = ""
  /// The text below the title.
  package var subtitle = ""
  /// Descriptions of the query's conditions, if the author wants them shown.
  package var conditions: [String] = []
  package var status = ""
  /// Nil for a chart without an animation.
  package var animation: AnimationDefinition?
  package var showsSummary = false
  /// The title of the total in the summary. Empty for All.
  package var summaryTitle = ""
  /// The direction of a positive trend.
  package var polarity: ChartSummary.Polarity?
  /// Parts that are shown or hidden, regardless of the defaults of the type.
  package var shownParts: [ChartDisplay.Part: Bool] = [:]
  @Uncompared package var places: Places

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

  package typealias Forecast = ChartDefinition.ForecastMethod

  /// The locations of a chart and its parts, if in a file.
  package struct Places: Sendable {
    /// The location of its name, or of the node.
    package var chart: Diagnostic.Place?
    package var query: Diagnostic.Place?

    package init(chart: Diagnostic.Place? = nil, query: Diagnostic.Place? = nil) {
      self.chart = chart
      self.query = query
    }
  }
}

extension ParsedChart {
  /// The columns that divide categories: the series and the small multiples.
  package var partingColumns: [String] { [series, multiples].compactMap { $0?.column } }
}

/// The animation of a chart: the attributes Animation and AnimationInterval (MAKit's guide, "Time-Series Drawing").
package struct AnimationDefinition: Sendable, Equatable {
  /// The values of a variable, filter or argument, in the syntax of sweeps.
  package var steps: String
  @Uncompared package var place: Diagnostic.Place?
  /// The time between two frames in milliseconds.
  package var interval = Self.standardInterval

  package static let standardInterval = 500

  package init(_ steps: String, interval: Int? = nil, at place: Diagnostic.Place? = nil) {
    self.steps = steps
    self.interval = interval ?? Self.standardInterval
    self.place = place
  }
}

/// An Annotation node of a chart. Its categories are strings until the type of the column is known.
package struct AnnotationDefinition: Sendable, Equatable {
  package var text: String
  package var value: Double?
  package var endValue: Double?
  package var category: String?
  package var endCategory: String?
  package var color: String?
  /// A picture as a `data:` URL.
  package var image: String?
  /// The path of a picture, relative to the file of the dashboard. `image` is nil before the file was read.
  package var imageFile: String?
  @Uncompared package var imagePlace: Diagnostic.Place?
  package var imageSize: ChartSize?
  /// True for above the marks, false for below. Nil for the default of its form.
  package var isAbove: Bool?
  package var isStretched = false
  package var opacity: Double?

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

/// Periods by which a query groups dates, and the columns of its result with the first and last date of each.
package struct PeriodDefinition: Sendable, Hashable {
  package var grain: Grain
  /// The dates, as an expression over the columns of the query's table.
  package var date: String
  /// The columns of the result with the first and the last date of each row.
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
package struct AxisDefinition: Sendable, Equatable {
  package var column: String
  /// DisplayName. Empty for the column's name.
  package var title: String
  package var format: ValueFormat?
  /// The scale of its numbers, if data items are drawn as points.
  package var axis = AxisKind.linear
  /// Range, ticks, gaps and crossing of a category axis.
  package var options = AxisOptions()
  /// The location of the column name, if in a file.
  @Uncompared package var place: Diagnostic.Place?

  package init(column: String, title: String = "", format: ValueFormat? = nil, at place: Diagnostic.Place? = nil) {
    self.column = column
    self.title = title
    self.format = format
    self.place = place
  }
}

extension AxisDefinition {
  /// The title, or the column's name if the title is empty.
  package var shownTitle: String { title.isEmpty ? column : title }
}

/// A Value node of a chart: an expression over the columns of the query's result.
package struct ValueDefinition: Sendable, Equatable {
  /// ValueSequence, from 1.
  package var sequence: Int
  package var expression: Expression
  package var title: String
  package var format: ValueFormat?
  package var unit: String = ""
  @Uncompared package var place: Diagnostic.Place?

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
  /// The five values of a box plot of the expression's value in each row: the quartiles and the whisker ends. A whisker
  /// ends at the last value within 1.5 times the interquartile range. Nil if the expression aggregates.
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

/// The sort order of a chart's categories.
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
/// Nil values can be provided by the properties of the table (guide, "Reference Value and Threshold Values").
package struct ThresholdDefinition: Sendable, Hashable {
  package var reference: Double?
  package var upper: Double?
  package var lower: Double?
  /// The first forecast category, as a string.
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
