import AugerColumns
import AugerDiagnostics
import Foundation

/// The error of a system call.
package struct SystemFailure: Error, Sendable {
  package var code: Int32

  /// The error of the previous call.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// True if the name is a link, where a file or folder was expected.
  var isLink: Bool { code == ELOOP || code == EMLINK }

  /// The symbol of the code, such as `EACCES`.
  package var name: String {
    isLink ? "its path has a link" : String(describing: POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  package var reason: String {
    // Sound: strerror returns a C string that lives until the next call on this thread; it is copied at once.
    isLink ? "its path has a link" : unsafe String(cString: strerror(code))
  }
}

/// An open folder. All paths below it are resolved name by name without links, so that another user cannot redirect a
/// read or write.
package final class OpenFolder: Sendable {
  private let number: Int32

  /// The folder must be searchable, but not readable.
  #if canImport(Darwin)
    private static let flags = O_SEARCH | O_DIRECTORY | O_CLOEXEC
  #else
    // O_PATH, which the module of the C library does not have.
    private static let flags = 0o10000000 | O_DIRECTORY | O_CLOEXEC
  #endif

  private init(number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a folder that the user or the program named. Links in this path are followed.
  package convenience init(_ path: String) throws(SystemFailure) {
    // Sound: open takes a C string that lives for the call.
    let number = unsafe Foundation.open(path, Self.flags)
    guard number >= 0 else { throw .last }
    self.init(number: number)
  }

  /// Returns the folder of a path below this one. With `mode`, missing folders are created.
  package func folder(_ names: [String], making mode: mode_t? = nil) throws(SystemFailure) -> OpenFolder {
    var folder = self
    for name in names { folder = try folder.folder(name, making: mode) }
    return folder
  }

  private func folder(_ name: String, making mode: mode_t?) throws(SystemFailure) -> OpenFolder {
    // Sound: both calls take a C string that lives for the call.
    if let mode, unsafe mkdirat(number, name, mode) != 0, errno != EEXIST { throw .last }
    let opened = unsafe openat(number, name, Self.flags | O_NOFOLLOW)
    guard opened >= 0 else {
      // Linux reports "not a directory" for a link that should be a folder.
      let failure = SystemFailure.last
      throw facts(name)?.kind == .link ? SystemFailure(code: ELOOP) : failure
    }
    return OpenFolder(number: opened)
  }

  /// The file system's properties of a name, without following links.
  package struct Facts: Sendable {
    package enum Kind: Sendable { case file, folder, link, other }

    package var kind: Kind
    package var owner: uid_t
    package var mode: mode_t
    /// The number of hard links to the file.
    package var names: Int

    init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      case S_IFREG: kind = .file
      case S_IFDIR: kind = .folder
      case S_IFLNK: kind = .link
      default: kind = .other
      }
      (owner, mode, names) = (status.st_uid, status.st_mode & 0o7777, Int(status.st_nlink))
    }
  }

  package func facts(_ name: String) -> Facts? {
    var status = stat()
    // Sound: the name is a C string for the call, and `status` is written by it alone.
    return unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? Facts(status) : nil
  }

  /// The properties of the folder itself.
  package var own: Facts? {
    var status = stat()
    // Sound: fstat fills the struct it is given.
    return unsafe fstat(number, &status) == 0 ? Facts(status) : nil
  }

  /// Opens a file, never a link. It does not wait for the other end of a pipe. The caller closes it.
  package func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemFailure) -> Int32 {
    // Sound: open takes a C string that lives for the call.
    let opened = unsafe openat(number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last }
    return opened
  }

  /// Renames a file, folder or link. It replaces an existing target.
  package func move(_ name: String, to folder: OpenFolder, as newName: String) throws(SystemFailure) {
    // Sound: both names are C strings for the call.
    guard unsafe renameat(number, name, folder.number, newName) == 0 else { throw .last }
  }

  /// Creates a hard link to a file.
  package func share(_ name: String, in folder: OpenFolder, as newName: String) throws(SystemFailure) {
    // Sound: as above.
    guard unsafe linkat(number, name, folder.number, newName, 0) == 0 else { throw .last }
  }

  /// Creates a symbolic link.
  package func link(_ name: String, to target: String) throws(SystemFailure) {
    // Sound: as above.
    guard unsafe symlinkat(target, number, name) == 0 else { throw .last }
  }

  /// Syncs the names in the folder to disk.
  package func sync() throws(SystemFailure) {
    let opened = try open(".", O_RDONLY)
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .last }
  }

  /// Removes a file, a link, or a folder with its contents. A missing name is not an error.
  package func remove(_ name: String) throws(SystemFailure) {
    // Sound: the name is a C string for each of the calls.
    if unsafe unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
    guard facts(name)?.kind == .folder else { throw .last }
    let folder = try folder(name, making: nil)
    for below in try folder.names() { try folder.remove(below) }
    guard unsafe unlinkat(number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw .last }
  }

  /// Returns the names in the folder, unsorted.
  private func names() throws(SystemFailure) -> [String] {
    // Sound: the stream owns the descriptor and closes it; each entry is read before the next call.
    guard let stream = unsafe fdopendir(try open(".", O_RDONLY)) else { throw .last }
    defer { unsafe _ = closedir(stream) }
    var found: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found
  }

  /// Removes the access of other users from a file or folder, if the user owns it and it has one name.
  package func restrict(_ name: String) throws(SystemFailure) {
    guard let facts = facts(name), facts.owner == geteuid(), facts.mode & 0o077 != 0,
      facts.kind == .folder || facts.kind == .file && facts.names == 1
    else { return }
    let opened = try open(name, O_RDONLY)
    defer { close(opened) }
    guard fchmod(opened, facts.mode & 0o700) == 0 else { throw .last }
  }
}

/// Functions for files by descriptor.
package enum OpenFile {
  /// Returns the properties of an open file.
  package static func facts(_ number: Int32) -> OpenFolder.Facts? {
    var status = stat()
    // Sound: fstat fills the struct it is given.
    return unsafe fstat(number, &status) == 0 ? OpenFolder.Facts(status) : nil
  }

  /// Returns the properties of the file at a path, after following links.
  package static func facts(at path: String) -> OpenFolder.Facts? {
    var status = stat()
    // Sound: the path is a C string for the call, and `status` is written by it alone.
    return unsafe stat(path, &status) == 0 ? OpenFolder.Facts(status) : nil
  }

  /// Opens a file for reading and follows links. With `waits`, it waits for the other end of a pipe.
  package static func open(_ path: String, waits: Bool = true) throws(SystemFailure) -> Int32 {
    // Sound: open takes a C string that lives for the call.
    let number = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard number >= 0 else { throw .last }
    return number
  }

  /// Writes all bytes.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemFailure) {
    var done = 0
    while done < bytes.count {
      // Sound: the rest of the array, which outlives the call, and no more bytes than it has.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Foundation.write(number, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  /// Syncs the written bytes to disk.
  package static func sync(_ number: Int32) throws(SystemFailure) {
    guard fsync(number) == 0 else { throw .last }
  }

  /// Returns the bytes from the current position to the end, at most `most`.
  package static func read(_ number: Int32, most: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(most, 64 << 10))
    while bytes.count < most {
      // Sound: the call writes no more bytes than the array has.
      let count = unsafe part.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(number, buffer.baseAddress, min(buffer.count, most - bytes.count))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      bytes += part.prefix(count)
    }
    return bytes
  }

  /// Returns the canonical path without links. Nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    // Sound: realpath returns an allocated C string, which is copied and freed.
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
