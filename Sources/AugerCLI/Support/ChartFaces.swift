import ArgumentParser
import Auger
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

struct PictureOptions: ParsableArguments {
  @Option(help: "The colours of pictures: light, dark, high-contrast, a theme of the workspace, or a YAML file.")
  var theme = "light"
  @Option(help: "Width and height of a chart's picture in points: 720x420.") var size: PictureSize?

  @Option(help: "Pictures of more marks than so many are refused.") var mostMarks = SVG.standardMostMarks

  @Flag(help: "In chart JSON, beside each value its text as the chart's formats write it.") var texts = false
  @Option(
    help: ArgumentHelp(
      "Maximum size of an HTML page: 500kB, 2MB. Default: 1MB larger than its data.", valueName: "size"))
  var pageLimit: SizeArgument?

  func validate() throws {
    if mostMarks < 1 { throw ValidationError("--most-marks must be at least 1.") }
  }

  /// How charts are written by these options, made within `memory`.
  func files(
    _ themes: PictureThemes, _ orientation: DashboardPicture.Orientation = .landscape, isSafe: Bool = false,
    memory: MemoryBudget? = nil
  ) -> ChartFiles {
    var files = ChartFiles(theme: themes.chosen, themes: themes.named)
    files.orientation = orientation
    files.size = size?.size
    files.mostMarks = mostMarks
    if let pageLimit { files.pageLimit = .total(pageLimit.bytes) }
    files.includesTexts = texts
    files.isSafe = isSafe
    files.memory = memory
    files.rasterize = Rasterizer.make
    return files
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
