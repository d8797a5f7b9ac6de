import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A data grid: a header line and all rows and columns that fit. Numbers are right-aligned.
///
/// Strings that are too wide are truncated. A truncated number would be misread, so numbers are shortened instead. If
/// they still do not fit, the last columns are omitted and counted.
struct TableDrawing {
  private let columns: [ShownTable.Column]
  private let locale: ChartLocale
  private let rowCount: Int
  private let noRowsText: String
  private let theme: Theme
  private let area: ChartFrame

  private static let size = 12.0
  static let rowHeight = 24.0
  /// The padding left and right of each cell: preferred, and minimum.
  private static let padding = 10.0
  private static let narrowPadding = 5.0

  init(_ channels: ChartChannels, theme: Theme, area: ChartFrame) {
    self.theme = theme
    self.area = area
    let table = ShownTable(channels)
    columns = table.columns
    locale = channels.model.locale
    rowCount = table.rowCount
    noRowsText = channels.model.noValuesText
  }

  func render(to out: inout SVGBytes) {
    area(.dataGridBackground, area, to: &out)
    guard !columns.isEmpty else { return Notice.render(locale.texts[.noColumns], in: area, theme, to: &out) }
    let lines = max(1, Int(clamping: (area.height - Self.rowHeight) / Self.rowHeight))
    var shown = rowCount <= lines ? rowCount : max(0, lines - 1)
    let layout = layout(rows: shown)
    let left = columns.count - layout.columns.count
    // A separate line counts the omitted rows.
    if left > 0 { shown = min(shown, max(0, lines - 1)) }
    let lastRow = area.y + Self.rowHeight * Double(shown + 1)
    renderHeader(layout, to: &out)
    if rowCount == 0 { Notice.render(noRowsText, in: area, theme, to: &out) }
    for row in 0..<shown { render(row: row, layout, to: &out) }
    renderLines(layout, until: lastRow, to: &out)
    let y = area.y + Self.rowHeight * Double(shown + 1)
    var notes: [String] = []
    let texts = locale.texts
    if shown < rowCount { notes.append(texts.text(.moreRows, count: rowCount - shown)) }
    if rowCount == 0 { notes.append(texts[.noRows]) }
    if left > 0 { notes.append(texts.text(.moreColumns, count: left)) }
    guard !notes.isEmpty else { return }
    out.text(
      notes.joined(separator: ", "), x: area.x + layout.padding, y: y + 16, size: Self.size, fill: theme.mutedInk)
  }

  // MARK: Widths

  /// The drawn columns and the maximum widths of their cells.
  private struct Layout {
    var columns: [ShownTable.Column]
    var widths: [Double]
    var padding: Double
  }

  private func layout(rows: Int) -> Layout {
    let wanted = columns.map { Self.wanted($0, rows) }
    let total = wanted.reduce(0) { $0 + $1 + 2 * Self.padding }
    guard total > area.width else {
      let extra = (area.width - total) / Double(wanted.count)
      return Layout(columns: columns, widths: wanted.map { $0 + extra }, padding: Self.padding)
    }
    let least = columns.indices.map { self.least(columns[$0], wanted: wanted[$0], rows) }
    let fits = least.reduce(0) { $0 + $1 + 2 * Self.padding } <= area.width
    return squeezed(wanted, least, fits ? Self.padding : Self.narrowPadding, rows)
  }

  private func squeezed(_ wanted: [Double], _ least: [Double], _ padding: Double, _ rows: Int) -> Layout {
    var count = 0
    var total = 0.0
    while count < least.count, total + least[count] + 2 * padding <= area.width || count == 0 {
      total += least[count] + 2 * padding
      count += 1
    }
    let room = area.width - 2 * padding * Double(count)
    let needed = Array(least[..<count])
    let first = Self.shared(room, among: Array(wanted[..<count]), needed)
    // Shorter numbers leave more space for names.
    let drawn = (0..<count).map { index in
      let column = columns[index]
      guard column.isNumber, column.charts == nil, first[index] < wanted[index] else { return wanted[index] }
      let texts = column.texts.indices.prefix(rows).map { text($0, of: column, width: first[index]) }
      return max(FontMetrics.bold.width(column.title, size: Self.size), Self.widest(texts, column))
    }
    return Layout(
      columns: Array(columns[..<count]), widths: Self.shared(room, among: drawn, needed), padding: padding)
  }

  private static func widest(_ texts: some Collection<String>, _ column: ShownTable.Column) -> Double {
    let metrics = column.isHeader ? FontMetrics.bold : FontMetrics.regular
    return texts.map { metrics.width($0, size: size) }.max() ?? 0
  }

  /// Returns the preferred width of the title and all cells of a column.
  private static func wanted(_ column: ShownTable.Column, _ rows: Int) -> Double {
    max(
      FontMetrics.bold.width(column.title, size: size),
      column.charts == nil ? widest(column.texts.prefix(rows), column) : 110)
  }

  /// Returns the width below which a column is unreadable or misleading.
  private func least(_ column: ShownTable.Column, wanted: Double, _ rows: Int) -> Double {
    if column.charts != nil { return min(wanted, 60) }
    guard column.isNumber else { return min(wanted, 44) }
    let narrowest = column.texts.indices.prefix(rows).map { row in
      min(Self.widest([column.texts[row]], column), Self.widest([column.shortText(row, locale)], column))
    }
    return max(20, narrowest.max() ?? 0)
  }

