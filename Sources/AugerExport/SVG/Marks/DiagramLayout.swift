import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The rectangles of the nodes of a diagram, and of their names.
struct DiagramLayout {
  /// Maximum number of lines of a name.
  static let mostLines = 4
  private static let dot = 12.0

  /// The rectangle of each node. For round nodes it is a square without the name.
  private(set) var frames: [ChartFrame]
  /// True if nodes have positions. Lines then start at the side toward the other node.
  let isFree: Bool
  /// The width and the number of lines of names below round nodes.
  private(set) var labelWidth = 0.0
  private(set) var labelLines = 1
  private let dots: [Bool]

  init(_ drawing: DiagramDrawing) {
    let (nodes, depths, area) = (drawing.diagram.nodes, drawing.depths, drawing.area)
    isFree = nodes.contains { $0.left != nil && $0.top != nil }
    let root = nodes.firstIndex(where: \.isRoot)
    dots = nodes.map { node in
      drawing.diagram.view == .snapshot && !node.isRoot && !node.parents.contains { $0 == root }
    }
    frames = [ChartFrame](repeating: area, count: nodes.count)
    let count = (depths.max() ?? 0) + 1
    let columns = (0..<count).map { depth in depths.indices.filter { depths[$0] == depth } }
    let dots = dots
    let most = columns.map { column in column.count { !dots[$0] } }.max() ?? 1
    let room = area.height / Double(max(1, most))
    let box = boxes(drawing, width: area.width / Double(count), room: room)
    for (depth, column) in columns.enumerated() {
      let isDotted = !column.contains { !dots[$0] }
      let share = area.height / Double(max(1, column.count)) * 0.86
      let extra = isDotted ? 0 : extraHeight(column, drawing, box)
      let full = extra > 0 ? max(box.height, min(box.height + extra, share)) : box.height
      let height = isDotted ? min(Self.dot, share) : full
      let wanted = column.map { index -> (index: Int, place: Double) in
        let parents = nodes[index].parents.filter { depths[$0] < depth }.map { frames[$0].midY }
        return (index, parents.isEmpty ? area.midY : parents.reduce(0, +) / Double(parents.count))
      }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
      // Near their parents, with the distance of a box.
      let step = min(area.height / Double(column.count), height * 1.25)
      var places = wanted.map(\.place)
      var next = area.y + height / 2
      for row in places.indices {
        places[row] = max(places[row], next)
        next = places[row] + step
      }
      next = area.maxY - height / 2
      for row in places.indices.reversed() {
        places[row] = min(places[row], next)
        next = places[row] - step
      }
      let spare = count == 1 ? area.width - box.width : (area.width - box.width) / Double(count - 1) * Double(depth)
      for (row, node) in wanted.enumerated() {
        frames[node.index] = ChartFrame(
          x: count == 1 ? area.midX - box.width / 2 : area.x + spare, y: places[row] - height / 2, width: box.width,
          height: height)
      }
    }
    if isFree { place(drawing, box) }
    shrink(drawing, box)
  }

  /// True if the node is a dot without a name.
  func isDot(_ index: Int) -> Bool { dots[index] }

  /// Returns the size of a node with its name.
  private mutating func boxes(_ drawing: DiagramDrawing, width: Double, room: Double) -> (width: Double, height: Double)
  {
    let nodes = zip(drawing.diagram.nodes, dots).filter { !$1 }.map(\.0)
    let boxWidth = min(150, width * 0.84)
    let size = drawing.theme.diagram.labelSize ?? AxisLabels.size
    let hasNote = nodes.contains { drawing.note($0, .infinity, size: size) != nil }
    if let diameter = drawing.diagram.diameter {
      labelWidth = boxWidth
      labelLines =
        nodes.map { DiagramDrawing.lines($0.title, size: size, width: boxWidth, most: 3).count }.max() ?? 1
      let labels = size * 1.25 * Double(labelLines + (hasNote ? 1 : 0)) + 4
      let round = max(4, min(diameter.isFinite ? diameter : 0, width * 0.84, room * 0.95 - labels))
      return (max(boxWidth, round), round + labels)
    }
    return (boxWidth, min(68 + Self.dialHeight(drawing), room * 0.86))
  }

  private static func dialHeight(_ drawing: DiagramDrawing) -> Double {
    drawing.diagram.view == .goalSeek ? DiagramDial.height : 0
  }

