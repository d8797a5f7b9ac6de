import AugerDiagnostics
import Foundation

/// Reads a file sequentially into one reused buffer and decompresses gzip. It does not map the file, so that the
/// pages of a large file do not count as memory of the process.
@safe struct FileReader: ~Copyable {
  static let bufferSize = 256 << 10

  let title: String
  /// The size of the file in bytes, before decompression. 0 if it has no size.
  let byteCount: Int
  private let file: FileDescriptor
  private var offset: Int
  private let end: Int
  private var inflater: Inflater?
  private var hasBegun: Bool
  // Sound: allocated in init, freed in deinit, exposed only as spans that borrow this value.
  private let buffer: UnsafeMutableRawBufferPointer

  /// Opens a file. A range is read without decompression.
  init(_ file: FileDescriptor, title: String, _ range: Range<Int>? = nil) {
    self.file = file
    self.title = title
    byteCount = file.byteCount
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? .max
    hasBegun = range != nil
    let size = byteCount > 0 && byteCount < Self.bufferSize ? byteCount + 1 : Self.bufferSize
    // Sound: every byte is written before it is read: spans cover only the bytes that read() filled.
    unsafe buffer = .allocate(byteCount: size, alignment: 64)
  }

  deinit {
    // Sound: the buffer came from init and no span outlives this value.
    unsafe buffer.deallocate()
  }

  /// True if the file is compressed. Known after the first bytes are read.
  var isCompressed: Bool { inflater != nil }

  /// Returns the next bytes, valid until the next call. Empty at the end of the file. Only the last piece can be
  /// short.
  @_lifetime(&self)
  mutating func next() throws(AugerError) -> Span<UInt8> {
    var count = 0
    if inflater == nil { count = try fill() }
    if !hasBegun {
      hasBegun = true
      // Sound: read() has initialized the first `count` bytes.
      if count >= 3, unsafe buffer[0] == 0x1F, unsafe buffer[1] == 0x8B, unsafe buffer[2] == 0x08 {
        inflater = Inflater(title: title)
        unsafe inflater?.give(buffer.baseAddress, count)
      }
    }
    if let inflater {
      while try !inflater.fill() {
        count = try fill()
        // Sound: as above; the inflater has consumed its previous input.
        unsafe inflater.give(buffer.baseAddress, count)
      }
      // Sound: the inflater's output is valid until its next call and lives as long as this value holds it.
      return unsafe _overrideLifetime(
        UnsafeBufferPointer(start: inflater.output, count: inflater.outputCount).span, mutating: &self)
    }
    // Sound: read() has initialized the first `count` bytes; the span cannot outlive the borrow of self.
    let bytes = unsafe UnsafeBufferPointer<UInt8>(
      start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    return unsafe _overrideLifetime(bytes.span, mutating: &self)
  }

  private mutating func fill() throws(AugerError) -> Int {
    let count = unsafe try file.fill(
      UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(min(buffer.count, end - offset))), at: offset, title)
    offset += count
    return count
  }
}
