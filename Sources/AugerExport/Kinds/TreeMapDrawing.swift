import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A treemap: areas proportional to the first value, nested like the zooming levels. Series are parts of their
/// category. The optional second value determines the color.
///
/// Parents have no border around their parts, so that areas can be compared across parents.
struct TreeMapDrawing {
  private let channels: ChartChannels
  private let theme: Theme
  private let area: ChartFrame
  private let tooltips: Tooltips?
  private let texts: [String]
  private let ramp: ColorRamp?

  /// A rectangle with its parts. Without parts, it represents a pair of series and category.
  struct Tile {
    var label: String
    var weight = 0.0
    var parts: [Tile] = []
    var series = 0
    var category = 0
    var color = 0
  }

  init(_ channels: ChartChannels, theme: Theme, area: ChartFrame) {
    self.channels = channels
    self.theme = theme
    self.area = area
    tooltips = Tooltips(channels)
    texts = channels.model.readableTexts(dimension: 0)
    ramp = channels.values.count > 1 ? ColorRamp(channels.values[1], theme: theme) : nil
  }

  func render(to out: inout SVGBytes) {
    var area = area
    if let ramp, area.height > 120 {
      let dimension = channels.model.dimensions[1]
      ramp.render(
        x: area.x, y: area.y, width: area.width, title: dimension.title,
        text: { dimension.readableText($0, channels.model.locale) }, to: &out)
      area = area.inset(top: ColorRamp.height - 8)
    }
    let tiles = roots
    guard tiles.contains(where: { $0.weight > 0 }) else {
      return Notice.render(channels.model.noValuesText, in: area, theme, to: &out)
    }
    var names: [(plate: Plate?, frame: ChartFrame, depth: Int)] = []
    out.beginGroup("auger-marks", stroke: theme.background)
    draw(tiles, in: area, depth: 0, under: [], names: &names, to: &out)
    out.raw("</g>\n")
    for name in names { edge(name.plate, name.frame, isOutermost: name.depth == 0, to: &out) }
  }

  /// The coarsest categories, each with its parts.
  var roots: [Tile] {
    let hasSeries = channels.model.seriesColumn != nil
    // More series than colors are not distinguishable, but their categories may be.
    let colorsSeries = hasSeries && channels.seriesCount <= theme.palette.count
    var tiles = (0..<channels.categoryCount).map { category in
      let parts = (0..<channels.seriesCount).compactMap { series -> Tile? in
        let value = channels.value(0, series, category)
        guard value > 0 else { return nil }
        return Tile(
          label: hasSeries ? channels.seriesLabels[series] : channels.categoryLabels[category], weight: value,
          series: series, category: category, color: colorsSeries ? series : category)
      }
      guard hasSeries else { return parts.first ?? Tile(label: channels.categoryLabels[category]) }
      return Self.joined(channels.categoryLabels[category], parts)
    }
    for (index, level) in channels.parents.enumerated() {
      let isOutermost = index == channels.parents.count - 1
      var start = 0
      tiles = level.enumerated().map { number, parent in
        let count = index == 0 ? parent.categories.count : children(of: number, level: index)
        defer { start += count }
        let parts = tiles[min(start, tiles.count)..<min(start + count, tiles.count)]
        return Self.joined(
          parent.label, parts.map { isOutermost && !hasSeries ? Self.colored($0, number) : $0 })
      }
    }
    return tiles
  }

  /// Returns the number of categories of the previous level in a parent.
  private func children(of parent: Int, level: Int) -> Int {
    let level = channels.model.levels[channels.model.visibleLevel + 1 + level]
    guard let first = level.firstChild, let last = level.lastChild else { return 0 }
    return max(0, Int(last[parent]) - Int(first[parent]) + 1)
  }

  private static func joined(_ label: String, _ parts: [Tile]) -> Tile {
    let shown = parts.filter { $0.weight > 0 }
    return Tile(label: label, weight: shown.reduce(0) { $0 + $1.weight }.heldFinite, parts: shown)
  }

  /// Returns a tile and its parts in the color of their outermost parent.
  private static func colored(_ tile: Tile, _ color: Int) -> Tile {
    var tile = tile
    tile.color = color
    tile.parts = tile.parts.map { colored($0, color) }
    return tile
  }

