import AugerAdapterKit
import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerQuery

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file with random access. It is closed with the last reference.
final class ArrowInputFile: ArrowInput {
  let path: String
  let byteCount: Int
  /// A string that is distinct for each version of the file.
  let version: String
  private let number: Int32

  /// Opens a file. Throws `fileNotFound`, `notAFile`, `fileUnreadable` and `emptyInput`.
  init(_ path: String, _ access: FileAccess) throws(AugerError) {
    let operation = "open '\(path)'"
    guard path != "-" else { throw Self.notAFile("standard input", operation) }
    // A pipe is rejected below, without waiting for it.
    var access = access
    access.special = []
    do throws(AugerError) {
      number = try access.open(path) { failure in Self.openFailure(failure, path, operation) }
    } catch {
      throw error.code == .notAFile ? Self.notAFile("'\(path)'", operation) : error
    }
    self.path = path
    let (status, isKnown) = Self.status(number)
    (byteCount, version) = (Int(status.st_size), FileState(status).text)
    guard isKnown, status.st_mode & S_IFMT != S_IFDIR else {
      throw AugerError(.notAFile, operation: operation, "'\(path)' is a directory", hint: "Name a file in the folder.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Self.notAFile("'\(path)'", operation)
    }
    guard byteCount > 0 else { throw AugerError(.emptyInput, operation: operation, "the file is empty") }
  }

  private static func openFailure(_ failure: SystemFailure, _ path: String, _ operation: String) -> AugerError {
    guard failure.code == ENOENT || failure.code == ENOTDIR else {
      return AugerError(.fileUnreadable, operation: operation, failure.reason, place: path)
    }
    let isPattern = path.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    return AugerError(
      .fileNotFound, operation: operation, "file '\(path)' does not exist",
      hint: isPattern ? "Name one file. Patterns are not supported for Arrow files." : nil)
  }

  private static func notAFile(_ what: String, _ operation: String) -> AugerError {
    AugerError(
      .notAFile, operation: operation, "\(what) is not a file, and a pipe can be read only once",
      hint: "Write the data to a file first.")
  }

  deinit { if number >= 0 { _ = close(number) } }

  /// Returns the current version of the file at a path. Nil if it does not exist.
  static func version(ofPath path: String) -> String? { try? FileState(path: path).text }

  private static func status(_ number: Int32) -> (stat, isKnown: Bool) {
    var status = stat()
    // Sound: fstat fills the given struct.
    let isKnown = unsafe fstat(number, &status) == 0
    return (status, isKnown)
  }

  /// Returns the bytes of a range. Throws `sourceChanged` if the file has become shorter.
  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var failure: Int32 = 0
    var filled = 0
    let bytes = unsafe [UInt8](count: range.count) { buffer in
      while filled < buffer.count {
        // Sound: reads at most the remaining bytes of the buffer, after the filled part.
        let count = unsafe pread(
          number, buffer.baseAddress.map { unsafe $0 + filled }, buffer.count - filled,
          off_t(range.lowerBound + filled))
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { break }
        filled += count
      }
      // Sound: initializes the rest of the buffer, which was not read.
      unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...]).initialize(repeating: 0)
    }
    guard failure == 0 else {
      throw AugerError(.fileUnreadable, operation: "read '\(path)'", Self.reason(failure), place: path)
    }
    guard filled == range.count else {
      throw AugerError(
        .sourceChanged, operation: "read '\(path)'", "the file has become shorter while it was read", place: path)
    }
    return bytes
  }

  private static func reason(_ code: Int32 = errno) -> String {
    // Sound: strerror returns a C string that is valid until the next call on this thread. It is copied immediately.
    unsafe String(cString: strerror(code))
  }
}
