/// Width and height of a picture, in points.
public struct ChartSize: Sendable, Hashable {
  /// Points, from the left edge.
  public var width: Double
  /// Points, from the upper edge.
  public var height: Double

  /// Width and height in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
