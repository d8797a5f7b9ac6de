import ArgumentParser
import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation

/// How pictures look.
struct PictureOptions: ParsableArguments {
  @Option(help: "The colours of pictures: light, dark, high-contrast, a theme of the workspace, or a YAML file.")
  var theme = "light"
  @Option(help: "Width and height of a chart's picture in points: 720x420.") var size: PictureSize?

  @Option(help: "Pictures of more marks than so many are refused.") var mostMarks = SVG.standardMostMarks

  @Flag(help: "In chart JSON, beside each value its text as the chart's formats write it.") var texts = false
  @Option(
    help: ArgumentHelp(
      "How large a page of HTML may be: 500kB, 2MB. Without it, 150kB larger than its data.", valueName: "size"))
  var pageLimit: SizeArgument?

  func validate() throws {
    if mostMarks < 1 { throw ValidationError("--most-marks must be at least 1.") }
  }

  /// A chart as a file of this format, made within `memory`. What a picture leaves out is warned of.
  func data(
    for model: ChartModel, _ format: OutputFormat, _ themes: PictureThemes, isSafe: Bool,
    _ memory: MemoryBudget?, terminal: TerminalChart = TerminalChart(), warnings: inout [Warning]
  ) async throws -> [UInt8] {
    let svg = svg(themes)
    if [.svg, .png, .pdf, .html, .vegaLite, .vega].contains(format) { try svg.check(model) }
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(model.writtenBytes) }
    switch format {
    case .json: return ChartJSON(includesTexts: texts).data(for: model)
    case .text, .csv, .tsv, .arrow, .arrows: return try format.bytes(of: model.tabulated(), isSafe: isSafe)
    case .svg, .png, .pdf:
      for notice in SVG.notices(for: model) where !warnings.contains(notice) { warnings.append(notice) }
      let picture = svg.data(for: model)
      guard let made = Rasterizer.Format(rawValue: format.rawValue) else { return picture }
      return try await Rasterizer.make(made, of: picture)
    case .terminal: return terminal.data(for: model)
    case .html:
      for notice in SVG.notices(for: model) where !warnings.contains(notice) { warnings.append(notice) }
      return page(themes).data(for: model)
    case .vegaLite:
      var face = VegaLite(theme: themes.chosen)
      face.themes = themes.named
      if let size { face.size = size.size }
      return try face.data(for: model)
    case .vega:
      var face = Vega(theme: themes.chosen)
      face.themes = themes.named
      if let size { face.size = size.size }
      return try face.data(for: model)
    }
  }

  /// What `--theme` names, of which colours that are hard to see are warned of, and the workspace's.
  ///
  /// Throws `unknownTheme`, and what is wrong with a file.
  func themes(of workspace: Workspace, _ reporting: ReportingOptions) throws -> PictureThemes {
    if let known = Theme.named(theme, among: workspace.themes) {
      return PictureThemes(chosen: known, named: workspace.themes)
    }
    let ending = URL(fileURLWithPath: theme).pathExtension.lowercased()
    guard theme.contains("/") || ["yaml", "yml"].contains(ending) else {
      throw AugerError(
        .unknownTheme, operation: "read --theme", "there is no theme '\(theme)'",
        hint: DidYouMean.hint(
          for: theme, among: Theme.builtIn.map(\.name) + workspace.themes.map(\.name), listing: "themes"))
    }
    let file = try ThemeFile.read(theme)
    for warning in file.warnings { reporting.report(warning) }
    return PictureThemes(chosen: file.theme, named: workspace.themes)
  }

  /// How pages are made.
  func page(
    _ themes: PictureThemes, _ orientation: DashboardPicture.Orientation = .landscape
  ) -> DashboardPage {
    var page = DashboardPage(theme: themes.chosen, themes: themes.named, orientation: orientation)
    page.mostMarks = mostMarks
    if let pageLimit { page.limit = .total(pageLimit.bytes) }
    return page
  }

  private func svg(_ themes: PictureThemes) -> SVG {
    var svg = SVG(theme: themes.chosen)
    svg.themes = themes.named
    svg.mostMarks = mostMarks
    if let size { svg.size = size.size }
    return svg
  }
}

/// The colours of a command's pictures.
struct PictureThemes {
  /// Where a dashboard and its charts name none.
  var chosen: Theme
  /// What they may name beside the built-in ones.
  var named: [Theme]
}

struct PictureSize: ExpressibleByArgument {
  var size: ChartSize

  init?(argument: String) {
    let parts = argument.split(separator: "x").map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (50...10_000).contains(width),
      (50...10_000).contains(height)
    else { return nil }
    size = ChartSize(width: width, height: height)
  }
}
