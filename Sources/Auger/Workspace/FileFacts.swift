import Foundation

/// Information from the file system about a path.
package enum FileFacts {
  /// Returns true if the path is a directory, after following links.
  package static func isDirectory(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }
}
