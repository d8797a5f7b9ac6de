import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The value axes of an overlay on both sides of its plot. The first axis is next to the plot, the others follow
/// outwards.
struct OverlayAxes {
  struct Row {
    let axis: ValueAxis
    /// The names of its layers, with their common unit.
    let title: String
    /// The numbers of its layers.
    let layers: [Int]
  }

  /// At least one. The first one has the grid lines.
  let rows: [Row]
  private let showsLabels: Bool

  /// The room of a title along an axis.
  private static let titleRoom = 18.0

  init(_ rows: [Row], showsLabels: Bool) {
    self.rows = rows
    self.showsLabels = showsLabels
  }

  /// Returns true if an axis is on the right. This is the default of all but the first.
  private func isRight(_ row: Int) -> Bool {
    rows[row].axis.options.isOpposite(isVertical: true) ?? (row > 0)
  }

  /// True if the only other axis is on the right, so that both titles are above the plot.
  private var isPair: Bool { rows.count == 2 && !isRight(0) && isRight(1) }

  private func room(_ row: Int) -> Double {
    guard showsLabels else { return 0 }
    return rows[row].axis.room + (row > 0 && !isPair && !rows[row].title.isEmpty ? Self.titleRoom : 0)
  }

  /// The width of the axes on each side, except for the first.
  var left: Double { rows.indices.dropFirst().reduce(0) { isRight($1) ? $0 : $0 + room($1) } }
  var right: Double { rows.indices.dropFirst().reduce(0) { isRight($1) ? $0 + room($1) : $0 } }

  /// Returns the horizontal extent of the plot in the frame of the plot and its first axis.
  func span(_ frame: ChartFrame) -> Bounds {
    let (first, isRight) = (room(0), isRight(0))
    let (start, end) = (frame.x + (isRight ? 0 : first), frame.maxX - (isRight ? first : 0))
    return Bounds(start, max(start, end)) ?? .zero
  }

  /// Returns the positions of the lines of all axes.
  func edges(_ area: ChartFrame) -> [Double] {
    var (left, right) = (area.x, area.maxX)
    return rows.indices.map { row in
      if isRight(row) {
        defer { right += room(row) }
        return right
      }
      defer { left -= room(row) }
      return left
    }
  }

  /// Draws the title of the second axis above the plot, if it is the only other one.
  func renderTopTitle(in frame: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    guard isPair else { return }
    let title = FontMetrics.bold.fitted(rows[1].title, size: AxisLabels.size, width: frame.width / 2 - 8)
    out.text(title, x: frame.maxX, y: frame.y + 10, anchor: .end, fill: theme.mutedInk, isBold: true)
  }

  /// Draws all axes but the first.
  func render(_ scales: [ValueScale], area: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    guard showsLabels else { return }
    if isPair { return rows[1].axis.renderOnRight(scales[1], area: area, theme: theme, to: &out) }
    let edges = edges(area)
    for row in rows.indices.dropFirst() {
      rows[row].axis.renderBeside(
        scales[row], area: area, edge: edges[row], isRight: isRight(row),
        title: rows[row].title.isEmpty ? nil : rows[row].title, theme: theme, to: &out)
    }
  }
}

/// The categories of an overlay by their axis.
struct OverlayCategories {
  /// The categories of the first axis.
  let main: ChartChannels
  private let model: ChartModel
  private let numbers: [(name: String?, categories: [Int])]

  init(_ channels: ChartChannels) {
    model = channels.given
    let names = model.otherCategoryAxes
    guard !names.isEmpty else {
      (main, numbers) = (channels, [])
      return
    }
    var found = ([nil] + names.map(Optional.some)).map { name in
      (name: name, categories: channels.given.categories(onAxis: name))
    }
    // If all layers have other axes, the first one replaces that of the chart.
    if found[0].categories.isEmpty { found.removeFirst() }
    numbers = found
    main = channels.with(categories: numbers[0].categories)
  }

  /// Returns the categories on the axis of a layer. Nil for all.
  func numbers(ofLayer layer: Int) -> [Int]? {
    let name = model.layers[layer].categoryAxis
    return numbers.first { same($0.name, name) { Name($0) == Name($1) } }?.categories
  }

