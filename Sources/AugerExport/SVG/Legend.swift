import AugerCharts

/// The legend: a swatch and a name for each series, in rows below the title.
struct Legend {
  struct Entry {
    var label: String
    var color: ThemeColor
    /// A short upright line instead of a square.
    var isLine = false
  }

  static let size = 11.5
  private static let swatch = 10.0
  private static let rowHeight = 18.0

  private var rows: [[(x: Double, entry: Entry)]] = []
  private var hiddenCount = 0
  private var end = 0.0

  var height: Double { rows.isEmpty ? 0 : Double(rows.count) * Self.rowHeight + 6 }

  /// - Parameter height: What may be used at most; entries beyond it are counted instead of shown.
  init(_ entries: [Entry], width: Double, height: Double) {
    let most = max(1, Int(height / Self.rowHeight))
    var row: [(Double, Entry)] = []
    var x = 0.0
    for (index, entry) in entries.enumerated() {
      var entry = entry
      entry.label = FontMetrics.regular.fitted(entry.label, size: Self.size, width: min(180, width - 24))
      let length = Self.swatch + 6 + FontMetrics.regular.width(entry.label, size: Self.size)
      let isLast = rows.count + 1 == most
      // The last row keeps room for the count of those that it leaves out.
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
    out.raw("<g class=\"legend\"")
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.ink)
    out.raw(">\n")
    for (index, row) in rows.enumerated() {
      let middle = y + Self.rowHeight * (Double(index) + 0.5)
      let baseline = middle + FontMetrics.capitalHeight * Self.size / 2
      for (offset, entry) in row {
        let side = entry.isLine ? 3.0 : Self.swatch
        out.rect(
          ChartFrame(
            x: x + offset + (Self.swatch - side) / 2, y: middle - Self.swatch / 2, width: side, height: Self.swatch),
          fill: entry.color, radius: entry.isLine ? 0 : 2)
        out.text(entry.label, x: x + offset + Self.swatch + 6, y: baseline)
      }
      if hiddenCount > 0, index == rows.count - 1 {
        out.text("+\(hiddenCount) more", x: x + end, y: baseline, fill: theme.mutedInk)
      }
    }
    out.raw("</g>\n")
  }
}
