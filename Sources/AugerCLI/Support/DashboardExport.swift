import Auger
import AugerCharts
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation

/// Exports dashboards to files in a folder.
struct DashboardExport {
  private var files: DashboardFiles

  init(_ charts: ChartFiles, _ formats: [ChartFormat], from pipeline: Pipeline) {
    files = DashboardFiles(charts, formats, from: pipeline)
  }

  var formats: [ChartFormat] { files.formats }
  var charts: ChartFiles { files.charts }

  /// Returns the same export, limited to some formats.
  func only(_ formats: [ChartFormat]) -> DashboardExport {
    var other = self
    other.files.formats = formats
    return other
  }

  /// A file to write. Its path is relative to the folder.
  struct File {
    var path: String
    var bytes: [UInt8]
  }

  typealias Warnings = [(chart: String, warning: Warning)]

  /// Returns the files of a dashboard or of one chart. Calls `failed` for each chart that fails, and continues with the
  /// other charts unless `failed` throws.
  mutating func files(
    of dashboard: Dashboard, chart: String?, at state: Exploration = Exploration(), warnings: inout Warnings,
    failed: @escaping (any Error) throws -> Void
  ) async throws -> [File] {
    try await collected(&warnings, failed) { files, receiver in
      if let chart {
        try await files.write(chart: chart, of: dashboard, at: state, to: receiver)
      } else {
        try await files.write(dashboard, at: state, to: receiver)
      }
    }
  }

  mutating func files(
    of model: ChartModel, called name: String, in dashboard: Dashboard, warnings: inout Warnings
  ) async throws -> [File] {
    func failed(_ error: any Error) throws { throw error }
    return try await collected(&warnings, failed) { files, receiver in
      try await files.write(model, called: name, of: dashboard, to: receiver)
    }
  }

  /// Returns the files of an animation: a page, and a file for each frame in other formats.
  mutating func files(
    of animation: ChartAnimation, showing model: ChartModel, called name: String, in dashboard: Dashboard,
    warnings: inout Warnings
  ) async throws -> [File] {
    func failed(_ error: any Error) throws { throw error }
    return try await collected(&warnings, failed) { files, receiver in
      try await files.write(animation, of: model, called: name, of: dashboard, to: receiver)
    }
  }

  private mutating func collected(
    _ warnings: inout Warnings, _ failed: @escaping (any Error) throws -> Void,
    _ write: (inout DashboardFiles, DashboardFiles.Receiver) async throws -> Void
  ) async throws -> [File] {
    var made: [File] = []
    var found: Warnings = []
    defer { warnings += found }
    try await write(
      &files,
      DashboardFiles.Receiver(
        keep: { made.append(File(path: $0, bytes: $1)) },
        warn: { found.append(($0.chart ?? $0.dashboard, $1)) }, failed: { try failed($1) }))
    return made
  }

  /// Writes files to a folder. Each file is replaced atomically.
  static func write(_ files: [File], to directory: URL) throws {
    for file in files {
      let url = directory.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        throw AugerError(
          .fileUnwritable, operation: "write '\(url.path)'", "its folder cannot be created",
          underlying: (error as NSError).localizedDescription)
      }
      try AtomicFile.write(file.bytes, to: url.path)
    }
  }
}
