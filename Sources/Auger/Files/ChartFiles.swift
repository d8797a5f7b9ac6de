import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// Writes charts as files, for commands and jobs: the appearance of pictures and pages, and the limits of files.
package struct ChartFiles: Sendable {
  /// Converts an SVG to PNG or PDF. Stops when its task is cancelled.
  package typealias Rasterize = @Sendable (_ svg: [UInt8], _ format: ChartFormat) async throws -> [UInt8]

  /// The default theme of dashboards and charts that do not name one.
  package var theme: Theme
  /// The themes of the workspace, in addition to the built-in ones.
  package var themes: [Theme]
  /// The size of a chart's picture. Nil for the size that the chart specifies, or the default.
  package var size: ChartSize?
  package var orientation = DashboardPicture.Orientation.landscape
  /// Maximum number of marks in a picture.
  package var mostMarks = SVG.standardMostMarks
  package var pageLimit = DashboardPage.Limit.standard
  /// True if chart JSON contains the formatted string of each value.
  package var includesTexts = false
  /// True if CSV and TSV values are escaped so that a spreadsheet does not evaluate them as formulas.
  package var isSafe = false
  package var memory: MemoryBudget?
  /// The charts with which a picture shares its axes. Empty for its own axes.
  private var compared: [ChartModel] = []
  /// Nil if PNG and PDF are not available.
  package var rasterize: Rasterize?

  package init(theme: Theme = .light, themes: [Theme] = []) {
    self.theme = theme
    self.themes = themes
  }

  /// Returns a chart in one format.
  ///
  /// Throws `limitExceeded` for too many marks, `lowMemory`, `noVegaLite` and `noVega` for unsupported charts,
  /// `unwritableValue` for values that Arrow cannot store, and the errors of `rasterize`.
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
    case .eml: return try await mail(of: model)
    }
  }

  /// Returns a message that shows a chart. Without a program for PNG, the picture is an SVG.
  private func mail(of model: ChartModel) async throws -> [UInt8] {
    let picture = svg.data(for: model)
    let png = try await rasterize?(picture, .png)
    return Array(MailMessage(sharing: model, picture: png ?? picture, isVector: png == nil).text().utf8)
  }

  /// Returns an animation in one format: a page that plays it, or a file for each frame. Pictures have common axes.
  ///
  /// Throws the errors of `data(for:as:)`.
  package func data(for animation: ChartAnimation, of model: ChartModel, as format: ChartFormat) async throws
    -> [[UInt8]]
  {
    if format == .html {
      for frame in animation.models { try svg.check(frame) }
      return [page.data(for: animation, of: model)]
    }
    var files = self
    files.compared = animation.models
    var all: [[UInt8]] = []
    for frame in animation.models {
      try Task.checkCancellation()
      all.append(try await files.data(for: frame, as: format))
    }
    return all
  }

  /// Returns a table in one format. Throws `lowMemory`, and `unwritableValue` for values that Arrow cannot store.
  package func data(for table: Table, as format: TableFormat) throws -> [UInt8] {
    let share = MemoryShare(of: memory)
    var all: [UInt8] = []
    try format.write(table, isSafe: isSafe) { part in
      // A growing array reserves twice its size.
      if share.isLimited { try share.hold(2 * (all.count + part.count)) }
      all += part
    }
    return all
  }

  /// Returns the warnings of a chart in these formats: those of its computation, and parts that its picture omits.
  package func warnings(of model: ChartModel, in formats: [ChartFormat]) -> [Warning] {
    guard formats.contains(where: { $0.isPicture || $0 == .html || $0 == .eml }) else { return model.warnings }
    return model.warnings + SVG.notices(for: model).filter { !model.warnings.contains($0) }
  }

  /// Returns a dashboard picture in its layout. A chart with too many marks is replaced by a message.
  ///
  /// - Parameters:
  ///   - models: The models of the items that have a chart, in dashboard order.
  ///   - reasons: The reasons for which items have no model, for readers.
  package func picture(
    of dashboard: Dashboard, _ models: [ChartModel?], reasons: [Name: String] = [:], at state: Exploration,
    as format: ChartFormat
  ) async throws -> [UInt8] {
    let drawn = models.map { model in model.flatMap { isDrawn($0) ? $0 : nil } }
    var reasons = reasons
    for (item, model) in zip(dashboard.chartItems, models) where model.map(isDrawn) == false {
      reasons[Name(item.name)] = model?.locale.texts[.chartTooManyMarks]
    }
    let picture = DashboardPicture(theme: theme, themes: themes, orientation: orientation)
    return try await made(format, of: picture.data(for: dashboard, drawn, at: state, reasons: reasons))
  }

  /// Returns true if the chart has a picture.
  func isDrawn(_ model: ChartModel) -> Bool {
    do { try svg.check(model) } catch { return false }
    return true
  }

  /// The page builder with these settings.
  package var page: DashboardPage {
    var page = DashboardPage(theme: theme, themes: themes, orientation: orientation, limit: pageLimit)
    page.mostMarks = mostMarks
    return page
  }

  /// Returns an SVG, or its conversion to another format.
  private func made(_ format: ChartFormat, of picture: [UInt8]) async throws -> [UInt8] {
    if format == .svg { return picture }
    guard let rasterize else {
      throw AugerError(
        .programMissing, operation: "make a \(format.rawValue.uppercased())", "this program cannot",
        hint: "Write 'svg'."
      )
    }
    return try await rasterize(picture, format)
  }

  private var svg: SVG {
    var svg = SVG(theme: theme)
    svg.themes = themes
    svg.mostMarks = mostMarks
    svg.compared = compared
    if let size { svg.size = size }
    return svg
  }
}

extension Diagnostic.Code {
  package static let programMissing = Self("programMissing")
}
