import Foundation

/// What the file system says about a path.
package enum FileFacts {
  /// Whether the path, links followed, is a directory.
  package static func isDirectory(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }
}
