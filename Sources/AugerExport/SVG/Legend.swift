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

  var height: Double { rows.isEmpty ? 0 : Double(rows.count) * Self.rowHeight + 6 }

  static func series(_ channels: ChartChannels, _ theme: Theme) -> [Entry] {
    channels.seriesLabels.enumerated().map {
      Entry(label: $1, color: theme.color($0), link: channels.link(ofSeries: $0))
    }
  }

  /// - Parameter height: The maximum height. Entries that do not fit are counted instead of shown.
  init(_ entries: [Entry], width: Double, height: Double, texts: PageTexts) {
    self.texts = texts
    let most = max(1, Int(clamping: height / Self.rowHeight))
    var row: [(Double, Entry)] = []
    var x = 0.0
    for (index, entry) in entries.enumerated() {
      var entry = entry
      entry.label = FontMetrics.regular.fitted(entry.label, size: Self.size, width: min(180, width - 24))
      let length = Self.swatch + 6 + FontMetrics.regular.width(entry.label, size: Self.size)
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
      x += length + 16
    }
    if !row.isEmpty { rows.append(row) }
    end = x
  }

  func render(x: Double, y: Double, theme: Theme, to out: inout SVGBytes) {
    guard !rows.isEmpty else { return }
    out.raw("<g class=\"auger-legend\"")
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.ink)
    out.raw(">\n")
    for (index, row) in rows.enumerated() {
      let middle = y + Self.rowHeight * (Double(index) + 0.5)
      let baseline = middle + FontMetrics.capitalHeight * Self.size / 2
      for (offset, entry) in row {
        out.linked(entry.link) { out in
          render(entry, x: x + offset, middle: middle, to: &out)
          out.text(entry.label, x: x + offset + Self.swatch + 6, y: baseline)
        }
      }
      if hiddenCount > 0, index == rows.count - 1 {
        out.text(texts.text(.more, count: hiddenCount), x: x + end, y: baseline, fill: theme.mutedInk)
      }
    }
    out.raw("</g>\n")
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
