import AugerCharts
import AugerColumns

/// A data grid: a header line and as many rows as fit, numbers to the right.
struct TableDrawing {
  private var columns: [ShownTable.Column]
  private let locale: ChartLocale
  private let rowCount: Int
  private let theme: Theme
  private let area: ChartFrame

  private static let size = 12.0
  private static let rowHeight = 24.0
  private static let padding = 10.0

  init(_ channels: ChartChannels, theme: Theme, area: ChartFrame) {
    self.theme = theme
    self.area = area
    let table = ShownTable(channels)
    columns = table.columns
    locale = channels.model.locale
    rowCount = table.rowCount
  }

  func render(to out: inout SVGBytes) {
    guard !columns.isEmpty else { return Notice.render("No columns", in: area, theme, to: &out) }
    let lines = max(1, Int((area.height - Self.rowHeight) / Self.rowHeight))
    let shown = rowCount <= lines ? rowCount : max(0, lines - 1)
    var widths = columnWidths(rows: shown)
    var narrow = self
    for (index, width) in widths.enumerated() where columns[index].isNumber && columns[index].charts == nil {
      // A number that is cut would be read as another one.
      let fits = columns[index].texts.prefix(shown)
        .allSatisfy { FontMetrics.regular.width($0, size: Self.size) <= width - 2 * Self.padding }
      if !fits { narrow.columns[index] = columns[index].shortened(locale) }
    }
    // Shorter numbers leave more for names.
    widths = narrow.columnWidths(rows: shown)
    renderHeader(widths, to: &out)
    for row in 0..<shown { narrow.render(row: row, widths, to: &out) }
    let y = area.y + Self.rowHeight * Double(shown + 1)
    if shown < rowCount {
      out.text(
        "\(rowCount - shown) more rows", x: area.x + Self.padding, y: y + 16, size: Self.size, fill: theme.mutedInk)
    } else if rowCount == 0 {
      out.text("No rows", x: area.x + Self.padding, y: y + 16, size: Self.size, fill: theme.mutedInk)
    }
  }

  /// What the texts need, stretched or squeezed to the width there is.
  private func columnWidths(rows: Int) -> [Double] {
    let wanted = columns.map { column in
      let title = FontMetrics.bold.width(column.title, size: Self.size)
      let widest = column.texts.prefix(rows).map { FontMetrics.regular.width($0, size: Self.size) }.max() ?? 0
      return max(title, column.charts == nil ? widest : 110) + 2 * Self.padding
    }
    let total = wanted.reduce(0, +)
    if total <= area.width {
      let extra = (area.width - total) / Double(wanted.count)
      return wanted.map { $0 + extra }
    }
    // Narrow columns keep what they need; the wide ones share the rest.
    var widths = wanted
    var open = Set(wanted.indices)
    var rest = area.width
    while !open.isEmpty {
      let share = rest / Double(open.count)
      let narrow = open.filter { wanted[$0] <= share }
      if narrow.isEmpty {
        for index in open { widths[index] = share }
        break
      }
      for index in narrow.sorted() {
        rest -= wanted[index]
        open.remove(index)
      }
    }
    return widths
  }

  private func renderHeader(_ widths: [Double], to out: inout SVGBytes) {
    var x = area.x
    out.raw("<g font-weight=\"bold\"")
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.mutedInk)
    out.raw(">\n")
    for (column, width) in zip(columns, widths) {
      let text = FontMetrics.bold.fitted(column.title, size: Self.size, width: width - 2 * Self.padding)
      place(text, column, x, width, y: area.y + 16, to: &out)
      x += width
    }
    out.raw("</g>\n")
    out.beginLine(area.x, area.y + Self.rowHeight, area.maxX, area.y + Self.rowHeight)
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-width=\"1.5\"/>\n")
  }

  private func render(row: Int, _ widths: [Double], to out: inout SVGBytes) {
    let y = area.y + Self.rowHeight * Double(row + 1)
    if row % 2 == 1 {
      out.rect(
        ChartFrame(x: area.x, y: y, width: area.width, height: Self.rowHeight), fill: theme.backdrop)
    }
    out.raw("<g")
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.ink)
    out.attribute("data-item", index: row)
    out.raw(">\n")
    var x = area.x
    for (column, width) in zip(columns, widths) {
      let metrics = column.isHeader ? FontMetrics.bold : FontMetrics.regular
      let text = metrics.fitted(column.texts[row], size: Self.size, width: width - 2 * Self.padding)
      if let chart = column.charts.flatMap({ $0[row] }) {
        let cell = ChartFrame(
          x: x + Self.padding, y: y + 3, width: width - 2 * Self.padding, height: Self.rowHeight - 6)
        Sparkline(chart, theme: theme, area: cell).render(to: &out)
      }
      let fill = column.colors.flatMap { $0[row] }.flatMap { ThemeColor(named: $0, in: theme) }
      if !text.isEmpty { place(text, column, x, width, y: y + 16, isBold: column.isHeader, fill: fill, to: &out) }
      x += width
    }
    out.raw("</g>\n")
  }

  private func place(
    _ text: String, _ column: ShownTable.Column, _ x: Double, _ width: Double, y: Double, isBold: Bool = false,
    fill: ThemeColor? = nil, to out: inout SVGBytes
  ) {
    if column.isNumber {
      out.text(text, x: x + width - Self.padding, y: y, anchor: .end, fill: fill, isBold: isBold)
    } else {
      out.text(text, x: x + Self.padding, y: y, fill: fill, isBold: isBold)
    }
  }
}
