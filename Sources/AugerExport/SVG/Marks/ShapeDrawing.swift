import AugerCharts

extension SVGBytes {
  /// Appends the attributes of a font to an open element. Sizes are part of the layout, which writes them itself.
  mutating func font(_ font: ThemeStyle.Font?) {
    guard let font else { return }
    if let family = font.family { attribute("font-family", family) }
    if let weight = font.weight { attribute("font-weight", weight.rawValue) }
    if let slant = font.slant, slant != .normal { attribute("font-style", slant.rawValue) }
  }

  /// Appends `<path d="..."` with an outline whose points `place` maps to the picture.
  mutating func beginOutline(_ shape: ThemeShape, _ place: (ThemeShape.Point) -> (x: Double, y: Double)) {
    func point(_ command: String, _ point: ThemeShape.Point) {
      let place = place(point)
      self.point(command, place.x, place.y)
    }
    raw("<path d=\"")
    for step in shape.steps {
      switch step {
      case .move(let end): point("M", end)
      case .line(let end): point("L", end)
      case .curve(let first, let second, let end):
        point("C", first)
        point(" ", second)
        point(" ", end)
      case .close: raw("Z")
      }
    }
    raw("\"")
  }

  /// Appends the start of a shape around a center.
  mutating func beginOutline(_ shape: ThemeShape, x: Double, y: Double, radius: Double) {
    beginOutline(shape) { (x + (2 * $0.x - 1) * radius, y - (2 * $0.y - 1) * radius) }
  }
}

extension Plot {
  /// The element of a series' points.
  func pointElement(_ series: Int) -> String { marker(series) == nil ? "circle" : "path" }

  /// Appends the start of a point of a series, in the shape of the theme.
  func beginPoint(_ x: Double, _ y: Double, _ radius: Double, series: Int, to out: inout SVGBytes) {
    guard let marker = marker(series) else { return out.beginCircle(x, y, radius) }
    // A shape with corners needs more space than a circle to be recognized.
    out.beginOutline(marker, x: x, y: y, radius: radius * 1.25)
  }

  private func marker(_ series: Int) -> ThemeShape? { theme.style.marker(number(series)) }

  /// The edge of the marks of a series, if the theme has one.
  func border(_ series: Int) -> Theme.Color? { theme.style.border(number(series)) }

  private func number(_ series: Int) -> Int {
    channels.seriesNumbers.indices.contains(series) ? channels.seriesNumbers[series] : series
  }

  /// Appends the start of a column between two positions of the value axis: a rectangle, or the shape of the theme.
  func beginColumn(across: Double, width: Double, from: Double, to: Double, _ out: inout SVGBytes) -> String {
    guard let shape = theme.style.columns else {
      out.beginRect(frame(across: across, width: width, from: from, to: to))
      return "rect"
    }
    out.beginOutline(shape) { point in
      let (side, length) = (across + point.x * width, from + point.y * (to - from))
      return isLying ? (length, side) : (side, length)
    }
    return "path"
  }

  /// Draws the tail marks of a line at its end and at its gaps.
  func renderTails(_ runs: [Range<Int>], series: Int, to out: inout SVGBytes) {
    let marks = channels.model.tailMarks(theme)
    guard marks != .none, let end = runs.last else { return }
    for run in runs {
      let isEnd = run == end
      guard isEnd ? marks.hasEnds : marks.hasBreaks, let last = run.last else { continue }
      let y = value(channels.value(0, series, last))
      out.beginOutline(theme.style.tail(number(series)), x: category.center(last), y: y, radius: 6)
      out.attribute("stroke", theme.background)
      out.attribute("data-tail", isEnd ? "end" : "break")
      out.raw("/>\n")
    }
  }
}

extension ChartModel {
  /// The tail marks of its lines. A theme with shapes for them draws them by default.
  func tailMarks(_ theme: Theme) -> ChartStyle.TailMarks {
    guard type.has(.joined), !type.has(.stacks), layers.isEmpty else { return .none }
    return style.tailMarks ?? (theme.style.tails.isEmpty ? .none : .all)
  }
}

/// The areas behind the categories of a plot, in the colors of the theme.
enum CategoryBackgrounds {
  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let (style, step) = (plot.theme.style, plot.category.step)
    guard !style.categoryBackgrounds.isEmpty else { return }
    let (from, to) = plot.isLying ? (plot.area.x, plot.area.maxX) : (plot.area.y, plot.area.maxY)
    let (low, high) = plot.isLying ? (plot.area.y, plot.area.maxY) : (plot.area.x, plot.area.maxX)
    out.beginGroup("auger-category-backgrounds")
    for category in 0..<plot.channels.categoryCount {
      guard let color = style.categoryBackground(category) else { continue }
      let center = plot.category.center(category)
      let (start, end) = (max(low, center - step / 2), min(high, center + step / 2))
      guard start < end else { continue }
      out.rect(plot.frame(across: start, width: end - start, from: from, to: to), fill: color)
    }
    out.raw("</g>\n")
  }
}
