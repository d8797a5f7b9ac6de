import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The coarser levels along a category axis: the label of each parent next to its sub-categories, between thin lines.
struct ParentLabels {
  private struct Row {
    /// The positions of the lines between parents.
    var edges: [Double] = []
    var texts: [(text: String, place: Double)] = []
  }

  /// The height of a row of labels below an axis.
  static let rowHeight = 16.0
  /// Maximum width of a column of labels, as a fraction of the picture's width.
  private static let most = 0.2
  private static let gap = 10.0

  private var rows: [Row] = []
  private var widths: [Double] = []

  /// The size of the rows across the axis.
  private(set) var depth = 0.0

  /// Creates labels in rows below a horizontal axis.
  ///
  /// - Parameters:
  ///   - outermostOnly: True if only the coarsest level is labeled.
  ///   - limits: The edges of the picture.
  init(
    below channels: ChartChannels, _ positions: CategoryPositions, outermostOnly: Bool = false,
    limits: Bounds
  ) {
    let metrics = FontMetrics.regular
    for (level, parents) in channels.parents.enumerated() {
      if outermostOnly, level < channels.parents.count - 1 { continue }
      if !channels.given.style.labels(level: level + 1, coarsest: channels.parents.count) { continue }
      let isOrdered = channels.isOrdered(level: level + 1)
      var row = Row()
      var end = -Double.infinity
      // Labels that readers can infer are omitted at regular intervals, others are truncated. "H…" identifies nothing.
      // If labels would lose most of their letters, fewer labels are shown completely.
      let isWhole = isOrdered || !Self.canShorten(parents, positions)
      let every = isWhole ? Self.rhythm(parents, positions) : 1
      for (index, parent) in parents.enumerated() where !parent.categories.isEmpty {
        let span = positions.span(parent.categories)
        if parent.categories.lowerBound > 0 { row.edges.append(span.lower) }
        guard index % every == 0 else { continue }
        let room = span.upper - span.lower
        if !isWhole, room < 24 { continue }
        let text =
          isWhole ? parent.label : metrics.fitted(parent.label, size: AxisLabels.size, width: room - 6)
        let half = metrics.width(text, size: AxisLabels.size) / 2
        let middle = (span.lower + span.upper) / 2
        let place = min(max(middle, limits.lower + half), limits.upper - half)
        if place - half < end + 6 { continue }
        end = place + half
        row.texts.append((text, place))
      }
      // Omit lines that are too dense to distinguish.
      if row.edges.count > 1, zip(row.edges, row.edges.dropFirst()).contains(where: { $1 - $0 < 5 }) { row.edges = [] }
      guard !row.texts.isEmpty else { continue }
      rows.append(row)
      depth += Self.rowHeight
    }
  }

  /// Creates labels in columns to the left of a vertical axis, with the coarsest level outermost.
  init(besides channels: ChartChannels, _ positions: CategoryPositions, width: Double) {
    for (level, parents) in channels.parents.enumerated() {
      if !channels.given.style.labels(level: level + 1, coarsest: channels.parents.count) { continue }
      let widest = parents.map { FontMetrics.regular.width($0.label, size: AxisLabels.size) }.max() ?? 0
      let room = min(widest, width * Self.most)
      var row = Row()
      var end = -Double.infinity
      for parent in parents where !parent.categories.isEmpty {
        let span = positions.span(parent.categories)
        if parent.categories.lowerBound > 0 { row.edges.append(span.lower) }
        let middle = (span.lower + span.upper) / 2
        if middle - AxisLabels.lineHeight / 2 < end { continue }
        end = middle + AxisLabels.lineHeight / 2
        row.texts.append((FontMetrics.regular.fitted(parent.label, size: AxisLabels.size, width: room), middle))
      }
      guard !row.texts.isEmpty else { continue }
      rows.append(row)
      widths.append(room + Self.gap)
      depth += room + Self.gap
    }
  }

  /// Returns true if each truncated label retains most of its letters.
  private static func canShorten(_ parents: [ParentCategory], _ positions: CategoryPositions) -> Bool {
    parents.filter { !$0.categories.isEmpty }.allSatisfy { parent in
      let span = positions.span(parent.categories)
      let room = span.upper - span.lower - 6
      return FontMetrics.regular.width(parent.label, size: AxisLabels.size) * 0.6 <= room
    }
  }

  /// Returns n such that every n-th parent label fits.
  private static func rhythm(_ parents: [ParentCategory], _ positions: CategoryPositions) -> Int {
    let shown = parents.filter { !$0.categories.isEmpty }
    guard shown.count > 1 else { return 1 }
    let widest = shown.map { FontMetrics.regular.width($0.label, size: AxisLabels.size) }.max() ?? 0
    let first = positions.span(shown[0].categories)
    let last = positions.span(shown[shown.count - 1].categories)
    let step = (last.lower - first.lower) / Double(shown.count - 1)
    return max(1, Int(clamping: ((widest + 8) / max(step, 0.001)).rounded(.up)))
  }

  /// - Parameter y: The lower end of the axis labels.
  func render(belowAxis axis: Double, from y: Double, _ theme: Theme, to out: inout SVGBytes) {
    for (index, row) in rows.enumerated() {
      let top = y + Self.rowHeight * Double(index)
      for edge in row.edges { line(edge, axis, edge, top + Self.rowHeight - 2, theme, to: &out) }
      for (text, place) in row.texts { out.text(text, x: place, y: top + 12, anchor: .middle) }
    }
  }

  /// - Parameter x: The left end of the axis labels.
  func render(besideAxis axis: Double, until x: Double, _ theme: Theme, to out: inout SVGBytes) {
    var right = x
    for (row, width) in zip(rows, widths) {
      for edge in row.edges { line(right - width, edge, axis, edge, theme, to: &out) }
      for (text, place) in row.texts {
        out.text(text, x: right - width, y: place + FontMetrics.capitalHeight * AxisLabels.size / 2)
      }
      right -= width
    }
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ theme: Theme, to out: inout SVGBytes
  ) {
    out.beginLine(x1, y1, x2, y2)
    out.attribute("stroke", theme[.categoryAxis])
    out.raw(" stroke-width=\"0.75\"/>\n")
  }
}

extension CategoryPositions {
  /// Returns the range from the middle between the previous category and the first of a group to the middle after its
  /// last category.
  fileprivate func span(_ categories: Range<Int>) -> Bounds {
    func edge(_ index: Int) -> Double {
      if let moments, index > 0, index < moments.count { return (moments[index - 1] + moments[index]) / 2 }
      return band.start + band.step * Double(index)
    }
    let (low, high) = (edge(categories.lowerBound), edge(categories.upperBound))
    return Bounds(low, high) ?? .zero
  }
}
