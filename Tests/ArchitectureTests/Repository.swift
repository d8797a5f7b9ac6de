import Foundation

/// The files of the repository on disk, without build products and generated files.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The maximum size of a source file. Larger files are data that a benchmark left.
  private static let largestText = 4 << 20

  struct File: Sendable {
    /// The path relative to the root: `Sources/Auger/Workspace.swift`.
    let path: String
    let text: String
    /// The code without comments and string literals. Empty if the file is not Swift.
    let code: SwiftCode

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = SwiftCode(path.hasSuffix(".swift") ? text : "")
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isUnsafe: Bool { path.hasSuffix("+Unsafe.swift") }
    /// True for guides and tutorial code, which `Scripts/examples` compiles.
    var isDocumentation: Bool { path.contains(".docc/") }
    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  /// The files, read once for all tests.
  private static let all = Result {
    var files: [File] = []
    try collect(below: "", into: &files)
    return files.sorted { $0.path < $1.path }
  }

  struct EmptyFolder: Error {
    let folder: String
  }

  /// Returns all text files, sorted by path. Throws `EmptyFolder` if a folder contains none.
  static func files(below folder: String = "") throws -> [File] {
    if folder.isEmpty { return try all.get() }
    let files = try all.get().filter { $0.path.hasPrefix(folder + "/") }
    guard !files.isEmpty else { throw EmptyFolder(folder: folder) }
    return files
  }

  /// Returns the Swift files of the product, without tests.
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

  /// Returns true for Git's own files and for files that Git ignores.
  private static func isIgnored(_ name: String, at path: String) -> Bool {
    name.hasPrefix(".build") || [".git", ".swiftpm", "Package.resolved"].contains(name) || name.hasSuffix(".actual")
      || path == "Fixtures/Sample"
  }
}
