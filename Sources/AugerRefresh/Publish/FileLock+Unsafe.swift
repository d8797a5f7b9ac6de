import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

/// A lock on a file. The system releases it when the process ends, even after a crash.
package final class FileLock: Sendable {
  private let file: CInt

  private init(file: CInt) { self.file = file }

  deinit { close(file) }

  enum Kind { case shared, exclusive }

  /// Returns the lock, or nil if another process holds it or the file does not exist.
  ///
  /// With `makingFile`, a missing file is created for the user of the process alone. Throws `fileUnwritable` if the
  /// file cannot be opened.
  static func attempt(
    _ path: String, _ kind: Kind, makingFile: Bool, _ files: FileSystem = FileSystem()
  ) throws(AugerError) -> FileLock? {
    while true {
      guard let file = try files.openLock(path, makingFile: makingFile) else { return nil }
      guard OpenFile.facts(file)?.kind == .file else {
        close(file)
        throw FileSystem.failure(path, reason: "what has this name is not a file")
      }
      guard flock(file, (kind == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else {
        close(file)
        return nil
      }
      // The previous holder may have removed the file. The lock would then be on a file without a name.
      if isFile(file, at: path) { return FileLock(file: file) }
      close(file)
      if !makingFile { return nil }
    }
  }

  private static func isFile(_ file: CInt, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    // Sound: both calls fill the struct that they receive, and the string outlives the call.
    guard unsafe fstat(file, &opened) == 0, unsafe stat(path, &named) == 0 else { return false }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Waits up to `seconds` for the lock and creates the file if necessary. Blocks the thread.
  ///
  /// Throws `fileUnwritable` immediately if the file cannot be created or opened.
  static func wait(
    _ path: String, seconds: Int, _ control: RunControl = RunControl(), _ files: FileSystem = FileSystem()
  ) throws(AugerError) -> FileLock {
    for _ in 0..<max(1, seconds * 20) {
      try control.check()
      if let lock = try attempt(path, .exclusive, makingFile: true, files) { return lock }
      usleep(50_000)
    }
    throw AugerError(
      .fileUnwritable, operation: "lock '\(path)'", "another process has held the lock for \(seconds) s",
      hint: "Check whether two jobs publish to the same folder.")
  }
}
