import AugerColumns
import AugerDiagnostics

/// Ticks of a logarithmic axis: powers of ten, with 2 and 5 between them if space permits, or only some powers if it
/// does not.
package struct LogarithmicTicks: Sendable, Hashable {
  /// Ascending values.
  package let values: [Double]
  /// The number of decimals of each value.
  package let fractionDigits: [Int]

  /// Creates about `count` ticks in the domain, which must be positive.
  package init(_ domain: Bounds, count: Int) {
    let (low, high) = Self.decades(domain)
    let decades = high - low
    let factors = decades * 3 <= max(3, count) ? [1, 2, 5] : [1.0]
    let every = max(1, (decades + max(1, count) - 1) / max(1, count))
    var ticks: [(value: Double, digits: Int)] = []
    for exponent in stride(from: low, through: high, by: every) {
      for factor in factors {
        let value = Self.value(factor, exponent)
        if domain.contains(value) { ticks.append((value, max(0, -exponent))) }
      }
    }
    if ticks.count < 2 {
      // For less than a decade, the ticks of a linear axis are round too.
      let linear = LinearTicks(domain, count: count)
      ticks = linear.values.filter { $0 > 0 }.map { ($0, linear.fractionDigits) }
    }
    values = ticks.map(\.value)
    fractionDigits = ticks.map(\.digits)
  }

  /// Returns the numbers between the powers of ten of a domain: 2 to 9, 20 to 90 ... Empty for more than six decades,
  /// because they would form a gray stripe.
  package static func minor(_ domain: Bounds) -> [Double] {
    let (low, high) = decades(domain)
    guard high - low <= 6 else { return [] }
    return (low..<max(low, high)).flatMap { exponent in (2...9).map { value(Double($0), exponent) } }
      .filter(domain.contains)
  }

  /// Returns the domain widened to whole decades. A domain of less than one decade is widened to ticks of 1, 2 and 5.
  package static func nice(_ domain: Bounds) -> Bounds {
    let (low, high) = decades(domain)
    func nearest(_ value: Double, _ exponent: Int, isLower: Bool) -> Double {
      let steps = [1, 2, 5, 10].map { Self.value($0, exponent) }
      return isLower
        ? steps.last { $0 <= value * (1 + 1e-12) } ?? value : steps.first { $0 >= value * (1 - 1e-12) } ?? value
    }
    if domain.upper / domain.lower > 30 { return domain.replacing(lower: value(1, low), upper: value(1, high)) }
    let lower = nearest(domain.lower, low, isLower: true)
    let upper = nearest(domain.upper, max(low, high - 1), isLower: false)
    return lower < upper
      ? domain.replacing(lower: lower, upper: upper)
      : domain.replacing(lower: value(1, low), upper: value(10, low))
  }

  /// Returns the powers of ten around a positive domain.
  private static func decades(_ domain: Bounds) -> (low: Int, high: Int) {
    let least = Double.leastNonzeroMagnitude
    let low = Int(clamping: (Logarithm.ten(max(domain.lower, least)) + 1e-9).rounded(.down))
    return (low, max(low, Int(clamping: (Logarithm.ten(max(domain.finite.upper, least)) - 1e-9).rounded(.up))))
  }

  private static func value(_ factor: Double, _ exponent: Int) -> Double {
    if exponent > 300 || exponent < -300 {
      let value = Double("\(factor)e\(exponent)") ?? 0
      return min(max(value, .leastNonzeroMagnitude), .greatestFiniteMagnitude)
    }
    return exponent < 0 ? factor / LinearTicks.power(-exponent) : factor * LinearTicks.power(exponent)
  }
}
