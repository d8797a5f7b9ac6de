import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

/// The few operations on files that publishing is made of, each durable when it returns.
///
/// Blocks: call it from a thread of its own. What goes wrong is `fileUnwritable` or `diskFull`, with the path.
package struct FileSystem: Sendable {
  /// What is about to be done: a test can let it fail, or be the last.
  package enum Operation: String, Sendable, CaseIterable {
    case makeFolder, write, syncFolder, rename, link, remove
  }

  /// Called before each operation; what it throws is as if the operation had failed.
  package var before: @Sendable (Operation, String) throws(AugerError) -> Void

  package init(
    before: @escaping @Sendable (Operation, String) throws(AugerError) -> Void = { _, _ throws(AugerError) in }
  ) {
    self.before = before
  }

  /// The users that may read what is made, as far as the process's own mask allows it.
  enum Readers {
    case everyone
    /// The user of the process: run records and kept tables hold values of the data that were not published.
    case owner

    var fileMode: mode_t { self == .owner ? 0o600 : 0o666 }
  }

  /// Makes a folder and those above it; one that is there is fine, and stays as it is.
  func makeFolder(_ path: String, for readers: Readers = .everyone) throws(AugerError) {
    try before(.makeFolder, path)
    let attributes: [FileAttributeKey: Any]? = readers == .owner ? [.posixPermissions: 0o700] : nil
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: attributes)
    } catch {
      throw Self.failure(path, reason: (error as NSError).localizedDescription)
    }
  }

  /// Writes a new file to the disk.
  func write(_ bytes: [UInt8], to path: String, for readers: Readers = .everyone) throws(AugerError) {
    try before(.write, path)
    // Sound: the string outlives the call, which keeps no pointer.
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readers.fileMode)
    guard file >= 0 else { throw Self.failure(path) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      // Sound: the rest of the array, which outlives the call, and no more bytes than it has.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Foundation.write(file, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      done += count
    }
    guard fsync(file) == 0 else { throw Self.failure(path) }
  }

  /// Makes the names in a folder outlive a loss of power.
  func syncFolder(_ path: String) throws(AugerError) {
    try before(.syncFolder, path)
    // Sound: the string outlives the call, which keeps no pointer.
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.failure(path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Self.failure(path) }
  }

  /// Gives a file, folder or link another name in the same file system, in the place of a file or link that has it.
  func move(_ path: String, to newPath: String) throws(AugerError) {
    try before(.rename, newPath)
    // Sound: both strings outlive the call, which keeps no pointer.
    guard unsafe rename(path, newPath) == 0 else { throw Self.failure(newPath) }
  }

  /// Gives a file a second name in the same file system.
  func share(_ path: String, as newPath: String) throws(AugerError) {
    try before(.write, newPath)
    // Sound: both strings outlive the call, which keeps no pointer.
    guard unsafe Foundation.link(path, newPath) == 0 else { throw Self.failure(newPath) }
  }

  /// Makes a symbolic link.
  func link(_ path: String, to target: String) throws(AugerError) {
    try before(.link, path)
    // Sound: both strings outlive the call, which keeps no pointer.
    guard unsafe symlink(target, path) == 0 else { throw Self.failure(path) }
  }

  /// Removes a file, or a folder with all that is in it; what is not there is fine.
  func remove(_ path: String) throws(AugerError) {
    try before(.remove, path)
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch CocoaError.fileNoSuchFile {
      return
    } catch {
      throw Self.failure(path, reason: (error as NSError).localizedDescription)
    }
  }

  /// What the last call of the system was refused for.
  static func failure(_ path: String) -> AugerError {
    let code = errno
    let reason = String(describing: POSIXErrorCode(rawValue: code) ?? .EIO)
    if code == ENOSPC || code == EDQUOT || code == EFBIG {
      return AugerError(
        .diskFull, operation: "write '\(path)'", "the disk is full", hint: "nothing was replaced",
        underlying: reason)
    }
    return failure(path, reason: reason)
  }

  static func failure(_ path: String, reason: String) -> AugerError {
    AugerError(
      .fileUnwritable, operation: "write '\(path)'", "it cannot be written",
      hint: "the folder must exist and allow writing", underlying: reason)
  }
}

extension Diagnostic.Code {
  package static let diskFull = Self("diskFull")
}
