import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// An open file, closed with its last reference.
final class FileDescriptor: Sendable {
  let number: Int32
  private let path: String
  private let isOwned: Bool
  let byteCount: Int
  /// True for a regular file, which can be read repeatedly at any offset.
  let isRegular: Bool

  /// Opens a file. Throws `fileNotFound`, `notAFile`, `pathNotAllowed` or `fileUnreadable`.
  convenience init(path: String, _ access: FileAccess) throws(AugerError) {
    let number = try access.open(path) { Self.openError(path, $0.code) }
    self.init(number, path: path, isOwned: true)
    var status = stat()
    // Sound: fstat fills the struct it is given.
    guard unsafe fstat(number, &status) == 0 else { throw Self.openError(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw AugerError(.notAFile, operation: "read '\(path)'", "'\(path)' is a directory", place: path)
    }
  }

  /// Wraps a descriptor that the caller closes.
  convenience init(borrowing number: Int32, path: String) { self.init(number, path: path, isOwned: false) }

  private init(_ number: Int32, path: String, isOwned: Bool) {
    self.number = number
    self.path = path
    self.isOwned = isOwned
    var status = stat()
    // Sound: fstat fills the struct it is given. If it fails, the struct remains zero.
    let isKnown = unsafe fstat(number, &status) == 0
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    byteCount = isRegular ? Int(status.st_size) : 0
  }

  /// Returns the version of a file. Nil for a pipe or another file that is not regular. Throws `fileNotFound` or
  /// `fileUnreadable`.
  static func version(ofPath path: String) throws(AugerError) -> String? {
    do {
      let state = try FileState(path: path)
      return state.isRegular ? state.text : nil
    } catch { throw openError(path, error.number) }
  }

  deinit { if isOwned { close(number) } }

  /// Fills a buffer from an offset. Returns the number of bytes, 0 at the end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int, _ title: String) throws(AugerError) -> Int {
    while true {
      // Sound: reads no more bytes than the buffer has.
      let count = unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw Self.readError(title, errno) }
    }
  }

  /// Copies the rest of a stream to a temporary file and unlinks it.
  static func copy(of source: FileDescriptor) throws(AugerError) -> FileDescriptor {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/auger-XXXXXX".utf8CString)
    // Sound: mkstemp writes into the template, which ends with a zero; unlink reads it.
    let target = unsafe template.withUnsafeMutableBufferPointer { name in
      guard let base = name.baseAddress else { return Int32(-1) }
      let number = unsafe mkstemp(base)
      if number >= 0 { unsafe _ = unlink(base) }
      return number
    }
    guard target >= 0 else { throw spoolError(source.path, "a temporary file in '\(folder)' cannot be made", errno) }
    var bytes = [UInt8](repeating: 0, count: FileReader.bufferSize)
    while true {
      // Sound: reads no more bytes than the array has.
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(source.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        let code = errno
        close(target)
        throw readError(source.path, code)
      }
      if count == 0 { return FileDescriptor(target, path: source.path, isOwned: true) }
      var from = 0
      while from < count {
        // Sound: writes bytes that were read above.
        let written = unsafe bytes.withUnsafeBytes { raw in
          unsafe write(target, raw.baseAddress.map { unsafe $0 + from }, count - from)
        }
        if written < 0, errno == EINTR { continue }
        if written < 0 {
          let code = errno
          close(target)
          throw spoolError(source.path, "the temporary file in '\(folder)' cannot be written", code)
        }
        from += written
      }
    }
  }

  private static func message(_ code: Int32) -> String {
    NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription
  }

  private static func openError(_ path: String, _ code: Int32) -> AugerError {
    if code == ENOENT || code == ENOTDIR {
      return AugerError(
        .fileNotFound, operation: "open '\(path)'", "file '\(path)' does not exist",
        hint: CSVPaths.suggestion(for: path))
    }
    return AugerError(.fileUnreadable, operation: "open '\(path)'", message(code), place: path)
  }

  static func readError(_ path: String, _ code: Int32) -> AugerError {
    AugerError(.fileUnreadable, operation: "read '\(path)'", message(code), place: path)
  }

  private static func spoolError(_ path: String, _ what: String, _ code: Int32) -> AugerError {
    AugerError(
      .fileUnreadable, operation: "read '\(path)'", what, place: path, hint: "TMPDIR names another folder",
      underlying: message(code))
  }
}
