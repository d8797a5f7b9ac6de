/// A direction as a fraction of a full turn, clockwise from the top.
///
/// Sine and cosine are implemented here, because C libraries differ in the last digits, which would change pictures.
struct Turn {
  let x: Double
  let y: Double

  /// The point of the unit circle, y downwards. The error is below 1e-9.
  init(_ part: Double) {
    let turn = part - part.rounded(.down)
    let quarter = (turn * 4).rounded(.down)
    let angle = (turn * 4 - quarter) * Double.pi / 2
    let (sine, cosine) = (Self.sine(angle), Self.sine(Double.pi / 2 - angle))
    switch quarter {
    case 0: (x, y) = (sine, -cosine)
    case 1: (x, y) = (cosine, sine)
    case 2: (x, y) = (-sine, cosine)
    default: (x, y) = (-cosine, -sine)
    }
  }

  /// The Taylor series for 0...π/2.
  private static func sine(_ angle: Double) -> Double {
    let square = angle * angle
    var term = angle
    var sum = angle
    for index in 1...8 {
      term *= -square / Double(2 * index * (2 * index + 1))
      sum += term
    }
    return sum
  }
}
