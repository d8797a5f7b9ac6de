/// A rectangle of a picture, in points: x grows to the right, y downwards.
package struct ChartFrame: Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var midX: Double { x + width / 2 }
  package var midY: Double { y + height / 2 }

  /// Returns the rectangle with the given insets. Its size is never negative.
  package func inset(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) -> ChartFrame {
    ChartFrame(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }
}