  /// Returns the displayed string of a cell: a full or shortened number, or another string, truncated if necessary.
  private func text(_ row: Int, of column: ShownTable.Column, width: Double) -> String {
    let metrics = column.isHeader ? FontMetrics.bold : FontMetrics.regular
    let whole = column.texts[row]
    if column.isNumber, column.charts == nil, metrics.width(whole, size: Self.size) > width {
      return metrics.fitted(column.shortText(row, locale), size: Self.size, width: width)
    }
    return metrics.fitted(whole, size: Self.size, width: width)
  }

  /// Narrow columns get their preferred width, wide ones equal widths, and none less than its minimum.
  private static func shared(_ room: Double, among wanted: [Double], _ least: [Double]) -> [Double] {
    func widths(_ most: Double) -> [Double] { zip(wanted, least).map { max($1, min($0, most)) } }
    guard widths(.infinity).reduce(0, +) > room else {
      let extra = (room - widths(.infinity).reduce(0, +)) / Double(wanted.count)
      return widths(.infinity).map { $0 + extra }
    }
    var (low, high) = (0.0, room)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if widths(middle).reduce(0, +) > room { high = middle } else { low = middle }
    }
    return widths(low)
  }

  // MARK: Lines

  /// Draws an area in a color of the theme, if the theme has one.
  private func area(_ part: Theme.Part, _ frame: ChartFrame, to out: inout SVGBytes) {
    if let color = theme.style.colors[part] { out.rect(frame, fill: color) }
  }

  /// Draws the lines between columns.
  private func renderLines(_ layout: Layout, until end: Double, to out: inout SVGBytes) {
    guard let color = theme.style.colors[.dataGridLines] else { return }
    out.beginGroup("auger-grid-lines", stroke: color)
    var x = area.x
    for width in layout.widths.dropLast() {
      x += width + 2 * layout.padding
      out.line(x, area.y, x, end)
    }
    out.raw("</g>\n")
  }

  private func renderHeader(_ layout: Layout, to out: inout SVGBytes) {
    var x = area.x
    area(
      .dataGridHeaderBackground, ChartFrame(x: area.x, y: area.y, width: area.width, height: Self.rowHeight), to: &out)
    let font = theme.style.fonts[.dataGrid]
    out.raw(font?.weight == nil ? "<g font-weight=\"bold\"" : "<g")
    out.font(font)
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.mutedInk)
    out.raw(">\n")
    for (column, width) in zip(layout.columns, layout.widths) {
      let text = FontMetrics.bold.fitted(column.title, size: Self.size, width: width)
      place(text, column, x, width, layout.padding, y: area.y + 16, to: &out)
      x += width + 2 * layout.padding
    }
    out.raw("</g>\n")
    out.beginLine(area.x, area.y + Self.rowHeight, area.maxX, area.y + Self.rowHeight)
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-width=\"1.5\"/>\n")
  }

  private func render(row: Int, _ layout: Layout, to out: inout SVGBytes) {
    let y = area.y + Self.rowHeight * Double(row + 1)
    if row % 2 == 1 {
      out.rect(
        ChartFrame(x: area.x, y: y, width: area.width, height: Self.rowHeight), fill: theme.backdrop)
    }
    for (part, edge) in [(Theme.Part.dataGridTopLine, y + 0.5), (.dataGridBottomLine, y + Self.rowHeight - 0.5)] {
      if let color = theme.style.colors[part] { out.line(area.x, edge, area.maxX, edge, stroke: color) }
    }
    out.raw("<g")
    out.font(theme.style.fonts[.dataGrid])
    out.attribute("font-size", Self.size)
    out.attribute("fill", theme.ink)
    out.attribute("data-item", index: row)
    out.raw(">\n")
    var x = area.x
    for (column, width) in zip(layout.columns, layout.widths) {
      let text = text(row, of: column, width: width)
      if let chart = column.charts.flatMap({ $0[row] }) {
        let cell = ChartFrame(
          x: x + layout.padding, y: y + 3, width: width, height: Self.rowHeight - 6)
        Sparkline(chart, theme: theme, area: cell).render(to: &out)
      }
      let own = column.isHeader ? theme.style.colors[.dataGridCategoryText] : nil
      let fill = column.colors.flatMap { $0[row] }.flatMap { Theme.Color(named: $0, in: theme) } ?? own
      if !text.isEmpty {
        place(text, column, x, width, layout.padding, y: y + 16, isBold: column.isHeader, fill: fill, to: &out)
      }
      x += width + 2 * layout.padding
    }
    out.raw("</g>\n")
  }

  private func place(
    _ text: String, _ column: ShownTable.Column, _ x: Double, _ width: Double, _ padding: Double, y: Double,
    isBold: Bool = false, fill: Theme.Color? = nil, to out: inout SVGBytes
  ) {
    if column.isNumber {
      out.text(text, x: x + padding + width, y: y, anchor: .end, fill: fill, isBold: isBold)
    } else {
      out.text(text, x: x + padding, y: y, fill: fill, isBold: isBold)
    }
  }
}
