import AugerColumns

/// Ticks of a time axis in calendar units: years, months, days, hours, instead of powers of ten.
package struct TimeTicks: Sendable, Hashable {
  /// The distance between two ticks.
  package enum Step: Sendable, Hashable {
    case microseconds(Int64)
    case months(Int)
  }

  package let values: [Timestamp]
  package let step: Step

  /// Creates ticks in the range: at most `count`, unless the range is thousands of years.
  package init(_ span: ClosedRange<Timestamp>, count: Int) {
    let span = span.clamped(to: Self.countable)
    let step = Self.step(span, count: max(1, count))
    self.step = step
    values = Self.values(span, step)
  }

  /// Creates ticks at a given distance, including `anchor` if specified.
  package init(_ span: ClosedRange<Timestamp>, every step: Step, from anchor: Timestamp?) {
    let span = span.clamped(to: Self.countable)
    self.step = step
    guard let anchor else {
      values = Self.values(span, step)
      return
    }
    switch step {
    case .microseconds(let size):
      // Shift the origin so that the anchor is a whole number of steps from it.
      let shift = anchor.microseconds % size
      let moved = { (moment: Timestamp) in Timestamp(microseconds: moment.microseconds &- shift) }
      let ticks = Self.values(moved(span.lowerBound)...moved(span.upperBound), step, origin: 0)
      values = ticks.map { Timestamp(microseconds: $0.microseconds &+ shift) }.filter(span.contains)
    case .months(let size):
      let (year, month, day) = anchor.date.components
      let first = span.lowerBound.date.components
      var index = ((first.year - year) * 12 + first.month - month) / size - 1
      var found: [Timestamp] = []
      while found.count < 1000 {
        let months = year * 12 + month - 1 + index * size
        let place = ((months % 12) + 12) % 12
        guard let date = CivilDate(year: (months - place) / 12, month: place + 1, day: min(day, 28)) else { break }
        let moment = Timestamp(date)
        if moment > span.upperBound { break }
        if moment >= span.lowerBound { found.append(moment) }
        index += 1
      }
      values = found
    }
  }

  /// Creates ticks from given timestamps, written as briefly as possible while distinct.
  package init(listed values: [Timestamp]) {
    self.values = values.sorted()
    let isWhole = values.allSatisfy { $0.microseconds % Self.day == 0 }
    let isMonths = isWhole && values.allSatisfy { $0.date.components.day == 1 }
    let isMinutes = values.allSatisfy { $0.microseconds % Self.minute == 0 }
    step =
      isMonths
      ? .months(values.allSatisfy { $0.date.components.month == 1 } ? 12 : 1)
      : .microseconds(isWhole ? Self.day : isMinutes ? Self.minute : Timestamp.microsecondsPerSecond)
  }

  /// Returns the shortest format that distinguishes the ticks.
  package func format(locale: ChartLocale) -> ValueFormat {
    switch step {
    case .months(let months) where months % 12 == 0: .pattern("yyyy")
    case .months: .pattern("MMM yyyy")
    case .microseconds(let step) where step >= Timestamp.microsecondsPerDay:
      locale.identifier.hasPrefix("en_US") || locale.identifier == "en" ? .pattern("MMM d") : .pattern("d MMM")
    case .microseconds(let step) where step >= Self.minute: .pattern("HH:mm")
    case .microseconds(let step) where step >= Timestamp.microsecondsPerSecond: .pattern("HH:mm:ss")
    case .microseconds: .pattern("HH:mm:ss.SSS")
    }
  }

  /// Timestamps to which a step can be added, or from which it can be subtracted.
  private static let countable = Timestamp(microseconds: .min / 2)...Timestamp(microseconds: .max / 2)

  private static let minute: Int64 = 60 * Timestamp.microsecondsPerSecond
  private static let hour: Int64 = 60 * minute
  private static let day = Timestamp.microsecondsPerDay

  private static let fineSteps: [Int64] =
    [1_000, 10_000, 100_000]
    + [1, 2, 5, 10, 15, 30].map { $0 * Timestamp.microsecondsPerSecond }
    + [1, 2, 5, 10, 15, 30].map { $0 * minute } + [1, 2, 3, 6, 12].map { $0 * hour } + [1, 2, 7, 14].map { $0 * day }
  private static let coarseSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000, 60_000]

  private static func step(_ span: ClosedRange<Timestamp>, count: Int) -> Step {
    let length = Double(span.upperBound.microseconds) - Double(span.lowerBound.microseconds)
    for step in fineSteps where length / Double(step) <= Double(count) { return .microseconds(step) }
    let months = length / Double(day) / 30.436875
    for step in coarseSteps where months / Double(step) <= Double(count) { return .months(step) }
    return .months(60_000)
  }

  private static func values(
    _ span: ClosedRange<Timestamp>, _ step: Step, origin given: Int64? = nil
  ) -> [Timestamp] {
    var values: [Timestamp] = []
    switch step {
    case .microseconds(let size):
      // Weeks start on Monday, such as 1970-01-05.
      let origin = given ?? (size >= 7 * day ? 4 * day : 0)
      let offset = span.lowerBound.microseconds - origin
      var next = origin + (offset / size - (offset % size < 0 ? 1 : 0)) * size
      while next <= span.upperBound.microseconds, values.count < 1000 {
        if next >= span.lowerBound.microseconds { values.append(Timestamp(microseconds: next)) }
        next += size
      }
    case .months(let size):
      let first = span.lowerBound.date.components
      var month = first.year * 12 + first.month - 1
      month -= ((month % size) + size) % size
      while values.count < 1000 {
        let (year, index) = ((month - ((month % 12) + 12) % 12) / 12, ((month % 12) + 12) % 12)
        guard let date = CivilDate(year: year, month: index + 1, day: 1) else { break }
        let moment = Timestamp(date)
        if moment > span.upperBound { break }
        if moment >= span.lowerBound { values.append(moment) }
        month += size
      }
    }
    return values
  }
}
