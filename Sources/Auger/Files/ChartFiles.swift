import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// Charts as files, for commands and jobs alike: how pictures and pages look, and what files are made within.
package struct ChartFiles: Sendable {
  /// Makes a PNG or PDF of an SVG; ends when its task is cancelled.
  package typealias Rasterize = @Sendable (_ svg: [UInt8], _ format: ChartFormat) async throws -> [UInt8]

  /// Where a dashboard and its charts name none.
  package var theme: Theme
  /// Themes that they may name beside the built-in ones: those of the workspace.
  package var themes: [Theme]
  /// Of a chart's picture; nil: what the chart says, or the standard.
  package var size: ChartSize?
  package var orientation = DashboardPicture.Orientation.landscape
  /// Pictures of more marks are refused.
  package var mostMarks = SVG.standardMostMarks
  package var pageLimit = DashboardPage.Limit.standard
  /// Whether chart JSON has, beside each value, its text as the chart's formats write it.
  package var includesTexts = false
  /// Whether csv and tsv keep a spreadsheet from computing texts.
  package var isSafe = false
  package var memory: MemoryBudget?
  /// Nil where nothing makes PNG and PDF.
  package var rasterize: Rasterize?

  package init(theme: Theme = .light, themes: [Theme] = []) {
    self.theme = theme
    self.themes = themes
  }

  /// A chart in one format.
  ///
  /// Throws `limitExceeded` for too many marks, `lowMemory`, `noVegaLite` and `noVega` for charts that these do not
  /// have, `unwritableValue` for what Arrow cannot hold, and what `rasterize` throws.
  package func data(for model: ChartModel, as format: ChartFormat) async throws -> [UInt8] {
    if format.hasMarks { try svg.check(model) }
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(model.writtenBytes) }
    switch format {
    case .json: return ChartJSON(includesTexts: includesTexts).data(for: model)
    case .svg, .png, .pdf: return try await made(format, of: svg.data(for: model))
    case .html: return page.data(for: model)
    case .vegaLite:
      var face = VegaLite(theme: theme)
      face.themes = themes
      if let size { face.size = size }
      return try face.data(for: model)
    case .vega:
      var face = Vega(theme: theme)
      face.themes = themes
      if let size { face.size = size }
      return try face.data(for: model)
    case .csv: return try data(for: model.tabulatedInView(), as: .csv)
    case .tsv: return try data(for: model.tabulatedInView(), as: .tsv)
    case .arrow: return try data(for: model.tabulatedInView(), as: .arrow)
    case .arrows: return try data(for: model.tabulatedInView(), as: .arrows)
    }
  }

  /// A table in one format. Throws `lowMemory`, and `unwritableValue` for what Arrow cannot hold.
  package func data(for table: Table, as format: TableFormat) throws -> [UInt8] {
    let share = MemoryShare(of: memory)
    var all: [UInt8] = []
    try format.write(table, isSafe: isSafe) { part in
      // An array that grows reserves twice as much.
      if share.isLimited { try share.hold(2 * (all.count + part.count)) }
      all += part
    }
    return all
  }

  /// What a reader of a chart in these formats should know: what was found in computing it, and what its picture
  /// leaves out.
  package func warnings(of model: ChartModel, in formats: [ChartFormat]) -> [Warning] {
    guard formats.contains(where: { $0.isPicture || $0 == .html }) else { return model.warnings }
    return model.warnings + SVG.notices(for: model).filter { !model.warnings.contains($0) }
  }

  /// A dashboard in its layout. The place of a chart with too many marks for a picture says so.
  ///
  /// - Parameters:
  ///   - models: of its items that have a chart, in their order.
  ///   - reasons: The reasons for which items have no model, for readers.
  package func picture(
    of dashboard: Dashboard, _ models: [ChartModel?], reasons: [Name: String] = [:], at state: Exploration,
    as format: ChartFormat
  ) async throws -> [UInt8] {
    let drawn = models.map { model in model.flatMap { isDrawn($0) ? $0 : nil } }
    var reasons = reasons
    for (item, model) in zip(dashboard.chartItems, models) where model.map(isDrawn) == false {
      reasons[Name(item.name)] = ReaderText.tooManyMarks
    }
    let picture = DashboardPicture(theme: theme, themes: themes, orientation: orientation)
    return try await made(format, of: picture.data(for: dashboard, drawn, at: state, reasons: reasons))
  }

  /// Whether there is a picture of the chart.
  func isDrawn(_ model: ChartModel) -> Bool {
    do { try svg.check(model) } catch { return false }
    return true
  }

  /// How pages are made.
  package var page: DashboardPage {
    var page = DashboardPage(theme: theme, themes: themes, orientation: orientation, limit: pageLimit)
    page.mostMarks = mostMarks
    return page
  }

  /// An SVG, or what it becomes in another format.
  private func made(_ format: ChartFormat, of picture: [UInt8]) async throws -> [UInt8] {
    if format == .svg { return picture }
    guard let rasterize else {
      throw AugerError(
        .programMissing, operation: "make a \(format.rawValue.uppercased())", "this program cannot", hint: "write 'svg'"
      )
    }
    return try await rasterize(picture, format)
  }

  private var svg: SVG {
    var svg = SVG(theme: theme)
    svg.themes = themes
    svg.mostMarks = mostMarks
    if let size { svg.size = size }
    return svg
  }
}

extension Diagnostic.Code {
  package static let programMissing = Self("programMissing")
}
