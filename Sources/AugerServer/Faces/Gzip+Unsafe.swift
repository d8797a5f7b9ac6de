import AugerColumns
import CZlib
import NIOCore

/// Compression of responses with zlib (RFC 1952).
enum Gzip {
  /// The minimum size for compression. A smaller response fits in one packet.
  private static let least = 1024

  /// Returns the compressed bytes. Nil if compression saves little: for PNG pictures and small responses.
  static func compressed(_ bytes: [UInt8], type face: Face? = nil) -> ByteBuffer? {
    guard bytes.count >= least, bytes.count < Int(UInt32.max), face != .png, face != .pdf, let made = deflated(bytes),
      !made.isEmpty, made.count < bytes.count / 10 * 9
    else { return nil }
    return ByteBuffer(bytes: made)
  }

  /// Returns nil if zlib cannot allocate memory.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    // Sound: deflateInit2_ initializes every member that deflate reads. 16 + 15 requests the gzip header.
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
        // Sound: both buffers outlive the call, which stays within the given sizes. The bound comes from zlib, so one
        // call is enough.
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

/// A compressor for responses that are sent in pieces. The client can decode each piece when it arrives. Only one task
/// may use it at a time.
@safe final class GzipStream {
  // Sound: only init creates the stream and only deinit frees it. It never moves, because zlib stores its address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Returns nil if zlib cannot allocate memory.
  init?() {
    // Sound: deflateInit2_ initializes every member that deflate reads. 16 + 15 requests the gzip header.
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe deflateInit2_(stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    // Sound: the object exists only if init succeeded.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func deflate(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, Z_SYNC_FLUSH) }

  /// Returns the last bytes of the response.
  func finish() -> [UInt8] { deflate([], Z_FINISH) }

  private func deflate(_ bytes: [UInt8], _ mode: Int32) -> [UInt8] {
    var made: [UInt8] = []
    var output = [UInt8](repeating: 0, count: 1 << 14)
    let size = output.count
    unsafe bytes.withUnsafeBufferPointer { input in
      // Sound: the input outlives the loop, which ends after zlib has read all of it. Pieces are far smaller than 4 GB.
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
      while true {
        let written = unsafe output.withUnsafeMutableBufferPointer { output in
          // Sound: zlib writes at most `size` bytes into a buffer of that size, which outlives the call.
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(size)
          _ = unsafe CZlib.deflate(stream, mode)
          return unsafe size - Int(stream.pointee.avail_out)
        }
        made += output[..<written]
        // Unused space in the buffer means that no output is pending.
        if written < size { break }
      }
    }
    return made
  }
}
