import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A heatmap: a column for each category, a row for each series, and a color for each value.
struct HeatmapDrawing {
  let channels: ChartChannels
  let theme: Theme
  /// The frame of the plot area and its labels.
  let frame: ChartFrame
  /// The frame of the picture.
  let limits: ChartFrame

  private var model: ChartModel { channels.model }

  func render(to out: inout SVGBytes) {
    let tracks = WindowTracks(channels, frame: frame)
    var area = tracks.rest
    // Include the colors of hidden categories, so that colors do not change while the reader scrolls.
    guard let ramp = ColorRamp(channels.whole.values[0], theme: theme) else {
      return Notice.render(model.noValuesText, in: area, theme, to: &out)
    }
    if area.height > 120 {
      ramp.render(
        x: area.x, y: area.y, width: area.width, title: model.dimensions[0].title,
        text: { model.dimensions[0].readableText($0, model.locale) }, to: &out)
      area = area.inset(top: ColorRamp.height)
    }
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let rows = model.seriesColumn == nil ? [] : channels.seriesLabels
    let most = frame.width * 0.25
    if model.display.verticalAxis, let widest = rows.map({ metrics.width($0, size: size) }).max() {
      area = area.inset(left: min(most, widest) + 10)
    }
    let band = BandScale(count: channels.categoryCount, start: area.x, end: area.maxX, padding: 0)
    let edges = Bounds(limits.x + 4, limits.maxX - 4) ?? .zero
    let places = (0..<channels.categoryCount).map(band.center)
    let labels = AxisLabels(
      channels.axisLabels, places: places, step: band.step, limits: edges, height: frame.height * 0.4,
      isOrdered: channels.isOrdered(level: 0), parents: channels.nearestParents)
    let parents = ParentLabels(below: channels, CategoryPositions(band: band), limits: edges)
    if model.display.horizontalAxis {
      area = area.inset(bottom: min(labels.height + parents.depth + 8, area.height * 0.6))
    }
    let row = BandScale(count: channels.seriesCount, start: area.y, end: area.maxY, padding: 0)
    cells(ramp, band, row, to: &out)
    out.beginGroup("auger-category-axis", fill: theme.mutedInk)
    if model.display.verticalAxis {
      // Skip labels if their lines would overlap.
      let every = max(1, Int(clamping: (AxisLabels.lineHeight / max(0.001, row.step)).rounded(.up)))
      for (index, name) in rows.enumerated() where index % every == 0 {
        out.text(
          metrics.fitted(name, size: size, width: most), x: area.x - 8,
          y: row.center(index) + FontMetrics.capitalHeight * size / 2, anchor: .end)
      }
    }
    if model.display.horizontalAxis {
      labels.render(places: places, y: area.maxY + 6, limits: edges, to: &out)
      let end = area.maxY + 6 + labels.height
      parents.render(belowAxis: labels.style == .slanted ? end : area.maxY + 2, from: end, theme, to: &out)
    }
    out.raw("</g>\n")
    tracks.render(along: area, isLying: false, theme, to: &out)
  }

  private func cells(_ ramp: ColorRamp, _ band: BandScale, _ row: BandScale, to out: inout SVGBytes) {
    let plot = Plot(
      channels: channels, theme: theme, ids: "", area: frame, isLying: false, category: CategoryPositions(band: band),
      value: ValueScale(domain: .unit, start: 0, end: 1), tooltips: Tooltips(channels))
    let gap = min(band.step, row.step) > 8 ? 1.5 : 0
    // Write all values or none: a few would suggest that the others are missing.
    var texts = row.step >= 15 && band.step >= 24 ? model.readableTexts(dimension: 0) : []
    let most = texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0
    if most + 6 > band.step - gap { texts = [] }
    out.raw("<g class=\"auger-marks\">\n")
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        let value = channels.value(0, series, category)
        if value.isNaN { continue }
        let color = ramp.color(value)
        let cell = ChartFrame(
          x: band(category) + gap / 2, y: row(series) + gap / 2, width: band.step - gap, height: row.step - gap)
        out.beginRect(cell)
        out.attribute("fill", color)
        plot.finish("rect", series: series, category: category, to: &out)
        guard !texts.isEmpty else { continue }
        out.text(
          texts[series * channels.categoryCount + category], x: cell.midX,
          y: cell.midY + FontMetrics.capitalHeight * AxisLabels.size / 2, anchor: .middle,
          fill: ramp.ink(on: color))
      }
    }
    out.raw("</g>\n")
    let cells = ChartFrame(
      x: band.start, y: row.start, width: band.step * Double(band.count), height: row.step * Double(row.count))
    CategoryLinks.render(plot, in: cells, to: &out)
  }
}

extension VegaLiteChart {
  var heatmap: VegaObject {
    let spec: VegaObject = [
      "width": .number(size.width), "height": .number(size.height), "data": data([("value", 0)]),
      "mark": ["type": "rect"],
    ]
    guard let ramp = ColorRamp(channels.whole.values[0], theme: theme) else {
      return spec.with("encoding", .object(across(isBeside: false)))
    }
    let stops = ramp.stops
    let hasRows = model.seriesColumn != nil
    let rows: VegaNode = [
      "field": "series", "type": "nominal", "sort": .null, "scale": ["domain": .texts(seriesNames)],
      "axis": ["title": .null, "labels": .bool(hasRows && model.display.verticalAxis)],
    ]
    let color: VegaNode = [
      "field": "value", "type": "quantitative",
      "scale": [
        "domain": .numbers(stops), "range": .texts(stops.map { ramp.color($0).description }), "interpolate": "rgb",
      ],
      "legend": ["title": .text(model.dimensions[0].title)],
    ]
    let encoding = across(isBeside: false).merged(with: hint).with("y", rows).with("color", color)
    return spec.with("encoding", .object(encoding))
  }
}
