import AugerColumns
import AugerDiagnostics

/// The files of a snapshot while it is computed. Each file is written immediately, so that a job with thousands of
/// charts does not hold them in memory.
///
/// Without a folder the files are only counted, because the job does not publish. The functions block: call them from a
/// blocking thread.
package struct SnapshotDraft: Sendable {
  /// The folder of the draft. Nil if the job does not publish.
  let folder: String?
  /// The parent folder, which readers of published snapshots must be able to enter.
  private let snapshots: String?
  let files: FileSystem

  /// - Parameter fence: the fence of the claim that computes the snapshot.
  package init(in directory: String?, run: Int64, fence: Int64, files: FileSystem = FileSystem()) {
    snapshots = directory.map { "\($0)/snapshots" }
    folder = snapshots.map { "\($0)/\(Self.prefix)\(run)-\(fence)" }
    self.files = files
  }

  private static let prefix = ".draft-"

  /// Returns the fence of a draft from the name of its folder, or nil for other names.
  static func fence(ofName name: String) -> Int64? {
    name.hasPrefix(prefix) ? name.split(separator: "-").last.flatMap { Int64($0) } : nil
  }

  /// Writes a file and returns its entry in the manifest.
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

  /// Links a written file into a snapshot. The draft retains it, so that a retry can link it again.
  func show(_ file: SnapshotManifest.File, at path: String) throws(AugerError) {
    guard let folder else { return }
    try files.share(folder + "/" + file.path, as: path)
  }

  /// Removes the remaining files. If this fails, a later run removes them.
  package func discard() {
    if let folder { try? files.remove(folder) }
  }
}
