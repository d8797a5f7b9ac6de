import AugerColumns
import AugerDiagnostics

/// Where the files of a snapshot stand while it is computed: each is written as soon as it is there, so that a job of
/// thousands of charts keeps none of them in memory.
///
/// Without a folder the files are counted and let go: their job publishes nothing. Blocks: call it from a thread of its
/// own.
package struct SnapshotDraft: Sendable {
  /// Nil where nothing is to be published.
  let folder: String?
  /// The folder above, which readers of what is published enter.
  private let snapshots: String?
  let files: FileSystem

  /// - Parameter fence: of the claim that computes it.
  package init(in directory: String?, run: Int64, fence: Int64, files: FileSystem = FileSystem()) {
    snapshots = directory.map { "\($0)/snapshots" }
    folder = snapshots.map { "\($0)/\(Self.prefix)\(run)-\(fence)" }
    self.files = files
  }

  private static let prefix = ".draft-"

  /// The claim of a draft by its folder's name; nil for other names.
  static func fence(ofName name: String) -> Int64? {
    name.hasPrefix(prefix) ? name.split(separator: "-").last.flatMap { Int64($0) } : nil
  }

  /// Keeps a file, and returns what the manifest says of it.
  package func add(_ path: String, _ bytes: [UInt8]) throws(AugerError) -> SnapshotManifest.File {
    if let folder, let snapshots {
      let place = folder + "/" + path
      try files.makeFolder(snapshots)
      try files.makeFolder(folder, for: .owner)
      try files.makeFolder(String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)]))
      try files.write(bytes, to: place)
    }
    return SnapshotManifest.File(path: path, contents: bytes)
  }

  /// Gives a file that was kept a second name in a snapshot, which is another try's when that fails.
  func show(_ file: SnapshotManifest.File, at path: String) throws(AugerError) {
    guard let folder else { return }
    try files.share(folder + "/" + file.path, as: path)
  }

  /// Removes what is left of it. What cannot be removed now is removed by a later run.
  package func discard() {
    if let folder { try? files.remove(folder) }
  }
}
