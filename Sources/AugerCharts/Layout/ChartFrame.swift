/// A rectangle of a picture, in points: x grows to the right, y downwards.
public struct ChartFrame: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }

  /// The rectangle without so much of each edge; never of negative size.
  public func inset(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) -> ChartFrame {
    ChartFrame(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }
}
