import AugerDiagnostics
import Foundation

extension SnapshotFolder {
  /// A published snapshot that cannot be read: its manifest is damaged, the link is broken, or `current` is not a link.
  ///
  /// The remains are moved to the folder `damaged`, next to `snapshots`, and are never removed. Use it only under the
  /// lock of the folder.
  struct Damage {
    private let directory: String
    private let reason: String
    /// The folder of the damaged snapshot. Nil if `current` is not a link.
    private let folder: String?
    private var moved: String?

    /// Returns nil if the current snapshot can be read or if nothing is published.
    init?(of directory: String, shown name: String?) throws {
      let link = directory + "/current"
      do {
        if try PublishedSnapshot(directory: directory) != nil { return nil }
        guard FileManager.default.fileExists(atPath: link) else { return nil }
        reason = "'current' is not a link"
      } catch let error as AugerError where error.code == .snapshotDamaged {
        reason = error.message
      }
      self.directory = directory
      folder = name.map { directory + "/snapshots/" + $0 }
    }

    /// Moves `current` away if it is not a link, because a rename can replace a link but not a folder.
    mutating func clearName(_ files: FileSystem) throws {
      if folder == nil { moved = try move(directory + "/current", files) }
    }

    /// Moves the remains away after another snapshot is published. Returns a description of the damage and its
    /// location.
    func setAside(_ files: FileSystem) -> String {
      let what = "what was shown before cannot be read: \(reason)"
      guard let folder, FileManager.default.fileExists(atPath: folder) else {
        return "\(what); " + (moved.map { "what is left is in '\($0)'" } ?? "nothing of it is left")
      }
      // The new snapshot is already published, so a failed move must not fail the run.
      do { return "\(what); what is left is in '\(try move(folder, files))'" } catch {
        return "\(what); what is left stays in '\(folder)': \(error)"
      }
    }

    private func move(_ path: String, _ files: FileSystem) throws -> String {
      let aside = directory + "/damaged"
      try files.makeFolder(aside, for: .owner)
      let base = aside + "/" + URL(fileURLWithPath: path).lastPathComponent
      var (place, number) = (base, 1)
      while FileManager.default.fileExists(atPath: place) {
        number += 1
        place = "\(base).\(number)"
      }
      try files.move(path, to: place)
      return place
    }
  }
}
