import AugerColumns

extension Column {
  /// Returns instants as wall-clock times in the locale's time zone, so that days on an axis start at midnight. Other
  /// columns do not change.
  package func wallClock(in locale: ChartLocale) -> Column {
    guard isInstant, locale.timeZone != "UTC", case .timestamp(let buffer) = values else { return self }
    let zone = ZoneOffsets(locale.timeZone)
    let span = buffer.span
    var moved: [Int64] = []
    moved.reserveCapacity(count)
    for row in 0..<count {
      let moment = span[row]
      let isFinite = Timestamp(microseconds: moment).isFinite
      moved.append(isFinite ? moment + Int64(zone.seconds(at: moment)) * Timestamp.microsecondsPerSecond : moment)
    }
    return Column(.timestamp(zone: nil), .timestamp(Buffer(moved)), validity: validity)
  }
}
