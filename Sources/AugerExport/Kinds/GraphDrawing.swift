import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A graph with discs as nodes and arrows as links. The area of a disc grows with the number of its links. Links have
/// the width of their weights and the colors of their series (PowerPlot's guide, "WSPlotGraph").
struct GraphDrawing {
  private let channels: ChartChannels
  private let theme: Theme
  private let area: ChartFrame
  let graph: ChartGraph
  let places: [(x: Double, y: Double)]
  let radii: [Double]

  private static let labelSize = AxisLabels.size
  /// Maximum number of labels. More nodes are too close to each other to label all of them.
  private static let mostLabels = 400

  init(_ channels: ChartChannels, theme: Theme, area: ChartFrame) {
    self.channels = channels
    self.theme = theme
    self.area = area
    let given = channels.given
    let graph = given.graph ?? ChartGraph(sources: [], targets: [], weight: given.dimensions[0])
    self.graph = graph
    let count = given.categoryCount
    var degrees = [Double](repeating: 0, count: count)
    for link in 0..<graph.count {
      degrees[Int(graph.sources[link])] += 1
      if graph.sources[link] != graph.targets[link] { degrees[Int(graph.targets[link])] += 1 }
    }
    let most = max(1, degrees.max() ?? 1)
    let step = (area.width * area.height / Double(max(1, count))).squareRoot()
    let largest = min(22, max(2.5, step * 0.16))
    radii = degrees.enumerated().map { node, degree in
      max(2, largest * max(0.3, (degree / most).squareRoot())) * graph.style(ofNode: node).size
    }
    let inset = max(largest, graph.nodes.isEmpty ? 0 : radii.max() ?? 0) + 6
    // Labels are next to their nodes.
    let sides = min(largest + 46, area.width * 0.2)
    places =
      GraphLayout(
        nodeCount: count, links: zip(graph.sources, graph.targets).map { (Int($0), Int($1)) },
        in: area.inset(top: inset, left: sides, bottom: inset + 12, right: sides)
      ).places
  }

  func render(to out: inout SVGBytes) {
    guard !places.isEmpty else {
      return Notice.render(channels.given.locale.texts[.noNodes], in: area, theme, to: &out)
    }
    links(to: &out)
    nodes(to: &out)
    labels(to: &out)
  }

  // MARK: Links

  /// The bend of each link to its left, in points. Links between the same two nodes are side by side.
  private var bends: [Double] {
    var groups: [[Int32]: [Int]] = [:]
    for link in 0..<graph.count {
      groups[
        [min(graph.sources[link], graph.targets[link]), max(graph.sources[link], graph.targets[link])], default: []
      ]
      .append(link)
    }
    var bends = [Double](repeating: 0, count: graph.count)
    for group in groups.values where group.count > 1 {
      for (place, link) in group.enumerated() {
        let bend = (Double(place) - Double(group.count - 1) / 2) * 22
        bends[link] = graph.sources[link] < graph.targets[link] ? bend : -bend
      }
    }
    return bends
  }

  private func links(to out: inout SVGBytes) {
    let weights = graph.weight.cells.drawnDoubles
    let magnitudes = weights.map(\.magnitude).extent ?? .zero
    // Links with equal weights are thin.
    let largest = magnitudes.isPoint ? .infinity : magnitudes.upper
    let texts = graph.count <= Tooltips.limit ? channels.given.linkTexts : nil
    let bends = bends
    out.raw("<g class=\"auger-links\" fill=\"none\">\n")
    for link in 0..<graph.count where !channels.given.state.isHidden(series: Int(graph.series[link])) {
      let (source, target, series) = (Int(graph.sources[link]), Int(graph.targets[link]), Int(graph.series[link]))
      let share = weights[link].isNaN ? 0 : weights[link].magnitude / largest
      let width = 1 + 4 * share
      let color = channels.given.seriesColumn == nil ? theme.axis : theme.color(series)
      out.raw("<g")
      out.attribute("data-link", index: link)
      out.attribute("data-series", index: series)
      out.attribute("stroke", color)
      if !isInFocus(source, series), !isInFocus(target, series) { out.attribute("opacity", Plot.fadedOpacity) }
      out.raw(">")
      out.title(texts.map { title(link, $0[link]) })
      out.raw("\n<path")
      out.attribute("stroke-width", width)
      if weights[link] < 0 { out.raw(" stroke-dasharray=\"5 3\"") }
      out.raw(" d=\"M")
      let end = source == target ? loop(source, to: &out) : arc(source, target, bends[link], width, to: &out)
      out.raw("\"/>\n")
      arrow(end, width, color, to: &out)
      out.raw("</g>\n")
    }
    out.raw("</g>\n")
  }

  private func isInFocus(_ node: Int, _ series: Int) -> Bool {
    channels.given.state.focuses(series: series, category: node)
  }

  private func title(_ link: Int, _ text: String) -> String {
    let labels = channels.given.levels[0].shownLabels
    var title = "\(labels[Int(graph.sources[link])]) → \(labels[Int(graph.targets[link])])"
    if channels.given.seriesColumn != nil { title += ", \(channels.given.series[Int(graph.series[link])].shownLabel)" }
    return text.isEmpty ? title : "\(title): \(graph.weight.title) \(text)"
  }

