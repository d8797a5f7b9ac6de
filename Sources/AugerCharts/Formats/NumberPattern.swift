import AugerColumns

/// A number format: ICU's pattern, queried once and applied to every value.
struct NumberPattern: Sendable, Hashable {
  // Strings are UTF-8.
  var positivePrefix: [UInt8] = []
  var positiveSuffix: [UInt8] = []
  var negativePrefix: [UInt8] = [UInt8(ascii: "-")]
  var negativeSuffix: [UInt8] = []
  var decimalSeparator: [UInt8] = [UInt8(ascii: ".")]
  var groupingSeparator: [UInt8] = [UInt8(ascii: ",")]
  /// The size of the group before the decimal separator; 0 for no groups.
  var primaryGroup = 0
  /// The size of all other groups.
  var secondaryGroup = 0
  /// The minimum number of digits before the first separator: Spanish writes 1234 and 12.345.
  var minimumGrouping = 1
  var minimumInteger = 1
  var minimumFraction = 0
  var maximumFraction = 0
  /// The number is multiplied by this power of ten.
  var shift = 0
  /// The ten digits of the locale's numbering system; nil for ASCII.
  var glyphs: [[UInt8]]?

  /// Adds decimals if the number would be rounded to zero, so that two of its digits are shown.
  mutating func keepSmall(_ number: Double) {
    guard number != 0, number.magnitude < 1 else { return }
    var (rest, place) = (number.magnitude, -shift)
    while rest < 1, place < 18 { (rest, place) = (rest * 10, place + 1) }
    // A digit above five is rounded up to the previous position.
    if place > maximumFraction + (rest > 5 ? 1 : 0) { maximumFraction = place + 1 }
  }

  /// Appends the formatted number, rounded to the decimals of the pattern.
  func append(_ number: inout DecimalDigits, to out: inout [UInt8]) {
    number.shift(by: shift)
    number.round(fractionDigits: maximumFraction)
    out += number.isNegative ? negativePrefix : positivePrefix
    let digits = number.digits
    let point = number.point
    let present = max(point, 0)
    let fraction = max(minimumFraction, digits.isEmpty ? 0 : max(0, digits.count - point))
    // A number without digits is written as zero.
    let whole = max(minimumInteger, present, fraction == 0 ? 1 : 0)
    let isGrouped = primaryGroup > 0 && whole >= primaryGroup + minimumGrouping
    for index in 0..<whole {
      let digit = index - (whole - present)
      appendDigit(digit >= 0 && digit < digits.count ? digits[digit] : 0, to: &out)
      let right = whole - 1 - index
      if isGrouped, right > 0, isBoundary(right) { out += groupingSeparator }
    }
    if fraction > 0 {
      out += decimalSeparator
      for index in point..<point + fraction {
        appendDigit(index >= 0 && index < digits.count ? digits[index] : 0, to: &out)
      }
    }
    out += number.isNegative ? negativeSuffix : positiveSuffix
  }

  func isBoundary(_ right: Int) -> Bool {
    right == primaryGroup || (right > primaryGroup && (right - primaryGroup) % max(1, secondaryGroup) == 0)
  }

  private func appendDigit(_ digit: UInt8, to out: inout [UInt8]) {
    if let glyphs { out += glyphs[Int(digit)] } else { out.append(0x30 + digit) }
  }
}
