import AugerColumns

/// String functions over UTF-8 bytes. Positions and lengths count Unicode scalars, by counting their first bytes.
enum TextKernel {
  static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let count = min(a.count, b.count)
    for i in 0..<count where a[i] != b[i] { return a[i] < b[i] ? -1 : 1 }
    return a.count - b.count
  }

  static func append(_ text: Span<UInt8>, to out: inout [UInt8]) { append(text, 0, text.count, to: &out) }

  private static func append(_ text: Span<UInt8>, _ from: Int, _ to: Int, to out: inout [UInt8]) {
    var i = from
    while i < to {
      out.append(text[i])
      i += 1
    }
  }

  static func length(_ text: Span<UInt8>) -> Int {
    var count = 0
    for i in text.indices where text[i] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Returns the byte offset after the first `count` scalars, at most the end.
  private static func offset(after count: Int, _ text: Span<UInt8>) -> Int {
    guard count > 0 else { return 0 }
    var left = count
    var at = 0
    while at < text.count {
      if text[at] & 0xC0 != 0x80 {
        if left == 0 { return at }
        left -= 1
      }
      at += 1
    }
    return at
  }

  /// Returns the byte offset of the first occurrence at or after `start`.
  private static func find(_ wanted: Span<UInt8>, in text: Span<UInt8>, from start: Int) -> Int? {
    guard wanted.count <= text.count else { return nil }
    var at = start
    while at + wanted.count <= text.count {
      var i = 0
      while i < wanted.count, text[at + i] == wanted[i] { i += 1 }
      if i == wanted.count { return at }
      at += 1
    }
    return nil
  }

  /// Computes functions whose result is a number or a bool.
  static func test(_ function: TextFunction, _ text: Span<UInt8>, _ a: Int, _ b: Int, _ other: Span<UInt8>) -> Int64 {
    switch function {
    case .len: return Int64(length(text))
    case .contains: return find(other, in: text, from: 0) == nil ? 0 : 1
    case .startsWith: return other.count <= text.count && compare(text.extracting(0..<other.count), other) == 0 ? 1 : 0
    case .endsWith:
      guard other.count <= text.count else { return 0 }
      return compare(text.extracting(text.count - other.count..<text.count), other) == 0 ? 1 : 0
    default:
      // Pos: positions before the string match none, and an empty string never occurs.
      guard a >= 1, other.count > 0 else { return 0 }
      guard let found = find(other, in: text, from: offset(after: a - 1, text)) else { return 0 }
      return Int64(length(text.extracting(0..<found))) + 1
    }
  }

  /// Computes functions whose result is a string.
  static func apply(
    _ function: TextFunction, _ text: Span<UInt8>, _ a: Int, _ b: Int, _ other: Span<UInt8>, to out: inout [UInt8]
  ) {
    // Subtracting one from the least integer would trap. Both values are far before the start of any string.
    let a = max(a, .min + 1)
    switch function {
    case .left: append(text, 0, offset(after: a, text), to: &out)
    case .right:
      if a > 0 { append(text, offset(after: max(length(text) - a, 0), text), text.count, to: &out) }
    case .mid:
      // From position a, b scalars. Positions before the first count toward the length, but contain no scalars.
      let (end, overflow) = (a - 1).addingReportingOverflow(max(b, 0))
      // Without a length argument, b is the greatest integer.
      let isToEnd = overflow || b == .max
      append(text, offset(after: a - 1, text), isToEnd ? text.count : offset(after: end, text), to: &out)
    case .replace:
      let from = offset(after: a - 1, text)
      let (end, overflow) = max(a - 1, 0).addingReportingOverflow(max(b, 0))
      append(text, 0, from, to: &out)
      append(other, to: &out)
      append(text, max(from, overflow ? text.count : offset(after: end, text)), text.count, to: &out)
    case .trim, .leftTrim, .rightTrim:
      var from = 0
      var to = text.count
      if function != .rightTrim { while from < to, text[from] == 0x20 { from += 1 } }
      if function != .leftTrim { while to > from, text[to - 1] == 0x20 { to -= 1 } }
      append(text, from, to, to: &out)
    case .upper: changeCase(text, to: &out) { _ in true }
    case .lower: changeCase(text, to: &out) { _ in false }
    case .wordCap:
      var isInWord = false
      changeCase(text, to: &out) { scalar in
        defer { isInWord = !scalar.properties.isWhitespace }
        return !isInWord
      }
    case .len, .pos, .contains, .startsWith, .endsWith: preconditionFailure("a test gives no string")
    }
  }

  /// Appends every scalar in upper case if `isUpper` returns true for it, otherwise in lower case, with Unicode's
  /// full mappings.
  private static func changeCase(_ text: Span<UInt8>, to out: inout [UInt8], _ isUpper: (Unicode.Scalar) -> Bool) {
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte < 0x80 {
        let wantsUpper = isUpper(Unicode.Scalar(byte))
        switch byte {
        case 0x41...0x5A: out.append(wantsUpper ? byte : byte + 0x20)
        case 0x61...0x7A: out.append(wantsUpper ? byte - 0x20 : byte)
        default: out.append(byte)
        }
        at += 1
        continue
      }
      let scalar = scalar(text, &at)
      out += (isUpper(scalar) ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping).utf8
    }
  }

  /// Returns the scalar at an offset and advances the offset. Columns contain valid UTF-8.
  static func scalar(_ text: Span<UInt8>, _ at: inout Int) -> Unicode.Scalar {
    let first = UInt32(text[at])
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = length == 1 ? first : first & (0x7F >> UInt32(length))
    var next = at + 1
    while next < min(at + length, text.count) {
      value = value << 6 | UInt32(text[next] & 0x3F)
      next += 1
    }
    at = next
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
