import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The annotations of a chart: bands and boxes below its marks, lines and texts above them.
struct AnnotationDrawing {
  /// The positions on the axes of a plot.
  struct Axes {
    let area: ChartFrame
    let isLying: Bool
    let value: ValueScale
    /// Returns the extent of a category; nil if the category does not exist.
    let category: (Scalar) -> Bounds?
  }

  let annotations: [ChartModel.Annotation]
  let theme: Theme
  let axes: Axes

  init(_ model: ChartModel, theme: Theme, axes: Axes) {
    annotations = model.annotations
    self.theme = theme
    self.axes = axes
  }

  init(_ model: ChartModel, _ plot: Plot) {
    self.init(
      model, theme: plot.theme,
      axes: Axes(area: plot.area, isLying: plot.isLying, value: plot.value) {
        plot.channels.place(of: $0, plot.category)
      })
  }

  /// The ends of an annotation along one axis, and true if it spans the whole axis.
  private struct Extent {
    var low: Double
    var high: Double
    var isWhole = false

    var length: Double { high - low }
  }

  func renderBehind(to out: inout SVGBytes) { render(behind: true, to: &out) }
  func renderOver(to out: inout SVGBytes) { render(behind: false, to: &out) }

  private func render(behind isBehind: Bool, to out: inout SVGBytes) {
    let placed = annotations.compactMap { annotation in frame(of: annotation).map { (annotation, $0) } }
    guard !placed.isEmpty else { return }
    out.raw("<g class=\"auger-annotations\">\n")
    var labels: [ChartFrame] = []
    for (annotation, frame) in placed {
      let color = annotation.color.flatMap { Theme.Color(named: $0, in: theme) } ?? theme.reference
      let isArea = frame.width > 0 && frame.height > 0
      let isHere = (annotation.isAbove ?? !isArea) != isBehind
      // Texts are over the marks, unless the author places the annotation below.
      let hasTextHere = annotation.isAbove == nil ? !isBehind : isHere
      let opacity = annotation.opacity
      if let image = annotation.image {
        if isHere { self.image(image, annotation, to: &out) }
      } else if isArea, isHere, !annotation.isStretched {
        out.rect(frame, fill: color, opacity: opacity ?? 0.14)
      } else if isArea, isHere {
        stretch(annotation, frame, color, to: &out)
      } else if !isArea, isHere, frame.width > 0 || frame.height > 0 {
        out.beginLine(frame.x, frame.y, frame.maxX, frame.maxY)
        out.attribute("stroke", color)
        if let opacity { out.attribute("stroke-opacity", opacity) }
        out.raw(" stroke-width=\"1.5\"/>\n")
      } else if isHere, !isArea {
        out.beginCircle(frame.x, frame.y, 2.5)
        out.attribute("fill", color)
        if let opacity { out.attribute("fill-opacity", opacity) }
        out.raw("/>\n")
      }
      if hasTextHere, !annotation.isStretched || !isArea {
        label(annotation.text, frame, color, besides: &labels, to: &out)
      }
    }
    out.raw("</g>\n")
  }

  /// The width and height of a picture at a point without a size.
  private static let imageSize = 32.0
  private static let largestText = 200.0

  /// Draws a picture centered at a point, or stretched over a box. The parts outside of the plot are clipped.
  private func image(_ source: String, _ annotation: ChartModel.Annotation, to out: inout SVGBytes) {
    guard var frame = frame(of: annotation, isClamped: false) else { return }
    let isBox = frame.width > 0 && frame.height > 0
    if !isBox {
      let size = annotation.imageSize ?? ChartSize(width: Self.imageSize, height: Self.imageSize)
      frame = ChartFrame(
        x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width, height: size.height)
    }
    let area = axes.area
    out.raw("<svg")
    out.attribute("x", area.x)
    out.attribute("y", area.y)
    out.attribute("width", area.width)
    out.attribute("height", area.height)
    out.raw(" overflow=\"hidden\"><image")
    out.attribute("x", frame.x - area.x)
    out.attribute("y", frame.y - area.y)
    out.attribute("width", frame.width)
    out.attribute("height", frame.height)
    out.attribute("preserveAspectRatio", isBox ? "none" : "xMidYMid meet")
    if let opacity = annotation.opacity { out.attribute("opacity", opacity) }
    out.attribute("href", source)
    out.raw("/></svg>\n")
  }

  /// Draws a text that fills a box, so that it grows and shrinks with the axes.
  private func stretch(
    _ annotation: ChartModel.Annotation, _ frame: ChartFrame, _ color: Theme.Color, to out: inout SVGBytes
  ) {
    guard !annotation.text.isEmpty else { return }
    let size = min(Self.largestText, frame.height * 0.8)
    out.raw("<text")
    out.attribute("x", frame.x)
    out.attribute("y", frame.midY + FontMetrics.capitalHeight * size / 2)
    out.attribute("font-size", size)
    out.attribute("textLength", frame.width)
    out.attribute("fill", color)
    out.attribute("fill-opacity", annotation.opacity ?? 0.5)
    out.raw(" lengthAdjust=\"spacingAndGlyphs\">")
    out.escaped(annotation.text)
    out.raw("</text>\n")
  }

