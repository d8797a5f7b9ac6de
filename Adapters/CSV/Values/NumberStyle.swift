/// The notation of the numbers of a column: the decimal sign and the thousands separator.
package enum NumberStyle: Int, Sendable, CaseIterable {
  /// `1234.5`
  case plain
  /// `1,234.5`
  case commaGroups
  /// `1234,5`
  case decimalComma
  /// `1.234,5`
  case pointGroupsDecimalComma
  /// `1 234,5`. The space can be a no-break space (U+00A0, U+202F).
  case blankGroupsDecimalComma
  /// `1 234.5`
  case blankGroups
  /// `1'234.5`
  case apostropheGroups

  package var hasDecimalComma: Bool {
    switch self {
    case .decimalComma, .pointGroupsDecimalComma, .blankGroupsDecimalComma: true
    default: false
    }
  }

  /// The thousands separator in a schema file: `,`, `.`, a space, `'`, or empty.
  package var grouping: String {
    switch self {
    case .plain, .decimalComma: ""
    case .commaGroups: ","
    case .pointGroupsDecimalComma: "."
    case .blankGroupsDecimalComma, .blankGroups: " "
    case .apostropheGroups: "'"
    }
  }

  /// Creates the style with this decimal sign and grouping. Nil if none exists.
  package init?(decimal: String, grouping: String) {
    let match = Self.allCases.first {
      $0.hasDecimalComma == (decimal == ",") && $0.grouping == (grouping == "\u{A0}" ? " " : grouping)
    }
    guard let match, decimal == "," || decimal == "." else { return nil }
    self = match
  }

  package struct Reading {
    /// The number in plain style, for `FieldReader`.
    package var plain: [UInt8] = []
    package var isWhole = true
    package var isGrouped = false
    /// True if normal spaces separate the groups, as between words.
    package var hasPlainBlanks = false
  }

  /// Reads a number of this style. Nil if the string is not one. Groups have three digits. The first group has one to
  /// three and no leading zero.
  package func read(_ text: borrowing Span<UInt8>) -> Reading? {
    let count = text.count
    guard count > 0, count <= 64 else { return nil }
    var reading = Reading()
    var at = 0
    if text[0] == 0x2D || text[0] == 0x2B {
      if text[0] == 0x2D { reading.plain.append(0x2D) }
      at = 1
    }
    let start = at
    var digits = 0
    var groupDigits = 0
    let decimal = hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    while at < count {
      let byte = text[at]
      if byte &- 0x30 <= 9 {
        reading.plain.append(byte)
        digits += 1
        groupDigits += 1
        at += 1
        continue
      }
      guard let width = separatorWidth(text, at) else { break }
      guard reading.isGrouped ? groupDigits == 3 : (1...3).contains(groupDigits) && text[start] != 0x30 else {
        return nil
      }
      if byte == 0x20 { reading.hasPlainBlanks = true }
      reading.isGrouped = true
      groupDigits = 0
      at += width
    }
    if reading.isGrouped, groupDigits != 3 { return nil }
    if digits > 1, text[start] == 0x30 { return nil }
    if at < count, text[at] == decimal {
      reading.isWhole = false
      reading.plain.append(0x2E)
      at += 1
      while at < count, text[at] &- 0x30 <= 9 {
        reading.plain.append(text[at])
        digits += 1
        at += 1
      }
    }
    guard digits > 0 else { return nil }
    if at < count, text[at] | 0x20 == 0x65, !reading.isGrouped {
      reading.isWhole = false
      while at < count {
        reading.plain.append(text[at])
        at += 1
      }
      return FieldReader.float64(reading.plain.span) == nil ? nil : reading
    }
    // Up to 18 digits fit 64 bits for certain.
    if digits > 18 { reading.isWhole = false }
    return at == count ? reading : nil
  }

  /// Returns the number of bytes of the group separator at this position. Nil if none exists.
  private func separatorWidth(_ text: borrowing Span<UInt8>, _ at: Int) -> Int? {
    let byte = text[at]
    switch self {
    case .plain, .decimalComma: return nil
    case .commaGroups: return byte == UInt8(ascii: ",") ? 1 : nil
    case .pointGroupsDecimalComma: return byte == UInt8(ascii: ".") ? 1 : nil
    case .apostropheGroups: return byte == UInt8(ascii: "'") ? 1 : nil
    case .blankGroups, .blankGroupsDecimalComma:
      if byte == 0x20 { return 1 }
      if byte == 0xC2, at + 1 < text.count, text[at + 1] == 0xA0 { return 2 }
      if byte == 0xE2, at + 2 < text.count, text[at + 1] == 0x80, text[at + 2] == 0xAF { return 3 }
      return nil
    }
  }
}
