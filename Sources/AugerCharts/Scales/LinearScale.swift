/// Numbers to places, in proportion. The range may run backwards, as the value axis of an upright chart does.
package struct LinearScale: Sendable, Hashable {
  package var domain: ClosedRange<Double>
  package var start: Double
  package var end: Double

  /// An empty domain is widened: there is no place in nothing.
  package init(domain: ClosedRange<Double>, start: Double, end: Double) {
    self.domain = domain.lowerBound < domain.upperBound ? domain : LinearTicks.widened(domain)
    self.start = start
    self.end = end
  }

  /// The place of a number; beyond the ends for one outside the domain. Halves, because a span can be beyond the
  /// largest double.
  package func callAsFunction(_ value: Double) -> Double {
    let low = domain.lowerBound / 2
    return start + (end - start) * ((value / 2 - low) / (domain.upperBound / 2 - low))
  }

  /// Where marks stand that begin at zero: zero, or the end of the domain nearest to it.
  package var baseline: Double { self(min(max(0, domain.lowerBound), domain.upperBound)) }
}