  /// Returns the additional height that some nodes need for names that would be cut.
  private func extraHeight(
    _ indices: [Int], _ drawing: DiagramDrawing, _ box: (width: Double, height: Double)
  ) -> Double {
    if drawing.diagram.diameter != nil { return 0 }
    let size = min(drawing.theme.diagram.labelSize ?? AxisLabels.size, box.height / 5)
    let step = size * 1.25
    let width = box.width - 8
    let height = box.height - (box.height >= 50 ? Self.dialHeight(drawing) : 0)
    let space = Self.dialHeight(drawing) > 0 ? 8.0 : 2
    return indices.filter { !dots[$0] }.map { index -> Double in
      let node = drawing.diagram.nodes[index]
      let hasNote = box.height >= 40 && drawing.note(node, .infinity, size: size) != nil
      let most = DiagramDrawing.most(height, hasNote: hasNote, step: step)
      if FontMetrics.regular.wrapped(node.title, size: size, width: width, lines: most) != nil { return 0 }
      let lines = DiagramDrawing.lines(node.title, size: size, width: width, most: Self.mostLines).count
      return max(0, max(step * Double(lines + (hasNote ? 2 : 1)) + space, hasNote ? 56 : 44) - height)
    }.max() ?? 0
  }

  /// Moves nodes to their positions, completely inside of the area.
  private mutating func place(_ drawing: DiagramDrawing, _ box: (width: Double, height: Double)) {
    let area = drawing.area
    func start(_ percent: Double, _ from: Double, _ length: Double, _ own: Double) -> Double {
      let center = from + max(0, min(100, percent)) / 100 * length
      return max(from, min(center - own / 2, from + length - own))
    }
    for (index, node) in drawing.diagram.nodes.enumerated() {
      guard let left = node.left, let top = node.top else { continue }
      let full = min(box.height + extraHeight([index], drawing, box), max(box.height, area.height))
      let (width, height) = dots[index] ? (Self.dot, Self.dot) : (box.width, full)
      frames[index] = ChartFrame(
        x: start(left, area.x, area.width, width), y: start(top, area.y, area.height, height), width: width,
        height: height)
    }
  }

  /// Reduces the rectangles of dots and round nodes to their circles.
  private mutating func shrink(_ drawing: DiagramDrawing, _ box: (width: Double, height: Double)) {
    let size = drawing.theme.diagram.labelSize ?? AxisLabels.size
    let isRound = drawing.diagram.diameter != nil
    let noted = isRound && drawing.diagram.nodes.contains { drawing.note($0, .infinity, size: size) != nil }
    let labels = size * 1.25 * Double(labelLines + (noted ? 1 : 0)) + 4
    for (index, frame) in frames.enumerated() {
      let side = dots[index] ? min(Self.dot, frame.height) : isRound ? max(4, box.height - labels) : nil
      guard let side else { continue }
      let y = dots[index] ? frame.midY - side / 2 : frame.y
      frames[index] = ChartFrame(x: frame.midX - side / 2, y: y, width: side, height: side)
    }
  }
}

/// The lines from nodes to the nodes that depend on them.
struct DiagramLines {
  private let diagram: DiagramModel
  private let layout: DiagramLayout
  private let theme: Theme

  init(_ diagram: DiagramModel, _ layout: DiagramLayout, theme: Theme) {
    self.diagram = diagram
    self.layout = layout
    self.theme = theme
  }

  func render(to out: inout SVGBytes) {
    out.raw("<g class=\"auger-edges\" fill=\"none\"")
    out.attribute("stroke-width", max(0, min(20, diagram.lineWidth ?? 1.25)))
    out.attribute("stroke", theme.diagram.link ?? theme.axis)
    out.raw(">\n")
    for (index, node) in diagram.nodes.enumerated() {
      for parent in node.parents where parent != index {
        line(layout.frames[index], layout.frames[parent], to: &out)
      }
    }
    out.raw("</g>\n")
  }

  private func line(_ from: ChartFrame, _ to: ChartFrame, to out: inout SVGBytes) {
    let (dx, dy) = (from.midX - to.midX, from.midY - to.midY)
    let isUpright = layout.isFree && dy.magnitude * (from.width + to.width) > dx.magnitude * (from.height + to.height)
    var (start, end) = ((x: from.x, y: from.midY), (x: to.maxX, y: to.midY))
    if isUpright {
      start = (from.midX, dy > 0 ? from.y : from.maxY)
      end = (to.midX, dy > 0 ? to.maxY : to.y)
    } else if layout.isFree, dx < 0 {
      (start, end) = ((from.maxX, from.midY), (to.x, to.midY))
    }
    let bend = (x: (start.x - end.x) / 2, y: (start.y - end.y) / 2)
    out.raw("<path d=\"M")
    out.point(start.x, start.y)
    switch diagram.lines {
    case .straight: break
    case .curve where isUpright:
      out.point("C", start.x, start.y - bend.y)
      out.point(" ", end.x, end.y + bend.y)
    case .curve:
      out.point("C", start.x - bend.x, start.y)
      out.point(" ", end.x + bend.x, end.y)
    case .step where isUpright:
      out.point("L", start.x, start.y - bend.y)
      out.point("L", end.x, end.y + bend.y)
    case .step:
      out.point("L", start.x - bend.x, start.y)
      out.point("L", end.x + bend.x, end.y)
    }
    out.point(diagram.lines == .curve ? " " : "L", end.x, end.y)
    out.raw("\"/>\n")
  }
}
