import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The legend: a swatch and a name for each series, in rows below the title.
struct Legend {
  enum Shape {
    /// A color.
    case square
    /// A target.
    case line
    /// A hollow mark.
    case frame
    /// The meaning of bubble areas.
    case ring
  }

  struct Entry {
    var label: String
    var color: Theme.Color
    var shape = Shape.square
    /// The link of the entry; nil for none.
    var link: MarkLinks.Link?
  }

  static let size = 11.5
  private static let swatch = 10.0
  private static let rowHeight = 18.0

  private var rows: [[(x: Double, entry: Entry)]] = []
  private var hiddenCount = 0
  private var end = 0.0
  private let texts: PageTexts
  /// Nil for the usual appearance.
  private let look: TextLook?
  /// The width of the longest row.
  private var length = 0.0

  /// True if the number of omitted entries has its own row.
  private var hasCountBelow = false

  private var size: Double { look?.size ?? Self.size }
  private var rowHeight: Double { max(Self.rowHeight, size + 6) }

  var height: Double { rows.isEmpty ? 0 : Double(rows.count + (hasCountBelow ? 1 : 0)) * rowHeight + 6 }

  static func series(_ channels: ChartChannels, _ theme: Theme) -> [Entry] {
    channels.seriesLabels.enumerated().map {
      Entry(label: $1, color: theme.color($0), link: channels.link(ofSeries: $0))
    }
  }

  /// - Parameter height: The maximum height. Entries that do not fit are counted instead of shown.
  init(_ entries: [Entry], width: Double, height: Double, texts: PageTexts, look: TextLook? = nil) {
    self.texts = texts
    self.look = look
    let (size, metrics) = (look?.size ?? Self.size, look?.metrics ?? .regular)
    let most = max(1, Int(clamping: height / max(Self.rowHeight, size + 6)))
    var row: [(Double, Entry)] = []
    var x = 0.0
    for (index, entry) in entries.enumerated() {
      var entry = entry
      entry.label = metrics.fitted(entry.label, size: size, width: min(180, width - 24))
      let length = Self.swatch + 6 + metrics.width(entry.label, size: size)
      let isLast = rows.count + 1 == most
      // The last row reserves space for the number of omitted entries.
      let reserve = isLast && index + 1 < entries.count ? 60.0 : 0
      if !row.isEmpty, x + length + reserve > width {
        if isLast {
          hiddenCount = entries.count - index
          break
        }
        rows.append(row)
        row = []
        x = 0
      }
      row.append((x, entry))
      self.length = max(self.length, x + length)
      x += length + 16
    }
    if !row.isEmpty { rows.append(row) }
    end = x
  }

  /// Creates a legend with an entry on each row, at most a third as wide as a frame.
  init(column entries: [Entry], in frame: ChartFrame, height: Double, texts: PageTexts, look: TextLook? = nil) {
    self.texts = texts
    self.look = look
    let (size, metrics) = (look?.size ?? Self.size, look?.metrics ?? .regular)
    let most = max(1, Int(clamping: height / max(Self.rowHeight, size + 6)))
    let widest = max(24, min(200, frame.width / 3)) - Self.swatch - 6
    for entry in entries.prefix(most < entries.count ? max(1, most - 1) : most) {
      var entry = entry
      entry.label = metrics.fitted(entry.label, size: size, width: widest)
      rows.append([(0, entry)])
    }
    hiddenCount = entries.count - rows.count
    hasCountBelow = hiddenCount > 0
    length = width
  }

  /// The width of the entries.
  var width: Double {
    let metrics = look?.metrics ?? .regular
    return rows.joined().map { $0.x + Self.swatch + 6 + metrics.width($0.entry.label, size: size) }.max() ?? 0
  }

  /// Draws the legend over the marks, in a corner of their area.
  func render(
    inside area: ChartFrame, _ position: PlotOptions.LegendPosition, _ theme: Theme, to out: inout SVGBytes
  ) {
    guard !rows.isEmpty else { return }
    let (width, height) = (width + 16, height + 2)
    let isLeft = position == .insideTopLeft || position == .insideBottomLeft
    let isTop = position == .insideTopLeft || position == .insideTopRight
    let x = isLeft ? area.x + 6 : area.maxX - width - 6
    let y = isTop ? area.y + 6 : area.maxY - height - 6
    out.beginRect(ChartFrame(x: x, y: y, width: width, height: height))
    out.attribute("fill", theme.background)
    out.attribute("stroke", theme.grid)
    out.raw(" fill-opacity=\"0.85\" class=\"auger-legend-box\"/>\n")
    render(x: x + 8, y: y + 4, theme: theme, to: &out)
  }

  func render(x: Double, y: Double, theme: Theme, to out: inout SVGBytes) {
    guard !rows.isEmpty else { return }
    renderBox(x: x, y: y, theme, to: &out)
    out.raw("<g class=\"auger-legend\"")
    out.attribute("font-size", size)
    out.attribute("fill", look?.color(in: theme, usual: theme[.legendText]) ?? theme[.legendText])
    out.font(theme.style.fonts[.legend])
    if look?.isBold == true { out.attribute("font-weight", "bold") }
    out.raw(">\n")
    for (index, row) in rows.enumerated() {
      let middle = y + rowHeight * (Double(index) + 0.5)
      let baseline = middle + FontMetrics.capitalHeight * size / 2
      for (offset, entry) in row {
        out.linked(entry.link) { out in
          render(entry, x: x + offset, middle: middle, to: &out)
          out.text(entry.label, x: x + offset + Self.swatch + 6, y: baseline)
        }
      }
      if hiddenCount > 0, index == rows.count - 1 {
        out.text(
          texts.text(.more, count: hiddenCount), x: x + end, y: baseline + (hasCountBelow ? Self.rowHeight : 0),
          fill: theme.mutedInk)
      }
    }
    out.raw("</g>\n")
  }

  /// Draws the area and the border of the theme around the names.
  private func renderBox(x: Double, y: Double, _ theme: Theme, to out: inout SVGBytes) {
    let colors = theme.style.colors
    guard colors[.legendBackground] != nil || colors[.legendBorder] != nil else { return }
    out.beginRect(ChartFrame(x: x - 5, y: y, width: length + 10, height: height - 6))
    out.raw(" rx=\"3\" class=\"auger-legend-box\"")
    if let color = colors[.legendBackground] { out.attribute("fill", color) } else { out.raw(" fill=\"none\"") }
    if let color = colors[.legendBorder] { out.attribute("stroke", color) }
    out.raw("/>\n")
  }

  private func render(_ entry: Entry, x: Double, middle: Double, to out: inout SVGBytes) {
    let side = Self.swatch
    switch entry.shape {
    case .square:
      out.rect(
        ChartFrame(x: x, y: middle - side / 2, width: side, height: side), fill: entry.color, radius: 2)
    case .frame:
      out.beginRect(ChartFrame(x: x + 0.75, y: middle - side / 2 + 0.75, width: side - 1.5, height: side - 1.5))
      out.attribute("stroke", entry.color)
      out.raw(" stroke-width=\"1.5\" fill=\"none\"/>\n")
    case .line:
      out.rect(ChartFrame(x: x + side / 2 - 1.5, y: middle - side / 2, width: 3, height: side), fill: entry.color)
    case .ring:
      out.beginCircle(x + side / 2, middle, side / 2 - 0.5)
      out.attribute("stroke", entry.color)
      out.raw(" fill=\"none\"/>\n")
    }
  }
}
