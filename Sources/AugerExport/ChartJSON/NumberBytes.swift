import AugerColumns
import AugerDiagnostics

/// Formats numbers as bytes.
enum NumberBytes {
  /// The bytes of the longest number: sign, 17 digits, point, five zeros, exponent.
  static let longest = 32

  static func append(_ value: Int64, to bytes: inout [UInt8]) { ValueBytes.append(value, to: &bytes) }

  static func append(_ value: Double, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longest) { put(value, to: &$0) }
  }

  /// Appends the result of `NumberText.shortest`.
  ///
  /// Most numbers in charts have few decimals. If a number equals an integer below 10^15 divided by a power of ten, it
  /// reads back from the digits of that quotient. Two decimals of up to 15 digits are never the same double, so that
  /// these digits, without trailing zeros, are the shortest.
  static func put(_ value: Double, to out: inout OutputSpan<UInt8>) {
    let magnitude = value.magnitude
    guard magnitude < 9_007_199_254_740_992 else { return ValueBytes.put(NumberText.shortest(value), to: &out) }
    let whole = UInt64(clamping: magnitude)
    if Double(whole) == magnitude {
      if value < 0 { out.append(UInt8(ascii: "-")) }
      return ValueBytes.put(whole, to: &out)
    }
    guard magnitude >= 1e-3 else { return ValueBytes.put(NumberText.shortest(value), to: &out) }
    // Pass constants to avoid division by a variable.
    if put(value, whole, by: 100, places: 2, to: &out) { return }
    if put(value, whole, by: 10_000, places: 4, to: &out) { return }
    if put(value, whole, by: 10_000_000, places: 7, to: &out) { return }
    // In this range, Swift's description has no exponent and is the shortest decimal too.
    ValueBytes.put(value.description, to: &out)
  }

  /// Returns false and appends nothing if the number is not an integer divided by this power of ten. The number itself
  /// must not be an integer.
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
    // The quotient and the value have the same integer part, so that this is the remainder.
    var (fraction, width) = (unscaled - whole * power, places)
    while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
    ValueBytes.put(fraction, width: width, to: &out)
    return true
  }
}
