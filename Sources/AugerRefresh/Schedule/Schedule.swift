import AugerColumns

/// When a job is due. A value: it is asked for the next time after a moment, and knows no clock.
///
/// Of cron expressions the rule of Debian's cron holds where clocks are set. If minute and hour are both named
/// (`30 2 * * *`), a time that is skipped is made up for at the end of the gap, once however many times fell into it,
/// and a time that occurs twice counts at its first occurrence. If either begins with `*` (`*/15 * * * *`) the job
/// follows the clock: nothing in the gap, and both of the repeated times.
package struct Schedule: Sendable, Hashable {
  package enum Rhythm: Sendable, Hashable {
    case cron(CronExpression)
    /// Whole multiples of a duration since 1970-01-01 00:00 UTC: `every: 15m` is at :00, :15, :30 and :45, whenever the
    /// program was started.
    case every(Duration)
  }

  package private(set) var rhythm: Rhythm
  /// The identifier of a time zone, for cron expressions.
  package private(set) var timeZone: String
  /// A start is put off by a random part of this, so that many jobs do not begin at once.
  package private(set) var jitter: Duration
  private let rules: ZoneRules

  /// Nil where there is no such time zone, and where a duration is no time: `every` needs a second, jitter nothing
  /// negative.
  package init?(_ rhythm: Rhythm, timeZone: String = "UTC", jitter: Duration = .zero) {
    guard let rules = ZoneRules.named(timeZone), jitter >= .zero else { return nil }
    if case .every(let step) = rhythm, step < .seconds(1) { return nil }
    self.rhythm = rhythm
    self.timeZone = timeZone
    self.jitter = jitter
    self.rules = rules
  }

  package static func == (a: Schedule, b: Schedule) -> Bool {
    a.rhythm == b.rhythm && a.timeZone == b.timeZone && a.jitter == b.jitter
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rhythm)
    hasher.combine(timeZone)
    hasher.combine(jitter)
  }

  /// The first time after a moment; nil if there is none any more.
  package func next(after moment: Timestamp) -> Timestamp? {
    switch rhythm {
    case .every(let step):
      let size = step.microseconds
      return Timestamp(microseconds: (moment.microseconds.flooredQuotient(size) + 1) * size)
    case .cron(let expression):
      let second = moment.microseconds.flooredQuotient(Timestamp.microsecondsPerSecond)
      let next =
        expression.namesTimesOfDay ? nextNamed(expression, after: second) : nextShown(expression, after: second)
      return next.map { Timestamp(microseconds: $0 * Timestamp.microsecondsPerSecond) }
    }
  }

  /// What the wall clock of the schedule's zone shows at a moment.
  package func wallClock(at moment: Timestamp) -> Timestamp {
    let second = moment.microseconds.flooredQuotient(Timestamp.microsecondsPerSecond)
    return moment.adding(.seconds(rules.offset(at: second)))
  }

  /// The first `count` times after a moment.
  package func times(after moment: Timestamp, count: Int) -> [Timestamp] {
    var times: [Timestamp] = []
    var last = moment
    while times.count < count, let next = next(after: last) {
      times.append(next)
      last = next
    }
    return times
  }

  /// Counts on the calendar, then asks when the wall clock shows the time.
  private func nextNamed(_ expression: CronExpression, after second: Int64) -> Int64? {
    var minute = (second + rules.offset(at: second)).flooredQuotient(60)
    while let next = expression.next(after: minute) {
      let moment = rules.moment(ofWallClock: next * 60)
      if moment > second { return moment }
      minute = next
    }
    return nil
  }

  /// Follows the wall clock from one setting to the next.
  private func nextShown(_ expression: CronExpression, after second: Int64) -> Int64? {
    var after = second
    while true {
      let offset = rules.offset(at: after)
      guard let minute = expression.next(after: (after + offset).flooredQuotient(60)) else { return nil }
      let moment = minute * 60 - offset
      guard let change = rules.change(after: after), change <= moment else { return moment }
      // The moment of the change itself is the first that the new clock shows.
      let shown = change + rules.offset(at: change)
      if let first = expression.next(after: shown.flooredQuotient(60) - 1), first * 60 == shown { return change }
      after = change
    }
  }
}

extension Schedule: CustomStringConvertible {
  /// `15 2 * * 1-5`, or `every 15m`.
  package var description: String {
    switch rhythm {
    case .cron(let expression): expression.text
    case .every(let step): "every \(step.unitText)"
    }
  }
}

extension Duration {
  /// As `DurationText` reads it: `1h30m`.
  package var unitText: String {
    var rest = microseconds / 1000
    var text = ""
    for (name, size) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)]
      as [(String, Int64)]
    where rest >= size {
      text += "\(rest / size)\(name)"
      rest %= size
    }
    return text.isEmpty ? "0s" : text
  }

  /// Whole microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
