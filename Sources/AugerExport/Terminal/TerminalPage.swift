import AugerCharts
import AugerDiagnostics

/// Lines of text, in pieces with an optional color.
struct TerminalPage {
  struct Piece {
    var text: String
    var color: Theme.Color?
    var isBold = false

    init(_ text: String, _ color: Theme.Color? = nil, isBold: Bool = false) {
      self.text = text
      self.color = color
      self.isBold = isBold
    }
  }

  let width: Int
  let isColored: Bool
  private(set) var text = ""

  init(width: Int, isColored: Bool) {
    self.width = width
    self.isColored = isColored
  }

  /// Adds a line. A line that is wider than the page ends with an ellipsis.
  mutating func add(_ pieces: [Piece]) {
    var room = width
    var line = ""
    for piece in pieces where room > 0 {
      let shown = TerminalText.fitted(TerminalText.oneLine(piece.text), room)
      room -= TerminalText.width(shown)
      if isColored, piece.color != nil || piece.isBold {
        var codes: [String] = piece.isBold ? ["1"] : []
        if let color = piece.color { codes.append("38;2;\(color.red);\(color.green);\(color.blue)") }
        line += "\u{1B}[\(codes.joined(separator: ";"))m\(shown)\u{1B}[0m"
      } else {
        line += shown
      }
    }
    while line.hasSuffix(" ") { line.removeLast() }
    text += line + "\n"
  }
}

/// The widths of strings in a terminal.
package enum TerminalText {
  /// Returns the number of columns of a string: two for wide East Asian characters, none for combining characters.
  package static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }

  /// Returns the string, or its beginning with an ellipsis if it is too wide.
  package static func fitted(_ text: String, _ width: Int) -> String {
    guard self.width(text) > width else { return text }
    var kept = ""
    var room = width - 1
    for character in text {
      let own = self.width(String(character))
      if own > room { break }
      kept.append(character)
      room -= own
    }
    return width > 0 ? kept + "…" : ""
  }

  /// Returns the string with spaces after or before it up to a width.
  package static func padded(_ text: String, _ width: Int, isInFront: Bool = false) -> String {
    let shown = fitted(text, width)
    let blanks = String(repeating: " ", count: max(0, width - self.width(shown)))
    return isInFront ? blanks + shown : shown + blanks
  }

  /// Removes line ends, control characters and characters that change the text direction.
  static func oneLine(_ text: String) -> String {
    let plain = DiagnosticRenderer.printable(text)
    guard plain.unicodeScalars.contains(where: isTurn) else { return plain }
    return String(String.UnicodeScalarView(plain.unicodeScalars.map { isTurn($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isTurn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Unicode's East Asian Width, wide and full (UAX 11), by blocks.
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
