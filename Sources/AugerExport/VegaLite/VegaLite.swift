import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The Vega-Lite format: a specification of version 6 with inline data, for charts in Vega tools (Observable,
/// notebooks, Altair).
///
///     model ──initialize──→ channels ──→ rows and encodings ──→ layers ──→ bytes
///           (ChartChannels)        (VegaLiteChart)     (VegaLiteChart+Marks)
///
/// It uses the same channels, axes, ticks and colors as SVG, so that both agree. A row of the data represents one item
/// (`item`), or a pair of series and category with their numbers in the model (`seriesIndex`, `categoryIndex`). `value`
/// contains the model's number, and charts with several values have one member for each role. Missing values are null.
/// `usermeta.exportLoss` lists the features that Vega-Lite does not support.
package struct VegaLite: Sendable {
  package static let schema = "https://vega.github.io/schema/vega-lite/v6.json"

  /// The default theme, if the model does not name one.
  package var theme: Theme
  /// Themes that models may name, in addition to the built-in ones.
  package var themes: [Theme] = []
  /// The size of the marks, without axes, title and legend.
  package var size: ChartSize

  /// - Parameter size: The size of the plot, in points.
  package init(theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)) {
    self.theme = theme
    self.size = size
  }

  /// Returns the specification as UTF-8 with a final newline.
  ///
  /// Throws `noVegaLite` for charts that Vega-Lite does not support: tables, treemaps, graphs and diagrams.
  package func data(for model: ChartModel) throws(AugerError) -> [UInt8] {
    guard model.hasVegaLite else {
      throw AugerError(
        .noVegaLite, operation: "write the chart '\(model.name)' for Vega-Lite",
        "a \(model.vegaName) has no marks in Vega-Lite",
        hint: model.hasVega ? "Write Vega instead (.vg.json)." : ChartModel.hintWithoutVega)
    }
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let channels = ChartChannels(model)
    let head = model.vegaHead(Self.schema, channels, theme)
    var spec = head.merged(with: content(of: model, channels, theme))
    spec["config"] = Self.config(theme)
    spec["usermeta"] = Self.usermeta(model, losses: model.vegaLosses + Self.losses(theme, model))
    return spec.bytes
  }

  private func content(of model: ChartModel, _ channels: ChartChannels, _ theme: Theme) -> VegaObject {
    guard model.multiples.isEmpty else {
      let columns = Double(model.multiples.count).squareRoot().rounded(.up)
      let small = ChartSize(width: max(120, size.width / columns), height: max(80, size.height / columns))
      let shown = model.multiples.map { ChartChannels($0.model) }
      let charts = zip(model.multiples, shown).map { multiple, channels -> VegaNode in
        let chart = VegaLiteChart(channels, comparedWith: shown, theme: theme, size: small).spec
        return .object(chart.with("title", .text(multiple.label)))
      }
      return ["concat": .list(charts), "columns": .number(columns)]
    }
    return VegaLiteChart(channels, comparedWith: [channels], theme: theme, size: size).spec
  }

  /// Returns drill targets and losses, and a reference to the source of the chart.
  static func usermeta(_ model: ChartModel, losses: [String]) -> VegaNode {
    var own: VegaObject = ["chart": .text(model.name), "type": .text(model.type.rawValue)]
    if let drill = model.drill { own["drill"] = .json(ChartJSON.object(of: drill)) }
    return ["auger": .object(own), "exportLoss": .texts(losses)]
  }

  /// Returns the features of the theme that the specification does not have, one line each.
  static func losses(_ theme: Theme, _ model: ChartModel) -> [String] {
    let style = theme.style
    let hasLines = model.type.has(.joined) && !model.type.has(.stacks)
    let shapes = [
      style.columns != nil && model.type.has(.stacks), !style.markers.isEmpty, !style.tails.isEmpty && hasLines,
    ]
    var losses: [String] = []
    if shapes.contains(true) { losses.append("shapes of the theme are left out") }
    if !style.borders.isEmpty { losses.append("edges of the theme are left out") }
    if !style.categoryBackgrounds.isEmpty { losses.append("areas behind categories are left out") }
    if !style.categoryLabels.isEmpty { losses.append("names of categories have one color") }
    if style.itemWidth != nil { losses.append("columns fill their space") }
    return losses
  }

  static func config(_ theme: Theme) -> VegaNode {
    let (ink, muted) = (VegaNode.text(theme.ink.description), VegaNode.text(theme.mutedInk.description))
    func color(_ part: Theme.Part) -> VegaNode { .text(theme[part].description) }
    let fonts = theme.style.fonts
    var axis: VegaObject = [
      "labelColor": color(.categoryLabelText), "titleColor": color(.categoryAxisText),
      "gridColor": .text(theme.grid.description), "domainColor": color(.categoryAxis),
      "tickColor": color(.categoryAxis),
    ]
    axis.setFont(fonts[.categoryLabels], "label")
    var legend: VegaObject = [
      "labelColor": color(.legendText), "titleColor": color(.legendText), "orient": "top", "symbolType": "square",
      "symbolOpacity": 1,
    ]
    legend.setFont(fonts[.legend], "label")
    if theme.style.colors[.legendBackground] != nil { legend["fillColor"] = color(.legendBackground) }
    if theme.style.colors[.legendBorder] != nil { legend["strokeColor"] = color(.legendBorder) }
    var title: VegaObject = ["color": color(.title), "subtitleColor": muted, "anchor": "start"]
    title.setFont(fonts[.title], "")
    return [
      "font": .text(FontMetrics.family),
      "view": ["stroke": .null],
      "axis": .object(axis),
      "legend": .object(legend),
      "title": .object(title),
      "header": ["labelColor": ink],
      "text": ["color": ink],
    ]
  }
}

