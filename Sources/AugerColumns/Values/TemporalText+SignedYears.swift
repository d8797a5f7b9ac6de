import AugerDiagnostics

// Dates before year 0 and after 9999 have a sign: `-4712-01-01`, `+10000-01-01T12:00:00`. Auger writes them in chart
// JSON and in the state of a dashboard, and can read them.
extension TemporalText {
  /// Returns a day whose year has a sign and four to seven digits, and the index of the remaining text.
  private static func signedDay(_ text: [UInt8]) -> (days: Int, end: Int)? {
    guard text.count > 10, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") else { return nil }
    let digits = text.dropFirst().prefix { (0x30...0x39).contains($0) }
    let end = digits.endIndex + 6
    guard (4...7).contains(digits.count), end <= text.count, text[digits.endIndex] == UInt8(ascii: "-"),
      text[digits.endIndex + 3] == UInt8(ascii: "-"), let magnitude = self.digits(text.span, 1, digits.count),
      let month = self.digits(text.span, digits.endIndex + 1, 2),
      let day = self.digits(text.span, digits.endIndex + 4, 2)
    else { return nil }
    let year = text[0] == UInt8(ascii: "-") ? -magnitude : magnitude
    // The years within the range of 32-bit days. The first and the last year are incomplete.
    guard (-5_877_641...5_881_580).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    let date = CivilDate(days: CivilDate.daysFromCivil(year: year, month: month, day: day))
    guard date.isFinite, date.components == (year, month, day) else { return nil }
    return (Int(date.days), end)
  }

  static func signedDate(_ text: [UInt8]) -> CivilDate? {
    guard let (days, end) = signedDay(text), end == text.count else { return nil }
    return CivilDate(days: Int32(clamping: days))
  }

  /// Returns a signed date with an optional time of day. `Z` is the only valid offset.
  static func signedMoment(_ text: [UInt8]) -> Timestamp? {
    guard let (days, end) = signedDay(text) else { return nil }
    // The time is parsed with the first day of the epoch, which cannot overflow.
    let first = Array("1970-01-01".utf8) + text.dropFirst(end)
    guard let moment = moment(first.span), !moment.hasOffset || text.last.map({ $0 | 0x20 }) == UInt8(ascii: "z")
    else { return nil }
    // The midnight before the smallest moment exceeds 64 bits.
    let microseconds = Int128(days) * Int128(Timestamp.microsecondsPerDay) + Int128(moment.timestamp.microseconds)
    guard let exact = Int64(exactly: microseconds), Timestamp(microseconds: exact).isFinite else { return nil }
    return Timestamp(microseconds: exact)
  }
}
