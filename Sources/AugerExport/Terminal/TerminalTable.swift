import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Rows and columns of texts, numbers to the right, as much as fits.
struct TerminalTable {
  private let table: ShownTable
  private let chart: TerminalChart

  /// A column is at most so wide, so that one long text hides no other column.
  private static let mostWidth = 32

  init(_ channels: ChartChannels, _ chart: TerminalChart) {
    self.chart = chart
    let model = channels.given
    let isTabulated = model.diagram != nil || model.graph != nil || model.items != nil || !model.layers.isEmpty
    table = isTabulated ? ShownTable(tabulated: model) : ShownTable(channels)
  }

  init(_ table: Table, _ chart: TerminalChart) {
    self.chart = chart
    self.table = ShownTable(table)
  }

  func render(to page: inout TerminalPage) {
    let (rows, shown) = renderCells(to: &page)
    if table.rowCount == 0 { page.add([.init("No rows")]) }
    let left = [
      rows < table.rowCount ? "\(table.rowCount - rows) more rows" : nil,
      shown < table.columns.count ? "\(table.columns.count - shown) more columns" : nil,
    ].compactMap(\.self)
    if !left.isEmpty { page.add([.init("… " + left.joined(separator: ", "))]) }
  }

  /// The titles and the cells; how many rows and columns have room.
  func renderCells(to page: inout TerminalPage) -> (rows: Int, columns: Int) {
    let rows = min(table.rowCount, chart.mostRows)
    let columns = table.columns.map { column in
      (column: column, texts: (0..<rows).map { Self.text(column, $0) })
    }
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
          let color = column.colors.flatMap { $0[row] }.flatMap { ThemeColor(named: $0, in: chart.theme) }
          return .init(columns[index].texts[row], color)
        })
    }
    return (rows, shown)
  }

  /// The text of a cell, and behind it its small chart.
  private static func text(_ column: ShownTable.Column, _ row: Int) -> String {
    let line = column.charts.flatMap { $0[row] }.map { TerminalSparkline.text(ChartChannels($0).values[0]) }
    return [column.texts[row], line ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Values as a line of blocks as high as they are.
enum TerminalSparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A blank for each value that is not there. The least is the lowest block, or zero where all are above it.
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
