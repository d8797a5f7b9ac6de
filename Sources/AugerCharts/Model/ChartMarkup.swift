import AugerColumns
import AugerDiagnostics

/// A mark that a sender adds to a picture before sharing it: a text, an arrow, a line, an ellipse or a freehand line
/// (MAKit's guide, "MAMailSharingController").
///
/// Positions are fractions of the width and height of the chart below its title, from the upper left corner. The text
/// form is the same in commands, URLs, chart JSON and programs: `arrow 0.2,0.3 0.5,0.6 color=red: Peak`.
package struct ChartMarkup: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A text that starts at its point.
    case text
    /// A line from the first point to the second one, with a head at its end.
    case arrow
    case line
    /// The ellipse in the rectangle of two points.
    case circle
    /// A freehand line through all of its points.
    case draw

    /// The least and the most number of points.
    var pointCounts: (least: Int, most: Int) {
      switch self {
      case .text: (1, 1)
      case .arrow, .line, .circle: (2, 2)
      case .draw: (2, ChartMarkup.mostPoints)
      }
    }
  }

  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  package var kind: Kind
  package var points: [Point]
  /// Empty for none. A text without words is not valid.
  package var text: String
  /// The name of a color, or `#rrggbb`. Nil for the color of alerts.
  package var color: String?

  /// Maximum number of points of a freehand line, and of marks in one chart.
  package static let mostPoints = 500
  package static let most = 50
  /// Maximum number of bytes of a text.
  private static let mostBytes = 300

  package init(_ kind: Kind, _ points: [Point], text: String = "", color: String? = nil) {
    self.kind = kind
    self.points = points
    self.text = text
    self.color = color
  }

  /// Parses the text form. Throws `markupSyntax`.
  package init(_ form: String) throws(DiagnosticError) {
    func refuse(_ reason: String) -> DiagnosticError {
      DiagnosticError(
        Diagnostic(
          .markupSyntax, "'\(form.prefix(80))' \(reason)",
          hint: "Write 'text 0.5,0.2: Record', 'arrow 0.2,0.3 0.5,0.6 color=red: Peak', 'circle 0.1,0.1 0.3,0.4' or "
            + "'draw 0.1,0.1 0.2,0.3 0.4,0.2'."))
    }
    let end = form.firstRange(of: ": ")
    let words = form[..<(end?.lowerBound ?? form.endIndex)].parts(at: " ").map(String.init).filter { !$0.isEmpty }
    guard let first = words.first, let kind = Kind(rawValue: first) else {
      throw refuse("does not begin with \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.init(kind, [], text: end.map { String(form[$0.upperBound...]) } ?? "")
    for word in words.dropFirst() {
      if let (key, value) = word.parted(at: "="), Name(String(key)) == "color" {
        guard color == nil, Theme.Color(named: String(value), in: .light) != nil else {
          throw refuse("has an invalid color")
        }
        color = String(value)
        continue
      }
      guard let (x, y) = word.parted(at: ","), let x = Double(x), let y = Double(y), (0...1).contains(x),
        (0...1).contains(y)
      else { throw refuse("has the point '\(word.prefix(40))', which is not two numbers from 0 to 1") }
      guard points.count < Self.mostPoints else { throw refuse("has more than \(Self.mostPoints) points") }
      points.append(Point(x, y))
    }
    let counts = kind.pointCounts
    guard points.count >= counts.least, points.count <= counts.most else {
      throw refuse("has \(points.count) points, and '\(kind.rawValue)' needs \(counts.least)")
    }
    guard kind != .text || !text.isEmpty else { throw refuse("has no text after ': '") }
    guard text.utf8.count <= Self.mostBytes else { throw refuse("has a text of more than \(Self.mostBytes) bytes") }
  }

  /// The text form, with positions of four decimals.
  package var description: String {
    func fraction(_ value: Double) -> String {
      NumberText.shortest((value * 10_000).rounded() / 10_000)
    }
    let places = points.map { "\(fraction($0.x)),\(fraction($0.y))" }
    let parts = [kind.rawValue] + places + (color.map { ["color=\($0)"] } ?? [])
    return parts.joined(separator: " ") + (text.isEmpty ? "" : ": \(text)")
  }
}

extension Diagnostic.Code {
  /// A mark of a sender that is not valid.
  package static let markupSyntax = Self("markupSyntax")
}
