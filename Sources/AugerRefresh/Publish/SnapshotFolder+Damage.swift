import AugerDiagnostics
import Foundation

extension SnapshotFolder {
  /// What is shown and cannot be read: its manifest is damaged, the link leads nowhere, or `current` is no link.
  ///
  /// What is left of it is moved into the folder `damaged` beside `snapshots`, from where nothing removes it. Only
  /// under the folder's lock.
  struct Damage {
    private let directory: String
    private let reason: String
    /// The folder of the snapshot that was shown; nil where `current` is no link.
    private let folder: String?
    private var moved: String?

    /// Nil where what is shown can be read, and where nothing is.
    init?(of directory: String, shown name: String?) throws {
      let link = directory + "/current"
      do {
        if try PublishedSnapshot(directory: directory) != nil { return nil }
        guard FileManager.default.fileExists(atPath: link) else { return nil }
        reason = "'current' is no link"
      } catch let error as AugerError where error.code == .snapshotDamaged {
        reason = error.message
      }
      self.directory = directory
      folder = name.map { directory + "/snapshots/" + $0 }
    }

    /// Makes the name of the link free: one link replaces another, but no folder.
    mutating func clearName(_ files: FileSystem) throws {
      if folder == nil { moved = try move(directory + "/current", files) }
    }

    /// Moves what is left of the snapshot, once another is shown, and says what was wrong and where it is.
    func setAside(_ files: FileSystem) -> String {
      let what = "what was shown before cannot be read: \(reason)"
      guard let folder, FileManager.default.fileExists(atPath: folder) else {
        return "\(what); " + (moved.map { "what is left is in '\($0)'" } ?? "nothing of it is left")
      }
      // It is shown no more: what keeps it from being moved is no reason to call the new one unpublished.
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
