import AugerDiagnostics

/// Paths of the files that are written into one directory. Each is that of one thing: where names of two things would
/// give the same path, in any case of letters and however accents are encoded, that of the later gets a `_`: some file
/// systems tell no more apart.
package struct FilePaths: Sendable {
  private var owners: [String: [Name]] = [:]

  /// - Parameter taken: paths of files that are not to be replaced.
  package init(taken: [String] = []) { for path in taken { owners[path.lowercased()] = [] } }

  /// The path of a file of `owner`; nil where it has been asked for: the file is there.
  ///
  /// - Parameters:
  ///   - base: the path as names give it, without its ending.
  ///   - owner: names that tell what the file is of from everything else.
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
