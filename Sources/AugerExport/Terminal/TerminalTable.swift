import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Rows and columns of a table that fit, with numbers right-aligned.
struct TerminalTable {
  private let table: ShownTable
  private let chart: TerminalChart
  /// True if numbers may be shortened so that all columns fit.
  private let isHeatmap: Bool
  private let locale: ChartLocale

  /// Maximum width of a column, so that a long string does not hide other columns.
  private static let mostWidth = 32

  init(_ channels: ChartChannels, _ chart: TerminalChart) {
    self.chart = chart
    let model = channels.given
    let isTabulated = model.diagram != nil || model.graph != nil || model.items != nil
    isHeatmap = model.type.has(.cells)
    locale = model.locale
    table = isTabulated ? ShownTable(tabulated: model) : ShownTable(channels)
  }

  init(_ table: Table, _ chart: TerminalChart) {
    self.chart = chart
    self.table = ShownTable(table)
    isHeatmap = false
    locale = ChartLocale()
  }

  func render(to page: inout TerminalPage) {
    let (rows, shown) = renderCells(to: &page)
    if table.rowCount == 0 { page.add([.init("No rows")]) }
    let left = [
      rows < table.rowCount ? "\(table.rowCount - rows) more rows" : nil,
      shown < table.columns.count ? "\(table.columns.count - shown) more columns" : nil,
    ].compactMap(\.self)
    if left.isEmpty { return }
    var line = "… " + left.joined(separator: ", ")
    if shown < table.columns.count {
      let names = table.columns[shown...].map { TerminalText.oneLine($0.title) }
      line += ": " + names.joined(separator: ", ")
    }
    page.add([.init(TerminalText.fitted(line, chart.width))])
  }

  /// Writes the titles and the cells. Returns the number of rows and columns that fit.
  func renderCells(to page: inout TerminalPage) -> (rows: Int, columns: Int) {
    let rows = min(table.rowCount, chart.mostRows)
    var columns = table.columns.map { column in
      (column: column, texts: (0..<rows).map { Self.text(column, $0) })
    }
    if isHeatmap { shorten(&columns, rows) }
    let widths = columns.map { column, texts in
      min(Self.mostWidth, ([column.title] + texts).map { TerminalText.width(TerminalText.oneLine($0)) }.max() ?? 0)
    }
    var shown = 0
    var used = 0
    while shown < columns.count, shown == 0 || used + widths[shown] <= chart.width {
      used += widths[shown] + 2
      shown += 1
    }
    func line(_ cell: (Int) -> TerminalPage.Piece) -> [TerminalPage.Piece] {
      (0..<shown).flatMap { index -> [TerminalPage.Piece] in
        var piece = cell(index)
        piece.text = TerminalText.padded(
          TerminalText.oneLine(piece.text), widths[index], isInFront: columns[index].column.isNumber)
        return index == 0 ? [piece] : [.init("  "), piece]
      }
    }
    page.add(line { .init(columns[$0].column.title, isBold: true) })
    page.add([.init((0..<shown).map { String(repeating: "─", count: widths[$0]) }.joined(separator: "  "))])
    for row in 0..<rows {
      page.add(
        line { index in
          let column = columns[index].column
          let color = column.colors.flatMap { $0[row] }.flatMap { Theme.Color(named: $0, in: chart.theme) }
          return .init(columns[index].texts[row], color)
        })
    }
    return (rows, shown)
  }

  /// Shortens numbers, and then their titles, if a heatmap is wider than the terminal.
  private func shorten(_ columns: inout [(column: ShownTable.Column, texts: [String])], _ rows: Int) {
    func width(_ index: Int, _ hasTitle: Bool = true) -> Int {
      ((hasTitle ? [columns[index].column.title] : []) + columns[index].texts)
        .map { TerminalText.width(TerminalText.oneLine($0)) }.max() ?? 0
    }
    func excess() -> Int { columns.indices.reduce(-2) { $0 + 2 + min(Self.mostWidth, width($1)) } - chart.width }
    guard excess() > 0 else { return }
    for index in columns.indices where columns[index].column.isNumber {
      columns[index].texts = (0..<rows).map { columns[index].column.shortText($0, locale) }
    }
    guard excess() > 0 else { return }
    for index in columns.indices where columns[index].column.isNumber {
      let title = TerminalText.oneLine(columns[index].column.title)
      columns[index].column.title = TerminalText.fitted(title, max(3, width(index, false)))
    }
  }

  /// Returns the string of a cell, followed by its small chart.
  private static func text(_ column: ShownTable.Column, _ row: Int) -> String {
    let line = column.charts.flatMap { $0[row] }.map { TerminalSparkline.text(ChartChannels($0).values[0]) }
    return [column.texts[row], line ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Values as a line of block characters with proportional heights.
enum TerminalSparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a space for each missing value. The minimum is the lowest block, or zero if all values are positive.
  static func text(_ values: [Double]) -> String {
    guard let extent = values.extent else { return "" }
    let low = min(0, extent.lower)
    let length = extent.upper / 2 - low / 2
    return String(
      values.map { value in
        if value.isNaN { return " " }
        let share = length > 0 ? (value / 2 - low / 2) / length : 0
        return blocks[min(7, max(0, Int(clamping: share * 8)))]
      })
  }
}
