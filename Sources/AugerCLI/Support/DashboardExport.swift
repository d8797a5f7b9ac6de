import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation

/// Writes charts of a workspace's dashboards into a directory: `DASHBOARD/CHART.json`, `DASHBOARD/CHART.svg`, and
/// the whole in its layout as `DASHBOARD.svg`, or as a page `DASHBOARD.html`.
struct DashboardExport: Sendable {
  var formats: [OutputFormat]
  var pictures: PictureOptions
  var themes: PictureThemes
  var orientation: DashboardPicture.Orientation
  /// Whether tables are made safe for spreadsheets.
  var isSafe: Bool
  /// What files are made within.
  var memory: MemoryBudget?

  /// A file to be written, relative to the directory.
  struct File {
    var path: String
    var bytes: [UInt8]
  }

  typealias Warnings = [(chart: String, warning: Warning)]

  /// The files of one dashboard, or of one chart of it. A chart that fails keeps none of the others back: `failed` is
  /// called for each, and throws what ends the export.
  func files(
    of dashboard: Dashboard, chart: String?, at place: Exploration = Exploration(), _ pipeline: Pipeline,
    warnings: inout Warnings, failed: (any Error) throws -> Void
  ) async throws -> [File] {
    let folder = FileName.safe(dashboard.name)
    var files: [File] = []
    var names: [String] = []
    let models =
      if let chart { [try await model(of: chart, dashboard, at: place, pipeline)] } else {
        // What several charts read is read once.
        try await pipeline.preparing([(dashboard, place)]) {
          var models: [ChartModel?] = []
          for item in dashboard.chartItems {
            do { models.append(try await model(of: item.name, dashboard, at: place, pipeline)) } catch {
              try failed(error)
              models.append(nil)
            }
          }
          return models
        }
      }
    // A page has more than one model.
    var export = self
    export.formats.removeAll { $0 == .html }
    for model in models.compactMap(\.self) {
      let name = FileName.distinct(model.name, among: &names)
      files += try await export.files(of: model, at: "\(folder)/\(name)", warnings: &warnings, failed: failed)
    }
    if formats.contains(.html), !formats.contains(where: { [.svg, .png, .pdf].contains($0) }) {
      for model in models.compactMap(\.self) { warnings += SVG.notices(for: model).map { (model.name, $0) } }
    }
    let hasCharts = formats == [.html] || !files.isEmpty
    guard hasCharts, models.contains(where: { $0 != nil }) else { return files }
    let page = pictures.page(themes, orientation)
    if formats.contains(.html) {
      let made =
        if let chart, let model = models[0] {
          try await page.data(for: model, called: chart, of: dashboard, at: place, from: pipeline)
        } else { try await page.data(for: dashboard, models, at: place, from: pipeline) }
      let name = chart.map { "\(folder)/\(FileName.safe($0))" } ?? folder
      files.append(File(path: "\(name).html", bytes: made.bytes))
      warnings += made.warnings.map { (chart ?? dashboard.name, $0) }
    }
    guard chart == nil else { return files }
    let picture = DashboardPicture(theme: themes.chosen, themes: themes.named, orientation: orientation)
      .data(for: dashboard, models, at: place)
    if formats.contains(.json) {
      let overview = try await pipeline.overview(of: dashboard, at: place)
      files.append(File(path: "\(folder).json", bytes: DashboardJSON().data(for: overview)))
      warnings += overview.warnings.map { (dashboard.name, $0) }
    }
    if formats.contains(.svg) { files.append(File(path: "\(folder).svg", bytes: picture)) }
    for format in formats {
      guard let made = Rasterizer.Format(rawValue: format.rawValue) else { continue }
      files.append(File(path: "\(folder).\(format.ending)", bytes: try await Rasterizer.make(made, of: picture)))
    }
    return files
  }

  /// A chart; what goes wrong with it says which it is.
  private func model(
    of chart: String, _ dashboard: Dashboard, at place: Exploration, _ pipeline: Pipeline
  ) async throws -> ChartModel {
    do { return try await pipeline.chart(chart, of: dashboard, at: place) } catch var error as AugerError {
      error.details = error.details.adding(.chart, chart)
      throw error
    } catch let error as DiagnosticError {
      throw DiagnosticError(
        error.diagnostics.map { diagnostic in
          var named = diagnostic
          named.details = named.details.adding(.chart, chart)
          return named
        })
    }
  }

  /// The files of one model.
  func files(
    of model: ChartModel, called name: String, in dashboard: Dashboard, warnings: inout Warnings
  ) async throws -> [File] {
    try await files(of: model, at: "\(FileName.safe(dashboard.name))/\(FileName.safe(name))", warnings: &warnings) {
      throw $0
    }
  }

  private func files(
    of model: ChartModel, at path: String, warnings: inout Warnings, failed: (any Error) throws -> Void
  ) async throws -> [File] {
    var own = model.warnings
    var files: [File] = []
    for format in formats {
      do {
        let bytes = try await pictures.data(for: model, format, themes, isSafe: isSafe, memory, warnings: &own)
        files.append(File(path: "\(path).\(format.ending)", bytes: bytes))
      } catch { try failed(error) }
    }
    warnings += own.map { (model.name, $0) }
    return files
  }

  /// Everything is computed before anything is written; each file appears complete.
  static func write(_ files: [File], to directory: URL) throws {
    for file in files {
      let url = directory.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        throw AugerError(
          .fileUnwritable, operation: "write '\(url.path)'", "its directory cannot be made",
          underlying: (error as NSError).localizedDescription)
      }
      try AtomicFile.write(file.bytes, to: url.path)
    }
  }
}
