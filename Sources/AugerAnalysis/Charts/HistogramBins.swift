import AugerColumns
import AugerDiagnostics
import AugerEngine

/// The bins of a histogram: stretches of equal width from the smallest number to the largest.
///
/// Without a number of bins it is chosen as numpy's `auto` rule does: the narrower of Freedman and Diaconis' width,
/// from which the bins' number is kept below twice the root of the values', and Sturges'. A bin has its lower edge, and
/// only the last its upper one too.
package struct HistogramBins: Sendable, Hashable {
  /// Ascending, one more than there are bins; none where there are no numbers.
  package let edges: [Double]

  /// - Parameters:
  ///   - values: What is not finite is in no bin.
  ///   - count: At least 1; nil: as the rule says.
  ///   - areWhole: Whether a bin is at least 1 wide, as for ages and numbers of things.
  package init(_ values: [Double], count: Int? = nil, areWhole: Bool = false) {
    let sorted = values.filter(\.isFinite).sorted()
    guard let first = sorted.first, let last = sorted.last else {
      edges = []
      return
    }
    let span = last - first
    guard span.isFinite else {
      // Numbers at both ends of what doubles reach: halves can be told apart.
      edges = [first, first / 2 + last / 2, last]
      return
    }
    var number = count ?? 1
    if count == nil {
      var width = Self.width(sorted, span)
      if areWhole, width > 0, width < 1 { width = 1 }
      if width > 0 { number = max(1, min(2 * sorted.count, Int(clamping: (span / width).rounded(.up)))) }
    }
    // A half on both sides of a single number, and where a half changes nothing, the neighbours of that number.
    let room = span == 0 ? max(0.5, first.ulp) : 0
    let most = Double.greatestFiniteMagnitude
    let (low, high) = (max(first - room, -most), min(last + room, most))
    let step = (high - low) / Double(number)
    let edges = (0...number).map { $0 == number ? high : Double($0) * step + low }
    // Bins that doubles cannot tell apart are one.
    self.edges = zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 } ? edges : [low, high]
  }

  package var count: Int { max(0, edges.count - 1) }

  /// The bin of a number; nil where it is in none.
  package func index(of value: Double) -> Int? {
    guard let low = edges.first, let high = edges.last, value >= low, value <= high else { return nil }
    let span = high - low
    let guess = span.isFinite ? Int(clamping: (value - low) / span * Double(count)) : 0
    var index = min(max(0, guess), count - 1)
    // What rounding moved over an edge.
    while index > 0, value < edges[index] { index -= 1 }
    while index < count - 1, value >= edges[index + 1] { index += 1 }
    return index
  }

  private static func width(_ sorted: [Double], _ span: Double) -> Double {
    BinWidth.rule(
      count: sorted.count, span: span, quartileDistance: quantile(sorted, 0.75) - quantile(sorted, 0.25))
  }

  /// Between two values in proportion, as numpy's default does.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let place = Double(sorted.count - 1) * share
    let index = min(Int(clamping: place), sorted.count - 1)
    let part = place - Double(index)
    let (low, high) = (sorted[index], sorted[min(index + 1, sorted.count - 1)])
    return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part)
  }
}
