import AugerDiagnostics

/// Unique paths for files in one directory. If two names would produce the same path, ignoring case and accent
/// encoding, the later one gets a `_`. Some file systems do not distinguish such paths.
package struct FilePaths: Sendable {
  private var owners: [String: [Name]] = [:]

  /// - Parameter taken: Paths of files that must not be replaced.
  package init(taken: [String] = []) { for path in taken { owners[path.lowercased()] = [] } }

  /// Returns the path of a file of `owner`. Nil if it was already returned, because the file exists then.
  ///
  /// - Parameters:
  ///   - base: The path derived from names, without its extension.
  ///   - owner: Names that identify the content of the file uniquely.
  package mutating func path(_ base: String, ending: String, of owner: [Name]) -> String? {
    var path = "\(base).\(ending)"
    var base = base
    while let known = owners[path.lowercased()] {
      if known == owner { return nil }
      base += "_"
      path = "\(base).\(ending)"
    }
    owners[path.lowercased()] = owner
    return path
  }
}
