import AugerColumns
import AugerDiagnostics
import AugerEngine
import Foundation

/// The bins of a histogram, from the smallest number to the largest.
///
/// The number of bins is specified, or follows numpy's `auto` rule: the narrower width of Freedman-Diaconis and
/// Sturges. It is less than twice the square root of the number of values. Bins of whole numbers have a round whole
/// width and begin at multiples of it. If outliers would put half of all values into one bin, a wider bin at each end
/// contains them. A bin includes its lower edge, and the last bin its upper edge too.
package struct HistogramBins: Sendable, Hashable {
  /// Ascending edges, one more than the number of bins. Empty without numbers.
  package let edges: [Double]
  /// For bins of whole numbers, the last number of each: the one before its upper edge, or the maximum.
  package let lastNumbers: [Double]?

  /// - Parameters:
  ///   - values: The values to count. Values that are not finite are in no bin.
  ///   - count: The number of bins, at least 1. Nil means that the rule decides.
  ///   - areWhole: True if all values are whole numbers, such as ages and counts.
  package init(_ values: [Double], count: Int? = nil, areWhole: Bool = false) {
    let sorted = values.filter(\.isFinite).sorted()
    if let first = sorted.first, let last = sorted.last {
      if !(last - first).isFinite {
        // At the limits of the double range, compute the middle from halves.
        edges = [first, first / 2 + last / 2, last]
      } else if let count {
        edges = Self.equal(first, last, count: count)
      } else {
        edges = Self.chosen(sorted, first, last, areWhole)
      }
      let isWhole = areWhole && count == nil && edges.allSatisfy { $0 == $0.rounded() }
      let end = edges[edges.count - 1]
      lastNumbers = isWhole ? edges.dropFirst().dropLast().map { $0 - 1 } + [end == last ? last : end - 1] : nil
    } else {
      (edges, lastNumbers) = ([], nil)
    }
  }

  package var count: Int { max(0, edges.count - 1) }

  /// Returns the bin of a number; nil if no bin contains it.
  package func index(of value: Double) -> Int? {
    guard let low = edges.first, let high = edges.last, value >= low, value <= high else { return nil }
    var (least, most) = (0, count - 1)
    while least < most {
      let middle = (least + most + 1) / 2
      if edges[middle] <= value { least = middle } else { most = middle - 1 }
    }
    return least
  }

  /// Returns edges for sorted values, with wider bins at the ends for outliers.
  private static func chosen(_ sorted: [Double], _ first: Double, _ last: Double, _ areWhole: Bool) -> [Double] {
    let kept = withoutFarValues(sorted)
    var edges = edges(of: kept, areWhole)
    if kept.startIndex > 0 { edges.insert(first, at: 0) }
    if kept.endIndex < sorted.count {
      // Move the edge, so that the bin of outliers does not contain the largest of the other values.
      if !areWhole { edges[edges.count - 1] = edges[edges.count - 1].nextUp }
      edges.append(last)
    }
    return areApart(edges) ? edges : Self.edges(of: sorted[...], areWhole)
  }

  /// Returns edges for sorted values by the rule.
  private static func edges(of sorted: ArraySlice<Double>, _ areWhole: Bool) -> [Double] {
    guard let first = sorted.first, let last = sorted.last else { return [] }
    let width = width(sorted)
    guard areWhole else {
      let number = width > 0 ? Int(clamping: ((last - first) / width).rounded(.up)) : 1
      return equal(first, last, count: max(1, min(2 * sorted.count, number)))
    }
    let round = BinWidth.round(width).map { Double($0.digit) * pow(10, Double($0.power)) } ?? 1
    let step = max(1, round)
    let low = (first / step).rounded(.down) * step
    let number = ((last - low) / step).rounded(.down) + 1
    guard number <= Double(2 * sorted.count + 2), low + step * number > last else {
      return equal(first, last, count: 1)
    }
    return (0...Int(clamping: number)).map { low + Double($0) * step }
  }

  private static func equal(_ first: Double, _ last: Double, count: Int) -> [Double] {
    // Extend a single number by a half on both sides. If a half changes nothing, use the adjacent doubles.
    let room = first == last ? max(0.5, first.ulp) : 0
    let most = Double.greatestFiniteMagnitude
    let (low, high) = (max(first - room, -most), min(last + room, most))
    let step = (high - low) / Double(count)
    let edges = (0...count).map { $0 == count ? high : Double($0) * step + low }
    return areApart(edges) ? edges : [low, high]
  }

  /// Returns false if some edges are equal as doubles.
  private static func areApart(_ edges: [Double]) -> Bool { zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 } }

  /// Returns the values without outliers that would put the middle half of all values into one bin.
  private static func withoutFarValues(_ sorted: [Double]) -> ArraySlice<Double> {
    let all = sorted[...]
    let (low, high) = (quantile(all, 0.25), quantile(all, 0.75))
    let room = farQuartileDistances * (high - low)
    guard sorted.count >= leastForFarValues, high > low, width(all) > high - low else { return all }
    let start = sorted.firstIndex { $0 >= low - room } ?? 0
    let end = (sorted.lastIndex { $0 <= high + room } ?? sorted.count - 1) + 1
    let far = sorted.count - (end - start)
    return far <= max(1, sorted.count / mostFarValues) ? sorted[start..<end] : all
  }

  /// Distance from the quartiles, in interquartile ranges, from which a value is an outlier.
  private static let farQuartileDistances = 3.0
  /// Minimum number of values for the detection of outliers.
  private static let leastForFarValues = 20
  /// Maximum share of outliers: one in this number of values.
  private static let mostFarValues = 50

  private static func width(_ sorted: ArraySlice<Double>) -> Double {
    BinWidth.rule(
      count: sorted.count, span: (sorted.last ?? 0) - (sorted.first ?? 0),
      quartileDistance: quantile(sorted, 0.75) - quantile(sorted, 0.25))
  }

  /// Interpolates linearly between two values, as numpy does by default.
  private static func quantile(_ sorted: ArraySlice<Double>, _ share: Double) -> Double {
    let place = Double(sorted.count - 1) * share
    let index = min(Int(clamping: place), sorted.count - 1)
    let part = place - Double(index)
    let (low, high) = (
      sorted[sorted.startIndex + index], sorted[sorted.startIndex + min(index + 1, sorted.count - 1)]
    )
    return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part)
  }
}
