import Auger
import AugerDiagnostics
import Foundation

/// The destination of an export: a folder, or a file or standard output for a single dashboard or chart.
struct ExportDestination {
  private enum Place {
    case directory(String)
    case file(String, CommandFormat)
    case standardOutput
  }

  static let formats = CommandFormat.charts

  private let place: Place
  /// True for a single output file or standard output.
  var isFile: Bool { if case .directory = place { false } else { true } }

  /// The formats to write, separated by commas.
  let formats: String

  /// - Parameters:
  ///   - output: The value of `--output`, if any.
  ///   - formats: The value of `--formats`, if any.
  ///   - isSingle: True if the export is of one dashboard or chart.
  init(_ output: String?, formats: String?, isSingle: Bool) throws {
    let asked = formats ?? "json,svg"
    switch output {
    case nil:
      place = .directory(".")
      self.formats = asked
    case "-":
      guard isSingle, let formats, !formats.contains(",") else {
        throw AugerError(
          .outputMismatch, operation: "write to standard output", "several files cannot be written to standard output",
          hint: "Name one dashboard or chart and one of --formats "
            + Self.formats.map(\.rawValue).joined(separator: ", "))
      }
      place = .standardOutput
      self.formats = formats
    case let path?:
      let ending = FileFacts.isDirectory(path) ? nil : try CommandFormat.known(endingOf: path)
      guard let ending, Self.formats.contains(ending) else {
        place = .directory(path)
        self.formats = asked
        return
      }
      guard isSingle else {
        throw AugerError(
          .outputMismatch, operation: "write '\(path)'",
          "several dashboards or charts cannot be written to a single file",
          hint: "Name one of them, or pass a folder to -o.")
      }
      guard formats == nil || formats == ending.rawValue else {
        throw AugerError(
          .outputMismatch, operation: "write '\(path)'", "the file extension does not match --formats",
          hint: "Remove --formats, or pass a folder to -o.")
      }
      place = .file(path, ending)
      self.formats = ending.rawValue
    }
  }

  /// Writes the files. A single output file receives the dashboard, which is the last of its files.
  func write(_ files: [DashboardExport.File], _ reporting: ReportingOptions) throws {
    switch place {
    case .standardOutput:
      if let file = try only(files) { Console.write(file.bytes) }
    case .file(let path, _):
      guard let file = try only(files) else { return }
      try DashboardExport.write(
        [DashboardExport.File(path: URL(fileURLWithPath: path).lastPathComponent, bytes: file.bytes)],
        to: URL(fileURLWithPath: path).deletingLastPathComponent())
    case .directory(let path):
      try DashboardExport.write(files, to: URL(fileURLWithPath: path, isDirectory: true))
      for file in files { reporting.log("wrote \(file.path)") }
    }
  }

  /// Returns the file of the whole dashboard, or the file of the only chart.
  private func only(_ files: [DashboardExport.File]) throws -> DashboardExport.File? {
    guard files.count > 1, files.last?.path.contains("/") != false else { return files.last }
    throw AugerError(
      .outputMismatch, operation: "write one file", "a dashboard as '\(formats)' needs one file per chart",
      hint: "Name DASHBOARD/CHART, or pass a folder to -o.")
  }

  /// Reports the written files.
  func note(_ files: [DashboardExport.File], _ reporting: ReportingOptions) {
    switch place {
    case .standardOutput: break
    case .file(let path, _): reporting.note(.written, "wrote \(path)")
    case .directory(let path):
      let directory = URL(fileURLWithPath: path, isDirectory: true)
      reporting.note(
        .written, "wrote \(files.count) \(files.count == 1 ? "file" : "files") to \(directory.relativePath)")
    }
  }
}
