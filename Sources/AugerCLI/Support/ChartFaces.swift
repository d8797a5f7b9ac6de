import ArgumentParser
import Auger
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Color theme: light, dark, high-contrast, a theme of the workspace, or a YAML file. Default: light.",
      valueName: "theme"))
  var theme: String?
  @Option(
    help: ArgumentHelp(
      """
      Width and height of a chart in points, 50 to 10000 each: 720x420. Default: 720x420; a bar chart can be higher.
      """,
      valueName: "size"))
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "Maximum number of marks in a picture. Default: \(SVG.standardMostMarks).", valueName: "count"))
  var mostMarks: Int?

  @Option(
    help: ArgumentHelp(
      "Maximum size of an HTML page: 500kB, 2MB. Default: the size of its data plus 1MB.", valueName: "size"))
  var pageLimit: SizeArgument?

  @Flag(help: "Add the formatted text of each value to chart JSON.") var texts = false

  func validate() throws {
    if let mostMarks, mostMarks < 1 { throw ValidationError("--most-marks must be at least 1.") }
  }

  /// Returns a chart writer with these options and a memory budget.
  func files(
    _ themes: PictureThemes, _ orientation: DashboardPicture.Orientation = .landscape, isSafe: Bool = false,
    memory: MemoryBudget? = nil
  ) -> ChartFiles {
    var files = ChartFiles(theme: themes.chosen, themes: themes.named)
    files.orientation = orientation
    files.size = size?.size
    files.mostMarks = mostMarks ?? SVG.standardMostMarks
    if let pageLimit { files.pageLimit = .total(pageLimit.bytes) }
    files.includesTexts = texts
    files.isSafe = isSafe
    files.memory = memory
    files.rasterize = Rasterizer.make
    return files
  }

  /// Returns the theme of `--theme` and the themes of the workspace. Reports the warnings of a theme file.
  ///
  /// Throws `unknownTheme`, and the errors of a theme file.
  func themes(of workspace: Workspace, _ reporting: ReportingOptions) throws -> PictureThemes {
    let theme = theme ?? "light"
    if let known = Theme.named(theme, among: workspace.themes) {
      return PictureThemes(chosen: known, named: workspace.themes)
    }
    let ending = URL(fileURLWithPath: theme).pathExtension.lowercased()
    guard theme.contains("/") || ["yaml", "yml"].contains(ending) else {
      throw AugerError(
        .unknownTheme, operation: "read --theme", "theme '\(theme)' does not exist",
        hint: DidYouMean.hint(
          for: theme, among: Theme.builtIn.map(\.name) + workspace.themes.map(\.name), listing: "themes"))
    }
    let file = try ThemeFile.read(theme)
    for warning in file.warnings { reporting.report(warning) }
    return PictureThemes(chosen: file.theme, named: workspace.themes)
  }
}

/// The themes of a command's pictures.
struct PictureThemes {
  /// The theme of dashboards and charts that do not name one.
  var chosen: Theme
  /// The themes that they can name in addition to the built-in themes.
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
