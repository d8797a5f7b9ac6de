import Auger
import Foundation

/// The living workers of this machine. Each worker holds a lock on its own file, and the system releases the lock when
/// the process ends.
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
    // Another worker may hold the lock briefly while it searches for dead workers.
    return WorkerLife(path: path, lock: try FileLock.wait(path, seconds: 10))
  }

  func isAlive(_ worker: String) -> Bool {
    let path = path(of: worker)
    guard FileManager.default.fileExists(atPath: path) else { return false }
    // If the file cannot be opened, assume that the worker is alive. Its lease decides instead.
    guard let lock = try? FileLock.attempt(path, .exclusive, makingFile: false) else { return true }
    withExtendedLifetime(lock) {}
    return false
  }

  private func path(of worker: String) -> String { folder + "/" + FileName.safe(worker) + ".lock" }

  /// Removes files whose lock is free. Such a file belongs to a dead worker, or to a new worker that will create it
  /// again.
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

/// The mark of a living worker. It ends when this value is released.
package final class WorkerLife: Sendable {
  private let path: String
  private let lock: FileLock

  init(path: String, lock: FileLock) {
    self.path = path
    self.lock = lock
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
