import AugerDiagnostics
import AugerQuery
import Foundation

/// Reads a file from its beginning into one buffer that is used again and again; never maps it, so that the pages of a
/// large file do not count as our memory.
@safe struct FileReader: ~Copyable {
  static let bufferSize = 256 << 10

  let path: String
  let byteCount: Int
  private let descriptor: Int32
  private var offset = 0
  // Sound: allocated in init, freed in deinit, handed out only as spans that borrow this value.
  private let buffer: UnsafeMutableRawBufferPointer

  /// Throws `fileNotFound`, `notAFile` or `fileUnreadable`.
  init(path: String) throws(AugerError) {
    self.path = path
    // Sound: open takes a C string that lives for the call.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.openError(path, errno) }
    var status = stat()
    // Sound: fstat fills the struct it is given.
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw Self.openError(path, code)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw AugerError(.notAFile, operation: "read '\(path)'", "'\(path)' is a directory", place: path)
    }
    byteCount = Int(status.st_size)
    let size = byteCount > 0 && byteCount < Self.bufferSize ? byteCount + 1 : Self.bufferSize
    // Sound: read before it is written it never is: spans cover only what read() filled.
    unsafe buffer = .allocate(byteCount: size, alignment: 64)
  }

  deinit {
    close(descriptor)
    // Sound: the buffer came from init and no span outlives this value.
    unsafe buffer.deallocate()
  }

  /// Bytes read so far.
  var position: Int { offset }

  /// The next bytes, valid until the next call; empty at the end of the file.
  @_lifetime(&self)
  mutating func next() throws(AugerError) -> Span<UInt8> {
    while true {
      // Sound: reads at most as many bytes as the buffer has.
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        offset += count
        // Sound: read() has initialised the first `count` bytes; the span cannot outlive the borrow of self.
        let bytes = unsafe UnsafeBufferPointer<UInt8>(
          start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
        return unsafe _overrideLifetime(bytes.span, mutating: &self)
      }
      if errno == EINTR { continue }
      throw Self.readError(path, errno)
    }
  }

  /// Back to the beginning.
  mutating func rewind() throws(AugerError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.readError(path, errno) }
    offset = 0
  }

  private static func message(_ code: Int32) -> String {
    NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription
  }

  private static func openError(_ path: String, _ code: Int32) -> AugerError {
    if code == ENOENT || code == ENOTDIR {
      return AugerError(
        .fileNotFound, operation: "open '\(path)'", "there is no file '\(path)'", hint: FilePaths.suggestion(for: path))
    }
    return AugerError(.fileUnreadable, operation: "open '\(path)'", message(code), place: path)
  }

  private static func readError(_ path: String, _ code: Int32) -> AugerError {
    AugerError(.fileUnreadable, operation: "read '\(path)'", message(code), place: path)
  }
}