  private func draw(
    _ tiles: [Tile], in area: ChartFrame, depth: Int, under plates: [ChartFrame],
    names: inout [(plate: Plate?, frame: ChartFrame, depth: Int)], to out: inout SVGBytes
  ) {
    for (tile, frame) in zip(tiles, area.squarified(tiles.map(\.weight))) where tile.weight > 0 {
      if tile.parts.isEmpty {
        out.linked(channels.link(ofCategory: tile.category)) { leaf(tile, frame, under: plates, to: &$0) }
      } else {
        let plate = Plate(tile.label, in: frame)
        draw(
          tile.parts, in: frame, depth: depth + 1, under: plates + (plate.map { [$0.frame] } ?? []), names: &names,
          to: &out)
        names.append((plate, frame, depth))
      }
    }
  }

  func color(_ tile: Tile) -> Theme.Color {
    guard let ramp else { return theme.color(tile.color) }
    let value = channels.value(1, tile.series, tile.category)
    return value.isNaN ? theme.grid : ramp.color(value)
  }

  private func leaf(_ tile: Tile, _ frame: ChartFrame, under plates: [ChartFrame], to out: inout SVGBytes) {
    let plot = Plot(
      channels: channels, theme: theme, ids: "", area: area, isLying: false,
      category: CategoryPositions(band: BandScale(count: 1, start: 0, end: 1, padding: 0)),
      value: ValueScale(domain: .unit, start: 0, end: 1), tooltips: tooltips)
    let color = color(tile)
    out.beginRect(frame)
    out.attribute("fill", color)
    plot.finish("rect", series: tile.series, category: tile.category, to: &out)
    let (metrics, size) = (FontMetrics.regular, AxisLabels.size)
    // Below the labels of its parents.
    let covered = plates.filter { $0.maxX > frame.x && $0.maxY > frame.y && $0.x < frame.maxX && $0.y < frame.maxY }
    let frame = frame.inset(top: max(0, (covered.map(\.maxY).max() ?? frame.y) - frame.y))
    guard frame.width >= 36, frame.height >= 18 else { return }
    let ink = color.isLight ? Theme.Color(0x14181F) : Theme.Color(0xFFFFFF)
    let value = texts[tile.series * channels.categoryCount + tile.category]
    let name = metrics.fitted(tile.label, size: size, width: frame.width - 10)
    let hasValue = frame.height >= 50 && metrics.width(value, size: size) <= frame.width - 10
    let baseline = frame.midY + FontMetrics.capitalHeight * size / 2
    out.raw("<g stroke=\"none\" pointer-events=\"none\">\n")
    out.text(name, x: frame.midX, y: baseline - (hasValue ? 7 : 0), anchor: .middle, fill: ink)
    if hasValue { out.text(value, x: frame.midX, y: baseline + 8, anchor: .middle, fill: ink) }
    out.raw("</g>\n")
  }

  /// Draws the outline and the label of a tile with parts, over them.
  private func edge(_ plate: Plate?, _ frame: ChartFrame, isOutermost: Bool, to out: inout SVGBytes) {
    out.beginRect(frame)
    out.raw(" fill=\"none\"")
    out.attribute("stroke", theme.background)
    out.attribute("stroke-width", isOutermost ? 4 : 2.5)
    out.raw(" pointer-events=\"none\"/>\n")
    guard let plate else { return }
    out.raw("<g pointer-events=\"none\">\n")
    out.rect(plate.frame, fill: theme.background, opacity: 0.82, radius: 2)
    out.text(plate.name, x: frame.x + 9, y: frame.y + 16, fill: theme.ink, isBold: true)
    out.raw("</g>\n")
  }

  /// The label of a tile with parts, in its upper left corner.
  private struct Plate {
    let name: String
    let frame: ChartFrame

    /// Returns nil if the label does not fit.
    init?(_ label: String, in tile: ChartFrame) {
      guard tile.width >= 48, tile.height >= 34 else { return nil }
      name = FontMetrics.bold.fitted(label, size: AxisLabels.size, width: tile.width - 16)
      frame = ChartFrame(
        x: tile.x + 5, y: tile.y + 5, width: FontMetrics.bold.width(name, size: AxisLabels.size) + 8, height: 15)
    }
  }
}

