/// Categories to bands of equal width, side by side.
public struct BandScale: Sendable, Hashable {
  public let count: Int
  public let start: Double
  /// From the beginning of one band to that of the next.
  public let step: Double
  /// The part of a step that is drawn on.
  public let bandwidth: Double

  /// - Parameter padding: The part of each step that stays empty, 0 ..< 1, half of it on either side.
  public init(count: Int, start: Double, end: Double, padding: Double) {
    self.count = count
    self.start = start
    step = count > 0 ? (end - start) / Double(count) : end - start
    bandwidth = step * (1 - padding)
  }

  /// Where the band of a category begins.
  public func callAsFunction(_ index: Int) -> Double { start + step * Double(index) + (step - bandwidth) / 2 }

  public func center(_ index: Int) -> Double { start + step * (Double(index) + 0.5) }
}
