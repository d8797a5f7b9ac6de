import AugerDiagnostics

/// One level of a chart's categories (guide, "Semantic Zooming"). Its table contains the columns of the coarser levels.
package struct ZoomingLevelDefinition: Sendable, Equatable {
  package var query: String
  /// CategoryColumn, with the level's title and the chart's format.
  package var category: AxisDefinition
  @Uncompared package var place: Diagnostic.Place?
  @Uncompared package var queryPlace: Diagnostic.Place?

  package init(
    query: String, category: AxisDefinition, at place: Diagnostic.Place? = nil, queryPlace: Diagnostic.Place? = nil
  ) {
    self.query = query
    self.category = category
    self.place = place
    self.queryPlace = queryPlace
  }
}

/// The hierarchy of a date column, from Auger's attributes of Category.
package struct GrainDefinition: Sendable, Hashable {
  /// The grains, the coarsest first; at least one.
  package var grains: [Grain]
  /// The first month of years, 1 to 12.
  package var fiscalYearStart: Int
  /// The time zone that determines the start of days. Nil for UTC.
  package var timeZone: String?
  /// True if periods without data are shown. Nil to show years, quarters, months and weeks on a chronological axis.
  package var fillsGaps: Bool?
  /// True if sums and counts of periods without data are zero instead of null.
  package var gapsAreZero = false
  /// Maximum number of days or hours in the calendar of the dates.
  package var mostDates = Self.standardMostDates

  /// A thousand years of days, 41 years of hours.
  package static let standardMostDates = 366_000

  /// The limit for every dashboard: the days of ten thousand years.
  package static let utmostDates = 3_652_500

  package init(_ grains: [Grain], fiscalYearStart: Int = 1, timeZone: String? = nil, fillsGaps: Bool? = nil) {
    self.grains = grains
    self.fiscalYearStart = fiscalYearStart
    self.timeZone = timeZone
    self.fillsGaps = fillsGaps
  }
}
