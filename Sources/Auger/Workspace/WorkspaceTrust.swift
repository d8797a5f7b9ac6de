import AugerDiagnostics
import AugerQuery

/// The trust that a user has in a workspace file.
package struct WorkspaceTrust: Sendable {
  /// Files and folders that the workspace may use in addition to its own folder.
  package var paths: [String]
  /// Environment variables that it may read; nil: all.
  package var variables: [String]?
  /// True if it reads nothing outside of its folder and `paths`, and names no servers.
  package var isConfined: Bool

  package init(paths: [String] = [], variables: [String]? = nil, isConfined: Bool = false) {
    self.paths = paths
    self.variables = isConfined ? variables ?? [] : nil
    self.isConfined = isConfined
  }

  func access(in directory: String) -> FileAccess {
    FileAccess(ofWorkspaceIn: directory, allowing: paths, isConfined: isConfined)
  }
}

extension FileAccess {
  /// The contents of a file that a definition names at `place`; nil if it cannot be read.
  func contents(of path: String, at place: Diagnostic.Place?) throws(DiagnosticError) -> [UInt8]? {
    do throws(AugerError) { return try contents(of: path) } catch {
      throw DiagnosticError(
        Diagnostic(error.code, error.message, at: place, hint: error.hint, details: [.init(.general, path)]))
    }
  }
}
