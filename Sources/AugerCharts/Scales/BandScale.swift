/// Categories to bands of equal width, side by side.
package struct BandScale: Sendable, Hashable {
  package let count: Int
  package let start: Double
  /// From the beginning of one band to that of the next.
  package let step: Double
  /// The part of a step that is drawn on.
  package let bandwidth: Double

  /// - Parameter padding: The part of each step that stays empty, 0 ..< 1, half of it on either side.
  package init(count: Int, start: Double, end: Double, padding: Double) {
    self.count = count
    self.start = start
    step = count > 0 ? (end - start) / Double(count) : end - start
    bandwidth = step * (1 - padding)
  }

  /// Where the band of a category begins.
  package func callAsFunction(_ index: Int) -> Double { start + step * Double(index) + (step - bandwidth) / 2 }

  package func center(_ index: Int) -> Double { start + step * (Double(index) + 0.5) }
}
