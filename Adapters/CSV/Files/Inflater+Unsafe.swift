import AugerColumns
import AugerDiagnostics
import CZlib

/// Decompresses gzip in pieces, with any number of consecutive members. Its memory does not depend on the sizes
/// that a file declares.
@safe final class Inflater {
  static let bufferSize = 256 << 10

  private let title: String
  // Sound: all three are allocated in init and freed in deinit. `input` of the stream points into the reader's
  // buffer, which is not refilled before the stream has consumed it.
  private let stream: UnsafeMutablePointer<z_stream>
  let output: UnsafeMutablePointer<UInt8>
  private(set) var outputCount = 0
  private var isEndOfFile = false
  /// True between members, the only valid end of a file.
  private var isBetweenMembers = false
  private var isOver = false

  init(title: String) {
    self.title = title
    // Sound: inflateInit2_ writes every member that inflate reads; 16 + 15 selects the gzip header and the largest
    // window.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe output = .allocate(capacity: Self.bufferSize)
    let status = unsafe inflateInit2_(stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib cannot begin")
  }

  deinit {
    // Sound: the pointers came from init and no other reference exists.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe output.deallocate()
  }

  /// Provides compressed bytes, which must not move until `fill` needs more. No bytes mean the end of the file.
  func give(_ bytes: UnsafeMutableRawPointer?, _ count: Int) {
    // Sound: the caller guarantees the bytes.
    unsafe stream.pointee.next_in = bytes?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(count)
    if count == 0 { isEndOfFile = true }
  }

  private var wasFull = true

  /// Fills the output. Returns false if it needs more bytes first. An empty output means the end.
  func fill() throws(AugerError) -> Bool {
    if wasFull {
      outputCount = 0
      wasFull = false
    }
    while true {
      if isOver {
        wasFull = true
        return true
      }
      // Sound: reads a member of an initialized struct.
      if unsafe stream.pointee.avail_in == 0 {
        if !isEndOfFile { return false }
        // A file can end only between members. Any output that inflate still holds is returned below.
        if isBetweenMembers {
          isOver = true
          continue
        }
      }
      if isBetweenMembers {
        // Sound: avail_in is not 0. Zeros pad the end of some files; anything else begins another member.
        if unsafe stream.pointee.next_in.pointee == 0 {
          unsafe stream.pointee.next_in += 1
          unsafe stream.pointee.avail_in -= 1
          continue
        }
        unsafe inflateReset(stream)
        isBetweenMembers = false
      }
      // Sound: the output has the declared size.
      unsafe stream.pointee.next_out = output + outputCount
      unsafe stream.pointee.avail_out = UInt32(Self.bufferSize - outputCount)
      let status = unsafe inflate(stream, Z_NO_FLUSH)
      let made = unsafe Self.bufferSize - outputCount - Int(stream.pointee.avail_out)
      outputCount += made
      switch status {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK: break
      case Z_BUF_ERROR where made == 0 && isEndOfFile:
        throw failure("the compressed file ends too early")
      case Z_BUF_ERROR: break
      default:
        // Sound: msg is nil or a constant string of zlib.
        let detail = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
        throw failure("the compressed file is damaged" + (detail.map { ": \($0)" } ?? ""))
      }
      if outputCount == Self.bufferSize {
        wasFull = true
        return true
      }
    }
  }

  private func failure(_ message: String) -> AugerError {
    AugerError(
      .damagedCompression, operation: "read '\(title)'", message, place: title,
      hint: "Run 'gzip -t' on the file for details. The rows before the damage were not used.")
  }
}

extension Diagnostic.Code {
  package static let damagedCompression = Self("damagedCompression")
}
