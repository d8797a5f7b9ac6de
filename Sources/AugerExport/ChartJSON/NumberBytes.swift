import AugerColumns

/// The digits of numbers, appended to bytes in the making.
enum NumberBytes {
  static func append(_ value: Int64, to bytes: inout [UInt8]) { ValueBytes.append(value, to: &bytes) }

  /// The text of `NumberText.shortest`.
  ///
  /// Most numbers in charts have few decimal digits. One that equals the quotient of an integer below 10^15 by a power
  /// of ten reads back from the digits of that quotient, and two texts of up to 15 digits never give the same double:
  /// so those digits, without zeros at the end, are the shortest there are.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    let magnitude = value.magnitude
    if magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) { return append(whole, to: &bytes) }
    if magnitude >= 1e-3, magnitude < 9_007_199_254_740_992 {
      for (power, places) in powers {
        let scaled = (magnitude * power).rounded()
        if scaled < 1e15, scaled / power == magnitude {
          if value < 0 { bytes.append(UInt8(ascii: "-")) }
          return fraction(UInt64(scaled), places, to: &bytes)
        }
      }
      // In this range Swift's description has no exponent and is the shortest text too.
      return bytes.append(contentsOf: value.description.utf8)
    }
    bytes.append(contentsOf: NumberText.shortest(value).utf8)
  }

  private static func fraction(_ unscaled: UInt64, _ places: Int, to bytes: inout [UInt8]) {
    var unscaled = unscaled
    var places = places
    while unscaled % 10 == 0 {
      unscaled /= 10
      places -= 1
    }
    let power = UInt64(wholePowers[places])
    ValueBytes.append(unscaled / power, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    ValueBytes.append(unscaled % power, width: places, to: &bytes)
  }

  /// Each an exact double.
  private static let powers: [(power: Double, places: Int)] = [(1e2, 2), (1e4, 4), (1e7, 7)]
  private static let wholePowers: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
}
