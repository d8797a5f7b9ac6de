import AugerColumns

/// JSON text in the making: it knows how values are spelled, not where they belong.
package struct JSONBytes {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Punctuation and literals, as they are.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func null() { raw("null") }

  /// Between two items of a line.
  mutating func comma() {
    bytes.append(UInt8(ascii: ","))
    bytes.append(UInt8(ascii: " "))
  }

  /// A string in quotes. Control characters are escaped, and the two line separators that JavaScript once took for line
  /// ends.
  mutating func string(_ text: String) {
    bytes.append(Self.quote)
    var escaped = false
    for byte in text.utf8 where byte < 0x20 || byte == Self.quote || byte == Self.backslash || byte == 0xE2 {
      escaped = true
      break
    }
    if escaped { appendEscaped(text) } else { bytes.append(contentsOf: text.utf8) }
    bytes.append(Self.quote)
  }

  private mutating func appendEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "\r": raw("\\r")
      case "\t": raw("\\t")
      case "\u{08}": raw("\\b")
      case "\u{0C}": raw("\\f")
      case "\u{2028}": raw("\\u2028")
      case "\u{2029}": raw("\\u2029")
      case _ where scalar.value < 0x20:
        raw("\\u00")
        bytes.append(Self.hex[Int(scalar.value >> 4)])
        bytes.append(Self.hex[Int(scalar.value & 15)])
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  mutating func number(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(value.magnitude, width: 1)
  }

  /// The text of `NumberText.shortest`; NaN and infinities are not JSON and must not come here.
  ///
  /// Most numbers in charts have few decimal digits. One that equals the quotient of an integer below 10^15 by a power
  /// of ten reads back from the digits of that quotient, and two texts of up to 15 digits never give the same double:
  /// so those digits, without zeros at the end, are the shortest there are.
  package mutating func number(_ value: Double) {
    let magnitude = value.magnitude
    if magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) { return number(whole) }
    if magnitude >= 1e-3, magnitude < 9_007_199_254_740_992 {
      for (power, places) in Self.powers {
        let scaled = (magnitude * power).rounded()
        if scaled < 1e15, scaled / power == magnitude {
          if value < 0 { bytes.append(UInt8(ascii: "-")) }
          return fraction(UInt64(scaled), places)
        }
      }
      // In this range Swift's description has no exponent and is the shortest text too.
      return raw(value.description)
    }
    raw(NumberText.shortest(value))
  }

  private mutating func fraction(_ unscaled: UInt64, _ places: Int) {
    var unscaled = unscaled
    var places = places
    while unscaled % 10 == 0 {
      unscaled /= 10
      places -= 1
    }
    let power = UInt64(Self.wholePowers[places])
    digits(unscaled / power, width: 1)
    bytes.append(UInt8(ascii: "."))
    digits(unscaled % power, width: places)
  }

  private mutating func digits(_ value: UInt64, width: Int) {
    let start = bytes.count
    var rest = value
    var written = 0
    while rest > 0 || written < width {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
      written += 1
    }
    var low = start
    var high = bytes.count - 1
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let hex = Array("0123456789abcdef".utf8)
  /// Each an exact double.
  private static let powers: [(power: Double, places: Int)] = [(1e2, 2), (1e4, 4)]
  private static let wholePowers: [UInt64] = [1, 10, 100, 1000, 10_000]
}
