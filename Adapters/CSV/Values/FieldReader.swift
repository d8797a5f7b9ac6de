import AugerColumns

/// Reads typed values from the bytes of a field. The caller removes spaces around a value.
///
/// Identifiers are not numbers: `007`, `+4930123456`, and integers that exceed 64 bits unless the column is a float
/// column.
package enum FieldReader {
  /// Returns the part between spaces and tabs at both ends.
  @_lifetime(copy text)
  static func trimmed(_ text: Span<UInt8>) -> Span<UInt8> {
    var from = 0
    var to = text.count
    while from < to, text[from] == 0x20 || text[from] == 0x09 { from += 1 }
    while to > from, text[to - 1] == 0x20 || text[to - 1] == 0x09 { to -= 1 }
    return text.extracting(from..<to)
  }

  /// Reads an optional `-` and digits without a leading zero. A `+` can precede up to six digits; more digits are a
  /// telephone number.
  @inline(__always)
  package static func int64(_ text: borrowing Span<UInt8>) -> Int64? {
    let count = text.count
    guard count > 0, count <= 20 else { return nil }
    var at = 0
    let first = text[0]
    let isNegative = first == 0x2D
    if isNegative || first == 0x2B {
      guard count > 1, isNegative || count <= 7 else { return nil }
      at = 1
    }
    if text[at] == 0x30, count > at + 1 { return nil }
    // Up to 18 digits cannot overflow. The 19th can, so it is added with a check.
    var value: UInt64 = 0
    let safeEnd = min(count, at + 18)
    while at < safeEnd {
      let digit = text[at] &- 0x30
      if digit > 9 { return nil }
      value = value &* 10 &+ UInt64(digit)
      at += 1
    }
    if at < count {
      let digit = text[at] &- 0x30
      guard at + 1 == count, digit <= 9 else { return nil }
      value = value &* 10 &+ UInt64(digit)
      if value > UInt64(Int64.max) { return isNegative && value == 1 << 63 ? .min : nil }
    }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// Returns true for any number of digits with or without a sign.
  static func isWhole(_ text: borrowing Span<UInt8>) -> Bool {
    let from = text.count > 0 && (text[0] == 0x2D || text[0] == 0x2B) ? 1 : 0
    guard text.count > from, text.count == from + 1 || text[from] != 0x30 else { return false }
    for index in from..<text.count where text[index] &- 0x30 > 9 { return false }
    return true
  }

  /// Reads an optional sign, digits with an optional point, and an optional exponent; or `NaN`, `inf`, `Infinity`.
  /// Returns the nearest double, bit for bit equal to `Double(text)`. Nil for leading zeros (`007.5`) and for numbers
  /// that exceed the range of a double.
  @inline(__always)
  package static func float64(_ text: borrowing Span<UInt8>) -> Double? {
    let count = text.count
    guard count > 0 else { return nil }
    var at = 0
    let isNegative = text[0] == 0x2D
    if isNegative || text[0] == 0x2B { at = 1 }
    let start = at
    var mantissa: UInt64 = 0
    while at < count {
      let digit = text[at] &- 0x30
      if digit > 9 { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      at += 1
    }
    var digits = at - start
    if digits > 1, text[start] == 0x30 { return nil }
    var exponent = 0
    if at < count, text[at] == 0x2E {
      at += 1
      let point = at
      while at < count {
        let digit = text[at] &- 0x30
        if digit > 9 { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        at += 1
      }
      exponent = point - at
      digits += at - point
    }
    if digits == 0 { return word(text, from: start, isNegative: isNegative) }
    if at < count {
      guard text[at] | 0x20 == 0x65, let value = exponentDigits(text, from: at + 1) else { return nil }
      exponent += value
    }
    // Clinger: both factors are exactly doubles, so one operation rounds correctly. 19 digits fit 64 bits.
    if digits <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let whole = Double(mantissa)
      let power = powersOfTen[abs(exponent)]
      let magnitude = exponent < 0 ? whole / power : whole * power
      return isNegative ? -magnitude : magnitude
    }
    return slowFloat64(text)
  }

  /// The powers 10^0 ... 10^22, each exactly a double.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static func exponentDigits(_ text: borrowing Span<UInt8>, from start: Int) -> Int? {
    var at = start
    let isNegative = at < text.count && text[at] == 0x2D
    if at < text.count, text[at] == 0x2D || text[at] == 0x2B { at += 1 }
    guard at < text.count else { return nil }
    var value = 0
    while at < text.count {
      let digit = text[at] &- 0x30
      if digit > 9 { return nil }
      // Above 99 999, only the sign matters, and the slow path parses the exponent again.
      value = min(value * 10 + Int(digit), 99_999)
      at += 1
    }
    return isNegative ? -value : value
  }

  @inline(never)
  private static func slowFloat64(_ text: borrowing Span<UInt8>) -> Double? {
    guard let value = Double(string(text)), value.isFinite else { return nil }
    return value
  }

  @inline(never)
  private static func word(_ text: borrowing Span<UInt8>, from start: Int, isNegative: Bool) -> Double? {
    switch string(text.extracting(start..<text.count)).lowercased() {
    case "nan" where start == 0: .nan
    case "inf", "infinity": isNegative ? -.infinity : .infinity
    default: nil
    }
  }

  /// Reads true, false, yes or no in any case.
  static func bool(_ text: borrowing Span<UInt8>) -> Bool? {
    switch text.count {
    case 2: return isWord(text, 0x6E, 0x6F) ? false : nil
    case 3: return isWord(text, 0x79, 0x65, 0x73) ? true : nil
    case 4: return isWord(text, 0x74, 0x72, 0x75, 0x65) ? true : nil
    case 5: return isWord(text, 0x66, 0x61, 0x6C, 0x73, 0x65) ? false : nil
    default: return nil
    }
  }

  private static func isWord(_ text: borrowing Span<UInt8>, _ lowercase: UInt8...) -> Bool {
    for index in lowercase.indices where text[index] | 0x20 != lowercase[index] { return false }
    return true
  }

  /// Returns the unscaled value of a decimal with at most `scale` digits after the point. Additional zeros are valid.
  static func decimal(_ text: borrowing Span<UInt8>, precision: Int, scale: Int) -> Int128? {
    guard let value = Decimal128(string(text)), let rescaled = value.rescaled(to: scale), rescaled == value,
      rescaled.unscaled.magnitude < Decimal128.powersOfTen[precision].magnitude
    else { return nil }
    return rescaled.unscaled
  }

  static func equals(_ text: borrowing Span<UInt8>, _ word: [UInt8]) -> Bool {
    guard text.count == word.count else { return false }
    for index in word.indices where text[index] != word[index] { return false }
    return true
  }

  static func bytes(_ text: borrowing Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return bytes
  }

  /// Returns the bytes as a string. Invalid UTF-8 is replaced.
  static func string(_ text: borrowing Span<UInt8>) -> String { String(decoding: bytes(text), as: UTF8.self) }
}
