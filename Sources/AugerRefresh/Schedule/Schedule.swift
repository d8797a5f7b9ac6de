import AugerColumns

/// The schedule of a job. It computes the next time after a moment and does not read a clock.
///
/// Clock changes follow the rule of Debian's cron. If minute and hour are both specified (`30 2 * * *`), all times in
/// the gap lead to one run at its end. A repeated time runs at its first occurrence. If either starts with `*`
/// (`*/15 * * * *`), the job follows the wall clock: no run in the gap, and two for a repeated time.
package struct Schedule: Sendable, Hashable {
  package enum Rhythm: Sendable, Hashable {
    case cron(CronExpression)
    /// Multiples of a duration since 1970-01-01 00:00 UTC. For example, `every: 15m` runs at :00, :15, :30 and :45,
    /// independent of the start of the program.
    case every(Duration)
  }

  package private(set) var rhythm: Rhythm
  /// The identifier of the time zone for cron expressions.
  package private(set) var timeZone: String
  /// The maximum random delay of a start, so that many jobs do not start at once.
  package private(set) var jitter: Duration
  private let rules: ZoneRules

  /// Returns nil if the time zone does not exist or a duration is invalid: `every` is at least one second, and the
  /// jitter is not negative.
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

  /// Returns the first time after a moment, or nil if none follows.
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

  /// Returns the wall-clock time in the zone of the schedule at a moment.
  package func wallClock(at moment: Timestamp) -> Timestamp {
    let second = moment.microseconds.flooredQuotient(Timestamp.microsecondsPerSecond)
    return moment.adding(.seconds(rules.offset(at: second)))
  }

  /// Returns the first `count` times after a moment.
  package func times(after moment: Timestamp, count: Int) -> [Timestamp] {
    var times: [Timestamp] = []
    var last = moment
    while times.count < count, let next = next(after: last) {
      times.append(next)
      last = next
    }
    return times
  }

  /// Searches the calendar, then converts each wall-clock time to a moment.
  private func nextNamed(_ expression: CronExpression, after second: Int64) -> Int64? {
    var minute = (second + rules.offset(at: second)).flooredQuotient(60)
    while let next = expression.next(after: minute) {
      let moment = rules.moment(ofWallClock: next * 60)
      if moment > second { return moment }
      minute = next
    }
    return nil
  }

  /// Searches each period between two clock changes.
  private func nextShown(_ expression: CronExpression, after second: Int64) -> Int64? {
    var after = second
    while true {
      let offset = rules.offset(at: after)
      guard let minute = expression.next(after: (after + offset).flooredQuotient(60)) else { return nil }
      let moment = minute * 60 - offset
      guard let change = rules.change(after: after), change <= moment else { return moment }
      // The moment of the change is the first moment of the new period.
      let shown = change + rules.offset(at: change)
      if let first = expression.next(after: shown.flooredQuotient(60) - 1), first * 60 == shown { return change }
      after = change
    }
  }
}

extension Schedule: CustomStringConvertible {
  /// The cron expression, or a text such as `every 15m`.
  package var description: String {
    switch rhythm {
    case .cron(let expression): expression.text
    case .every(let step): "every \(step.unitText)"
    }
  }
}

extension Duration {
  /// The duration in the format of `DurationText`: `1h30m`.
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

  /// The duration in whole microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
