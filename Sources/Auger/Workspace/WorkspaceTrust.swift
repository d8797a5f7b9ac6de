import AugerDiagnostics
import AugerQuery

/// The trust of a user in a workspace file.
package struct WorkspaceTrust: Sendable {
  /// Files and folders that the workspace may use in addition to its own folder.
  package var paths: [String]
  /// Environment variables that it may read. Nil for all variables.
  package var variables: [String]?
  /// True if it can read only its folder and `paths`, and cannot connect to servers.
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
  /// Returns the contents of a file that a definition names at `place`; nil if it cannot be read.
  func contents(of path: String, at place: Diagnostic.Place?) throws(DiagnosticError) -> [UInt8]? {
    do throws(AugerError) { return try contents(of: path) } catch {
      throw DiagnosticError(
        Diagnostic(error.code, error.message, at: place, hint: error.hint, details: [.init(.general, path)]))
    }
  }
}
