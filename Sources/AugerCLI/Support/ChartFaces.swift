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
    try share.hold(model.writtenCells * Self.bytesOfCell)
    switch format {
    case .json: return ChartJSON().data(for: model)
    case .text, .csv, .tsv: return common.bytes(of: model.tabulated(), format)
    case .svg, .png:
      for notice in SVG.notices(for: model) where !warnings.contains(notice) { warnings.append(notice) }
      return format == .svg ? svg.data(for: model) : try await Rasterizer.png(svg.data(for: model))
    }
  }

  /// What a category or a value takes in a model and in what is written of it, while that grows.
  private static let bytesOfCell = 120

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

extension ChartModel {
  /// Categories of all levels, and values.
  fileprivate var writtenCells: Int {
    let categories = levels.reduce(0) { $0 + $1.count }
    let values = dimensions.reduce(0) { $0 + $1.cells.count } + (items?.count ?? 0) * max(1, dimensions.count)
    return categories + values + (table?.columns.reduce(0) { $0 + $1.cells.count } ?? 0)
  }
}
