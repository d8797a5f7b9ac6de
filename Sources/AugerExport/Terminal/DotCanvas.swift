import AugerColumns
import AugerDiagnostics

/// Dots in characters: two columns and four rows in each (braille), or one column and two rows (blocks).
struct DotCanvas {
  /// The width in dots.
  let columns: Int
  let rows: Int
  let dotsPerLine: Int
  private let perCharacter: Int
  private let isBraille: Bool
  /// The dots of each character as bits, and the last series that set one.
  private var bits: [UInt8]
  private var series: [Int]
  private let width: Int

  /// Creates a canvas with a size in characters.
  init(width: Int, height: Int, dots: TerminalChart.Dots) {
    self.width = width
    isBraille = dots == .braille
    perCharacter = isBraille ? 2 : 1
    dotsPerLine = isBraille ? 4 : 2
    columns = width * perCharacter
    rows = height * dotsPerLine
    bits = [UInt8](repeating: 0, count: width * height)
    series = [Int](repeating: -1, count: width * height)
  }

  /// The bits of the dots of a braille character in Unicode: by column, then by row.
  private static let braille: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// Returns the dot at a position. A line is drawn dot by dot, so positions far outside the canvas are limited to ten
  /// thousand dots.
  static func dot(_ place: Double) -> Int { Int(clamping: min(max(place.rounded(), -10_000), 10_000)) }

  /// Sets a dot. Dots outside of the canvas are ignored.
  mutating func set(_ x: Int, _ y: Int, _ series: Int) {
    guard (0..<columns).contains(x), (0..<rows).contains(y) else { return }
    let place = y / dotsPerLine * width + x / perCharacter
    bits[place] |= isBraille ? Self.braille[x % 2][y % 4] : 1 << UInt8(y % 2)
    self.series[place] = series
  }

  /// Draws a straight line, both ends inclusive.
  mutating func line(from: (x: Int, y: Int), to: (x: Int, y: Int), _ series: Int) {
    let steps = max((to.x - from.x).magnitude, (to.y - from.y).magnitude)
    guard steps > 0 else { return set(to.x, to.y, series) }
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      set(
        Int(clamping: (Double(from.x) + share * Double(to.x - from.x)).rounded()),
        Int(clamping: (Double(from.y) + share * Double(to.y - from.y)).rounded()), series)
    }
  }

  /// Returns a line of characters in runs of one series; nil for runs without dots.
  ///
  /// - Parameter letters: Returns the character for the dots of a series, if colors do not distinguish them.
  func runs(line: Int, letters: ((Int) -> Character)?) -> [(text: String, series: Int?)] {
    var runs: [(text: String, series: Int?)] = []
    for x in 0..<width {
      let place = line * width + x
      let own = bits[place] == 0 ? nil : series[place]
      let character: Character =
        own.flatMap { own in letters.map { $0(own) } } ?? (bits[place] == 0 ? " " : character(bits[place]))
      if let last = runs.last, last.series == own {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append((String(character), own))
      }
    }
    return runs
  }

  private func character(_ bits: UInt8) -> Character {
    if isBraille { return Unicode.Scalar(0x2800 + UInt32(bits)).map(Character.init) ?? "•" }
    return bits == 1 ? "▀" : bits == 2 ? "▄" : "█"
  }
}
