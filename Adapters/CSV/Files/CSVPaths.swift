import AugerColumns
import AugerDiagnostics
import Foundation

/// From a location - a file, a directory or a pattern - to the files of a source.
enum CSVPaths {
  /// Endings by which files of a directory are taken for tables. A `.txt` there is more likely a note.
  static let directoryExtensions = ["csv", "tsv", "tab"]

  /// A table's name and its file.
  struct Entry: Sendable, Hashable {
    var name: String
    var path: String
  }

  /// The files that a location names, sorted by table name. Names are stems; where two files share one, full file
  /// names.
  ///
  /// Throws `fileNotFound` for a file or pattern that matches nothing and `notAFile` for a directory without tables.
  static func entries(_ location: String) throws(AugerError) -> [Entry] {
    if location == CSVFile.standardInput { return [Entry(name: "stdin", path: location)] }
    let kind = kind(of: location)
    if kind == .file { return [Entry(name: stem(fileName(location)), path: location)] }
    let paths: [String]
    if kind == .directory {
      paths = list(location).filter { directoryExtensions.contains(pathExtension(uncompressed($0))) }
        .map { join(location, $0) }
      guard !paths.isEmpty else {
        throw AugerError(
          .notAFile, operation: "open '\(location)'",
          "'\(location)' is a directory without .csv, .tsv or .tab files", hint: "name a file")
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
        .fileNotFound, operation: "open '\(location)'", "there is no file '\(location)'",
        hint: suggestion(for: location))
    }
    let stems = paths.map { stem(fileName($0)) }
    let entries = zip(paths, stems).map { path, stem in
      Entry(name: stems.count { Name($0) == Name(stem) } == 1 ? stem : fileName(path), path: path)
    }
    return entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
  }

  /// `Did you mean ...?` from the names beside a path that is not there.
  static func suggestion(for path: String) -> String? {
    let directory = directory(path)
    let names = list(directory.isEmpty ? "." : directory)
    return DidYouMean.nearest(to: fileName(path), among: names).map { "Did you mean '\(join(directory, $0))'?" }
  }

  private enum Kind { case file, directory, missing }

  /// Symbolic links are followed, which `attributesOfItem` alone does not do.
  private static func kind(of path: String) -> Kind {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved) else { return .missing }
    return attributes[.type] as? FileAttributeType == .typeDirectory ? .directory : .file
  }

  /// The names in a directory, sorted by bytes; none if it cannot be read. Hidden files are left out.
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

  /// Without the ending of a compressed file: `sales.csv` for `sales.csv.gz`.
  static func uncompressed(_ name: String) -> String {
    pathExtension(name) == "gz" ? String(name.dropLast(3)) : name
  }

  /// The name of a table: without folder and ending, and without `.gz` behind that.
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

  /// `*` stands for any run of bytes, `?` for one. Iterative, so that no pattern takes exponential time.
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
