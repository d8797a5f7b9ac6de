/// The text form of floating-point numbers: the fewest digits that parse as the same number.
package enum NumberText {
  /// Returns plain digits from 1e−6 to below 1e21, otherwise an exponent. Integers have no `.0`. Special values are
  /// `NaN`, `Infinity` and `-Infinity`.
  ///
  /// The format is ECMAScript's Number::toString, so that every JSON reader and browser shows the same text. Zero is
  /// `0` regardless of its sign.
  package static func shortest(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return "0" }
    if value.magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) { return String(whole) }
    let text = value.magnitude.description
    var digits: [UInt8] = []
    var pointAt: Int?
    var exponent = 0
    var bytes = Substring(text)
    if let e = bytes.firstIndex(of: "e") {
      exponent = Int(bytes[bytes.index(after: e)...]) ?? 0
      bytes = bytes[..<e]
    }
    for byte in bytes.utf8 {
      if byte == UInt8(ascii: ".") { pointAt = digits.count } else { digits.append(byte) }
    }
    var point = (pointAt ?? digits.count) + exponent
    let leading = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(leading)
    point -= leading
    while digits.last == 0x30 { digits.removeLast() }
    let count = digits.count
    var out: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
    if point > 0, point <= 21 {
      if count <= point {
        out += digits
        out += [UInt8](repeating: 0x30, count: point - count)
      } else {
        out += digits[..<point]
        out.append(UInt8(ascii: "."))
        out += digits[point...]
      }
    } else if point <= 0, point > -6 {
      out += [0x30, UInt8(ascii: ".")]
      out += [UInt8](repeating: 0x30, count: -point)
      out += digits
    } else {
      out.append(digits[0])
      if count > 1 {
        out.append(UInt8(ascii: "."))
        out += digits[1...]
      }
      out += "e\(point > 0 ? "+" : "-")\(abs(point - 1))".utf8
    }
    return String(decoding: out, as: UTF8.self)
  }
}
