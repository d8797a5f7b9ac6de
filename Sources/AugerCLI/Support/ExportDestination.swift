import AugerDiagnostics
import Foundation

/// Where an export goes: a directory, or, for one dashboard or chart in one format, a file or standard output.
struct ExportDestination {
  private enum Place {
    case directory(String)
    case file(String, OutputFormat)
    case standardOutput
  }

  static let formats: [OutputFormat] = [.json, .svg, .png]

  private let place: Place
  /// What to write, with commas.
  let formats: String

  /// - Parameters:
  ///   - output: as given to -o; nil where it was not.
  ///   - formats: as given to --formats.
  ///   - isSingle: whether one dashboard or chart was named.
  init(_ output: String?, formats: String?, isSingle: Bool) throws {
    let asked = formats ?? "json,svg"
    switch output {
    case nil:
      place = .directory(".")
      self.formats = asked
    case "-":
      guard isSingle, let formats, !formats.contains(",") else {
        throw AugerError(
          .other, operation: "write to standard output", "there is more than one file to be written",
          hint: "name one dashboard or chart and one of --formats json, svg, png")
      }
      place = .standardOutput
      self.formats = formats
    case let path?:
      let ending = OutputFormat(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
      guard let ending, Self.formats.contains(ending), !Self.isDirectory(path) else {
        place = .directory(path)
        self.formats = asked
        return
      }
      guard isSingle else {
        throw AugerError(
          .other, operation: "write '\(path)'", "several dashboards or charts do not go into one file",
          hint: "name one of them, or give -o a directory")
      }
      guard formats == nil || formats == ending.rawValue else {
        throw AugerError(
          .other, operation: "write '\(path)'", "its ending is not what --formats says",
          hint: "leave --formats out, or give -o a directory")
      }
      place = .file(path, ending)
      self.formats = ending.rawValue
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory == true
  }

  /// Writes the files; of a dashboard's to one file only that of the whole, which is the last.
  func write(_ files: [DashboardExport.File], _ common: CommonOptions) throws {
    switch place {
    case .standardOutput:
      if let file = files.last { Console.write(file.bytes) }
    case .file(let path, _):
      guard let file = files.last else { return }
      try DashboardExport.write(
        [DashboardExport.File(path: URL(fileURLWithPath: path).lastPathComponent, bytes: file.bytes)],
        to: URL(fileURLWithPath: path).deletingLastPathComponent())
    case .directory(let path):
      try DashboardExport.write(files, to: URL(fileURLWithPath: path, isDirectory: true))
      for file in files { common.log("wrote \(file.path)") }
    }
  }

  /// Says what was written.
  func note(_ files: [DashboardExport.File], _ common: CommonOptions) {
    switch place {
    case .standardOutput: break
    case .file(let path, _): common.note("wrote \(path)")
    case .directory(let path):
      let directory = URL(fileURLWithPath: path, isDirectory: true)
      common.note("wrote \(files.count) \(files.count == 1 ? "file" : "files") to \(directory.relativePath)")
    }
  }
}
