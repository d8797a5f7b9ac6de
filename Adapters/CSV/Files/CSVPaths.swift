import AugerColumns
import AugerDiagnostics
import Foundation

/// Resolves a location (a file, a directory or a pattern) to the files of a source.
enum CSVPaths {
  /// The extensions of table files in a directory. A `.txt` file in a directory is more likely a note.
  static let directoryExtensions = ["csv", "tsv", "tab"]

  /// The name of a table and the path of its file.
  struct Entry: Sendable, Hashable {
    var name: String
    var path: String
  }

  /// Returns the files that a location matches, sorted by table name. A table name is the file name without
  /// extension. If two files share it, the tables have their full file names.
  ///
  /// Throws `fileNotFound` if no file matches and `notAFile` for a directory without tables.
  static func entries(_ location: String) throws(AugerError) -> [Entry] {
    if location == RereadableFile.standardInput { return [Entry(name: "stdin", path: location)] }
    let kind = kind(of: location)
    if kind == .file { return [Entry(name: stem(fileName(location)), path: location)] }
    let paths: [String]
    if kind == .directory {
      paths = list(location).filter { directoryExtensions.contains(pathExtension(uncompressed($0))) }
        .map { join(location, $0) }
      guard !paths.isEmpty else {
        throw AugerError(
          .notAFile, operation: "open '\(location)'",
          "'\(location)' is a directory without .csv, .tsv or .tab files", hint: "Name a file.")
      }
    } else if isPattern(location) {
      let directory = directory(location)
      let pattern = Array(fileName(location).utf8)
      paths = list(directory.isEmpty ? "." : directory).filter { matches(Array($0.utf8)[...], pattern[...]) }
        .map { join(directory, $0) }
      guard !paths.isEmpty else {
        throw AugerError(.fileNotFound, operation: "open '\(location)'", "no file matches '\(location)'")
      }
    } else {
      throw AugerError(
        .fileNotFound, operation: "open '\(location)'", "file '\(location)' does not exist",
        hint: suggestion(for: location))
    }
    let stems = paths.map { stem(fileName($0)) }
    let entries = zip(paths, stems).map { path, stem in
      Entry(name: stems.count { Name($0) == Name(stem) } == 1 ? stem : fileName(path), path: path)
    }
    return entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
  }

  /// Returns `Did you mean ...?` with the most similar name in the directory of a missing file.
  static func suggestion(for path: String) -> String? {
    let directory = directory(path)
    let names = list(directory.isEmpty ? "." : directory)
    return DidYouMean.nearest(to: fileName(path), among: names).map { "Did you mean '\(join(directory, $0))'?" }
  }

  private enum Kind { case file, directory, missing }

  /// Returns the kind of a path. Unlike `attributesOfItem`, it follows symbolic links.
  private static func kind(of path: String) -> Kind {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved) else { return .missing }
    return attributes[.type] as? FileAttributeType == .typeDirectory ? .directory : .file
  }

  /// Returns the names in a directory, sorted by bytes and without hidden files. Empty if the directory is not
  /// readable.
  private static func list(_ directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted { Scalar.compareBytes($0, $1) < 0 }
  }

  static func directory(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func fileName(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }

  /// Returns the name without the extension of a compressed file: `sales.csv` for `sales.csv.gz`.
  static func uncompressed(_ name: String) -> String {
    pathExtension(name) == "gz" ? String(name.dropLast(3)) : name
  }

  /// Returns the name of a table: the file name without folder, extension and a final `.gz`.
  static func stem(_ name: String) -> String {
    let name = uncompressed(name)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  static func pathExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  static func isPattern(_ path: String) -> Bool { fileName(path).utf8.contains { $0 == 0x2A || $0 == 0x3F } }

  /// Returns true if the name matches the pattern: `*` matches any number of bytes, `?` one byte. Iterative, so that
  /// no pattern takes exponential time.
  static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var (n, p) = (name.startIndex, pattern.startIndex)
    var restart: (n: Int, p: Int)?
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == 0x2A {
        p += 1
        restart = (n, p)
      } else if p < pattern.endIndex, pattern[p] == 0x3F || pattern[p] == name[n] {
        (n, p) = (n + 1, p + 1)
      } else if let last = restart {
        restart = (last.n + 1, last.p)
        (n, p) = (last.n + 1, last.p)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == 0x2A }
  }
}
