/// A scale from categories to adjacent bands of equal width.
package struct BandScale: Sendable, Hashable {
  package let count: Int
  package let start: Double
  /// The distance between the starts of two adjacent bands.
  package let step: Double
  /// The part of a step that is used for drawing.
  package let bandwidth: Double

  /// - Parameter padding: The empty part of each step, 0 ..< 1, half of it on either side.
  package init(count: Int, start: Double, end: Double, padding: Double) {
    self.count = count
    self.start = start
    step = count > 0 ? (end - start) / Double(count) : end - start
    bandwidth = step * (1 - padding)
  }

  /// Returns the start of a category's band.
  package func callAsFunction(_ index: Int) -> Double { start + step * Double(index) + (step - bandwidth) / 2 }

  package func center(_ index: Int) -> Double { start + step * (Double(index) + 0.5) }
}
