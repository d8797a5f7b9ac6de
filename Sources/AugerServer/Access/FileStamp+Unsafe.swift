import AugerDiagnostics
import AugerQuery
import Foundation

/// Identifies the contents of a small file: two equal stamps are of equal contents.
enum FileStamp {
  /// Seconds after a change in which another change may leave all times as they are, because file systems count time
  /// in ticks of up to two seconds.
  private static let tick = 2

  /// Nil if no file exists at the path. A file that changed just now is read.
  static func of(_ path: String) -> String? {
    var status = stat()
    // Sound: stat reads a C string that lives for the call and fills the struct it is given.
    guard unsafe stat(path, &status) == 0 else { return nil }
    // The time of the last change of the inode: unlike that of the contents, no program can set it back.
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    let stamp = "\(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    guard time.tv_sec + tick >= Int(clamping: Date().timeIntervalSince1970) else { return stamp }
    let contents = FileManager.default.contents(atPath: path) ?? Data()
    return stamp + " " + SHA256.text(Array(contents))
  }
}