extension Vega {
  static func treeMap(
    _ channels: ChartChannels, _ theme: Theme, _ area: ChartFrame
  ) -> (content: VegaObject, losses: [String]) {
    let drawing = TreeMapDrawing(channels, theme: theme, area: area)
    var rows: [VegaNode] = [["id": 0, "parent": .null, "name": ""]]
    func add(_ tiles: [TreeMapDrawing.Tile], under parent: Int) {
      for tile in tiles where tile.weight > 0 {
        let id = rows.count
        var row: VegaObject = ["id": .number(Double(id)), "parent": .number(Double(parent)), "name": .text(tile.label)]
        if tile.parts.isEmpty {
          let color = drawing.color(tile)
          row["value"] = .number(channels.value(0, tile.series, tile.category))
          row["seriesIndex"] = .number(Double(channels.seriesNumbers[tile.series]))
          row["categoryIndex"] = .number(Double(channels.categoryNumbers[tile.category]))
          row["color"] = .text(color.description)
          row["ink"] = .text((color.isLight ? Theme.Color(0x14181F) : Theme.Color(0xFFFFFF)).description)
          if channels.values.count > 1 { row["colorValue"] = .number(channels.value(1, tile.series, tile.category)) }
        }
        rows.append(.object(row))
        add(tile.parts, under: id)
      }
    }
    add(drawing.roots, under: 0)
    let place: VegaObject = [
      "x": ["field": "x0"], "x2": ["field": "x1"], "y": ["field": "y0"], "y2": ["field": "y1"],
    ]
    let tooltip: VegaNode = ["signal": "datum.name + ': ' + datum.value"]
    let middle: VegaObject = [
      "x": ["signal": "(datum.x0 + datum.x1) / 2"], "y": ["signal": "(datum.y0 + datum.y1) / 2"],
      "align": ["value": "center"], "baseline": ["value": "middle"], "text": ["field": "name"],
      "fill": ["field": "ink"], "limit": ["signal": "datum.x1 - datum.x0 - 8"],
      "opacity": ["signal": "datum.x1 - datum.x0 > 36 && datum.y1 - datum.y0 > 18 ? 1 : 0"],
    ]
    let name: VegaObject = [
      "x": ["signal": "datum.x0 + 5"], "y": ["signal": "datum.y0 + 4"], "baseline": ["value": "top"],
      "fontWeight": ["value": "bold"], "text": ["field": "name"], "limit": ["signal": "datum.x1 - datum.x0 - 10"],
    ]
    let leaves = rows.count > 1
    let content: VegaObject = [
      "data": [
        [
          "name": "tree", "values": .list(rows),
          "transform": [
            ["type": "stratify", "key": "id", "parentKey": "parent"],
            [
              "type": "treemap", "field": "value", "method": "squarify", "ratio": 1, "paddingInner": 1,
              "paddingTop": [
                "signal": .text(channels.parents.isEmpty && channels.model.seriesColumn == nil ? "0" : "18")
              ],
              "size": [["signal": "width"], ["signal": "height"]],
            ],
          ],
        ],
        [
          "name": "parts", "source": "tree",
          "transform": [["type": "filter", "expr": "!datum.children && datum.parent !== null"]],
        ],
        [
          "name": "wholes", "source": "tree",
          "transform": [["type": "filter", "expr": "datum.children && datum.parent !== null"]],
        ],
      ],
      "marks": !leaves
        ? []
        : [
          [
            "type": "rect", "name": "tile", "from": ["data": "parts"],
            "encode": [
              "update": .object(
                place.with("fill", ["field": "color"]).with("tooltip", tooltip)
                  .with("stroke", ["value": .text(theme.background.description)]))
            ],
          ],
          ["type": "text", "from": ["data": "parts"], "interactive": false, "encode": ["update": .object(middle)]],
          ["type": "text", "from": ["data": "wholes"], "interactive": false, "encode": ["update": .object(name)]],
        ],
    ]
    return (content, channels.values.count > 1 ? ["the colors have no legend"] : [])
  }
}
