import AugerColumns
import AugerDiagnostics

/// Conversions of single stored values. Each is exact or returns nil.
enum Cells {
  /// All integers up to this magnitude are exact in a double.
  static let exactInDouble: Int64 = 1 << 53

  /// Returns an integer as a `Double`, or nil if the conversion is not exact.
  @inline(__always)
  static func double(_ value: Int64) -> Double? { value.magnitude <= exactInDouble.magnitude ? Double(value) : nil }

  /// Returns the integer × 10^scale as the unscaled value of a decimal.
  static func unscaled(_ value: Int64, scale: Int) -> Int128? {
    let (product, overflow) = Int128(value).multipliedReportingOverflow(by: Decimal128.powersOfTen[scale])
    return overflow || product.magnitude >= Decimal128.powersOfTen[38].magnitude ? nil : product
  }

  /// Returns the unscaled decimal that prints like the double, if its shortest form has at most `scale` digits after
  /// the decimal point.
  @inline(__always)
  static func unscaled(_ value: Double, scale: Int) -> Int128? {
    if scale <= 22 {
      let power = Double(Decimal128.powersOfTen[scale])
      let scaled = (value * power).rounded()
      // Below 10^15, decimals with this number of digits have distinct doubles. A decimal that converts back to the
      // double is thus the one that prints.
      if scaled.magnitude < 1e15 { return scaled / power == value ? Int128(clamping: scaled) : nil }
    }
    guard value.isFinite, let decimal = decimal(printed: value),
      let fitted = decimal.fitted(precision: 38, scale: scale)
    else { return nil }
    return fitted.unscaled
  }

  private static func decimal(printed value: Double) -> Decimal128? { Decimal128(NumberText.shortest(value)) }

  /// Reads `infinity` and `-infinity` in PostgreSQL's notation.
  static func infinity(_ text: borrowing Span<UInt8>) -> CivilDate? {
    guard text.count == 8 || text.count == 9 else { return nil }
    return CivilDate(infinity: string(text))
  }

  static func date(_ text: borrowing Span<UInt8>) -> CivilDate? { TemporalText.date(text) ?? infinity(text) }

  /// Reads a date with a time. For an infinity, no time zone is assumed.
  static func moment(_ text: borrowing Span<UInt8>) -> TemporalText.Moment? {
    if let moment = TemporalText.moment(text) { return moment }
    return infinity(text).map { TemporalText.Moment(timestamp: Timestamp($0), hasOffset: true) }
  }

  static func interval(_ text: borrowing Span<UInt8>) -> Interval? { Interval(string(text)) }

  private static func string(_ text: borrowing Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for at in text.indices { bytes.append(text[at]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of a blob from the hexadecimal digits in a dictionary.
  static func bytes(hexadecimal text: borrowing Span<UInt8>) -> [UInt8] {
    func nibble(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for at in stride(from: 0, to: text.count - 1, by: 2) { bytes.append(nibble(text[at]) << 4 | nibble(text[at + 1])) }
    return bytes
  }

  /// The maximum seconds since 1970 in a timestamp (years −9999 to 9999).
  private static let latestSecond: Int64 = 253_402_300_799
  private static let earliestSecond: Int64 = -377_705_116_800

  static func timestamp(unixTime value: Int64) -> Int64? {
    value >= earliestSecond && value <= latestSecond ? value * Timestamp.microsecondsPerSecond : nil
  }

  static func timestamp(unixTime value: Double) -> Int64? {
    value >= Double(earliestSecond) && value <= Double(latestSecond) ? Int64(clamping: (value * 1e6).rounded()) : nil
  }

  /// Returns the timestamp of a Julian day, rounded to milliseconds like in SQLite's date functions. A double of a
  /// current date has no higher precision.
  static func timestamp(julian value: Double) -> Int64? {
    guard value >= 0, value < 5_373_484.5 else { return nil }
    let milliseconds = Int64(clamping: value * 86_400_000 + 0.5) - 210_866_760_000_000
    return milliseconds * 1000
  }
}
