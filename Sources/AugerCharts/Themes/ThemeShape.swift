/// The outline of a mark: lines and curves in a square from 0 to 1. The origin is at the lower left, so that columns
/// grow from 0 to 1. Points and tail marks have their center at the middle of the square.
package struct ThemeShape: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  package enum Step: Sendable, Hashable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  package var steps: [Step]

  private init(_ corners: [(Double, Double)]) {
    steps = corners.enumerated().map { $0 == 0 ? .move(Point($1.0, $1.1)) : .line(Point($1.0, $1.1)) } + [.close]
  }

  /// Maximum number of numbers in a shape. A longer one would multiply the size of pictures.
  private static let mostNumbers = 400

  /// Parses the commands `M`, `L`, `H`, `V`, `C`, `Q` and `Z` of SVG with numbers from 0 to 1: `M0,0 L0.5,1 L1,0 Z`.
  /// Returns nil for anything else.
  package init?(parsing text: String) {
    guard let tokens = Self.tokens(text) else { return nil }
    var steps: [Step] = []
    var last = Point(0, 0)
    var start = last
    for (index, token) in tokens.enumerated() {
      guard let points = Self.points(token, after: last), index > 0 || token.command == UInt8(ascii: "M") else {
        return nil
      }
      switch token.command {
      case UInt8(ascii: "M"):
        for (number, point) in points.enumerated() { steps.append(number == 0 ? .move(point) : .line(point)) }
        start = points[0]
      case UInt8(ascii: "C"):
        for first in stride(from: 0, to: points.count, by: 3) {
          steps.append(.curve(points[first], points[first + 1], points[first + 2]))
        }
      case UInt8(ascii: "Z"):
        steps.append(.close)
        last = start
      default: steps += points.map { .line($0) }
      }
      if let end = points.last { last = end }
    }
    guard steps.contains(where: { if case .move = $0 { false } else { $0 != .close } }) else { return nil }
    self.steps = steps
  }

  private struct Token {
    var command: UInt8
    var numbers: [Double] = []
  }

  /// Returns the commands with their numbers.
  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var digits: [UInt8] = []
    var count = 0
    func finish() -> Bool {
      if digits.isEmpty { return true }
      defer { digits = [] }
      guard let number = Double(String(decoding: digits, as: UTF8.self)), (0...1).contains(number), !tokens.isEmpty
      else { return false }
      tokens[tokens.count - 1].numbers.append(number)
      count += 1
      return count <= mostNumbers
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): digits.append(byte)
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): if !finish() { return nil }
      default:
        guard "MLHVCQZ".utf8.contains(byte), finish(), tokens.count < mostNumbers else { return nil }
        tokens.append(Token(command: byte))
      }
    }
    return finish() ? tokens : nil
  }

  /// Returns the points of a command, three for each curve. Nil if it has the wrong number of numbers.
  private static func points(_ token: Token, after last: Point) -> [Point]? {
    let numbers = token.numbers
    switch token.command {
    case UInt8(ascii: "Z"): return numbers.isEmpty ? [] : nil
    case UInt8(ascii: "H"): return numbers.isEmpty ? nil : numbers.map { Point($0, last.y) }
    case UInt8(ascii: "V"): return numbers.isEmpty ? nil : numbers.map { Point(last.x, $0) }
    default: break
    }
    let size = token.command == UInt8(ascii: "C") ? 6 : token.command == UInt8(ascii: "Q") ? 4 : 2
    guard !numbers.isEmpty, numbers.count % size == 0 else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    guard token.command == UInt8(ascii: "Q") else { return points }
    // A quadratic curve, sampled so that all shapes have the same kinds of steps.
    var result: [Point] = []
    var from = last
    for first in stride(from: 0, to: points.count, by: 2) {
      let (control, end) = (points[first], points[first + 1])
      result += (1...8).map { step in
        let t = Double(step) / 8
        let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
        return Point(a * from.x + b * control.x + c * end.x, a * from.y + b * control.y + c * end.y)
      }
      from = end
    }
    return result
  }
}

extension ThemeShape {
  /// The shapes that themes can name.
  package static let named: [(name: String, shape: ThemeShape)] = [
    ("circle", circle), ("square", ThemeShape([(0, 0), (1, 0), (1, 1), (0, 1)])),
    ("diamond", ThemeShape([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)])),
    ("triangle", ThemeShape([(0, 0), (1, 0), (0.5, 1)])),
    ("triangle-down", ThemeShape([(0, 1), (0.5, 0), (1, 1)])),
    ("arrow", arrow),
    (
      "cross",
      ThemeShape([
        (0, 0.2), (0.2, 0), (0.5, 0.3), (0.8, 0), (1, 0.2), (0.7, 0.5), (1, 0.8), (0.8, 1), (0.5, 0.7), (0.2, 1),
        (0, 0.8), (0.3, 0.5),
      ])
    ),
    (
      "plus",
      ThemeShape([
        (0.35, 0), (0.65, 0), (0.65, 0.35), (1, 0.35), (1, 0.65), (0.65, 0.65), (0.65, 1), (0.35, 1), (0.35, 0.65),
        (0, 0.65), (0, 0.35), (0.35, 0.35),
      ])
    ),
    ("bar", ThemeShape([(0.35, 0), (0.65, 0), (0.65, 1), (0.35, 1)])),
    (
      "star",
      ThemeShape([
        (0.5, 1), (0.62, 0.66), (0.98, 0.65), (0.69, 0.44), (0.79, 0.1), (0.5, 0.3), (0.21, 0.1), (0.31, 0.44),
        (0.02, 0.65), (0.38, 0.66),
      ])
    ),
  ]

  /// A triangle that points to the right.
  package static let arrow = ThemeShape([(0, 0), (1, 0.5), (0, 1)])

  private static let circle: ThemeShape = {
    // The distance of the control points of a quarter circle with radius 0.5.
    let k = 0.5 * 0.5523
    var shape = ThemeShape([])
    shape.steps = [
      .move(Point(1, 0.5)), .curve(Point(1, 0.5 + k), Point(0.5 + k, 1), Point(0.5, 1)),
      .curve(Point(0.5 - k, 1), Point(0, 0.5 + k), Point(0, 0.5)),
      .curve(Point(0, 0.5 - k), Point(0.5 - k, 0), Point(0.5, 0)),
      .curve(Point(0.5 + k, 0), Point(1, 0.5 - k), Point(1, 0.5)), .close,
    ]
    return shape
  }()
}
