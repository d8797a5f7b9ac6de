import AugerCharts
import AugerColumns

/// The terminal face: a chart as lines of characters. `TerminalChart` is its door.
///
/// Categories are bars of block characters, what is along an axis of dates or numbers a plot of dots, everything else a
/// table with what fits of it. Numbers are rounded for reading; exact ones are in the faces for programs.

/// A chart as lines of characters, for people at a terminal.
///
/// Equal models give equal bytes. Control characters of names become U+FFFD: data never command a terminal.
public struct TerminalChart: Sendable {
  /// What the dots of a plot are made of.
  package enum Dots: String, Sendable, CaseIterable {
    /// Eight dots a character: the finest.
    case braille
    /// Two dots a character, for fonts without braille.
    case blocks
  }

  /// Characters of a line.
  public var width: Int
  /// Lines of a plot, without its axis.
  public var height = 16
  /// At most so many bars or rows; what is left out is counted below.
  package var mostRows = Self.standardMostRows
  package static let standardMostRows = 50
  /// Whether series have colours; without them they have fills and marks of their own.
  package var isColored = false
  package var dots = Dots.braille
  package var theme: Theme

  /// Narrower terminals wrap lines.
  package static let leastWidth = 40

  /// - Parameters:
  ///   - width: Characters of a line.
  ///   - isColored: Whether colours are written as ANSI escapes, those of the theme.
  public init(width: Int = 80, isColored: Bool = false, theme: Theme = .dark) {
    self.width = max(Self.leastWidth, width)
    self.isColored = isColored
    self.theme = theme
  }

  /// The chart as UTF-8, ending with a newline.
  public func data(for model: ChartModel) -> [UInt8] {
    var page = TerminalPage(width: width, isColored: isColored)
    render(model, to: &page)
    return Array(page.text.utf8)
  }

  /// A table in the same manner, and how many of its rows and columns have room.
  public func data(for table: Table) -> (bytes: [UInt8], rows: Int, columns: Int) {
    var page = TerminalPage(width: width, isColored: isColored)
    let shown = table[rows: 0..<min(mostRows, table.rowCount)]
    let (rows, columns) = TerminalTable(shown, self).renderCells(to: &page)
    return (Array(page.text.utf8), rows, columns)
  }

  private func render(_ model: ChartModel, to page: inout TerminalPage) {
    if model.display.title, !model.title.isEmpty { page.add([.init(model.title, isBold: true)]) }
    let notes = [model.subtitle, model.context.text, model.status, model.incompletePeriodText ?? ""]
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

  /// The form of a kind. A mark that stands for several values is better read in a table.
  package enum Body {
    case bars, plot, table
  }
}
