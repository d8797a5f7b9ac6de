import AugerCharts
import AugerColumns
import AugerDiagnostics

/// An influence diagram: the root on the left, and to the right of each node the nodes on which it depends.
struct DiagramDrawing {
  private let diagram: DiagramModel
  private let texts: PageTexts
  private let theme: Theme
  private let area: ChartFrame
  /// The column of each node.
  private let depths: [Int]

  init(_ diagram: DiagramModel, _ texts: PageTexts, theme: Theme, area: ChartFrame) {
    self.diagram = diagram
    self.texts = texts
    self.theme = theme
    self.area = area
    depths = Self.depths(diagram)
  }

  /// Returns the length of the longest path from a node without parents to each node.
  private static func depths(_ diagram: DiagramModel) -> [Int] {
    var depths = [Int](repeating: 0, count: diagram.nodes.count)
    // The longest path limits the number of rounds. A cycle, which a valid diagram does not have, ends with them.
    for _ in diagram.nodes.indices {
      var isSettled = true
      for (index, node) in diagram.nodes.enumerated() {
        let depth = (node.parents.filter { $0 != index }.map { depths[$0] }.max() ?? -1) + 1
        if depth > depths[index], depth < diagram.nodes.count {
          depths[index] = depth
          isSettled = false
        }
      }
      if isSettled { break }
    }
    return depths
  }

  func render(to out: inout SVGBytes) {
    guard !diagram.nodes.isEmpty else { return Notice.render(texts[.noNodes], in: area, theme, to: &out) }
    let frames = frames
    edges(frames, to: &out)
    out.raw("<g class=\"auger-marks\">\n")
    for (index, frame) in frames.enumerated() { node(index, frame, to: &out) }
    out.raw("</g>\n")
  }

  /// A column for each depth, with the nodes in the order of their parents.
  private var frames: [ChartFrame] {
    let count = (depths.max() ?? 0) + 1
    let columns = (0..<count).map { depth in depths.indices.filter { depths[$0] == depth } }
    let width = area.width / Double(count)
    let boxWidth = min(150, width * 0.84)
    let most = columns.map(\.count).max() ?? 1
    let boxHeight = min(68, area.height / Double(most) * 0.86)
    var frames = [ChartFrame](repeating: area, count: depths.count)
    for (depth, column) in columns.enumerated() {
      let wanted = column.map { index -> (index: Int, place: Double) in
        let parents = diagram.nodes[index].parents.filter { depths[$0] < depth }.map { frames[$0].midY }
        return (index, parents.isEmpty ? area.midY : parents.reduce(0, +) / Double(parents.count))
      }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
      // Near their parents, with the distance of a box.
      let step = min(area.height / Double(column.count), boxHeight * 1.25)
      var places = wanted.map(\.place)
      var next = area.y + boxHeight / 2
      for row in places.indices {
        places[row] = max(places[row], next)
        next = places[row] + step
      }
      next = area.maxY - boxHeight / 2
      for row in places.indices.reversed() {
        places[row] = min(places[row], next)
        next = places[row] - step
      }
      let spare = count == 1 ? area.width - boxWidth : (area.width - boxWidth) / Double(count - 1) * Double(depth)
      for (row, node) in wanted.enumerated() {
        frames[node.index] = ChartFrame(
          x: count == 1 ? area.midX - boxWidth / 2 : area.x + spare, y: places[row] - boxHeight / 2, width: boxWidth,
          height: boxHeight)
      }
    }
    return frames
  }

  private func edges(_ frames: [ChartFrame], to out: inout SVGBytes) {
    out.raw("<g class=\"auger-edges\" fill=\"none\" stroke-width=\"1.25\"")
    out.attribute("stroke", theme.axis)
    out.raw(">\n")
    for (index, node) in diagram.nodes.enumerated() {
      for parent in node.parents where parent != index {
        let (from, to) = (frames[index], frames[parent])
        let bend = (from.x - to.maxX) / 2
        out.raw("<path d=\"M")
        out.point(from.x, from.midY)
        out.point("C", from.x - bend, from.midY)
        out.point(" ", to.maxX + bend, to.midY)
        out.point(" ", to.maxX, to.midY)
        out.raw("\"/>\n")
      }
    }
    out.raw("</g>\n")
  }

  private func node(_ index: Int, _ frame: ChartFrame, to out: inout SVGBytes) {
    let node = diagram.nodes[index]
    let fill = theme.background.mixed(with: theme.color(0), node.isRoot ? 0.28 : depths[index] < 2 ? 0.12 : 0.05)
    out.raw("<g")
    out.attribute("data-category", index: index)
    out.attribute("data-series", index: 0)
    if node.isOverridden { out.raw(" data-set=\"true\"") }
    out.raw("><title>")
    out.escaped(title(node))
    out.raw("</title>\n")
    out.beginRect(frame)
    out.raw(" rx=\"5\"")
    out.attribute("fill", fill)
    out.attribute("stroke", node.isOverridden ? theme.reference : theme.color(0))
    out.attribute("stroke-width", node.isOverridden ? 2.5 : node.isRoot ? 1.75 : 1)
    out.raw("/>\n")
    let size = min(AxisLabels.size, frame.height / 5)
    let width = frame.width - 8
    let hasTarget = !node.targetText.isEmpty && frame.height >= 40
    let most = frame.height >= (hasTarget ? 56 : 44) ? 2 : 1
    var lines =
      FontMetrics.regular.wrapped(node.title, size: size, width: width, lines: most)
      ?? [FontMetrics.regular.fitted(node.title, size: size, width: width)]
    lines = lines.filter { !$0.isEmpty }
    let rows = lines.count + 1 + (hasTarget ? 1 : 0)
    let step = size * 1.25
    var y = frame.midY - step * Double(rows - 1) / 2 + FontMetrics.capitalHeight * size / 2
    for line in lines {
      out.text(line, x: frame.midX, y: y, anchor: .middle, size: size, fill: theme.mutedInk)
      y += step
    }
    let value = node.valueText.isEmpty ? "–" : node.valueText
    out.text(
      FontMetrics.bold.fitted(value, size: size + 1, width: width), x: frame.midX, y: y, anchor: .middle,
      size: size + 1, fill: node.isChanged ? theme.reference : theme.ink, isBold: true)
    if hasTarget {
      let text = texts.text(.target, ["value": node.targetText])
      let share = share(node).map { text + " · " + $0 } ?? text
      let fits = FontMetrics.regular.width(share, size: size - 1) <= width
      out.text(
        FontMetrics.regular.fitted(fits ? share : text, size: size - 1, width: width), x: frame.midX, y: y + step,
        anchor: .middle, size: size - 1, fill: theme.mutedInk)
    }
    out.raw("</g>\n")
  }

  private func share(_ node: DiagramModel.Node) -> String? {
    node.shareOfTarget.flatMap { share in share.magnitude < 100 ? "\(Int(clamping: (share * 100).rounded()))%" : nil }
  }

  private func title(_ node: DiagramModel.Node) -> String {
    var text = "\(node.title): \(node.valueText.isEmpty ? texts[.nodeNoValue] : node.valueText)"
    if node.isOverridden { text += ", \(texts[.nodeSet])" }
    if node.isChanged {
      let actual = node.actual.isNull ? texts[.nodeNothing] : node.actual.description
      text += ", \(texts.text(.nodeWas, ["value": actual]))"
    }
    if !node.targetText.isEmpty { text += ", \(texts.text(.nodeTarget, ["value": node.targetText]))" }
    if let share = share(node) { text += " (\(share))" }
    return text
  }
}
