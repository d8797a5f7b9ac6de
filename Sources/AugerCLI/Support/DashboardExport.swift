import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation

/// Writes charts of a workspace's dashboards into a directory: `DASHBOARD/CHART.json`, `DASHBOARD/CHART.svg`, and
/// the whole in its layout as `DASHBOARD.svg`.
struct DashboardExport: Sendable {
  var formats: [OutputFormat]
  var pictures: PictureOptions
  var orientation: DashboardPicture.Orientation

  /// A file to be written, relative to the directory.
  struct File {
    var path: String
    var bytes: [UInt8]
  }

  /// The files of one dashboard, or of one chart of it.
  func files(
    of dashboard: Dashboard, chart: String?, at place: Exploration = Exploration(), _ pipeline: Pipeline,
    warnings: inout [(chart: String, warning: Warning)]
  ) async throws -> [File] {
    let folder = Self.fileName(dashboard.name)
    var files: [File] = []
    var names: [String] = []
    let models =
      if let chart { [try await pipeline.chart(chart, of: dashboard, at: place)] } else {
        try await pipeline.charts(of: dashboard, at: place)
      }
    for model in models {
      var name = Self.fileName(model.name)
      while names.contains(name) { name += "_" }
      names.append(name)
      for format in formats {
        files.append(
          File(path: "\(folder)/\(name).\(format.rawValue)", bytes: try pictures.data(for: model, format)))
      }
      warnings += model.warnings.map { (model.name, $0) }
    }
    guard chart == nil, !models.isEmpty else { return files }
    let picture = DashboardPicture(theme: pictures.theme.theme, orientation: orientation).data(for: dashboard, models)
    if formats.contains(.json) {
      let overview = try await pipeline.overview(of: dashboard, at: place)
      files.append(File(path: "\(folder).json", bytes: DashboardJSON().data(for: overview)))
      warnings += overview.warnings.map { (dashboard.name, $0) }
    }
    if formats.contains(.svg) { files.append(File(path: "\(folder).svg", bytes: picture)) }
    if formats.contains(.png) { files.append(File(path: "\(folder).png", bytes: try Rasterizer.png(picture))) }
    return files
  }

  /// The files of one model.
  func files(
    of model: ChartModel, called name: String, in dashboard: Dashboard,
    warnings: inout [(chart: String, warning: Warning)]
  ) throws -> [File] {
    warnings += model.warnings.map { (model.name, $0) }
    let path = "\(Self.fileName(dashboard.name))/\(Self.fileName(name))"
    return try formats.map { File(path: "\(path).\($0.rawValue)", bytes: try pictures.data(for: model, $0)) }
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

  /// A name as a file's: letters, digits, `-`, `_` and `.` inside stay, others become `_`.
  static func fileName(_ name: String) -> String {
    let kept = name.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) || "-_".unicodeScalars.contains(scalar)
      return isPlain ? Character(scalar) : "_"
    }
    return kept.isEmpty ? "_" : String(kept)
  }
}
