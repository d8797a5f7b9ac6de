import Auger
import AugerDiagnostics
import AugerDocuments
import Foundation

/// The files to check, found from the paths that a user named.
struct CheckedFiles {
  struct File {
    var path: String
    var isWorkspace: Bool
  }

  private(set) var files: [File] = []

  /// Finds the files.
  ///
  /// Throws `metadataPathNotSpecified` for an empty path and `metadataFileNotFound` for a missing dashboard. Throws
  /// `fileNotFound` for other missing paths and for a folder without files to check.
  init(_ paths: [String]) throws {
    for path in paths {
      if FileFacts.isDirectory(path) {
        let file = Self.joined(path, Self.workspaceName)
        if FileManager.default.fileExists(atPath: file) {
          files.append(File(path: file, isWorkspace: true))
        } else {
          files += try Self.dashboards(below: path).map { File(path: $0, isWorkspace: false) }
        }
      } else {
        files.append(File(path: path, isWorkspace: Self.isWorkspace(try Self.present(path))))
      }
    }
  }

  private static let workspaceName = "auger.yaml"

  /// Returns the workspace file at a path to the file or to its folder.
  static func workspace(_ path: String) throws -> String {
    try present(FileFacts.isDirectory(path) ? joined(path, workspaceName) : path)
  }

  /// Returns the folder of a path in its original spelling. Empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  private static func present(_ path: String) throws -> String {
    if FileManager.default.fileExists(atPath: path) { return path }
    if path.isEmpty || AttributedForm(fileName: path).map({ $0 != .yaml }) == true {
      _ = try MetadataFile.read(path)
    }
    let folder = folder(of: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let name = URL(fileURLWithPath: path).lastPathComponent
    throw AugerError(
      .fileNotFound, operation: "check '\(path)'", "file or folder '\(path)' does not exist",
      hint: DidYouMean.nearest(to: name, among: names.sorted()).map { "Did you mean '\($0)'?" })
  }

  /// Returns true if a YAML file has a workspace key at its root.
  ///
  /// All other YAML files are read as dashboards. For invalid YAML both readers report the same errors.
  private static func isWorkspace(_ path: String) -> Bool {
    guard AttributedForm(fileName: path) == .yaml else { return false }
    if URL(fileURLWithPath: path).lastPathComponent == workspaceName { return true }
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let source = SourceText(name: path, text: String(decoding: data, as: UTF8.self))
    let document = YAMLDocument.parse(source, reporting: DiagnosticCollector())
    guard case .mapping(let entries)? = document?.kind else { return false }
    let names = ["sources", "queries", "dashboards"]
    return entries.contains { names.contains(name: $0.key.text) }
  }

  /// Returns the XML files and property lists below a folder, and the JSON and YAML files that contain a dashboard.
  /// Skips hidden files.
  private static func dashboards(below folder: String) throws(AugerError) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: folder) else {
      throw AugerError(.fileUnreadable, operation: "check '\(folder)'", "the folder cannot be read")
    }
    var found: [String] = []
    for case let name as String in walk {
      if name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
      let path = joined(folder, name)
      guard let form = AttributedForm(fileName: name), !FileFacts.isDirectory(path) else { continue }
      if form == .json || form == .yaml {
        guard let data = FileManager.default.contents(atPath: path),
          data.range(of: Data("MobileAnalytic".utf8)) != nil
        else { continue }
      }
      found.append(path)
    }
    guard !found.isEmpty else {
      throw AugerError(
        .fileNotFound, operation: "check '\(folder)'", "the folder has no \(workspaceName) and no dashboard")
    }
    return found.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