  /// Returns the additional axes.
  ///
  /// - Parameter channels: Returns the channels of a layer. Nil for a hidden one.
  func others(
    _ spacing: CategoryAxis.Spacing, in span: Bounds, isShown: Bool, limits: ChartFrame,
    _ channels: (Int) -> ChartChannels?
  ) -> [OtherCategoryAxis] {
    numbers.dropFirst().compactMap { name, _ in
      let layers = model.layers.indices.filter { same(model.layers[$0].categoryAxis, name) { Name($0) == Name($1) } }
      guard let name, let shown = layers.lazy.compactMap(channels).first else { return nil }
      let title = model.axes.otherCategories.first { Name($0.name) == Name(name) }?.title ?? ""
      return OtherCategoryAxis(
        CategoryAxis(shown, spacing: spacing), layers: layers, title: title, span: span, isShown: isShown,
        padding: spacing == .columns ? 0.25 : 0, limits: Bounds(limits.x + 4, limits.maxX - 4) ?? .zero)
    }
  }
}

/// An additional category axis, above or below a plot.
struct OtherCategoryAxis {
  /// The numbers of its layers.
  let layers: [Int]
  private let axis: CategoryAxis
  private let title: String
  private let padding: Double
  private let labels: AxisLabels
  private let places: [Double]
  private let isShown: Bool

  init(
    _ axis: CategoryAxis, layers: [Int], title: String, span: Bounds, isShown: Bool, padding: Double, limits: Bounds
  ) {
    (self.axis, self.layers, self.title, self.padding) = (axis, layers, title, padding)
    self.isShown = isShown
    let positions = axis.positions(start: span.lower, end: span.upper, padding: padding)
    let found = axis.labels(at: positions, length: span.span)
      .clipped(by: axis.options, from: span.lower, to: span.upper)
    places = found.places
    let step = places.count > 1 ? (places[places.count - 1] - places[0]) / Double(places.count - 1) : span.span
    labels = AxisLabels(
      found.texts, places: places, step: step, limits: limits, height: 80, isOrdered: found.isOrdered)
  }

  /// True unless the author placed it at the bottom.
  private var isOnTop: Bool { axis.options.isOpposite(isVertical: false) ?? true }

  private var height: Double {
    guard isShown else { return 0 }
    return (axis.options.width ?? labels.height + 8) + (title.isEmpty ? 0 : AxisLabels.lineHeight)
  }

  /// Returns the heights of the axes above and below the plot.
  static func heights(of axes: [OtherCategoryAxis]) -> (top: Double, bottom: Double) {
    (
      axes.reduce(0) { $1.isOnTop ? $0 + $1.height : $0 },
      axes.reduce(0) { $1.isOnTop ? $0 : $0 + $1.height }
    )
  }

  func positions(in area: ChartFrame) -> CategoryPositions {
    axis.positions(start: area.x, end: area.maxX, padding: padding)
  }

  static func render(
    _ axes: [OtherCategoryAxis], _ layout: PlotLayout, limits: Bounds, _ theme: Theme, to out: inout SVGBytes
  ) {
    var (top, bottom) = layout.otherEdges
    for other in axes where other.isShown {
      let y = other.isOnTop ? top : bottom
      other.render(at: y, layout.area, limits: limits, theme, to: &out)
      if other.isOnTop { top -= other.height } else { bottom += other.height }
    }
  }

  private func render(at y: Double, _ area: ChartFrame, limits: Bounds, _ theme: Theme, to out: inout SVGBytes) {
    let side = isOnTop ? -1.0 : 1
    out.beginGroup("auger-other-category-axis", fill: theme.mutedInk)
    out.line(area.x, y, area.maxX, y, stroke: theme.axis)
    for place in places { out.line(place, y, place, y + 4 * side, stroke: theme.axis) }
    for place in axis.minorPlaces(positions(in: area), between: places) {
      out.line(place, y, place, y + 3 * side, stroke: theme.axis)
    }
    labels.render(places: places, y: isOnTop ? y - 3 : y + 5, isOnTop: isOnTop, limits: limits, to: &out)
    if !title.isEmpty {
      let fitted = FontMetrics.bold.fitted(title, size: AxisLabels.size, width: area.width)
      let end = y + side * (height - 3) + (isOnTop ? 9 : 0)
      out.text(fitted, x: area.midX, y: end, anchor: .middle, isBold: true)
    }
    out.raw("</g>\n")
  }
}
