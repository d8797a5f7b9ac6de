import ArgumentParser
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery

/// How pictures look.
struct PictureOptions: ParsableArguments {
  @Option(help: "The colours of pictures: light or dark.") var theme = PictureTheme.light
  @Option(help: "Width and height of a chart's picture in points: 720x420.") var size: PictureSize?

  @Option(help: "Pictures of more marks than so many are refused.") var mostMarks = SVG.standardMostMarks

  func validate() throws {
    if mostMarks < 1 { throw ValidationError("--most-marks must be at least 1.") }
  }

  /// A chart as a file of this format, made within `memory`. What a picture leaves out is warned of.
  func data(
    for model: ChartModel, _ format: OutputFormat, _ common: CommonOptions, _ memory: MemoryBudget?,
    warnings: inout [Warning]
  ) async throws -> [UInt8] {
    if format == .svg || format == .png { try svg.check(model) }
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(model.writtenBytes) }
    switch format {
    case .json: return ChartJSON().data(for: model)
    case .text, .csv, .tsv: return common.bytes(of: model.tabulated(), format)
    case .svg, .png:
      for notice in SVG.notices(for: model) where !warnings.contains(notice) { warnings.append(notice) }
      return format == .svg ? svg.data(for: model) : try await Rasterizer.png(svg.data(for: model))
    }
  }

  private var svg: SVG {
    var svg = SVG(theme: theme.theme)
    svg.mostMarks = mostMarks
    if let size { svg.size = size.size }
    return svg
  }
}

enum PictureTheme: String, ExpressibleByArgument, CaseIterable {
  case light, dark

  var theme: Theme { self == .light ? .light : .dark }
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
