import AugerCharts
import AugerColumns

/// An overlay: charts of several types over the same categories, with a value axis on the left and an optional one on
/// the right.
struct OverlayDrawing {
  let channels: ChartChannels
  let theme: Theme
  /// The frame of the plot and its labels.
  let frame: ChartFrame
  /// The frame of the picture.
  let limits: ChartFrame
  let ids: String

  /// A layer with its channels and its mark.
  private struct Layer {
    /// The index of the layer in the model.
    var number: Int
    var channels: ChartChannels
    /// A unique prefix of ids, because each layer has patterns in its own colors.
    var ids: String
    var mark: any Mark
    var isSecondary: Bool
    /// True if it shows the errors of columns at the positions of these columns.
    var isError: Bool

    var takesSlot: Bool { mark.place == .beside }
  }

  private var model: ChartModel { channels.model }

  private var layers: [Layer] {
    let given = channels.given
    return given.layers.enumerated().compactMap { [whole = channels] number, layer in
      let channels = ChartChannels(layer: number, of: whole)
      guard channels.seriesCount > 0 else { return nil }
      return Layer(
        number: number, channels: channels, ids: "\(ids)-layer-\(number)", mark: layer.type.layerMark,
        isSecondary: layer.axis == .secondary, isError: layer.type.has(.errors))
    }
  }

  func render(to out: inout SVGBytes) {
    let layers = layers
    let tracks = WindowTracks(channels, frame: frame)
    let frame = tracks.rest
    let primary = layers.contains { !$0.isSecondary } ? layers.filter { !$0.isSecondary } : layers
    let secondary = primary.count == layers.count ? [] : layers.filter(\.isSecondary)
    let values = axis(primary, frame, thresholds: true)
    let others = secondary.isEmpty ? nil : axis(secondary, frame, thresholds: false)
    let display = model.display
    let showsLabels = display.verticalAxis && display.gridLabels
    let right = showsLabels ? others.map { $0.widest + 10 } ?? 0 : 0
    let slots = layers.filter(\.takesSlot).count
    let isWide = layers.contains(where: \.mark.place.isWide)
    let categories = CategoryAxis(channels, spacing: isWide ? .columns : .points)
    let layout = UprightLayout(
      channels, frame: frame.inset(right: right), limits: limits, axis: categories, value: values,
      padding: isWide ? 0.25 : 0, heading: secondary.isEmpty ? nil : heading(primary)
    ).plotLayout
    let area = layout.area
    let left = values.scale(start: area.maxY, end: area.y)
    let rightScale = others.map { $0.scale(start: area.maxY, end: area.y) }
    let crossing = categories.crossing(layout.positions)
    let edges = Bounds(limits.x + 4, limits.maxX - 4) ?? .zero
    layout.renderTitles(theme, to: &out)
    if !secondary.isEmpty {
      let title = FontMetrics.bold.fitted(heading(secondary), size: AxisLabels.size, width: frame.width / 2 - 8)
      out.text(title, x: frame.maxX, y: frame.y + 10, anchor: .end, fill: theme.mutedInk, isBold: true)
    }
    values.render(
      left, area: area, isLying: false, isAtTop: false, showsLabels: showsLabels,
      crossing: crossing, theme: theme, limits: edges, to: &out)
    if let others, let rightScale, showsLabels { others.renderOnRight(rightScale, area: area, theme: theme, to: &out) }
    func plot(_ layer: Layer, slot: Int) -> Plot {
      var positions = layout.positions
      positions.spreadsSeries = slots > 0
      if layer.takesSlot || layer.isError, slots > 1 {
        positions.bandwidth /= Double(slots)
        positions.offset = positions.bandwidth * Double(slot) - positions.bandwidth * Double(slots - 1) / 2
      }
      return Plot(
        channels: layer.channels, theme: layer.channels.theme(theme), ids: layer.ids, area: area, isLying: false,
        category: positions, value: layer.isSecondary ? rightScale ?? left : left, tooltips: Tooltips(layer.channels))
    }
    guard let first = layers.first else { return Notice.render(model.noValuesText, in: area, theme, to: &out) }
    let base = plot(primary.first ?? first, slot: 0)
    ThresholdMark(part: .regions).render(base, to: &out)
    let annotations = AnnotationDrawing(model, base)
    annotations.renderBehind(to: &out)
    values.renderBaseline(left, area: area, isLying: false, theme: theme, to: &out)
    if let others, let rightScale, others.crossing != nil {
      others.renderBaseline(rightScale, area: area, isLying: false, theme: theme, to: &out)
    }
    values.renderCrossing(at: crossing, area: area, isLying: false, theme: theme, to: &out)
    layout.renderLabels(theme, to: &out)
    base.clip(to: &out, isNeeded: layers.contains { $0.channels.isValueAxisCut }) { out in
      render(layers, isSplit: others != nil, plot, to: &out)
      ThresholdMark(part: .reference).render(base, to: &out)
    }
    if let rightScale {
      AxisBreaks.atEdge(left, isRight: false, area, theme, to: &out)
      AxisBreaks.atEdge(rightScale, isRight: true, area, theme, to: &out)
      AxisBreaks.ofCategories(base, to: &out)
    } else {
      AxisBreaks.render(base, to: &out)
    }
    annotations.renderOver(to: &out)
    tracks.render(along: area, isLying: false, theme, to: &out)
    if layers.allSatisfy({ $0.channels.values[0].extent == nil }) {
      Notice.render(model.noValuesText, in: area, theme, to: &out)
    }
  }

