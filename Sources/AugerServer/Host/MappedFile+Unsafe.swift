import AugerDiagnostics
import AugerQuery
import Foundation

/// A file of fixed size in memory, whose bytes are written without calls of the system and outlive the process.
@safe final class MappedFile: @unchecked Sendable {
  // Sound: mapped by init and unmapped by deinit alone. Threads write different ranges; nobody reads in this process.
  private let base: UnsafeMutableRawPointer
  private let count: Int

  /// Throws `fileUnwritable` if the file cannot be mapped or is shorter than `count` bytes: writing beyond its end
  /// would end the process.
  init(_ path: String, _ count: Int) throws(AugerError) {
    let failure = AugerError(.fileUnwritable, operation: "map '\(path)'", "the file cannot be mapped into memory")
    // Sound: the path is a C string for the call.
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    guard lseek(file, 0, SEEK_END) >= off_t(count) else { throw failure }
    // Sound: a new range of memory that nothing else refers to; it stays valid when the descriptor is closed.
    let mapped = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let base = unsafe mapped, unsafe base != MAP_FAILED else { throw failure }
    unsafe self.base = base
    self.count = count
  }

  deinit {
    // Sound: the range that init has mapped.
    unsafe _ = munmap(base, count)
  }

  /// Writes a number, the least byte first, if it lies within the file.
  func write(_ number: UInt64, at offset: Int) {
    guard offset >= 0, count - offset >= 8 else { return }
    // Sound: eight bytes within the range that was mapped, checked above; they need not be aligned.
    unsafe base.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Writes the bytes of a text if they lie within the file.
  func write(_ text: String, at offset: Int) {
    var text = text
    text.withUTF8 { bytes in
      guard offset >= 0, let start = bytes.baseAddress, bytes.count <= count - offset else { return }
      // Sound: both ranges have as many bytes, checked above, and do not overlap.
      unsafe base.advanced(by: offset).copyMemory(from: start, byteCount: bytes.count)
    }
  }
}
