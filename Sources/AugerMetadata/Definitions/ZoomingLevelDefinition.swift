import AugerDiagnostics

/// One level of a chart's categories (guide, "Semantic Zooming"). Its table carries the columns of the levels above.
package struct ZoomingLevelDefinition: Sendable {
  package var query: String
  /// CategoryColumn, with the level's title and the chart's format.
  package var category: AxisDefinition
  package var place: Diagnostic.Place?
  package var queryPlace: Diagnostic.Place?

  package init(
    query: String, category: AxisDefinition, at place: Diagnostic.Place? = nil, queryPlace: Diagnostic.Place? = nil
  ) {
    self.query = query
    self.category = category
    self.place = place
    self.queryPlace = queryPlace
  }
}

/// A part of a date or time that a column is grouped by.
package enum Grain: String, Sendable, Hashable, CaseIterable {
  case year = "Year"
  case quarter = "Quarter"
  case month = "Month"
  /// Weeks of ISO 8601, which begin on Monday.
  case week = "Week"
  case day = "Day"
  case hour = "Hour"
}

/// A date column that is a hierarchy by itself: attributes of ours on Category.
package struct GrainDefinition: Sendable, Hashable {
  /// The coarsest first; at least one.
  package var grains: [Grain]
  /// The month that years begin with, 1 to 12.
  package var fiscalYearStart: Int
  /// The zone in which days begin; nil: UTC.
  package var timeZone: String?
  /// True if periods without data are shown. Nil: years, quarters, months and weeks are shown on an axis in the order
  /// of time.
  package var fillsGaps: Bool?
  /// True if sums and counts of periods without data are zero instead of null.
  package var gapsAreZero = false
  /// How many days, or hours, the calendar may have that the dates are put into.
  package var mostDates = Self.standardMostDates

  /// A thousand years of days, 41 years of hours.
  package static let standardMostDates = 366_000

  /// Whatever a dashboard says: the days of ten thousand years.
  package static let utmostDates = 3_652_500

  package init(_ grains: [Grain], fiscalYearStart: Int = 1, timeZone: String? = nil, fillsGaps: Bool? = nil) {
    self.grains = grains
    self.fiscalYearStart = fiscalYearStart
    self.timeZone = timeZone
    self.fillsGaps = fillsGaps
  }
}
