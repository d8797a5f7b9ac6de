import AugerCharts
import AugerColumns
import AugerDiagnostics

/// An overlay: charts of several types over the same categories, with a value axis on the left and optional ones on
/// both sides. Layers can also have category axes of their own, above or below.
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

  private func layers(_ categories: OverlayCategories) -> [Layer] {
    let given = channels.given
    return given.layers.enumerated().compactMap { [whole = channels] number, layer in
      let channels = ChartChannels(layer: number, of: whole, categories: categories.numbers(ofLayer: number))
      guard channels.seriesCount > 0 else { return nil }
      return Layer(
        number: number, channels: channels, ids: "\(ids)-layer-\(number)", mark: layer.type.layerMark,
        isSecondary: layer.axis == .secondary, isError: layer.type.has(.errors))
    }
  }

  /// Returns the layers of each value axis, the one with grid lines first. If no layer uses the first axis, the second
  /// one replaces it.
  private func groups(_ layers: [Layer]) -> [[Layer]] {
    let given = channels.given.layers
    let plain = layers.filter { given[$0.number].axisName == nil }
    let primary = plain.contains { !$0.isSecondary } ? plain.filter { !$0.isSecondary } : plain
    var groups = [primary, primary.count == plain.count ? [] : plain.filter(\.isSecondary)]
    var names: [Name] = []
    for case let name? in layers.map({ given[$0.number].axisName }) where !names.contains(Name(name)) {
      names.append(Name(name))
      groups.append(layers.filter { given[$0.number].axisName.map { Name($0) } == Name(name) })
    }
    return groups.filter { !$0.isEmpty }
  }

  /// - Returns: The area of the marks.
  func render(to out: inout SVGBytes) -> ChartFrame {
    let categories = OverlayCategories(channels)
    let layers = layers(categories)
    let tracks = WindowTracks(channels, frame: frame)
    let frame = tracks.rest
    let groups = groups(layers)
    let display = model.display
    let showsLabels = display.verticalAxis && display.gridLabels
    let axes = OverlayAxes(rows(groups.isEmpty ? [layers] : groups, frame), showsLabels: showsLabels)
    let slots = layers.filter(\.takesSlot).count
    let isWide = layers.contains(where: \.mark.place.isWide)
    let spacing = isWide ? CategoryAxis.Spacing.columns : .points
    let values = axes.rows[0].axis
    let inner = frame.inset(left: axes.left, right: axes.right)
    let others = categories.others(spacing, in: axes.span(inner), isShown: display.horizontalAxis, limits: limits) {
      number in layers.first { $0.number == number }?.channels
    }
    let main = CategoryAxis(categories.main, spacing: spacing)
    let layout = UprightLayout(
      categories.main, frame: inner, limits: limits, axis: main, value: values,
      padding: CategoryPadding(isWide ? 0.25 : 0), heading: axes.rows.count == 1 ? nil : axes.rows[0].title,
      others: OtherCategoryAxis.heights(of: others)
    ).plotLayout
    let area = layout.area
    let scales = axes.rows.map { $0.axis.scale(start: area.maxY, end: area.y) }
    let left = scales[0]
    let crossing = main.crossing(layout.positions)
    let edges = Bounds(limits.x + 4, limits.maxX - 4) ?? .zero
    layout.renderTitles(theme, to: &out)
    axes.renderTopTitle(in: frame, theme, to: &out)
    values.render(
      left, area: area, isLying: false, isAtTop: false, showsLabels: showsLabels,
      crossing: crossing, theme: theme, limits: edges, to: &out)
    axes.render(scales, area: area, theme, to: &out)
    OtherCategoryAxis.render(others, layout, limits: edges, theme, to: &out)
    func plot(_ layer: Layer, slot: Int) -> Plot {
      var positions =
        others.first { $0.layers.contains(layer.number) }.map { $0.positions(in: area) } ?? layout.positions
      positions.spreadsSeries = slots > 0
      if layer.takesSlot || layer.isError, slots > 1 {
        positions.bandwidth /= Double(slots)
        positions.offset = positions.bandwidth * Double(slot) - positions.bandwidth * Double(slots - 1) / 2
      }
      let row = axes.rows.firstIndex { $0.layers.contains(layer.number) } ?? 0
      return Plot(
        channels: layer.channels, theme: layer.channels.theme(theme), ids: layer.ids, area: area, isLying: false,
        category: positions, value: scales[row],
        tooltips: others.isEmpty && channels.namesCategories ? nil : Tooltips(layer.channels))
    }
    guard let first = layers.first else {
      Notice.render(model.noValuesText, in: area, theme, to: &out)
      return area
    }
    let base = plot(groups[0].first ?? first, slot: 0)
    ThresholdMark(part: .regions).render(base, to: &out)
    let annotations = AnnotationDrawing(model, base)
    annotations.renderBehind(to: &out)
    values.renderBaseline(left, area: area, isLying: false, theme: theme, to: &out)
    for (row, scale) in zip(axes.rows, scales).dropFirst() where row.axis.crossing != nil {
      row.axis.renderBaseline(scale, area: area, isLying: false, theme: theme, to: &out)
    }
    values.renderCrossing(at: crossing, area: area, isLying: false, theme: theme, to: &out)
    layout.renderLabels(theme, to: &out)
    base.clip(to: &out, isNeeded: layers.contains { $0.channels.isValueAxisCut }) { out in
      render(layers, isSplit: axes.rows.count > 1, plot, to: &out)
      ThresholdMark(part: .reference).render(base, to: &out)
    }
    renderBreaks(axes, scales, base, to: &out)
    annotations.renderOver(to: &out)
    if others.isEmpty { renderCategories(layout.positions, left, in: area, to: &out) }
    tracks.render(along: area, isLying: false, theme, to: &out)
    if layers.allSatisfy({ $0.channels.values[0].extent == nil }) {
      Notice.render(model.noValuesText, in: area, theme, to: &out)
    }
    return area
  }

  private func renderBreaks(_ axes: OverlayAxes, _ scales: [ValueScale], _ base: Plot, to out: inout SVGBytes) {
    guard axes.rows.count > 1 else { return AxisBreaks.render(base, to: &out) }
    for (scale, x) in zip(scales, axes.edges(base.area)) { AxisBreaks.atEdge(scale, x: x, theme, to: &out) }
    AxisBreaks.ofCategories(base, to: &out)
  }

  /// Writes the positions of the categories for a script, and their links.
  private func renderCategories(
    _ positions: CategoryPositions, _ value: ValueScale, in area: ChartFrame, to out: inout SVGBytes
  ) {
    let plot = Plot(
      channels: channels, theme: channels.theme(theme), ids: ids, area: area, isLying: false, category: positions,
      value: value, tooltips: nil)
    PlotGeometry.render(plot, isOverlay: true, to: &out)
    CategoryLinks.render(plot, onlyLinks: !channels.namesCategories, to: &out)
  }

  private func rows(_ groups: [[Layer]], _ frame: ChartFrame) -> [OverlayAxes.Row] {
    groups.enumerated().map { index, members in
      OverlayAxes.Row(
        axis: axis(members, frame, thresholds: index == 0), title: heading(members), layers: members.map(\.number))
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
