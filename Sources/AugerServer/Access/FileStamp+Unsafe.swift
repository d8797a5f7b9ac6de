import AugerDiagnostics
import AugerQuery
import Foundation

/// An identifier of the contents of a small file. Equal stamps mean equal contents.
enum FileStamp {
  /// The number of seconds after a change in which another change may leave the file times unchanged. Some file systems
  /// count time in ticks of two seconds.
  private static let tick = 2

  /// Returns the stamp of a file, or nil if the file does not exist. Reads the contents if the file changed recently.
  static func of(_ path: String) -> String? {
    var status = stat()
    // Sound: stat reads a C string that lives for the call, and fills the given struct.
    guard unsafe stat(path, &status) == 0 else { return nil }
    // Use the change time of the inode: unlike the modification time, programs cannot set it back.
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