extension VegaObject {
  /// Sets the members of a font. `prefix` is that of their names: `label` for `labelFont`.
  fileprivate mutating func setFont(_ font: ThemeStyle.Font?, _ prefix: String) {
    guard let font else { return }
    let prefixed = prefix.isEmpty ? "font" : prefix + "Font"
    if let family = font.family { self[prefixed] = .text(family) }
    if let weight = font.weight { self[prefixed + "Weight"] = .text(weight.rawValue) }
    if let slant = font.slant { self[prefixed + "Style"] = .text(slant.rawValue) }
    if let size = font.size { self[prefixed + "Size"] = .number(size) }
  }
}

extension ChartModel {
  /// True if Vega-Lite supports the chart.
  var hasVegaLite: Bool {
    table == nil && diagram == nil && type.look.vegaLite != nil
  }

  /// The name of the chart type in messages.
  var vegaName: String { diagram == nil ? type.rawValue : "Diagram" }

  /// Returns the common beginning of Vega and Vega-Lite specifications.
  func vegaHead(_ schema: String, _ channels: ChartChannels, _ theme: Theme) -> VegaObject {
    var head: VegaObject = ["$schema": .text(schema)]
    head["title"] = vegaTitle
    head["description"] = .text(
      [ChartDescription.title(self), ChartDescription.text(channels)].joined(separator: ". "))
    head["background"] = .text(theme.background.description)
    return head
  }

  /// The hint for tables and diagrams.
  static var hintWithoutVega: String { "Write SVG, PNG, JSON or CSV instead." }

