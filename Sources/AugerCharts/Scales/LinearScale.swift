import AugerColumns

/// A linear scale from numbers to positions. The range can be reversed, like that of a vertical value axis.
package struct LinearScale: Sendable, Hashable {
  package let domain: Bounds
  package let start: Double
  package let end: Double
  /// The factor applied to numbers before subtraction. It is one half, because a range can exceed the largest double.
  /// It is one if the halves of the ends are equal, as for the smallest doubles.
  private let factor: Double

  /// Creates a scale. An empty domain is widened, because it has no positions.
  package init(domain: Bounds, start: Double, end: Double) {
    let domain = domain.finite
    let wide = domain.isPoint ? LinearTicks.widened(domain) : domain
    self.domain = wide
    self.start = start
    self.end = end
    factor = wide.halfSpan > 0 ? 0.5 : 1
  }

  /// Returns the position of a number. Numbers outside of the domain have positions outside of the range.
  package func callAsFunction(_ value: Double) -> Double {
    let low = domain.lower * factor
    return start + (end - start) * ((value * factor - low) / (domain.upper * factor - low))
  }

  /// The position at which marks start: zero, or the end of the domain nearest to it.
  package var baseline: Double { self(domain.clamp(0)) }
}
