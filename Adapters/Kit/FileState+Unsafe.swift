import AugerColumns

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state of a file: its identity and the time of its last modification.
///
/// A copy with the same size and modification time still has another change time.
package struct FileState: Sendable, Hashable {
  /// The identity of the file, independent of its content and path.
  package struct Identity: Sendable, Hashable {
    package let device: UInt64
    package let inode: UInt64
  }

  package let identity: Identity
  package let size: Int
  package let isRegular: Bool
  private let writtenAt: [Int]
  private let changedAt: [Int]

  /// Reads the state of the file at a path.
  ///
  /// Throws the number of the system's error.
  package init(path: String) throws(SystemError) {
    var status = stat()
    // Sound: the path is a C string for the call, and only the call writes to `status`.
    guard unsafe stat(path, &status) == 0 else { throw SystemError(number: errno) }
    self.init(status)
  }

  /// Creates the state that `stat` or `fstat` returned.
  package init(_ status: stat) {
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    writtenAt = [Int(written.tv_sec), Int(written.tv_nsec)]
    changedAt = [Int(changed.tv_sec), Int(changed.tv_nsec)]
  }

  /// A string that is distinct for each state.
  package var text: String {
    ([Int(truncatingIfNeeded: identity.device), Int(truncatingIfNeeded: identity.inode), size] + writtenAt + changedAt)
      .map(String.init).joined(separator: " ")
  }
}

/// An error of the operating system, by its number.
package struct SystemError: Error, Hashable {
  package let number: Int32
}
