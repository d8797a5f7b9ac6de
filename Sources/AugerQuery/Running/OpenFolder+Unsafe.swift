import AugerColumns
import AugerDiagnostics
import Foundation

/// The reason for which the operating system refused a call.
package struct SystemFailure: Error, Sendable {
  package var code: Int32

  /// The failure of the call before.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// True if the name is a link where a file or folder of our own was expected.
  var isLink: Bool { code == ELOOP || code == EMLINK }

  /// The symbol of the code, such as `EACCES`.
  package var name: String {
    isLink ? "its path has a link" : String(describing: POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  package var reason: String {
    // Sound: strerror gives a C string that lives until the next call on this thread; it is copied at once.
    isLink ? "its path has a link" : unsafe String(cString: strerror(code))
  }
}

/// An open folder. Everything below it is reached name by name and never through a link, so that no one who may change
/// those names can lead a reader or writer to another place.
package final class OpenFolder: Sendable {
  private let number: Int32

  /// A folder that may be entered need not be readable.
  #if canImport(Darwin)
    private static let flags = O_SEARCH | O_DIRECTORY | O_CLOEXEC
  #else
    // O_PATH, which the module of the C library does not have.
    private static let flags = 0o10000000 | O_DIRECTORY | O_CLOEXEC
  #endif

  private init(number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a folder that a person or the program has named: links in this path are followed.
  package convenience init(_ path: String) throws(SystemFailure) {
    // Sound: open takes a C string that lives for the call.
    let number = unsafe Foundation.open(path, Self.flags)
    guard number >= 0 else { throw .last }
    self.init(number: number)
  }

  /// The folder of a path of names below this one. With `mode`, folders that do not exist are made.
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
      // Linux calls a link that should be a folder "not a directory".
      let failure = SystemFailure.last
      throw facts(name)?.kind == .link ? SystemFailure(code: ELOOP) : failure
    }
    return OpenFolder(number: opened)
  }

  /// What the file system says about a name, itself and not what it links to.
  package struct Facts: Sendable {
    package enum Kind: Sendable { case file, folder, link, other }

    package var kind: Kind
    package var owner: uid_t
    package var mode: mode_t
    /// How many names the file has.
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

  /// The facts of the folder itself.
  package var own: Facts? {
    var status = stat()
    // Sound: fstat fills the struct it is given.
    return unsafe fstat(number, &status) == 0 ? Facts(status) : nil
  }

  /// Opens a file, never a link, and never waits for the other end of a pipe. The caller closes it.
  package func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemFailure) -> Int32 {
    // Sound: open takes a C string that lives for the call.
    let opened = unsafe openat(number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last }
    return opened
  }

  /// Gives a file, folder or link another name, in the place of what has it.
  package func move(_ name: String, to folder: OpenFolder, as newName: String) throws(SystemFailure) {
    // Sound: both names are C strings for the call.
    guard unsafe renameat(number, name, folder.number, newName) == 0 else { throw .last }
  }

  /// Gives a file a second name.
  package func share(_ name: String, in folder: OpenFolder, as newName: String) throws(SystemFailure) {
    // Sound: as above.
    guard unsafe linkat(number, name, folder.number, newName, 0) == 0 else { throw .last }
  }

  /// Makes a symbolic link.
  package func link(_ name: String, to target: String) throws(SystemFailure) {
    // Sound: as above.
    guard unsafe symlinkat(target, number, name) == 0 else { throw .last }
  }

  /// Makes the names in the folder outlive a loss of power.
  package func sync() throws(SystemFailure) {
    let opened = try open(".", O_RDONLY)
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .last }
  }

  /// Removes a file, a link, or a folder with everything in it. A name that does not exist is not an error.
  package func remove(_ name: String) throws(SystemFailure) {
    // Sound: the name is a C string for each of the calls.
    if unsafe unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
    guard facts(name)?.kind == .folder else { throw .last }
    let folder = try folder(name, making: nil)
    for below in try folder.names() { try folder.remove(below) }
    guard unsafe unlinkat(number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw .last }
  }

  /// The names in the folder, unsorted.
  private func names() throws(SystemFailure) -> [String] {
    // Sound: the stream takes the descriptor over, and closes it; each entry is read before the next call.
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

  /// Takes a file or folder from everyone but its user, if it is ours and has one name.
  package func restrict(_ name: String) throws(SystemFailure) {
    guard let facts = facts(name), facts.owner == geteuid(), facts.mode & 0o077 != 0,
      facts.kind == .folder || facts.kind == .file && facts.names == 1
    else { return }
    let opened = try open(name, O_RDONLY)
    defer { close(opened) }
    guard fchmod(opened, facts.mode & 0o700) == 0 else { throw .last }
  }
}

/// Files by their descriptors.
package enum OpenFile {
  /// The kind and the other facts of an open file.
  package static func facts(_ number: Int32) -> OpenFolder.Facts? {
    var status = stat()
    // Sound: fstat fills the struct it is given.
    return unsafe fstat(number, &status) == 0 ? OpenFolder.Facts(status) : nil
  }

  /// The kind and the other facts of the file that a path, links followed, leads to.
  package static func facts(at path: String) -> OpenFolder.Facts? {
    var status = stat()
    // Sound: the path is a C string for the call, and `status` is written by it alone.
    return unsafe stat(path, &status) == 0 ? OpenFolder.Facts(status) : nil
  }

  /// Opens a file for reading; links are followed. With `waits`, until a pipe has another end.
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

  /// Brings what was written to the disk.
  package static func sync(_ number: Int32) throws(SystemFailure) {
    guard fsync(number) == 0 else { throw .last }
  }

  /// The bytes from where the file stands to its end, at most so many.
  package static func read(_ number: Int32, most: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(most, 64 << 10))
    while bytes.count < most {
      // Sound: at most as many bytes as the array has are written to it.
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

  /// A path without links, as the file system has it; nil if it leads nowhere.
  package static func realPath(_ path: String) -> String? {
    // Sound: realpath gives a C string of its own, which is copied and freed.
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
