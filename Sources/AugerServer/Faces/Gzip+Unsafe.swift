import CZlib
import NIOCore

/// Compression of answers (RFC 1952), by zlib.
enum Gzip {
  /// Fewer bytes go in one packet anyway.
  private static let least = 1024

  /// Nil where it saves nothing to speak of: for pictures that are compressed, and for few bytes.
  static func compressed(_ bytes: [UInt8], type face: Face? = nil) -> ByteBuffer? {
    guard bytes.count >= least, bytes.count < Int(UInt32.max), face != .png, let made = deflated(bytes),
      !made.isEmpty, made.count < bytes.count / 10 * 9
    else { return nil }
    return ByteBuffer(bytes: made)
  }

  /// Nil where zlib has no memory.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    // Sound: deflateInit2_ writes every member that deflate reads; 16 + 15 asks for gzip's header.
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let status = unsafe deflateInit2_(&stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard status == Z_OK else { return nil }
    defer { _ = unsafe deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    let zeros = [UInt8](repeating: 0, count: bound)
    return unsafe bytes.withUnsafeBufferPointer { input in
      var output = zeros
      let made = unsafe output.withUnsafeMutableBufferPointer { output in
        // Sound: both buffers outlive the call, which reads and writes no more than it is told they have; the bound is
        // zlib's own for so many bytes, so one call ends it.
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        let status = unsafe deflate(&stream, Z_FINISH)
        return unsafe status == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
      }
      return Array(output.prefix(made))
    }
  }
}
