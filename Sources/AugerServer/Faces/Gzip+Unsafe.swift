import AugerColumns
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

/// Compression of an answer that is sent in pieces: each can be read when it arrives. Used by one task at a time.
@safe final class GzipStream {
  // Sound: made by init and freed by deinit alone; zlib keeps its address in what it allocates, so it never moves.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Nil where zlib has no memory.
  init?() {
    // Sound: deflateInit2_ writes every member that deflate reads; 16 + 15 asks for gzip's header.
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe deflateInit2_(stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    // Sound: init has succeeded, or there would be no object.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func deflate(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, Z_SYNC_FLUSH) }

  /// What ends the answer.
  func finish() -> [UInt8] { deflate([], Z_FINISH) }

  private func deflate(_ bytes: [UInt8], _ mode: Int32) -> [UInt8] {
    var made: [UInt8] = []
    var output = [UInt8](repeating: 0, count: 1 << 14)
    let size = output.count
    unsafe bytes.withUnsafeBufferPointer { input in
      // Sound: the input outlives the loop, which ends when zlib has read all of it; pieces are far below 4 GB.
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
      while true {
        let written = unsafe output.withUnsafeMutableBufferPointer { output in
          // Sound: zlib writes no more than `size` bytes into a buffer of as many, which outlives the call.
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(size)
          _ = unsafe CZlib.deflate(stream, mode)
          return unsafe size - Int(stream.pointee.avail_out)
        }
        made += output[..<written]
        // Room that is left says that nothing is pending.
        if written < size { break }
      }
    }
    return made
  }
}