  /// Draws the marks of each layer in a separate group.
  ///
  /// - Parameter isSplit: True if the chart has two value axes.
  private func render(
    _ layers: [Layer], isSplit: Bool, _ plot: (Layer, Int) -> Plot, to out: inout SVGBytes
  ) {
    for (number, slot) in order(layers) {
      let layer = layers[number]
      out.raw("<g class=\"auger-marks\"")
      out.attribute("data-layer", index: number)
      out.raw(">\n")
      if layer.takesSlot {
        let theme = layer.channels.theme(theme)
        Hatching.define(layer.channels, theme: theme, ids: layer.ids, to: &out)
      }
      let plot = plot(layer, slot)
      if isSplit {
        AxisBreaks.cut(plot, to: &out) { layer.mark.render(plot, to: &$0) }
      } else {
        layer.mark.render(plot, to: &out)
      }
      out.raw("</g>\n")
    }
  }

  /// Returns the names of the layers that use an axis, with their common unit.
  private func heading(_ layers: [Layer]) -> String {
    let all = layers.map { channels.given.layers[$0.number] }
    let title = all.map { $0.title.isEmpty ? $0.valueTitle : $0.title }.joined(separator: ", ")
    guard let unit = all.first?.unit, !unit.isEmpty, all.allSatisfy({ $0.unit == unit }) else { return title }
    return "\(title) (\(unit))"
  }

  /// Returns the layers in drawing order, each with its slot among the columns of a category. Lines and points are
  /// drawn over marks that would hide them, the others in the author's order.
  private func order(_ layers: [Layer]) -> [(number: Int, slot: Int)] {
    let columns = layers.indices.filter { layers[$0].takesSlot }
    let errors = layers.indices.filter { layers[$0].isError }
    let all = layers.indices.map { number -> (number: Int, slot: Int) in
      // Errors belong to the columns in the same order, or to the columns before them.
      let slot =
        layers[number].isError && errors.count == columns.count
        ? errors.firstIndex(of: number) : columns.lastIndex { $0 <= number }
      return (number, slot ?? 0)
    }
    return all.filter { !layers[$0.number].mark.place.isThin } + all.filter { layers[$0.number].mark.place.isThin }
  }

  private func axis(_ layers: [Layer], _ frame: ChartFrame, thresholds: Bool) -> ValueAxis {
    ValueAxis(
      ofLayers: layers.map { ($0.channels, $0.mark) }, of: channels, isFirst: thresholds,
      count: ChartDrawing.tickCount(frame.height / 40))
  }
}
