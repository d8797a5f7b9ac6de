import AugerDiagnostics
import Foundation

/// How wide the bins of a histogram should be.
package enum BinWidth {
  /// numpy's `auto` rule: the narrower of Freedman and Diaconis' width, from which the number of bins is kept below
  /// twice the root of the values', and Sturges'.
  package static func rule(count: Int, span: Double, quartileDistance: Double) -> Double {
    let number = Double(count)
    let freedman = 2 * quartileDistance / pow(number, 1 / 3)
    let sturges = span / (log2(number) + 1)
    return min(max(freedman, span / number.squareRoot() / 2), sturges)
  }

  /// The nearest of 1, 2 and 5 times a power of ten, as digits and a power; nil where a width has none.
  package static func round(_ width: Double) -> (digit: Int, power: Int)? {
    guard width > 0, width.isFinite else { return nil }
    let power = Int(clamping: log10(width).rounded(.down))
    let digits = width / pow(10, Double(power))
    guard digits.isFinite else { return nil }
    // In the middle on a scale of ratios.
    let digit = digits < 2.0.squareRoot() ? 1 : digits < 10.0.squareRoot() ? 2 : digits < 50.0.squareRoot() ? 5 : 10
    return digit == 10 ? (1, power + 1) : (digit, power)
  }
}
