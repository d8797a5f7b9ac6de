import AugerDiagnostics

/// Logarithms that are equal on every machine. C libraries differ in the last digits, which would change pictures.
enum Logarithm {
  /// Returns the base-10 logarithm of a positive number. The error is below 1e-15 times the result, or 1e-15.
  static func ten(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : value }
    var (significand, exponent) = (value.significand, Double(value.exponent))
    if significand > 1.4142135623730951 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 atanh((m − 1) / (m + 1)). The series converges fast for m between √½ and √2.
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

  /// Returns a power of ten, limited to the range of positive doubles.
  static func power(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    guard whole < 309, whole > -325 else { return exponent < 0 ? .leastNonzeroMagnitude : .greatestFiniteMagnitude }
    let size = Int(clamping: whole.magnitude)
    // The reciprocals of the smallest numbers overflow.
    let decade =
      whole >= 0
      ? LinearTicks.power(size)
      : size > 300 ? 1 / LinearTicks.power(300) / LinearTicks.power(size - 300) : 1 / LinearTicks.power(size)
    let part = (exponent - whole) * 2.302585092994046
    var (term, sum) = (1.0, 1.0)
    for index in 1...24 {
      term *= part / Double(index)
      sum += term
    }
    return min(max(decade * sum, .leastNonzeroMagnitude), .greatestFiniteMagnitude)
  }
}
