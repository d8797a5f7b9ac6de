import AugerColumns

extension Column {
  /// Instants as the clocks of the locale's time zone show them, so that days on an axis begin at midnight; any other
  /// column as it is.
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
