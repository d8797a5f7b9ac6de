import AugerColumns
import AugerDiagnostics

/// Numbers along a logarithmic axis: powers of ten, with 2 and 5 between them where there is room, and fewer of them
/// where there is not.
package struct LogarithmicTicks: Sendable, Hashable {
  /// Ascending.
  package let values: [Double]
  /// Digits after the point of each.
  package let fractionDigits: [Int]

  /// Ticks within the domain, which is above zero, about `count` of them.
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
      // Less than a decade: the numbers of a linear axis are round too.
      let linear = LinearTicks(domain, count: count)
      ticks = linear.values.filter { $0 > 0 }.map { ($0, linear.fractionDigits) }
    }
    values = ticks.map(\.value)
    fractionDigits = ticks.map(\.digits)
  }

  /// The numbers between the powers of ten of a domain: 2 to 9, 20 to 90 ... None of more than six decades, where they
  /// would be a gray stripe.
  package static func minor(_ domain: Bounds) -> [Double] {
    let (low, high) = decades(domain)
    guard high - low <= 6 else { return [] }
    return (low..<max(low, high)).flatMap { exponent in (2...9).map { value(Double($0), exponent) } }
      .filter(domain.contains)
  }

  /// The domain widened to whole decades, or, where it is less than one, to ticks of 1, 2 and 5.
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

  /// The powers of ten around a domain above zero.
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
