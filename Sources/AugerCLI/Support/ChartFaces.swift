import ArgumentParser
import AugerCharts
import AugerDiagnostics
import AugerExport
import Foundation

/// How pictures look.
struct PictureOptions: ParsableArguments {
  @Option(help: "The colours of pictures: light or dark.") var theme = PictureTheme.light
  @Option(help: "Width and height of a chart's picture in points: 720x420.") var size: PictureSize?

  /// A chart as a file of this format. What a picture leaves out is warned of.
  func data(
    for model: ChartModel, _ format: OutputFormat, _ common: CommonOptions, warnings: inout [Warning]
  ) throws -> [UInt8] {
    switch format {
    case .json: return ChartJSON().data(for: model)
    case .text, .csv, .tsv: return common.bytes(of: model.tabulated(), format)
    case .svg, .png:
      for notice in SVG.notices(for: model) where !warnings.contains(notice) { warnings.append(notice) }
      return format == .svg ? svg.data(for: model) : try Rasterizer.png(svg.data(for: model))
    }
  }

  private var svg: SVG {
    var svg = SVG(theme: theme.theme)
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

/// Turns SVG into PNG with librsvg's `rsvg-convert`, which is looked for when it is needed.
enum Rasterizer {
  /// Twice the points, for screens of today. Throws `programMissing` where the program is not installed.
  static func png(_ svg: [UInt8]) throws -> [UInt8] {
    let process = Process()
    guard let program = program() else {
      throw AugerError(
        .programMissing, operation: "make a PNG", "the program 'rsvg-convert' is not installed",
        hint: "apt-get install librsvg2-bin, or write .svg")
    }
    process.executableURL = program
    process.arguments = ["--zoom", "2", "--format", "png"]
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("in.svg"), folder.appendingPathComponent("out.png"))
    try Data(svg).write(to: input)
    process.arguments? += ["--output", output.path, input.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let png = FileManager.default.contents(atPath: output.path) else {
      throw AugerError(.programFailed, operation: "make a PNG", "'rsvg-convert' failed", underlying: said)
    }
    return Array(png)
  }

  private static func program() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent("rsvg-convert") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

extension Diagnostic.Code {
  static let programMissing = Self("programMissing")
  static let programFailed = Self("programFailed")
}