  /// The tip of a link, and its direction.
  private struct Tip {
    var x: Double
    var y: Double
    var dx: Double
    var dy: Double
  }

  /// Draws a curve from the edge of one disc to that of another.
  private func arc(_ source: Int, _ target: Int, _ bend: Double, _ width: Double, to out: inout SVGBytes) -> Tip {
    let (from, to) = (places[source], places[target])
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = max(0.01, (dx * dx + dy * dy).squareRoot())
    let middle = (x: (from.x + to.x) / 2 + dy / length * bend, y: (from.y + to.y) / 2 - dx / length * bend)
    func toward(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ far: Double) -> Tip {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = max(0.01, (dx * dx + dy * dy).squareRoot())
      let reach = min(far, length * 0.45)
      return Tip(x: a.x + dx / length * reach, y: a.y + dy / length * reach, dx: -dx / length, dy: -dy / length)
    }
    let start = toward(from, middle, radii[source])
    let tip = toward(to, middle, radii[target] + 2)
    // The line ends inside its arrowhead.
    let end = toward(to, middle, radii[target] + 2 + arrowLength(width) * 0.8)
    out.point(start.x, start.y)
    out.point("Q", middle.x, middle.y)
    out.point(" ", end.x, end.y)
    return tip
  }

  /// Draws a loop from the top of a disc back to it.
  private func loop(_ node: Int, to out: inout SVGBytes) -> Tip {
    let (place, radius) = (places[node], radii[node])
    let size = radius + 16
    out.point(place.x - radius * 0.6, place.y - radius * 0.8)
    out.point("C", place.x - size, place.y - size * 1.6)
    out.point(" ", place.x + size, place.y - size * 1.6)
    out.point(" ", place.x + radius * 0.6 + 2, place.y - radius * 0.8 - 3)
    return Tip(x: place.x + radius * 0.6, y: place.y - radius * 0.8, dx: -0.5, dy: 0.86)
  }

  private func arrowLength(_ width: Double) -> Double { 4 + width * 1.6 }

  private func arrow(_ tip: Tip, _ width: Double, _ color: Theme.Color, to out: inout SVGBytes) {
    let (length, half) = (arrowLength(width), 1.8 + width * 0.8)
    out.raw("<path stroke=\"none\"")
    out.attribute("fill", color)
    out.raw(" d=\"M")
    out.point(tip.x, tip.y)
    out.point("L", tip.x - tip.dx * length + tip.dy * half, tip.y - tip.dy * length - tip.dx * half)
    out.point(" ", tip.x - tip.dx * length - tip.dy * half, tip.y - tip.dy * length + tip.dx * half)
    out.raw("Z\"/>\n")
  }

  // MARK: Nodes

  private func nodes(to out: inout SVGBytes) {
    let labels = channels.given.levels[0].shownLabels
    let state = channels.given.state
    out.beginGroup("auger-marks", stroke: theme.background)
    for (node, place) in places.enumerated() {
      let style = graph.style(ofNode: node)
      let element = Self.begin(style.shape, place.x, place.y, radii[node], to: &out)
      let color = style.color.flatMap { Theme.Color(named: $0, in: theme) } ?? theme.color(0)
      out.attribute("fill", state.highlightedCategory == node ? theme.reference : color)
      out.raw(" data-series=\"0\"")
      out.attribute("data-category", index: node)
      let isFocused = channels.given.series.indices.contains { isInFocus(node, $0) }
      if !isFocused { out.attribute("opacity", Plot.fadedOpacity) }
      out.finish(element, title: "\(labels[node]): \(count(of: node))")
    }
    out.raw("</g>\n")
  }

  /// Appends the start of a node's shape with the area of its disc, and returns the name of the element.
  private static func begin(
    _ shape: ChartGraph.NodeStyle.Shape, _ x: Double, _ y: Double, _ radius: Double, to out: inout SVGBytes
  ) -> String {
    switch shape {
    case .circle:
      out.beginCircle(x, y, radius)
      return "circle"
    case .square:
      let half = radius * 0.8862
      out.beginRect(ChartFrame(x: x - half, y: y - half, width: 2 * half, height: 2 * half))
      return "rect"
    case .diamond: corners([(0, -1.2533), (1.2533, 0), (0, 1.2533), (-1.2533, 0)], x, y, radius, to: &out)
    case .triangle: corners([(0, -1.5551), (1.3468, 0.7776), (-1.3468, 0.7776)], x, y, radius, to: &out)
    }
    return "path"
  }

  private static func corners(
    _ corners: [(x: Double, y: Double)], _ x: Double, _ y: Double, _ radius: Double, to out: inout SVGBytes
  ) {
    out.raw("<path d=\"")
    for (number, corner) in corners.enumerated() {
      out.point(number == 0 ? "M" : "L", x + corner.x * radius, y + corner.y * radius)
    }
    out.raw("Z\"")
  }

