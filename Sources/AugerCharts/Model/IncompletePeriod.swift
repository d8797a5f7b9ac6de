import AugerColumns

/// The last period of a chart over dates, where the data end inside of it: a year of six months is no year to compare
/// with.
public struct IncompletePeriod: Sendable, Hashable {
  /// Index of the category at level 0.
  public var category: Int
  /// The last day that there are data of.
  public var lastDay: CivilDate
  /// The day that the period ends with, after that.
  public var end: CivilDate

  public init(category: Int, lastDay: CivilDate, end: CivilDate) {
    self.category = category
    self.lastDay = lastDay
    self.end = end
  }
}

extension ChartModel {
  /// What to know of the last period: "2014: data until Jun 30, 2014". Nil where it is complete, or nobody knows.
  public var incompletePeriodText: String? {
    guard let period = incompletePeriod, levels[0].labels.indices.contains(period.category) else { return nil }
    let pattern = ValueFormat.pattern(locale.identifier.hasPrefix("en") ? "MMM d, yyyy" : "d MMM yyyy")
    let day = ValueFormatter(pattern, locale: locale).text(.date(period.lastDay)) ?? period.lastDay.description
    return "\(levels[0].labels[period.category]): data until \(day)"
  }
}
