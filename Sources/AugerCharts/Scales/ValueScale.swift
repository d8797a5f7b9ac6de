/// How numbers lie on an axis. The raw value is the word of metadata and chart JSON.
public enum AxisKind: String, Sendable, Hashable, CaseIterable { case linear, logarithmic }

/// Numbers to places: in proportion, or each power of ten as long as the next.
public struct ValueScale: Sendable, Hashable {
  /// The numbers at both ends; on a logarithmic scale above zero.
  public let domain: ClosedRange<Double>
  public let kind: AxisKind
  private let places: LinearScale

  /// A logarithmic scale of a domain that is not above zero begins a hundred thousandth below its end.
  public init(_ kind: AxisKind = .linear, domain: ClosedRange<Double>, start: Double, end: Double) {
    self.kind = kind
    switch kind {
    case .linear:
      places = LinearScale(domain: domain, start: start, end: end)
      self.domain = places.domain
    case .logarithmic:
      let high = domain.upperBound > 0 ? domain.upperBound : 1
      let low = domain.lowerBound > 0 ? domain.lowerBound : high / 100_000
      self.domain = low...high
      places = LinearScale(domain: Logarithm.ten(low)...Logarithm.ten(high), start: start, end: end)
    }
  }

  /// The place of a number; on a logarithmic scale the start for what has none.
  public func callAsFunction(_ value: Double) -> Double {
    switch kind {
    case .linear: places(value)
    case .logarithmic: value > 0 ? places(Logarithm.ten(value)) : value.isNaN ? .nan : places.start
    }
  }

  /// The numbers of a share of the axis.
  public func part(_ share: ClosedRange<Double>) -> ClosedRange<Double> {
    func number(_ share: Double) -> Double {
      switch kind {
      case .linear: domain.lowerBound * (1 - share) + domain.upperBound * share
      case .logarithmic: Logarithm.power(places.domain.lowerBound * (1 - share) + places.domain.upperBound * share)
      }
    }
    return number(share.lowerBound)...max(number(share.lowerBound), number(share.upperBound))
  }

  /// Where marks stand that begin at zero.
  public var baseline: Double { kind == .linear ? places.baseline : places.start }
}

/// Logarithms of our own: those of C libraries differ in their last digits, and a picture would differ with them.
enum Logarithm {
  /// The logarithm to the base of ten of a number above zero. The error is below 1e-15 times the result, or 1e-15.
  static func ten(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : value }
    var (significand, exponent) = (value.significand, Double(value.exponent))
    if significand > 1.4142135623730951 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 atanh((m − 1) / (m + 1)), whose series ends soon for m between √½ and √2.
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var term = ratio
    var sum = ratio
    for index in 1...12 {
      term *= square
      sum += term / Double(2 * index + 1)
    }
    return exponent * 0.30102999566398120 + 2 * sum * 0.43429448190325182
  }

  /// Ten to a power.
  static func power(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    guard whole.magnitude < 308 else { return exponent < 0 ? 0 : .infinity }
    let decade = whole < 0 ? 1 / LinearTicks.power(Int(-whole)) : LinearTicks.power(Int(whole))
    let part = (exponent - whole) * 2.302585092994046
    var (term, sum) = (1.0, 1.0)
    for index in 1...24 {
      term *= part / Double(index)
      sum += term
    }
    return decade * sum
  }
}
