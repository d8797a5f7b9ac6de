import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Filled regions of any shape. The items of a series are the corners of its region, in data order. An item without a
/// value ends a ring, so that a region can have several parts and holes (PowerPlot's guide, "WSPlotRegion").
struct PolygonMark {
  let items: ItemChannels
  let theme: Theme
  /// The items of each ring, with the series of the ring.
  let rings: [(series: Int, items: [Int])]

  static let opacity = 0.35

  init(_ items: ItemChannels, _ channels: ChartChannels, theme: Theme) {
    self.items = items
    self.theme = theme
    let model = channels.model
    let count = model.items?.count ?? channels.values[0].count
    var known = [Int](repeating: -1, count: count)
    for (item, row) in items.rows.enumerated() where known.indices.contains(row) { known[row] = item }
    var open: [Int: [Int]] = [:]
    var rings: [(series: Int, items: [Int])] = []
    for row in 0..<count {
      let series = model.items.map { Int($0.series[row]) } ?? row / max(1, channels.categoryCount)
      if known[row] >= 0 {
        open[series, default: []].append(known[row])
      } else if let ring = open.removeValue(forKey: series) {
        rings.append((series, ring))
      }
    }
    for series in model.series.indices { if let ring = open[series] { rings.append((series, ring)) } }
    self.rings = rings
  }

  func render(x: (Int) -> Double, y: ValueScale, names: [String], to out: inout SVGBytes) {
    out.raw("<g class=\"auger-marks\">\n")
    for series in names.indices {
      let own = rings.filter { $0.series == series }
      guard let first = own.first?.items.first else { continue }
      out.raw("<path fill-rule=\"evenodd\" stroke-width=\"1.5\" stroke-linejoin=\"round\"")
      out.attribute("fill", theme.color(series))
      out.attribute("fill-opacity", Self.opacity)
      out.attribute("stroke", theme.color(series))
      out.attribute("data-series", index: items.seriesNumbers[first])
      if own.allSatisfy({ $0.items.allSatisfy { items.isFaded[$0] } }) { out.attribute("opacity", Plot.fadedOpacity) }
      out.raw(" d=\"")
      for ring in own {
        for (number, item) in ring.items.enumerated() {
          out.point(number == 0 ? "M" : "L", x(item), y(items.y[item]))
        }
        out.raw("Z")
      }
      out.raw("\"")
      out.finish("path", title: names[series].isEmpty ? nil : names[series])
    }
    out.raw("</g>\n")
  }
}

extension VegaLiteChart {
  /// Returns the regions as closed lines with a fill. Vega-Lite fills each ring separately.
  func polygons(_ items: ItemChannels, _ x: VegaNode, _ y: VegaNode, unit: Double, names: [String]?) -> [VegaNode] {
    let mark = PolygonMark(items, channels, theme: theme)
    var rows: [VegaNode] = []
    for (ring, polygon) in mark.rings.enumerated() {
      for (number, item) in polygon.items.enumerated() {
        let category: VegaNode =
          names.map { .text($0[Int(clamping: items.x[item])]) } ?? .number(items.x[item] / unit)
        rows.append([
          "category": category, "value": .number(items.y[item]), "series": .text(seriesNames[polygon.series]),
          "ring": .number(Double(ring)), "order": .number(Double(number)),
        ])
      }
    }
    return [closed(rows, x, y, opacity: PolygonMark.opacity, width: 1.5)]
  }

  /// Returns a layer of filled, closed lines, one for each `ring` of the rows.
  func closed(_ rows: [VegaNode], _ x: VegaNode, _ y: VegaNode, opacity: Double, width: Double) -> VegaNode {
    var fill = VegaObject(of: color) ?? [:]
    fill["legend"] = .null
    var encoding: VegaObject = ["x": x, "y": y, "color": color, "fill": .object(fill)]
    encoding["detail"] = ["field": "ring", "type": "nominal"]
    encoding["order"] = ["field": "order", "type": "quantitative"]
    var mark: VegaObject = [
      "type": "line", "interpolate": "linear-closed", "fillOpacity": .number(opacity), "strokeWidth": .number(width),
    ]
    if channels.isValueAxisCut { mark["clip"] = true }
    return ["data": ["values": .list(rows)], "mark": .object(mark), "encoding": .object(encoding)]
  }
}
