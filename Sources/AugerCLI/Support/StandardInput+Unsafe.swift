import AugerColumns
import Foundation

/// Standard input for commands that answer line by line. It returns the available bytes without waiting for more.
enum StandardInput {
  /// Reads at most `most` bytes. Returns an empty array at the end of the input, and nil if no byte arrived in time.
  ///
  /// Throws `POSIXError` if the input cannot be read.
  static func read(atMost most: Int, within milliseconds: Int32) throws -> [UInt8]? {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // Sound: the count is 1, and the system writes only to `wanted`, which outlives the call.
    let count = unsafe poll(&wanted, 1, milliseconds)
    if count == 0 || (count < 0 && errno == EINTR) { return nil }
    guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var bytes = [UInt8](repeating: 0, count: most)
    // Sound: the system writes at most `$0.count` bytes to the array, which outlives the call.
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if length < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard length >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return Array(bytes.prefix(length))
  }
}
