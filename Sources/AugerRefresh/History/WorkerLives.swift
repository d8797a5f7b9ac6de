import Auger
import Foundation

/// Tells which workers of this machine are alive: each holds a lock on a file of its name, which no end of a process
/// outlives.
struct WorkerLives: Sendable {
  private let folder: String

  init(folder: String, _ files: FileSystem = FileSystem()) throws {
    try files.makeFolder(folder, for: .owner)
    try files.restrict(folder)
    try files.restrictFiles(in: folder) { $0.hasSuffix(".lock") }
    self.folder = folder
    removeTheDead()
  }

  func begin(_ worker: String) throws -> WorkerLife {
    let path = path(of: worker)
    // Another worker holds it for a moment while it looks for those that are dead.
    return WorkerLife(path: path, lock: try FileLock.wait(path, seconds: 10))
  }

  func isAlive(_ worker: String) -> Bool {
    let path = path(of: worker)
    guard FileManager.default.fileExists(atPath: path) else { return false }
    // One that cannot be opened says nothing: its lease will.
    guard let lock = try? FileLock.attempt(path, .exclusive, makingFile: false) else { return true }
    withExtendedLifetime(lock) {}
    return false
  }

  private func path(of worker: String) -> String { folder + "/" + FileName.safe(worker) + ".lock" }

  /// A file whose lock is free belongs to no worker, or to one that is about to lock it, and will make it again.
  private func removeTheDead() {
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      let path = folder + "/" + name
      guard name.hasSuffix(".lock"), let lock = try? FileLock.attempt(path, .exclusive, makingFile: false) else {
        continue
      }
      withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}

/// As long as this value lives, its worker does.
package final class WorkerLife: Sendable {
  private let path: String
  private let lock: FileLock

  init(path: String, lock: FileLock) {
    self.path = path
    self.lock = lock
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
