import AugerDiagnostics
import AugerQuery
import Foundation

/// A file of fixed size, mapped into memory. Writes need no system calls, and the bytes outlive the process.
@safe final class MappedFile: @unchecked Sendable {
  // Sound: only init maps the range and only deinit unmaps it. Threads write disjoint ranges, and this process does not
  // read it.
  private let base: UnsafeMutableRawPointer
  private let count: Int

  /// Maps a file. Throws `fileUnwritable` if that fails or the file is shorter than `count` bytes. A write after its
  /// end would crash the process.
  init(_ path: String, _ count: Int) throws(AugerError) {
    let failure = AugerError(.fileUnwritable, operation: "map '\(path)'", "the file cannot be mapped into memory")
    // Sound: the path is a C string for the duration of the call.
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    guard lseek(file, 0, SEEK_END) >= off_t(count) else { throw failure }
    // Sound: the mapping is a new range without other references. It stays valid after the descriptor is closed.
    let mapped = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let base = unsafe mapped, unsafe base != MAP_FAILED else { throw failure }
    unsafe self.base = base
    self.count = count
  }

  deinit {
    // Sound: init has mapped this range.
    unsafe _ = munmap(base, count)
  }

  /// Writes a number in little-endian order if it fits into the file.
  func write(_ number: UInt64, at offset: Int) {
    guard offset >= 0, count - offset >= 8 else { return }
    // Sound: the eight bytes are within the mapped range, as checked above, and need no alignment.
    unsafe base.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Writes the bytes of a string if they fit into the file.
  func write(_ text: String, at offset: Int) {
    var text = text
    text.withUTF8 { bytes in
      guard offset >= 0, let start = bytes.baseAddress, bytes.count <= count - offset else { return }
      // Sound: both ranges contain `byteCount` bytes, as checked above, and do not overlap.
      unsafe base.advanced(by: offset).copyMemory(from: start, byteCount: bytes.count)
    }
  }
}
