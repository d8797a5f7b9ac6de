import Auger
import AugerDiagnostics
import Foundation

/// Tells which workers of this machine are alive: each holds a lock on a file of its name, which no end of a process
/// outlives.
struct WorkerLives: Sendable {
  private let folder: String

  init(folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw AugerError(
        .fileUnwritable, operation: "make '\(folder)'", "the folder cannot be made",
        underlying: (error as NSError).localizedDescription)
    }
    self.folder = folder
    removeTheDead()
  }

  func begin(_ worker: String) throws -> WorkerLife {
    let path = path(of: worker)
    guard let lock = FileLock.attempt(path, .exclusive, makingFile: true) else {
      throw AugerError(.fileUnwritable, operation: "begin worker '\(worker)'", "its file '\(path)' cannot be locked")
    }
    return WorkerLife(path: path, lock: lock)
  }

  func isAlive(_ worker: String) -> Bool {
    let path = path(of: worker)
    guard FileManager.default.fileExists(atPath: path) else { return false }
    return FileLock.attempt(path, .exclusive, makingFile: false) == nil
  }

  private func path(of worker: String) -> String { folder + "/" + FileName.safe(worker) + ".lock" }

  /// A file whose lock is free belongs to nobody; a new one may not have been locked yet.
  private func removeTheDead() {
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      let path = folder + "/" + name
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      guard name.hasSuffix(".lock"), let made = facts?[.modificationDate] as? Date, made.timeIntervalSinceNow < -3600,
        let lock = FileLock.attempt(path, .exclusive, makingFile: false)
      else { continue }
      withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}

/// As long as this value lives, its worker does.
public final class WorkerLife: Sendable {
  private let path: String
  private let lock: FileLock

  init(path: String, lock: FileLock) {
    self.path = path
    self.lock = lock
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
