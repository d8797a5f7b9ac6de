import AugerCharts
import AugerColumns

/// The edges of a histogram's bins and their positions. A wider bin at an end, which contains outliers, is drawn with
/// the width of its neighbor.
struct BinEdges {
  let edges: [Double]
  let drawn: [Double]
  private let ends: Bounds
  /// The range that is drawn to scale.
  private let even: Bounds

  init?(_ level: CategoryLevel) {
    guard let upper = level.upperEdges?.drawnDoubles, let last = upper.last else { return nil }
    edges = level.values.drawnDoubles + [last]
    guard edges.allSatisfy({ !$0.isNaN }) else { return nil }
    var drawn = edges
    var inner = (low: 0, high: edges.count - 1)
    if edges.count > 3 {
      if Self.isWide(edges, 0, beside: 1) {
        drawn[0] = 2 * edges[1] - edges[2]
        inner.low = 1
      }
      let end = edges.count - 2
      // The neighbor of the last bin may be the first.
      if Self.isWide(edges, end, beside: end - 1), end > inner.low + 1 {
        drawn[end + 1] = 2 * edges[end] - edges[end - 1]
        inner.high = end
      }
    }
    guard let ends = Bounds(drawn[0], drawn[drawn.count - 1]), let even = Bounds(edges[inner.low], edges[inner.high])
    else { return nil }
    (self.drawn, self.ends, self.even) = (drawn, ends, even)
  }

  private static func isWide(_ edges: [Double], _ bin: Int, beside neighbor: Int) -> Bool {
    edges[bin + 1] - edges[bin] > 1.5 * (edges[neighbor + 1] - edges[neighbor])
  }

  func positions(start: Double, end: Double) -> CategoryPositions {
    let scale = ValueScale(domain: ends, start: start, end: end)
    let band = BandScale(count: edges.count - 1, start: start, end: end, padding: 0)
    var positions = CategoryPositions(
      band: band, moments: zip(drawn, drawn.dropFirst()).map { scale($0 / 2 + $1 / 2) }, scale: scale, padding: 0)
    // A single bin has no neighbor that determines its width.
    positions.bandwidth = band.step
    return positions
  }

  /// Returns the labels of the range that is drawn to scale, and those of the ends of a wider bin.
  func labels(
    _ ticks: CategoryAxis.Labels, _ scale: ValueScale, _ format: ValueFormat?, _ locale: ChartLocale
  ) -> CategoryAxis.Labels {
    guard edges != drawn else { return ticks }
    var (texts, places): ([String], [Double]) = ([], [])
    func add(_ edge: Int) {
      texts += ValueTicks.categoryTexts([edges[edge]], format ?? .rounded(0), locale)
      places.append(scale(drawn[edge]))
    }
    // The edges of a wider bin are always labeled. Ticks are omitted if they overlap these labels.
    let room = 30.0
    let last = edges.count - 1
    let (hasLow, hasHigh) = (edges[0] != drawn[0], edges[last] != drawn[last])
    if hasLow { for edge in [0, 1] { add(edge) } }
    let (low, high) = (scale(even.lower) + (hasLow ? room : -0.5), scale(even.upper) - (hasHigh ? room : -0.5))
    for (text, place) in zip(ticks.texts, ticks.places) where place >= low && place <= high {
      texts.append(text)
      places.append(place)
    }
    if hasHigh { for edge in [last - 1, last] { add(edge) } }
    var labels = ticks
    (labels.texts, labels.places) = (texts, places)
    return labels.apart
  }
}
