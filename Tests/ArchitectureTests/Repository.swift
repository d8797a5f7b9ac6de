import Foundation

/// The files of the repository as they lie on the disk, without what is built or generated.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What is larger is data that a benchmark left behind, not something that a person wrote.
  private static let largestText = 4 << 20

  struct File {
    /// From the root: `Sources/Auger/Workspace.swift`.
    let path: String
    let text: String

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isUnsafe: Bool { path.hasSuffix("+Unsafe.swift") }
    /// Guides and the code of tutorials: read by people, and compiled by `Scripts/examples`.
    var isDocumentation: Bool { path.contains(".docc/") }
    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  /// All text files, by path.
  static func files(below folder: String = "") throws -> [File] {
    var files: [File] = []
    try collect(below: folder, into: &files)
    return files.sorted { $0.path < $1.path }
  }

  /// The Swift files of the product, tests left out.
  static func sources() throws -> [File] {
    try ["Sources", "Adapters", "Fixtures/Generator"].flatMap { try files(below: $0) }
      .filter { $0.isSwift && !$0.isDocumentation }
  }

  private static func collect(below folder: String, into files: inout [File]) throws {
    let here = folder.isEmpty ? root : root.appendingPathComponent(folder)
    for name in try FileManager.default.contentsOfDirectory(atPath: here.path) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if isIgnored(name, at: path) { continue }
      let url = root.appendingPathComponent(path)
      let values = try url.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey, .fileSizeKey])
      if values.isSymbolicLink == true { continue }
      if values.isDirectory == true {
        try collect(below: path, into: &files)
      } else if values.fileSize ?? 0 <= largestText, let text = String(data: try Data(contentsOf: url), encoding: .utf8)
      {
        files.append(File(path: path, text: text))
      }
    }
  }

  /// What git ignores, and git itself.
  private static func isIgnored(_ name: String, at path: String) -> Bool {
    name.hasPrefix(".build") || [".git", ".swiftpm", "Package.resolved"].contains(name) || name.hasSuffix(".actual")
      || path == "Fixtures/Sample"
  }
}
