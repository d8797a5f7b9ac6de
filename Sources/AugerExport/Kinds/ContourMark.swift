import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Regions between contours of a value that is known at the points of a grid. Between the points, the value is
/// interpolated linearly along the edges of a cell (PowerPlot's guide, "WSPlotRegion").
struct ContourMark {
  /// The numbers of the grid lines, ascending.
  let x: [Double]
  let y: [Double]
  /// The value of each point of the grid, row by row; NaN if it is missing.
  let heights: [Double]
  /// The contours, ascending.
  let levels: [Double]
  let ramp: ColorRamp
  let theme: Theme
  /// The text of each contour, after that of the lowest and before that of the highest value.
  private let texts: [String]
  /// The title of the value.
  private let title: String

  /// Maximum number of contours. More could not be distinguished.
  static let mostLevels = 64

  /// Returns nil if the items do not form a grid: fewer than two columns or rows, or mostly empty points.
  init?(_ items: ItemChannels, _ channels: ChartChannels, theme: Theme) {
    let model = channels.model
    let own = model.items.map { $0.values.count > 1 ? $0.values[1].drawnDoubles : [] }
    let all = own ?? channels.values.dropFirst().first
    guard let all, !all.isEmpty else { return nil }
    let rows = (0..<items.count).filter { all.indices.contains(items.rows[$0]) && !all[items.rows[$0]].isNaN }
    let (x, y) = (Self.distinct(rows.map { items.x[$0] }), Self.distinct(rows.map { items.y[$0] }))
    let (size, isLarge) = x.count.multipliedReportingOverflow(by: y.count)
    guard x.count > 1, y.count > 1, !isLarge, size <= 4 * rows.count + 16 else { return nil }
    guard let ramp = ColorRamp(rows.map { all[items.rows[$0]] }, theme: theme) else { return nil }
    let columns = Dictionary(x.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let lines = Dictionary(y.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var heights = [Double](repeating: .nan, count: size)
    for row in rows {
      if let column = columns[items.x[row]], let line = lines[items.y[row]] {
        heights[line * x.count + column] = all[items.rows[row]]
      }
    }
    self.x = x
    self.y = y
    self.heights = heights
    self.ramp = ramp
    self.theme = theme
    let chosen = model.style.contours
    levels = Array((chosen.isEmpty ? LinearTicks(ramp.extent, count: 6).values : chosen).prefix(Self.mostLevels))
    let dimension = model.dimensions.count > 1 ? model.dimensions[1] : model.dimensions[0]
    title = dimension.title
    let ends = [ramp.extent.lower] + levels + [ramp.extent.upper]
    texts = channels.hasTooltips ? ends.map { dimension.readableText($0, model.locale) } : []
  }

  private static func distinct(_ numbers: [Double]) -> [Double] {
    var result: [Double] = []
    for number in numbers.sorted() where result.last != number { result.append(number) }
    return result
  }

  /// A cell of the grid: its corners in order around it, with their values.
  struct Cell {
    var corners: [(x: Double, y: Double, height: Double)]

    /// True if two opposite corners reach the level, the others do not, and the center is below it.
    private func isSplit(_ level: Double) -> Bool {
      let above = corners.map { $0.height >= level }
      guard above[0] == above[2], above[1] == above[3], above[0] != above[1] else { return false }
      return corners.reduce(0) { $0 + $1.height / 4 } < level
    }

    private func crossing(_ a: Int, _ b: Int, _ level: Double) -> (x: Double, y: Double) {
      let (from, to) = (corners[a % 4], corners[b % 4])
      // Compute with halves, because a difference can exceed the largest double.
      let share = (level / 2 - from.height / 2) / (to.height / 2 - from.height / 2)
      return (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    }

    /// Returns the polygons of the part that reaches the level.
    func parts(reaching level: Double) -> [[(x: Double, y: Double)]] {
      let above = corners.map { $0.height >= level }
      if isSplit(level) {
        return (0..<4).filter { above[$0] }.map { corner in
          [
            (corners[corner].x, corners[corner].y), crossing(corner, corner + 1, level),
            crossing(corner, corner + 3, level),
          ]
        }
      }
      var polygon: [(x: Double, y: Double)] = []
      for corner in 0..<4 {
        if above[corner] { polygon.append((corners[corner].x, corners[corner].y)) }
        if above[corner] != above[(corner + 1) % 4] { polygon.append(crossing(corner, corner + 1, level)) }
      }
      return polygon.count > 2 ? [polygon] : []
    }

    /// Returns the lines on which the value equals the level.
    func lines(at level: Double) -> [(from: (x: Double, y: Double), to: (x: Double, y: Double))] {
      let above = corners.map { $0.height >= level }
      let edges = (0..<4).filter { above[$0] != above[($0 + 1) % 4] }
      func point(_ edge: Int) -> (x: Double, y: Double) { crossing(edge, edge + 1, level) }
      switch edges.count {
      case 2: return [(point(edges[0]), point(edges[1]))]
      case 4:
        // The lines cut off the two corners that are on the other side than the center.
        let cut = (0..<4).filter { above[$0] == isSplit(level) }
        return cut.map { (point($0), point(($0 + 3) % 4)) }
      default: return []
      }
    }
  }

  /// Returns the cells with four known corners. `column` and `line` map numbers to positions.
  func cells(_ column: (Double) -> Double, _ line: (Double) -> Double) -> [[Cell?]] {
    let (xs, ys) = (x.map(column), y.map(line))
    return (0..<y.count - 1).map { row in
      (0..<x.count - 1).map { place in
        let corners = [(place, row), (place + 1, row), (place + 1, row + 1), (place, row + 1)].map { column, line in
          (x: xs[column], y: ys[line], height: heights[line * x.count + column])
        }
        return corners.contains { $0.height.isNaN } ? nil : Cell(corners: corners)
      }
    }
  }

  /// The color between a contour and the next one. `level` -1 is below the first contour.
  private func color(_ level: Int) -> Theme.Color {
    let low = level < 0 ? ramp.extent.lower : levels[level]
    let high = level + 1 < levels.count ? levels[level + 1] : ramp.extent.upper
    return ramp.color(ramp.extent.clamp(low / 2 + high / 2))
  }

  func render(x: (Double) -> Double, y: (Double) -> Double, to out: inout SVGBytes) {
    let rows = cells(x, y)
    out.raw("<g class=\"auger-marks\">\n")
    for level in -1..<levels.count {
      out.raw("<path stroke=\"none\"")
      out.attribute("fill", color(level))
      if level >= 0 { out.attribute("data-contour", levels[level]) }
      out.raw(" d=\"")
      for row in rows { region(of: row, reaching: level < 0 ? -.infinity : levels[level], to: &out) }
      out.raw("\"")
      let name = title.isEmpty ? "" : "\(title): "
      out.finish("path", title: texts.isEmpty ? nil : "\(name)\(texts[level + 1]) – \(texts[level + 2])")
    }
    // The pointer finds the regions below the lines.
    out.raw("<g fill=\"none\" stroke-width=\"1\" stroke-opacity=\"0.45\" pointer-events=\"none\"")
    out.attribute("stroke", theme.ink)
    out.raw(">\n")
    for level in levels {
      let lines = rows.flatMap { $0.compactMap(\.self).flatMap { $0.lines(at: level) } }
      if lines.isEmpty { continue }
      out.raw("<path d=\"")
      for line in lines {
        out.point("M", line.from.x, line.from.y)
        out.point("L", line.to.x, line.to.y)
      }
      out.raw("\"/>\n")
    }
    out.raw("</g>\n</g>\n")
  }

  /// Adds the parts of a row of cells that reach a level. Adjacent whole cells are one rectangle.
  private func region(of row: [Cell?], reaching level: Double, to out: inout SVGBytes) {
    var start: Cell?
    var last: Cell?
    func finish(_ out: inout SVGBytes) {
      if let start, let last {
        out.point("M", start.corners[0].x, start.corners[0].y)
        out.point("L", last.corners[1].x, last.corners[1].y)
        out.point("L", last.corners[2].x, last.corners[2].y)
        out.point("L", start.corners[3].x, start.corners[3].y)
        out.raw("Z")
      }
      start = nil
      last = nil
    }
    for cell in row {
      guard let cell, !cell.corners.allSatisfy({ $0.height >= level }) else {
        if let cell {
          if start == nil { start = cell }
          last = cell
        } else {
          finish(&out)
        }
        continue
      }
      finish(&out)
      for part in cell.parts(reaching: level) {
        for (number, point) in part.enumerated() { out.point(number == 0 ? "M" : "L", point.x, point.y) }
        out.raw("Z")
      }
    }
    finish(&out)
  }
}

extension ChartModel {
  /// Warnings about rows that form no grid, so that points are drawn instead of contours.
  var contourNotices: [Warning] {
    guard type.look.items == .contours, placesItems, dimensions.count > 1 else { return [] }
    let channels = ChartChannels(self)
    let items = ItemChannels(channels, theme: .light, categoryAxis: ItemAxis(channels.model))
    guard items.count > 0, ContourMark(items, channels, theme: .light) == nil else { return [] }
    let (title, value) = (levels[visibleLevel].title, dimensions[0].title)
    return [
      Warning(
        .contourNotDrawn,
        "a \(type.rawValue) chart draws points instead of contours: its rows form no grid of '\(title)' and '\(value)'")
    ]
  }
}

extension VegaLiteChart {
  /// Returns the contours as lines in the color of their value.
  func contours(_ items: ItemChannels, _ x: VegaNode, _ y: VegaNode, unit: Double) -> [VegaNode]? {
    guard let mark = ContourMark(items, channels, theme: theme) else { return nil }
    var rows: [VegaNode] = []
    let cells = mark.cells({ $0 }, { $0 }).flatMap { $0.compactMap(\.self) }
    for level in mark.levels {
      for line in cells.flatMap({ $0.lines(at: level) }) {
        rows.append([
          "category": .number(line.from.x / unit), "value": .number(line.from.y),
          "endCategory": .number(line.to.x / unit), "endValue": .number(line.to.y), "level": .number(level),
          "color": .text(mark.ramp.color(mark.ramp.extent.clamp(level)).mixed(with: theme.ink, 0.25).description),
        ])
      }
    }
    let encoding: VegaObject = [
      "x": x, "y": y, "x2": ["field": "endCategory"], "y2": ["field": "endValue"],
      "color": ["field": "color", "type": "nominal", "scale": .null],
      "tooltip": ["field": "level", "type": "quantitative"],
    ]
    return [
      [
        "data": ["values": .list(rows)], "mark": ["type": "rule", "strokeWidth": 1.5],
        "encoding": .object(encoding),
      ]
    ]
  }
}
