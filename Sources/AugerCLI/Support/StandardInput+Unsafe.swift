import AugerColumns
import Foundation

/// Standard input for commands that answer line by line: what has come is read, without waiting for more.
enum StandardInput {
  /// What came within some milliseconds: at most `most` bytes. Empty at the end of the input, nil where nothing came.
  ///
  /// Throws an error of POSIX where the input cannot be read.
  static func read(atMost most: Int, within milliseconds: Int32) throws -> [UInt8]? {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // Sound: the system writes into `wanted` alone, which outlives the call, and is told that it is one.
    let count = unsafe poll(&wanted, 1, milliseconds)
    if count == 0 || (count < 0 && errno == EINTR) { return nil }
    guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var bytes = [UInt8](repeating: 0, count: most)
    // Sound: the system writes at most as many bytes as the array has, which outlives the call.
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if length < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard length >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return Array(bytes.prefix(length))
  }
}