  private func count(of node: Int) -> String {
    let cells = channels.given.dimensions[0].cells
    var sum = 0.0
    for series in channels.given.series.indices where !channels.given.state.isHidden(series: series) {
      sum += cells[series * places.count + node].doubleValue ?? 0
    }
    let count = Int(clamping: sum)
    return count == 1 ? "1 link" : "\(count) links"
  }

  // MARK: Names

  /// Draws labels, starting with the nodes with most links. Each must not cover a disc or another label. If no position
  /// is free, only the tooltip of the disc contains the label.
  private func labels(to out: inout SVGBytes) {
    let names = channels.given.levels[0].shownLabels
    var taken = places.indices.map { node in
      ChartFrame(
        x: places[node].x - radii[node], y: places[node].y - radii[node], width: 2 * radii[node],
        height: 2 * radii[node])
    }
    let order = places.indices.sorted { (-radii[$0], $0) < (-radii[$1], $1) }.prefix(Self.mostLabels)
    out.raw("<g class=\"auger-node-names\" pointer-events=\"none\"")
    out.attribute("fill", theme.ink)
    // Labels are drawn over links.
    out.attribute("stroke", theme.background)
    out.raw(" stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\">\n")
    for node in order {
      let style = graph.style(ofNode: node)
      let size = style.textSize ?? Self.labelSize
      let name = FontMetrics.regular.fitted(names[node], size: size, width: 130)
      let width = FontMetrics.regular.width(name, size: size)
      let (place, gap) = (places[node], radii[node] + 3)
      let choices: [(x: Double, y: Double, anchor: SVGBytes.Anchor, left: Double)] = [
        (place.x, place.y + gap + size * 0.8, .middle, place.x - width / 2),
        (place.x + gap, place.y + size * 0.35, .start, place.x + gap),
        (place.x - gap, place.y + size * 0.35, .end, place.x - gap - width),
        (place.x, place.y - gap - 2, .middle, place.x - width / 2),
      ]
      for choice in choices {
        let box = ChartFrame(x: choice.left - 1, y: choice.y - size * 0.85, width: width + 2, height: size * 1.1)
        guard box.x >= area.x, box.maxX <= area.maxX, box.y >= area.y, box.maxY <= area.maxY,
          !taken.contains(where: { $0.overlaps(box) })
        else { continue }
        taken.append(box)
        out.text(
          name, x: choice.x, y: choice.y, anchor: choice.anchor, size: style.textSize,
          fill: style.textColor.flatMap { Theme.Color(named: $0, in: theme) })
        break
      }
    }
    out.raw("</g>\n")
  }
}

extension ChartFrame {
  func overlaps(_ other: ChartFrame) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

extension Vega {
  private static let nodeTextSize = AxisLabels.size

  static func graph(
    _ channels: ChartChannels, _ theme: Theme, _ area: ChartFrame
  ) -> (content: VegaObject, losses: [String]) {
    let (model, drawing) = (channels.original, GraphDrawing(channels, theme: theme, area: area))
    let labels = model.levels[0].shownLabels
    let nodes = drawing.places.enumerated().map { node, place -> VegaNode in
      var row: VegaObject = [
        "categoryIndex": .number(Double(node)), "name": .text(labels[node]), "x": .number(place.x),
        "y": .number(place.y), "radius": .number(drawing.radii[node]),
      ]
      guard !drawing.graph.nodes.isEmpty else { return .object(row) }
      let style = drawing.graph.style(ofNode: node)
      row["color"] = .text((style.color.flatMap { Theme.Color(named: $0, in: theme) } ?? theme.color(0)).description)
      row["shape"] = .text(style.shape == .triangle ? "triangle-up" : style.shape.rawValue)
      row["textColor"] = .text(
        (style.textColor.flatMap { Theme.Color(named: $0, in: theme) } ?? theme.ink).description)
      row["textSize"] = .number(style.textSize ?? Self.nodeTextSize)
      return .object(row)
    }
    let graph = drawing.graph
    let isStyled = !graph.nodes.isEmpty
    let fill: VegaNode = isStyled ? ["field": "color"] : ["value": .text(theme.color(0).description)]
    var symbol: VegaObject = [
      "x": ["field": "x"], "y": ["field": "y"], "size": ["signal": "PI * datum.radius * datum.radius"],
      "fill": fill, "stroke": ["value": .text(theme.background.description)], "tooltip": ["field": "name"],
    ]
    var text: VegaObject = [
      "x": ["field": "x"], "y": ["signal": "datum.y + datum.radius + 4"], "align": ["value": "center"],
      "baseline": ["value": "top"], "text": ["field": "name"],
    ]
    if isStyled {
      symbol["shape"] = ["field": "shape"]
      text["fill"] = ["field": "textColor"]
      text["fontSize"] = ["field": "textSize"]
    }
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
    let content: VegaObject = [
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
          "encode": ["update": .object(symbol)],
        ],
        [
          "type": "text", "from": ["data": "nodes"], "interactive": false,
          "encode": ["update": .object(text)],
        ],
      ],
    ]
    return (content, ["links are straight and without arrows"])
  }
}
