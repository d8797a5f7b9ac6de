import Auger
import AugerDiagnostics
import AugerDocuments
import Foundation

/// The files that are to be checked, found from what a user named.
struct CheckedFiles {
  struct File {
    var path: String
    var isWorkspace: Bool
  }

  private(set) var files: [File] = []

  /// Throws `metadataPathNotSpecified` for an empty path, `metadataFileNotFound` for a dashboard that is not there, and
  /// `fileNotFound` for other paths and a folder with nothing to check.
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

  /// The file of a workspace that is named by its file or its folder.
  static func workspace(_ path: String) throws -> String {
    try present(FileFacts.isDirectory(path) ? joined(path, workspaceName) : path)
  }

  /// The folder of a path, as it was written: empty for a bare name.
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
      .fileNotFound, operation: "check '\(path)'", "there is no file or folder '\(path)'",
      hint: DidYouMean.nearest(to: name, among: names.sorted()).map { "Did you mean '\($0)'?" })
  }

  /// A workspace is YAML with one of its keys at the root, however that is written; every other YAML file is a
  /// dashboard, and so is what is no YAML, of which either reader says the same.
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

  /// XML files and property lists, and whatever JSON and YAML holds a dashboard; hidden ones are left out.
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
