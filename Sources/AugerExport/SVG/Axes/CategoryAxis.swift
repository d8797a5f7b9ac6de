import AugerCharts
import AugerColumns

/// What stands along the category axis: a label for each category, or calendar ticks where categories are moments.
struct CategoryAxis {
  let model: ChartModel
  private let labels: [String]
  private let moments: [Double]?
  private let isOrdered: Bool

  /// - Parameter isContinuous: Whether the marks join their points: then moments stand where they belong in time.
  init(_ channels: ChartChannels, isContinuous: Bool) {
    model = channels.model
    labels = channels.categoryLabels
    let level = model.levels[model.visibleLevel]
    isOrdered = channels.isOrdered(level: 0)
    moments =
      isContinuous && level.values.type.isTemporal
      ? Self.ascending(level.values.wallClock(in: model.locale).drawnDoubles) : nil
  }

  private static func ascending(_ moments: [Double]) -> [Double]? {
    guard moments.count > 1 else { return nil }
    for index in moments.indices.dropFirst() where !(moments[index - 1] < moments[index]) { return nil }
    return moments
  }

  /// - Parameter padding: Of the bands.
  func positions(start: Double, end: Double, padding: Double) -> CategoryPositions {
    let band = BandScale(count: labels.count, start: start, end: end, padding: padding)
    guard let moments, let first = moments.first, let last = moments.last else { return CategoryPositions(band: band) }
    let inset = min(12, band.step / 2)
    let scale = LinearScale(domain: first...last, start: start + inset, end: end - inset)
    return CategoryPositions(band: band, moments: moments.map { scale($0) })
  }

  /// The texts along the axis and where they stand: the categories' own, or those of the calendar where categories are
  /// moments to which the author gave no format.
  func labels(at positions: CategoryPositions, length: Double) -> Labels {
    if let moments, let places = positions.moments, model.levels[model.visibleLevel].format == nil,
      let first = moments.first, let last = moments.last
    {
      let scale = LinearScale(domain: first...last, start: places[0], end: places[places.count - 1])
      let calendar = CalendarLabels(scale, length: length, locale: model.locale)
      if calendar.texts.count > 1 {
        return Labels(
          texts: calendar.texts, places: calendar.places, isOrdered: true, isCalendar: true, hasYears: calendar.hasYears
        )
      }
    }
    return Labels(texts: labels, places: labels.indices.map(positions.center), isOrdered: isOrdered)
  }

  struct Labels {
    var texts: [String]
    var places: [Double]
    /// Whether the reader can fill gaps.
    var isOrdered: Bool
    /// Whether they are not the categories' own: then they say years and months themselves.
    var isCalendar = false
    var hasYears = false
  }
}

/// Ticks of a time axis, their texts and places.
struct CalendarLabels {
  let texts: [String]
  let places: [Double]
  /// Whether the texts say the year.
  let hasYears: Bool

  /// - Parameter scale: From microseconds since 1970.
  init(_ scale: LinearScale, length: Double, locale: ChartLocale) {
    let span =
      Timestamp(microseconds: Int64(scale.domain.lowerBound))...Timestamp(microseconds: Int64(scale.domain.upperBound))
    let ticks = TimeTicks(span, count: max(2, Int(length / 72)))
    let formatter = ValueFormatter(ticks.format(locale: locale), locale: locale, role: .category)
    texts = ticks.values.map { formatter.text(.timestamp($0)) ?? $0.description }
    places = ticks.values.map { scale(Double($0.microseconds)) }
    hasYears = if case .months = ticks.step { true } else { false }
  }
}