  private var vegaTitle: VegaNode? {
    let title = display.title ? title : ""
    let notes = [status, incompletePeriodText ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    let small = style.minDisplayValue == nil ? nil : ChartChannels(self).valuesBelowText
    let lines = [subtitle, context.text, small ?? "", notes].filter { !$0.isEmpty }
    if title.isEmpty && lines.isEmpty { return nil }
    var node: VegaObject = ["text": .text(title)]
    if !lines.isEmpty { node["subtitle"] = .texts(lines) }
    return .object(node)
  }

  /// The features of the picture that the specification does not have, one line each.
  var vegaLosses: [String] {
    var losses = SVG.notices(for: self).map { "\($0.code): \($0.message)" }
    func lose(_ condition: Bool, _ text: String) { if condition { losses.append(text) } }
    lose(!annotations.isEmpty, "annotations are left out")
    lose(style.levelLabels != nil, "the labels of category levels are not chosen")
    lose(style.hasRows && type.has(.lying), "rows fill the chart instead of having a fixed height")
    lose(style.isThumbnail, "grid lines of a thumbnail are drawn")
    lose((style.tailMarks ?? .none) != .none, "tail marks of lines are left out")
    lose(!markup.isEmpty, "the marks of the sender are left out")
    lose(summary != nil, "the summary is left out")
    lose(colors?.contains { $0 != nil } == true && display.legend, "the colors of items have no legend")
    let allAxes =
      [axes.value, axes.category, axes.secondValue] + (axes.otherValues + axes.otherCategories).map(\.options)
    let gaps = allAxes.contains { !$0.gaps.isEmpty }
    lose(gaps, "gaps of axes are drawn at full length")
    lose(axes.value.crossing != nil || axes.category.crossing != nil, "axes are drawn at the edge")
    lose(allAxes.contains { $0.minorTicks != nil }, "minor ticks are left out")
    lose(allAxes.contains { $0.labelClipping != nil }, "labels at the ends of axes are not clipped")
    lose(axes.category.side != nil || axes.category.width != nil, "the category axis has its usual side and width")
    lose(layers.contains { $0.categoryAxis != nil }, "all layers share one category axis")
    lose(plot.crosshair != nil, "the crosshair is left out")
    lose(style.scrubbedSeries != nil, "the scrubber is left out")
    lose(plot.protrusion != nil, "slices do not protrude")
    lose(plot.startAngle != nil || plot.selectedAngle != nil, "the pie is not turned")
    lose(plot.legendPosition?.isInside == true, "the legend is at the top")
    lose(levels.count > visibleLevel + 1, "names of coarser levels follow those of the visible level")
    lose(hasItemBeyondThreshold && !type.has(.rows), "items outside a threshold have no outline")
    lose(baselineCells != nil && !hasVegaBaseline, "values before the change are left out")
    lose(type.has(.errors) && dimensions.count > 3 && !hasVegaEllipses, "correlation ellipses are left out")
    let hasContours = type.look.items == .contours && contourNotices.isEmpty
    lose(hasContours, "the regions between contours are not filled")
    lose(type.look.items == .polygons && layers.isEmpty, "holes of regions are filled")
    lose(outlines?.contains { $0 != nil } == true, "the outlines of items are left out")
    lose(style.labelLayout == .range, "all labels of the category axis are shown")
    lose(!style.divisions.isEmpty, "the divisions of the category axis are left out")
    lose(levels[visibleLevel].shortLabels != nil, "the category axis has the complete labels")
    lose(!style.texts.isEmpty, "the styles of texts are left out")
    lose(style.series.contains { $0.fill != nil || $0.showsPoints != nil }, "the fills and dots of lines are left out")
    lose(state.hasSelection && display.selectedDataLabel, "labels of selected items are left out")
    lose(type.has(.slices) && display.seriesLabels, "labels of slices are left out")
    let saysDirection = type.has(.directions) && series.count == 1
    lose(display.legend && (saysDirection || type.has(.ranges)), "the colors have no legend")
    lose(state.highlightedCategory != nil, "the highlighted category is not marked")
    lose(
      incompletePeriod != nil && !type.has(.joined), "columns of the last period are fainter instead of hatched")
    let isDistorted = type.isVegaBand && layers.isEmpty && orderedCategories.map { !$0.areEquidistant } == true
    lose(isDistorted, "categories have equal distances")
    if !multiples.isEmpty {
      for loss in multiples.flatMap(\.model.vegaLosses) where !losses.contains(loss) { losses.append(loss) }
    }
    return losses
  }

  private var hasVegaBaseline: Bool { type.has(.valueLabels) || type.has(.joined) && !type.has(.stacks) }

  private var hasItemBeyondThreshold: Bool {
    guard thresholds.upper != nil || thresholds.lower != nil else { return false }
    return ChartChannels(self).values[0].contains { value in
      thresholds.upper.map { value > $0 } == true || thresholds.lower.map { value < $0 } == true
    }
  }
}

extension [Double] {
  fileprivate var areEquidistant: Bool {
    let steps = zip(self, dropFirst()).map { $1 - $0 }
    guard let first = steps.first else { return true }
    return steps.allSatisfy { ($0 - first).magnitude <= first.magnitude * 1e-9 }
  }
}

extension Diagnostic.Code {
  /// A chart that Vega-Lite does not support.
  package static let noVegaLite = Self("noVegaLite")
}
