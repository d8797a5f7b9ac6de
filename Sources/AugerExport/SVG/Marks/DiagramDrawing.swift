import AugerCharts
import AugerColumns
import AugerDiagnostics

/// An influence diagram: the root on the left, and to the right of each node the nodes on which it depends. Nodes with
/// a position are centered there.
package struct DiagramDrawing {
  let diagram: DiagramModel
  let texts: PageTexts
  let theme: Theme
  let area: ChartFrame
  /// The column of each node.
  let depths: [Int]
  private let selected: [Int]

  init(_ diagram: DiagramModel, _ texts: PageTexts, theme: Theme, area: ChartFrame, selected: [Int] = []) {
    self.selected = selected
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
    let layout = DiagramLayout(self)
    if let background = theme.diagram.background { out.rect(area, fill: background, radius: 4) }
    DiagramLines(diagram, layout, theme: theme).render(to: &out)
    out.raw("<g class=\"auger-marks\">\n")
    for (index, frame) in layout.frames.enumerated() { node(index, frame, layout, to: &out) }
    out.raw("</g>\n")
  }

  /// The size of names.
  func size(in frame: ChartFrame) -> Double { min(theme.diagram.labelSize ?? AxisLabels.size, frame.height / 5) }

  private func node(_ index: Int, _ frame: ChartFrame, _ layout: DiagramLayout, to out: inout SVGBytes) {
    let node = diagram.nodes[index]
    let color = theme.diagram.fill ?? theme.color(0)
    let fill = ground.mixed(with: color, node.isRoot ? 0.28 : depths[index] < 2 ? 0.12 : 0.05)
    out.raw("<g")
    out.attribute("data-category", index: index)
    out.attribute("data-series", index: 0)
    if node.isOverridden { out.raw(" data-set=\"true\"") }
    out.raw("><title>")
    out.escaped(title(node))
    out.raw("</title>\n")
    let isRound = diagram.diameter != nil || layout.isDot(index)
    if isRound {
      out.beginCircle(frame.midX, frame.midY, frame.width / 2)
    } else {
      out.beginRect(frame)
      out.raw(" rx=\"5\"")
    }
    out.attribute("fill", fill)
    let isSelected = selected.contains(index)
    out.attribute("stroke", node.isOverridden ? theme.reference : isSelected ? theme.ink : color)
    out.attribute("stroke-width", isSelected ? 3.5 : node.isOverridden ? 2.5 : node.isRoot ? 1.75 : 1)
    out.raw("/>\n")
    if !layout.isDot(index) {
      if isRound { roundContent(node, frame, layout, to: &out) } else { content(node, frame, to: &out) }
    }
    alerts(of: node, frame, to: &out)
    out.raw("</g>\n")
  }

  /// The color below the nodes.
  var ground: Theme.Color { theme.diagram.background ?? theme.background }

  private func content(_ node: DiagramModel.Node, _ frame: ChartFrame, to out: inout SVGBytes) {
    let size = size(in: frame)
    let valueSize = valueSize(besides: size)
    let width = frame.width - 8
    let note = frame.height >= 40 ? self.note(node, width, size: size - 1) : nil
    let dial = frame.height >= 50 ? DiagramDial(node, in: diagram) : nil
    let step = size * 1.25
    let room = frame.height - (dial == nil ? 0 : DiagramDial.height)
    let most = Self.most(room, hasNote: note != nil, step: step)
    let lines = Self.lines(node.title, size: size, width: width, most: most).filter { !$0.isEmpty }
    let rows = lines.count + 1 + (note == nil ? 0 : 1)
    var y = frame.y + room / 2 - step * Double(rows - 1) / 2 + FontMetrics.capitalHeight * size / 2
    for line in lines {
      out.text(line, x: frame.midX, y: y, anchor: .middle, size: size, fill: labelInk)
      y += step
    }
    let value = node.valueText.isEmpty ? "–" : node.valueText
    out.text(
      FontMetrics.bold.fitted(value, size: valueSize, width: width), x: frame.midX, y: y, anchor: .middle,
      size: valueSize, fill: valueInk(node), isBold: true)
    if let note {
      out.text(note, x: frame.midX, y: y + step, anchor: .middle, size: size - 1, fill: labelInk)
    }
    dial?.render(in: frame, theme, to: &out)
  }

  /// Returns the maximum number of lines of a name in a box.
  static func most(_ height: Double, hasNote: Bool, step: Double) -> Int {
    if height < (hasNote ? 56 : 44) { return 1 }
    return max(2, min(DiagramLayout.mostLines, Int(clamping: (height / step).rounded(.down)) - (hasNote ? 2 : 1)))
  }

  /// Returns a name in lines. Words that exceed the width are broken, and the last line is cut.
  package static func lines(_ title: String, size: Double, width: Double, most: Int) -> [String] {
    if let lines = FontMetrics.regular.wrapped(title, size: size, width: width, lines: most) { return lines }
    var lines: [String] = []
    var rest = Substring(title)
    while lines.count < most - 1, !rest.isEmpty {
      var (end, space, used) = (rest.startIndex, Substring.Index?.none, 0.0)
      while end < rest.endIndex {
        used += FontMetrics.regular.width(String(rest[end]), size: size)
        if used > width { break }
        if rest[end] == " " { space = end }
        end = rest.index(after: end)
      }
      if end == rest.endIndex { break }
      if end == rest.startIndex { end = rest.index(after: end) }
      if end < rest.endIndex, rest[end] != " ", let space { end = space }
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    if rest.isEmpty, !lines.isEmpty { return lines }
    return lines + [FontMetrics.regular.fitted(String(rest), size: size, width: width)]
  }

  /// Returns the line below a value: the value before nodes were set, or the target. Nil if neither exists.
  func note(_ node: DiagramModel.Node, _ width: Double, size: Double) -> String? {
    if diagram.view == .snapshot { return nil }
    let metrics = FontMetrics.regular
    if diagram.view == .goalSeek, node.isChanged, !node.actualText.isEmpty {
      return metrics.fitted(texts.text(.nodeWas, ["value": node.actualText]), size: size, width: width)
    }
    guard !node.targetText.isEmpty else { return nil }
    let text = texts.text(.target, ["value": node.targetText])
    let share = share(node).map { text + " · " + $0 } ?? text
    return metrics.fitted(metrics.width(share, size: size) <= width ? share : text, size: size, width: width)
  }

  func valueSize(besides size: Double) -> Double { theme.diagram.valueSize.map { min($0, size * 2) } ?? size + 1 }

  var labelInk: Theme.Color { theme.diagram.label ?? theme.mutedInk }

  func valueInk(_ node: DiagramModel.Node) -> Theme.Color {
    node.isChanged ? theme.reference : theme.diagram.value ?? theme.ink
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
    if node.alerts > 0 { text += ", \(texts.text(.nodeAlerts, count: node.alerts))" }
    return text
  }
}
