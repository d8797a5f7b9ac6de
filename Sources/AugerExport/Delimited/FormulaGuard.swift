import AugerColumns

/// Strings that a spreadsheet evaluates as formulas when it opens a CSV file.
enum FormulaGuard {
  /// Returns true for a string that starts with `=`, `+`, `-` or `@`, including full-width forms and after characters
  /// that spreadsheets skip. Also returns true for a string that starts with a tab or a line end, which split fields in
  /// some spreadsheets.
  static func isFormula(_ text: borrowing Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    // Most strings start with a letter or a digit.
    if isLetterOrDigit(text[0]) { return false }
    if "\t\r\n".utf8.contains(text[0]) { return true }
    var index = 0
    while index < text.count {
      let scalar = scalar(text, &index)
      if marks.contains(scalar) { return true }
      if !isSkipped(scalar) { return false }
    }
    return false
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  /// `=`, `+`, `-` and `@`, with their small and full-width forms.
  private static let marks: [UInt32] = [
    0x3D, 0x2B, 0x2D, 0x40, 0xFE62, 0xFE63, 0xFE66, 0xFE6B, 0xFF0B, 0xFF0D, 0xFF1D, 0xFF20,
  ]

  /// Returns true for white space, control characters and characters without width.
  private static func isSkipped(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x34F, 0x61C, 0x180E, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F,
      0x3000, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  /// Returns the scalar at an index of UTF-8 and advances the index past it.
  private static func scalar(_ text: borrowing Span<UInt8>, _ index: inout Int) -> UInt32 {
    let first = text[index]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (count == 1 ? 0x7F : 0xFF >> (UInt32(count) + 1))
    let end = min(text.count, index + count)
    for next in (index + 1)..<max(index + 1, end) { value = value << 6 | UInt32(text[next] & 0x3F) }
    index = end
    return value
  }
}
