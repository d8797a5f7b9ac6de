import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The Vega face: what Vega-Lite has no marks for - treemaps and graphs - as a specification of Vega 6 with its data
/// inside.
///
/// Tiles and nodes are those of the SVG. A row of `tree` is a tile, `value` its area; a row of `nodes` or `links` is
/// one of the graph's, by its number in the model, `value` the weight of a link. What Vega draws otherwise is listed in
/// `usermeta.exportLoss`.
public struct Vega: Sendable {
  package static let schema = "https://vega.github.io/schema/vega/v6.json"

  /// Where the model names none.
  package var theme: Theme
  /// Themes that models may name beside the built-in ones.
  package var themes: [Theme] = []
  package var size: ChartSize

  /// - Parameter size: Of the plot, in points.
  public init(theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)) {
    self.theme = theme
    self.size = size
  }

  /// The specification as UTF-8, ending with a newline.
  ///
  /// Throws `noVega` for other charts, which Vega-Lite has marks for, and for tables and diagrams.
  public func data(for model: ChartModel) throws(AugerError) -> [UInt8] {
    guard model.hasVega else {
      throw AugerError(
        .noVega, operation: "write the chart '\(model.name)' for Vega",
        "only treemaps and graphs are; this is a \(model.vegaName)",
        hint: model.hasVegaLite
          ? "write it for Vega-Lite (.vl.json), or as svg, png, json or csv" : ChartModel.hintWithoutVega)
    }
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let channels = ChartChannels(model)
    var spec = model.vegaHead(Self.schema, channels, theme)
    spec["width"] = .number(size.width)
    spec["height"] = .number(size.height)
    spec["padding"] = 16
    let area = ChartFrame(width: size.width, height: size.height)
    let isGraph = model.type == .graph
    spec = spec.merged(
      with: isGraph
        ? Self.graph(GraphDrawing(channels, theme: theme, area: area), model, theme)
        : Self.treeMap(TreeMapDrawing(channels, theme: theme, area: area), channels, theme))
    spec["config"] = Self.config(theme)
    let losses =
      isGraph
      ? ["links are straight and without arrows"]
      : channels.values.count > 1 ? ["there is no legend of what the colours mean"] : []
    spec["usermeta"] = VegaLite.usermeta(
      model, losses: SVG.notices(for: model).map { "\($0.code): \($0.message)" } + losses)
    return spec.bytes
  }

  private static func config(_ theme: Theme) -> VegaNode {
    let ink = VegaNode.text(theme.ink.description)
    return [
      "title": [
        "color": ink, "subtitleColor": .text(theme.mutedInk.description), "anchor": "start",
        "font": .text(FontMetrics.family), "subtitleFont": .text(FontMetrics.family),
      ],
      "text": ["fill": ink, "font": .text(FontMetrics.family), "fontSize": 11],
    ]
  }

  // MARK: Treemap

  private static func treeMap(
    _ drawing: TreeMapDrawing, _ channels: ChartChannels, _ theme: Theme
  ) -> VegaObject {
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
          row["ink"] = .text((color.isLight ? ThemeColor(0x14181F) : ThemeColor(0xFFFFFF)).description)
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
    return [
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
  }

  // MARK: Graph

  private static func graph(_ drawing: GraphDrawing, _ model: ChartModel, _ theme: Theme) -> VegaObject {
    let labels = model.levels[0].shownLabels
    let nodes = drawing.places.enumerated().map { node, place -> VegaNode in
      [
        "categoryIndex": .number(Double(node)), "name": .text(labels[node]), "x": .number(place.x),
        "y": .number(place.y), "radius": .number(drawing.radii[node]),
      ]
    }
    let graph = drawing.graph
    let weights = graph.weight.cells.drawnDoubles
    let magnitudes = weights.map(\.magnitude).extent ?? .zero
    let largest = magnitudes.isPoint ? .infinity : magnitudes.upper
    let links = (0..<graph.count).filter { !model.state.isHidden(series: Int(graph.series[$0])) }.map {
      link -> VegaNode in
      let (source, target, series) = (Int(graph.sources[link]), Int(graph.targets[link]), Int(graph.series[link]))
      let (from, to) = (drawing.places[source], drawing.places[target])
      let color = model.seriesColumn == nil ? theme.axis : theme.color(series)
      return [
        "link": .number(Double(link)), "seriesIndex": .number(Double(series)), "source": .text(labels[source]),
        "target": .text(labels[target]), "value": .number(weights[link]), "color": .text(color.description),
        "width": .number(1 + 4 * (weights[link].isNaN ? 0 : weights[link].magnitude / largest)),
        "x": .number(from.x), "y": .number(from.y), "x2": .number(to.x), "y2": .number(to.y),
      ]
    }
    return [
      "data": [["name": "links", "values": .list(links)], ["name": "nodes", "values": .list(nodes)]],
      "marks": [
        [
          "type": "rule", "name": "link", "from": ["data": "links"],
          "encode": [
            "update": [
              "x": ["field": "x"], "y": ["field": "y"], "x2": ["field": "x2"], "y2": ["field": "y2"],
              "stroke": ["field": "color"], "strokeWidth": ["field": "width"],
              "tooltip": [
                "signal": "datum.source + ' → ' + datum.target + (isValid(datum.value) ? ': ' + datum.value : '')"
              ],
            ]
          ],
        ],
        [
          "type": "symbol", "name": "node", "from": ["data": "nodes"],
          "encode": [
            "update": [
              "x": ["field": "x"], "y": ["field": "y"], "size": ["signal": "PI * datum.radius * datum.radius"],
              "fill": ["value": .text(theme.color(0).description)],
              "stroke": ["value": .text(theme.background.description)], "tooltip": ["field": "name"],
            ]
          ],
        ],
        [
          "type": "text", "from": ["data": "nodes"], "interactive": false,
          "encode": [
            "update": [
              "x": ["field": "x"], "y": ["signal": "datum.y + datum.radius + 4"], "align": ["value": "center"],
              "baseline": ["value": "top"], "text": ["field": "name"],
            ]
          ],
        ],
      ],
    ]
  }
}

extension ChartModel {
  /// Whether Vega draws it and Vega-Lite does not.
  var hasVega: Bool {
    table == nil && diagram == nil && multiples.isEmpty && (type == .treeMap || type == .graph && graph != nil)
  }
}

extension Diagnostic.Code {
  /// A chart that is not written for Vega.
  package static let noVega = Self("noVega")
}
