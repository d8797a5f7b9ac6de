import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Arranges the labels of a horizontal axis without overlap: on one line, wrapped, slanted, or thinned out.
struct AxisLabels {
  static let size = 11.0
  static let lineHeight = 13.5

  enum Style: Equatable {
    case line
    case wrapped
    /// Rotated by 40 degrees, ending below the position.
    case slanted
  }

  private(set) var style = Style.line
  /// The indices of labels with their lines.
  private(set) var shown: [(index: Int, lines: [String])] = []
  private(set) var height = 0.0

  /// - Parameters:
  ///   - places: The center of each label, in order.
  ///   - step: The distance between two positions.
  ///   - limits: The edges of the picture.
  ///   - height: The maximum height of slanted labels.
  ///   - isOrdered: True if readers can infer missing labels (dates, numbers). Labels are then omitted rather than
  ///     slanted.
  ///   - parents: Groups in which labels restart, such as the months of each quarter.
  init(
    _ texts: [String], places: [Double], step: Double, limits: Bounds, height most: Double = .infinity,
    isOrdered: Bool, parents: [Range<Int>] = []
  ) {
    let metrics = FontMetrics.regular
    let widths = texts.map { metrics.width($0, size: Self.size) }
    guard let widest = widths.max() else { return }
    height = Self.lineHeight
    if widest + 8 <= step || (texts.count == 1 && widest <= limits.upper - limits.lower) {
      // Dates and numbers in proportional positions have different distances.
      shown = Self.apart(Array(texts.indices), widths, places).map { ($0, [texts[$0]]) }
      return
    }
    let canSlant = !isOrdered && Self.length(slantedWithin: most) >= 48
    if !isOrdered {
      if step >= 44, wrap(texts, step: step) { return }
      if step >= 15, canSlant {
        slant(texts, places, every: 1, limits, most)
        return
      }
    }
    // Show every n-th label, for the smallest n that fits labels of any length.
    let longest = min(widest, 120)
    // If the step is zero, all labels have the same position, and only the first is shown.
    func every(_ room: Double) -> Int { min(texts.count + 1, max(1, Int(clamping: (room / step).rounded(.up)))) }
    if canSlant, longest > 60, Double(texts.count) * step / (longest + 12) < 6 {
      slant(texts, places, every: every(18), limits, most)
      return
    }
    let rhythm = Self.rhythm(texts.count, every: every(longest + 12), parents: isOrdered ? parents : [])
    let narrowed = widths.map { min($0, longest) }
    // With unequal distances, even every n-th label can overlap. Then show each label that does not overlap the
    // previous one.
    let isClear = Self.apart(rhythm, narrowed, places).count == rhythm.count
    let indices = isClear ? rhythm : Self.apart(Array(texts.indices), narrowed, places)
    shown = indices.map { ($0, [metrics.fitted(texts[$0], size: Self.size, width: longest)]) }
    if shown.isEmpty { height = 0 }
  }

  /// Returns the labels that do not overlap the previous one.
  static func apart(_ indices: [Int], _ widths: [Double], _ places: [Double]) -> [Int] {
    var last: Int?
    return indices.filter { index in
      if let last {
        let distance = (places[index] - places[last]).magnitude
        guard distance >= (widths[index] + widths[last]) / 2 + 8 - 1e-6 else { return false }
      }
      last = index
      return true
    }
  }

  /// Returns every n-th label. If labels restart in each parent, returns the first of each and every n-th after it.
  /// Empty if most parents would have no label, because the remaining labels would be misleading.
  static func rhythm(_ count: Int, every: Int, parents: [Range<Int>]) -> [Int] {
    guard every > 1, let longest = parents.map(\.count).max() else {
      return Array(stride(from: 0, to: count, by: every))
    }
    if every > longest { return [] }
    var shown: [Int] = []
    for parent in parents {
      for index in stride(from: parent.lowerBound, to: parent.upperBound, by: every) {
        let isFirst = index == parent.lowerBound
        let isClear = shown.last.map { index - $0 >= every } ?? true
        if isClear, isFirst || index + every <= parent.upperBound { shown.append(index) }
      }
    }
    return shown
  }

  private mutating func wrap(_ texts: [String], step: Double) -> Bool {
    var lines: [(Int, [String])] = []
    for (index, text) in texts.enumerated() {
      guard let wrapped = FontMetrics.regular.wrapped(text, size: Self.size, width: step - 8, lines: 3) else {
        return false
      }
      lines.append((index, wrapped))
    }
    style = .wrapped
    shown = lines
    height = Self.lineHeight * Double(lines.map(\.1.count).max() ?? 1)
    return true
  }

  private mutating func slant(
    _ texts: [String], _ places: [Double], every: Int, _ limits: Bounds, _ most: Double
  ) {
    style = .slanted
    var longest = 0.0
    for index in stride(from: 0, to: texts.count, by: every) {
      let limit = max(24, min(120, Self.length(slantedWithin: most), (places[index] - limits.lower) / Self.cosine))
      let text = FontMetrics.regular.fitted(texts[index], size: Self.size, width: limit)
      longest = max(longest, FontMetrics.regular.width(text, size: Self.size))
      shown.append((index, [text]))
    }
    height = longest * Self.sine + Self.size
  }

  private static func length(slantedWithin height: Double) -> Double { (height - size) / sine }

  static let angle = 40.0
  private static let sine = 0.6428
  private static let cosine = 0.7660

  /// Draws the labels below `y`, or above it if the axis is on top.
  /// - Parameter color: The color of each label; nil for the color of the group.
  func render(
    places: [Double], y: Double, isOnTop: Bool = false, limits: Bounds, color: (Int) -> Theme.Color? = { _ in nil },
    to out: inout SVGBytes
  ) {
    for (index, lines) in shown {
      let fill = color(index)
      if style == .slanted, isOnTop {
        out.text(lines[0], x: places[index] + 3, y: y - 4, fill: fill, angle: -Self.angle)
        continue
      }
      if style == .slanted {
        out.text(lines[0], x: places[index] + 3, y: y + 8, anchor: .end, fill: fill, angle: -Self.angle)
        continue
      }
      for (line, text) in lines.enumerated() {
        let half = FontMetrics.regular.width(text, size: Self.size) / 2
        // Move labels at the ends inwards instead of truncating them.
        let x = min(max(places[index], limits.lower + half), limits.upper - half)
        let baseline =
          isOnTop ? y - 4 - Self.lineHeight * Double(lines.count - 1 - line) : y + 10 + Self.lineHeight * Double(line)
        out.text(text, x: x, y: baseline, anchor: .middle, fill: fill)
      }
    }
  }
}
