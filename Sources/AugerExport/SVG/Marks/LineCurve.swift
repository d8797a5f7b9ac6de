import AugerCharts
import AugerDiagnostics

/// The interpolation of a line between two points.
enum LineCurve: Sendable {
  case straight
  /// A value remains until the next one: horizontal, then vertical.
  case step
  /// Smooth, and always between the two connected values: a cubic that is monotone between its points (Fritsch and
  /// Carlson, as d3's `curveMonotoneX`).
  case smooth

  var vegaName: VegaNode? {
    switch self {
    case .straight: nil
    case .step: "step-after"
    case .smooth: "monotone"
    }
  }

  /// Appends the path through points with ascending `x`, from `first` to `last`. The tangents depend on all points, so
  /// that a path that is drawn in two parts is one line.
  func path(_ points: [(x: Double, y: Double)], from first: Int, to last: Int, to out: inout SVGBytes) {
    out.point("M", points[first].x, points[first].y)
    let slopes = self == .smooth ? Self.slopes(points) : []
    for index in stride(from: first + 1, through: last, by: 1) {
      let (from, to) = (points[index - 1], points[index])
      switch self {
      case .straight: out.raw("L")
      case .step:
        out.point("L", to.x, from.y)
        out.raw("L")
      case .smooth:
        let third = (to.x - from.x) / 3
        out.point("C", from.x + third, from.y + slopes[index - 1] * third)
        out.point(" ", to.x - third, to.y - slopes[index] * third)
        out.raw(" ")
      }
      out.point(to.x, to.y)
    }
  }

  /// Returns the slope of the line at each point.
  private static func slopes(_ points: [(x: Double, y: Double)]) -> [Double] {
    guard points.count > 2 else {
      return [Double](repeating: points.count == 2 ? slope(points[0], points[1]) : 0, count: points.count)
    }
    let secants = zip(points, points.dropFirst()).map { slope($0, $1) }
    var slopes = [secants[0]]
    for index in 1..<points.count - 1 {
      let (before, after) = (secants[index - 1], secants[index])
      guard before * after > 0 else {
        slopes.append(0)
        continue
      }
      let (h, k) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
      let mean = (before * k + after * h) / (h + k)
      let least = 2 * Swift.min(before.magnitude, after.magnitude)
      slopes.append(mean.magnitude > least ? (mean < 0 ? -least : least) : mean)
    }
    slopes.append(secants[secants.count - 1])
    // The ends follow the parabola through them and the slope of their neighbors.
    slopes[0] = (3 * secants[0] - slopes[1]) / 2
    slopes[points.count - 1] = (3 * secants[secants.count - 1] - slopes[points.count - 2]) / 2
    return slopes
  }

  private static func slope(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0
  }
}
