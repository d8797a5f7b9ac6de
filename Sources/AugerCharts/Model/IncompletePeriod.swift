import AugerColumns

/// The last period of a date chart if its data are incomplete: a year of six months is not comparable with full years.
package struct IncompletePeriod: Sendable, Hashable {
  /// The index of the category at level 0.
  package var category: Int
  /// The last day with data.
  package var lastDay: CivilDate
  /// The last day of the period, which is later.
  package var end: CivilDate

  package init(category: Int, lastDay: CivilDate, end: CivilDate) {
    self.category = category
    self.lastDay = lastDay
    self.end = end
  }
}

extension IncompletePeriod {
  /// Returns the name of the period: its label. If the label is the first day or timestamp of the period, returns the
  /// month or year.
  fileprivate func name(_ label: String) -> String {
    let (text, midnight) = (label.prefix(10), label.dropFirst(10))
    guard ["", "T00:00:00", "T00:00:00Z"].contains(midnight), let start = TemporalText.date(Array(text.utf8).span)
    else {
      return label
    }
    if start == CivilDate(year: end.year, month: 1, day: 1), end.month == 12, end.day == 31 {
      return "\(text.prefix(4))"
    }
    let isMonth = start.day == 1 && start.year == end.year && start.month == end.month
    return isMonth && CivilDate(days: end.days + 1).day == 1 ? "\(text.prefix(7))" : "\(text)"
  }
}

extension ChartModel {
  /// A note about the last period: "2014: data until Jun 30, 2014". Nil if it is complete or unknown.
  package var incompletePeriodText: String? {
    guard let period = incompletePeriod, levels[0].labels.indices.contains(period.category) else { return nil }
    let pattern = ValueFormat.pattern(locale.identifier.hasPrefix("en") ? "MMM d, yyyy" : "d MMM yyyy")
    let day = ValueFormatter(pattern, locale: locale).text(.date(period.lastDay)) ?? period.lastDay.description
    let name = period.name(levels[0].labels[period.category])
    return locale.texts.text(.dataUntil, ["period": name, "day": day])
  }
}
