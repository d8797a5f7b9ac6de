import AugerColumns
import AugerDiagnostics

/// Computes the widths of strings from the advance widths of one open font. No font engine is used, so that every
/// machine computes the same widths. Kerning is ignored, and the output disables it in renderers.
struct FontMetrics: Sendable {
  /// Liberation Sans first; Arial and Helvetica have the same widths.
  static let family = "Liberation Sans, Arial, Helvetica, sans-serif"

  static let regular = FontMetrics(widths: regularWidths)
  static let bold = FontMetrics(widths: boldWidths)

  private let widths: [UInt16]

  /// Returns the width of a string in a font size, in the unit of the size.
  func width(_ text: String, size: Double) -> Double {
    var units = 0
    for scalar in text.unicodeScalars { units += advance(scalar) }
    return Double(units) * size / Self.unitsPerEm
  }

  /// Returns the string if it fits. Otherwise returns its beginning with an ellipsis, with at least one character.
  func fitted(_ text: String, size: Double, width limit: Double) -> String {
    if width(text, size: size) <= limit { return text }
    let available = (limit * Self.unitsPerEm / size) - Double(advance("…"))
    var used = 0
    var result = ""
    for character in text {
      for scalar in character.unicodeScalars { used += advance(scalar) }
      if Double(used) > available, !result.isEmpty { break }
      result.append(character)
    }
    while result.last == " ", result.count > 1 { result.removeLast() }
    return result + "…"
  }

  /// Returns the string in lines that fit, broken at spaces and after hyphens. Nil if a word is too long or if the
  /// lines are too many.
  func wrapped(_ text: String, size: Double, width limit: Double, lines most: Int) -> [String]? {
    var lines: [String] = []
    var line = ""
    for word in Self.words(text) {
      let longer = line + word
      if width(Self.trimmed(longer), size: size) <= limit {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(Self.trimmed(line)) }
      line = word
      if width(Self.trimmed(word), size: size) > limit || lines.count == most { return nil }
    }
    lines.append(Self.trimmed(line))
    return lines.count <= most ? lines : nil
  }

  /// Returns the words with the spaces after them.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in text {
      word.append(character)
      if character == " " || character == "-" || character == "/" {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  private func advance(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 ? 0 : Int(widths[Int(value) - 0x20]) }
    var start = 0
    for block in Self.blocks {
      if value < block.first { break }
      if value < block.first + UInt32(block.count) { return Int(widths[start + Int(value - block.first)]) }
      start += block.count
    }
    return Self.guessed(scalar)
  }

  /// Returns an estimated width for characters that the font does not contain, because another font will draw them.
  private static func guessed(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    // Ideographs, kana, Hangul, full-width forms and emoji fill a square.
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...0x3FFFF:
      return Int(clamping: unitsPerEm)
    default: return Int(clamping: unitsPerEm * 0.6)
    }
  }
}
