import AugerColumns
import AugerDiagnostics

/// The digits of numbers, appended to bytes in the making.
enum NumberBytes {
  /// Bytes of the longest text: sign, 17 digits, point, five zeros, exponent.
  static let longest = 32

  static func append(_ value: Int64, to bytes: inout [UInt8]) { ValueBytes.append(value, to: &bytes) }

  static func append(_ value: Double, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longest) { put(value, to: &$0) }
  }

  /// The text of `NumberText.shortest`.
  ///
  /// Most numbers in charts have few decimal digits. One that equals the quotient of an integer below 10^15 by a power
  /// of ten reads back from the digits of that quotient, and two texts of up to 15 digits never give the same double:
  /// so those digits, without zeros at the end, are the shortest there are.
  static func put(_ value: Double, to out: inout OutputSpan<UInt8>) {
    let magnitude = value.magnitude
    guard magnitude < 9_007_199_254_740_992 else { return ValueBytes.put(NumberText.shortest(value), to: &out) }
    let whole = UInt64(clamping: magnitude)
    if Double(whole) == magnitude {
      if value < 0 { out.append(UInt8(ascii: "-")) }
      return ValueBytes.put(whole, to: &out)
    }
    guard magnitude >= 1e-3 else { return ValueBytes.put(NumberText.shortest(value), to: &out) }
    // Constants, so that nothing is divided by a variable.
    if put(value, whole, by: 100, places: 2, to: &out) { return }
    if put(value, whole, by: 10_000, places: 4, to: &out) { return }
    if put(value, whole, by: 10_000_000, places: 7, to: &out) { return }
    // In this range Swift's description has no exponent and is the shortest text too.
    ValueBytes.put(value.description, to: &out)
  }

  /// False, and nothing written, for a number that is no quotient by this power of ten; it is not a whole number.
  @inline(__always)
  private static func put(
    _ value: Double, _ whole: UInt64, by power: UInt64, places: Int, to out: inout OutputSpan<UInt8>
  ) -> Bool {
    let scaled = value.magnitude * Double(power) + 0.5
    guard scaled < 1e15 else { return false }
    let unscaled = UInt64(clamping: scaled)
    guard Double(unscaled) / Double(power) == value.magnitude else { return false }
    if value < 0 { out.append(UInt8(ascii: "-")) }
    ValueBytes.put(whole, to: &out)
    out.append(UInt8(ascii: "."))
    // The quotient lies between the same whole numbers as the value, so that this is what its whole part leaves.
    var (fraction, width) = (unscaled - whole * power, places)
    while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
    ValueBytes.put(fraction, width: width, to: &out)
    return true
  }
}