  /// Draws a label at the upper right of horizontal lines, next to vertical ones, in the upper left of areas and above
  /// points. The label is inside the plot area and below existing labels.
  private func label(
    _ text: String, _ frame: ChartFrame, _ color: Theme.Color, besides labels: inout [ChartFrame],
    to out: inout SVGBytes
  ) {
    guard !text.isEmpty else { return }
    let (area, size) = (axes.area, AxisLabels.size)
    let fitted = FontMetrics.bold.fitted(text, size: size, width: area.width - 8)
    let width = FontMetrics.bold.width(fitted, size: size)
    var (x, y): (Double, Double) =
      if frame.width > 0, frame.height > 0 {
        (frame.x + 4, frame.y + size + 2)
      } else if frame.width > 0 {
        (frame.maxX - width - 4, frame.y - 4)
      } else if frame.height > 0 {
        (frame.x + 4, frame.y + size + 2)
      } else {
        (frame.x - width / 2, frame.y - 7)
      }
    x = min(max(x, area.x + 2), area.maxX - width - 2)
    y = min(max(y, area.y + size), area.maxY - 3)
    func isTaken(_ y: Double) -> Bool {
      labels.contains { x < $0.maxX && $0.x < x + width && y - size < $0.maxY && $0.y < y + 2 }
    }
    var free = y
    while isTaken(free), free + AxisLabels.lineHeight <= area.maxY - 3 { free += AxisLabels.lineHeight }
    if !isTaken(free) { y = free }
    labels.append(ChartFrame(x: x, y: y - size, width: width, height: size + 2))
    out.raw("<text")
    out.attribute("x", x)
    out.attribute("y", y)
    out.attribute("fill", color.mixed(with: theme.ink, 0.45))
    out.attribute("stroke", theme.background)
    out.raw(" font-weight=\"bold\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">")
    out.escaped(fitted)
    out.raw("</text>\n")
  }

  /// Returns the rectangle of an annotation, whose width or height can be zero. Nil if it is outside of the plot area.
  ///
  /// - Parameter isClamped: True to reduce the rectangle to the plot area.
  private func frame(of annotation: ChartModel.Annotation, isClamped: Bool = true) -> ChartFrame? {
    let area = axes.area
    let (low, high) = axes.isLying ? (area.x, area.maxX) : (area.y, area.maxY)
    let (start, end) = axes.isLying ? (area.y, area.maxY) : (area.x, area.maxX)
    var values = Extent(low: low, high: high, isWhole: true)
    if let value = annotation.value {
      let places = [axes.value(value), axes.value(annotation.endValue ?? value)].sorted()
      values = Extent(low: places[0], high: places[1])
    }
    var categories = Extent(low: start, high: end, isWhole: true)
    if let category = annotation.category {
      guard let first = axes.category(category) else { return nil }
      if let last = annotation.endCategory {
        guard let last = axes.category(last) else { return nil }
        categories = Extent(
          low: min(first.lower, last.lower), high: max(first.upper, last.upper))
      } else {
        let middle = (first.lower + first.upper) / 2
        categories = Extent(low: middle, high: middle)
      }
    }
    guard values.high >= low - 0.5, values.low <= high + 0.5, categories.high >= start - 0.5,
      categories.low <= end + 0.5
    else { return nil }
    if isClamped {
      (values.low, values.high) = (max(values.low, low), min(values.high, high))
      (categories.low, categories.high) = (max(categories.low, start), min(categories.high, end))
    }
    return axes.isLying
      ? ChartFrame(x: values.low, y: categories.low, width: values.length, height: categories.length)
      : ChartFrame(x: categories.low, y: values.low, width: categories.length, height: values.length)
  }
}

extension ChartModel {
  /// The range of the annotations, which the value axis must include.
  var annotatedExtent: Bounds? {
    stacking == .percent ? nil : annotations.flatMap { [$0.value, $0.endValue].compactMap(\.self) }.extent
  }

  /// Warnings about annotations that a picture cannot show.
  var annotationNotices: [Warning] {
    guard !annotations.isEmpty, table == nil, diagram == nil else { return [] }
    guard type.hasValueAxis else {
      return [
        Warning(
          .annotationNotDrawn, "a \(type.rawValue) chart has no axes for annotations",
          count: annotations.count)
      ]
    }
    let channels = ChartChannels(self)
    let axis = fittedValueAxis
    let isOrdered = orderedCategories != nil || (items != nil && fittedCategoryAxis != nil)
    let lost = annotations.count { annotation in
      if let value = annotation.value, axis.isOutside(value), annotation.endValue.map(axis.isOutside) ?? true {
        return true
      }
      return [annotation.category, annotation.endCategory].contains { category in
        category.map { !isOrdered && channels.categoryIndex(of: $0) == nil } ?? false
      }
    }
    return lost == 0
      ? []
      : [
        Warning(
          .annotationNotDrawn, "the values or categories of annotations of chart '\(name)' are not shown", count: lost
        )
      ]
  }
}

extension ChartChannels {
  /// Returns the visible category with a value or name.
  func categoryIndex(of category: Scalar) -> Int? {
    let level = model.levels[model.visibleLevel]
    let wanted = category.converted(to: level.values.type) ?? category
    if let index = level.values.scalars.firstIndex(of: wanted) { return index }
    guard case .string(let name) = category else { return nil }
    return level.labels.firstIndex(ofName: name)
  }

  /// Returns the extent of a category along an axis.
  func place(of category: Scalar, _ positions: CategoryPositions) -> Bounds? {
    if let index = categoryIndex(of: category) {
      let half = max(0, positions.scale == nil ? positions.band.step / 2 : positions.bandwidth / 2)
      let center = positions.center(index)
      return Bounds(center - half, center + half)
    }
    guard let scale = positions.scale, let (number, isTemporal) = category.axisNumber,
      isTemporal == model.levels[model.visibleLevel].values.type.isTemporal
    else { return nil }
    return Bounds(scale(number))
  }
}

extension Diagnostic.Code {
  /// An annotation that a picture cannot show.
  package static let annotationNotDrawn = Self("annotationNotDrawn")
}
