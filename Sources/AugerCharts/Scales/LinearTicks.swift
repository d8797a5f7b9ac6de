import AugerColumns
import AugerDiagnostics

/// Round numbers along a value axis: steps of 1, 2 or 5 times a power of ten.
///
/// The computation uses no logarithms and no powers, so that ticks are equal on every machine. Every tick is the double
/// nearest to its decimal.
package struct LinearTicks: Sendable, Hashable {
  package let values: [Double]
  package let step: Double
  /// The number of decimals that distinguishes the ticks.
  package let fractionDigits: Int

  init(values: [Double], step: Double, fractionDigits: Int) {
    self.values = values
    self.step = step
    self.fractionDigits = fractionDigits
  }

  /// Creates about `count` ticks in the domain, and at most twice this number.
  package init(_ domain: Bounds, count: Int) {
    let domain = domain.isPoint ? Self.widened(domain) : domain.finite
    let unit = Self.unit(domain, count: count)
    let size = unit.size
    let first = (domain.lower / size - 1e-9).rounded(.up)
    let last = (domain.upper / size + 1e-9).rounded(.down)
    var values: [Double] = []
    var index = first
    while index <= last, values.count < 200 {
      values.append(unit.value(index))
      index += 1
    }
    self.values = values
    step = size
    fractionDigits = max(0, -unit.exponent)
  }

  /// Returns the domain widened to whole steps, so that its ends have ticks.
  package static func nice(_ domain: Bounds, count: Int) -> Bounds {
    var domain = domain.isPoint ? widened(domain) : domain.finite
    // A wider domain can require a larger step with multiples that are farther out.
    var last: Unit?
    for _ in 0..<4 {
      let unit = unit(domain, count: count)
      if unit == last { break }
      domain = widened(domain, to: unit)
      last = unit
    }
    return domain
  }

  private static func widened(_ domain: Bounds, to unit: Unit) -> Bounds {
    let low = unit.value((domain.lower / unit.size + 1e-9).rounded(.down))
    let high = unit.value((domain.upper / unit.size - 1e-9).rounded(.up))
    guard low.isFinite, high.isFinite else { return domain }
    return domain.union(low).union(high)
  }

  /// Returns a domain around a single number: extended to zero, or 0...1 for zero.
  static func widened(_ domain: Bounds) -> Bounds {
    let value = domain.finite.lower
    return value == 0 ? .unit : Bounds.zero.union(value)
  }

  private struct Unit: Equatable {
    /// 1, 2 or 5.
    var factor: Double
    var exponent: Int

    var size: Double { value(1) }

    /// Divide by small units instead of multiplying: 3 / 10 is the double 0.3 and 3 × 0.1 is not. Powers above 10^22
    /// are not exact doubles, so the number is parsed from its decimal.
    func value(_ index: Double) -> Double {
      let whole = index * factor
      if exponent.magnitude > 22 { return Double("\(Int64(clamping: whole))e\(exponent)") ?? 0 }
      return exponent < 0 ? whole / LinearTicks.power(-exponent) : whole * LinearTicks.power(exponent)
    }
  }

  private static func unit(_ domain: Bounds, count: Int) -> Unit {
    let largest = max(domain.lower.magnitude, domain.upper.magnitude)
    // Below this limit, doubles cannot represent distinct ticks.
    let smallest = max(largest * 1e-13, 1e-300)
    let target = max(domain.halfSpan / Double(max(1, count)) * 2, smallest)
    var exponent = 0
    while exponent < 307, power(exponent + 1) <= target { exponent += 1 }
    while exponent > -307, target < (exponent < 0 ? 1 / power(-exponent) : 1) { exponent -= 1 }
    let ratio = exponent < 0 ? target * power(-exponent) : target / power(exponent)
    if ratio < 1.415 { return Unit(factor: 1, exponent: exponent) }
    if ratio < 3.163 { return Unit(factor: 2, exponent: exponent) }
    if ratio < 7.072 { return Unit(factor: 5, exponent: exponent) }
    return Unit(factor: 1, exponent: exponent + 1)
  }

  /// Returns 10^`exponent`, for 0...308.
  package static func power(_ exponent: Int) -> Double {
    var result = 1.0
    var base = 10.0
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= base }
      base *= base
      rest >>= 1
    }
    return result
  }
}
