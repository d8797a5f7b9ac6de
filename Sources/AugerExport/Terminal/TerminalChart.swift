import AugerCharts
import AugerColumns

/// The terminal format: a chart as lines of characters. `TerminalChart` is its interface.
///
/// Categories are bars of block characters. Axes of dates or numbers are plots of dots. Everything else is a table, as
/// far as it fits. Numbers are rounded for readers; output formats for programs contain exact ones.

/// A chart as lines of characters, for terminals.
///
/// Equal models produce equal bytes. Control characters in names become U+FFFD, so that data cannot control the
/// terminal.
package struct TerminalChart: Sendable {
  /// The characters of the dots of a plot.
  package enum Dots: String, Sendable, CaseIterable {
    /// Eight dots per character: the finest.
    case braille
    /// Two dots per character, for fonts without braille.
    case blocks
  }

  /// The number of characters per line.
  package var width: Int
  /// The number of lines of a plot, without its axis.
  package var height = 16
  /// Maximum number of bars or rows. The number of omitted ones is shown below.
  package var mostRows = Self.standardMostRows
  package static let standardMostRows = 50
  /// True if series have colors. Otherwise they have different fills and symbols.
  package var isColored = false
  package var dots = Dots.braille
  package var theme: Theme

  /// Minimum width. Narrower terminals wrap lines.
  package static let leastWidth = 40

  /// - Parameters:
  ///   - width: The number of characters per line.
  ///   - isColored: True if the colors of the theme are written as ANSI escapes.
  package init(width: Int = 80, isColored: Bool = false, theme: Theme = .dark) {
    self.width = max(Self.leastWidth, width)
    self.isColored = isColored
    self.theme = theme
  }

  /// Returns the chart as UTF-8 with a final newline.
  package func data(for model: ChartModel) -> [UInt8] {
    var page = TerminalPage(width: width, isColored: isColored)
    render(model, to: &page)
    return Array(page.text.utf8)
  }

  /// Returns a table in the same format, and the number of its rows and columns that fit.
  package func data(for table: DataTable) -> (bytes: [UInt8], rows: Int, columns: Int) {
    var page = TerminalPage(width: width, isColored: isColored)
    let shown = table[rows: 0..<min(mostRows, table.rowCount)]
    let (rows, columns) = TerminalTable(shown, self).renderCells(to: &page)
    return (Array(page.text.utf8), rows, columns)
  }

  private func render(_ model: ChartModel, to page: inout TerminalPage) {
    if model.display.title, !model.title.isEmpty { page.add([.init(model.title, isBold: true)]) }
    let small = model.style.minDisplayValue == nil ? nil : ChartChannels(model).valuesBelowText
    let notes = [model.subtitle, model.context.text, small ?? "", model.status, model.incompletePeriodText ?? ""]
    for note in notes where !note.isEmpty { page.add([.init(note)]) }
    if let summary = model.summaryOfWhole {
      let values = zip(model.summaryTitles, summary.texts).map { $0.isEmpty ? $1 : "\($0) \($1)" }
      let parts = ([summary.title + ":"] + values + [summary.trendText]).filter { !$0.isEmpty }
      page.add([.init(parts.joined(separator: " "))])
    }
    if model.multiples.isEmpty {
      renderBody(model, to: &page)
    } else {
      for part in model.multiples {
        page.add([])
        page.add([.init(part.model.title, isBold: true)])
        renderBody(part.model, to: &page)
      }
    }
    let source = model.receipt.sourceText(model.locale)
    if !source.isEmpty { page.add([.init(source)]) }
  }

  private func renderBody(_ model: ChartModel, to page: inout TerminalPage) {
    let channels = ChartChannels(model)
    guard channels.categoryCount > 0 || model.items != nil || model.table != nil || model.diagram != nil else {
      return page.add([.init(channels.model.noValuesText)])
    }
    let isDrawn = model.table == nil && model.diagram == nil && model.graph == nil && model.layers.isEmpty
    switch isDrawn ? model.type.look.terminal : .table {
    case .bars: TerminalBars(channels, self).render(to: &page)
    case .plot: TerminalPlot(channels, self).render(to: &page)
    case .table: TerminalTable(channels, self).render(to: &page)
    }
  }

  /// The form of a chart type. Marks for several values are more readable as a table.
  package enum Body {
    case bars, plot, table
  }
}
