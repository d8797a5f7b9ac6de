import AugerDiagnostics
import Foundation

/// Suitable widths for the bins of a histogram.
package enum BinWidth {
  /// Returns a width by numpy's `auto` method: the smaller of the Freedman–Diaconis and the Sturges width. The number
  /// of bins by Freedman–Diaconis is limited to twice the square root of the number of values.
  package static func rule(count: Int, span: Double, quartileDistance: Double) -> Double {
    let number = Double(count)
    let freedman = 2 * quartileDistance / pow(number, 1 / 3)
    let sturges = span / (log2(number) + 1)
    return min(max(freedman, span / number.squareRoot() / 2), sturges)
  }

  /// Returns the nearest of 1, 2 and 5 times a power of ten, as digit and exponent. Nil if the width is not finite
  /// and positive.
  package static func round(_ width: Double) -> (digit: Int, power: Int)? {
    guard width > 0, width.isFinite else { return nil }
    let power = Int(clamping: log10(width).rounded(.down))
    let digits = width / pow(10, Double(power))
    guard digits.isFinite else { return nil }
    // The thresholds are geometric means.
    let digit = digits < 2.0.squareRoot() ? 1 : digits < 10.0.squareRoot() ? 2 : digits < 50.0.squareRoot() ? 5 : 10
    return digit == 10 ? (1, power + 1) : (digit, power)
  }
}
