import AugerColumns

/// Numbers to places, in proportion. The range may run backwards, as the value axis of an upright chart does.
package struct LinearScale: Sendable, Hashable {
  package let domain: Bounds
  package let start: Double
  package let end: Double
  /// Numbers are multiplied by it before they are subtracted: a half, because a span can exceed the largest double; one
  /// where halves of the ends are equal, as those of the smallest doubles are.
  private let factor: Double

  /// An empty domain is widened: there is no place in nothing.
  package init(domain: Bounds, start: Double, end: Double) {
    let domain = domain.finite
    let wide = domain.isPoint ? LinearTicks.widened(domain) : domain
    self.domain = wide
    self.start = start
    self.end = end
    factor = wide.halfSpan > 0 ? 0.5 : 1
  }

  /// The place of a number; beyond the ends for one outside the domain.
  package func callAsFunction(_ value: Double) -> Double {
    let low = domain.lower * factor
    return start + (end - start) * ((value * factor - low) / (domain.upper * factor - low))
  }

  /// Where marks stand that begin at zero: zero, or the end of the domain nearest to it.
  package var baseline: Double { self(domain.clamp(0)) }
}
