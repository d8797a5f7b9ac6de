import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

/// The file operations that publishing uses. Each is durable when it returns.
///
/// The functions block: call them from a blocking thread. They throw `fileUnwritable` or `diskFull` with the path.
package struct FileSystem: Sendable {
  /// The operation that is about to start. A test can make it fail or end the process there.
  package enum Operation: String, Sendable, CaseIterable {
    case makeFolder, write, syncFolder, rename, link, remove
  }

  /// A function that is called before each operation. If it throws, the operation fails.
  package var before: @Sendable (Operation, String) throws(AugerError) -> Void

  /// The rules for writing files. Auger never follows a link at a path that a workspace names.
  package var access: FileAccess

  package init(
    _ access: FileAccess = .anywhere,
    before: @escaping @Sendable (Operation, String) throws(AugerError) -> Void = { _, _ throws(AugerError) in }
  ) {
    self.access = access
    self.before = before
  }

  /// The users that may read new files, limited by the mask of the process.
  enum Readers {
    case everyone
    /// The user of the process. Run records and stored tables contain unpublished values.
    case owner

    var fileMode: mode_t { self == .owner ? 0o600 : 0o666 }
  }

  /// Creates a folder and its parents. An existing folder does not change.
  func makeFolder(_ path: String, for readers: Readers = .everyone) throws(AugerError) {
    try before(.makeFolder, path)
    let mode: mode_t = readers == .owner ? 0o700 : 0o777
    guard access.writable == nil else {
      _ = try access.place(writing: path + "/.", making: mode) { Self.failure(path, $0) }
      return
    }
    let attributes: [FileAttributeKey: Any]? = readers == .owner ? [.posixPermissions: mode] : nil
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
    try at(path) { folder, name throws(SystemFailure) in
      let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: readers.fileMode)
      defer { close(file) }
      try OpenFile.write(bytes, to: file)
      try OpenFile.sync(file)
    }
  }

  /// Flushes a folder, so that its entries survive a power failure.
  func syncFolder(_ path: String) throws(AugerError) {
    try before(.syncFolder, path)
    try at(path + "/.") { folder, _ throws(SystemFailure) in try folder.sync() }
  }

  /// Renames a file, folder or link within its file system. Replaces an existing file or link with the new name.
  func move(_ path: String, to newPath: String) throws(AugerError) {
    try before(.rename, newPath)
    let (target, newName) = try place(newPath)
    try at(path) { folder, name throws(SystemFailure) in try folder.move(name, to: target, as: newName) }
  }

  /// Creates a hard link to a file in the same file system.
  func share(_ path: String, as newPath: String) throws(AugerError) {
    try before(.write, newPath)
    let (target, newName) = try place(newPath)
    try at(path) { folder, name throws(SystemFailure) in try folder.share(name, in: target, as: newName) }
  }

  /// Makes a symbolic link.
  func link(_ path: String, to target: String) throws(AugerError) {
    try before(.link, path)
    try at(path) { folder, name throws(SystemFailure) in try folder.link(name, to: target) }
  }

  /// Removes a file, or a folder with its contents. Does nothing if it does not exist.
  func remove(_ path: String) throws(AugerError) {
    try before(.remove, path)
    guard FileManager.default.fileExists(atPath: Self.parent(of: path)) else { return }
    try at(path) { folder, name throws(SystemFailure) in try folder.remove(name) }
  }

  /// Removes the access of other users to a file or folder, if it exists: earlier versions created readable files.
  ///
  /// Files of other users and special files do not change.
  func restrict(_ path: String) throws(AugerError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try at(path) { folder, name throws(SystemFailure) in try folder.restrict(name) }
  }

  /// Throws if the path is a link or has several hard links. Called before a library writes to the path by name.
  func requireFile(_ path: String) throws(AugerError) {
    let (folder, name) = try place(path)
    guard let facts = folder.facts(name), facts.kind != .file || facts.names != 1 else { return }
    throw Self.failure(path, reason: "it must be a file of its own, without links to it")
  }

  /// Calls `restrict` for the files of a folder whose names meet a condition.
  func restrictFiles(in folder: String, where isOurs: (String) -> Bool) throws(AugerError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isOurs(name) {
      try restrict(folder + "/" + name)
    }
  }

  /// Opens a file, or creates it for the current user alone. Never follows a link. The caller closes the file.
  func openLock(_ path: String, makingFile: Bool) throws(AugerError) -> CInt? {
    let (folder, name): (OpenFolder, String)
    do throws(AugerError) { (folder, name) = try place(path) } catch {
      if !makingFile, !FileManager.default.fileExists(atPath: Self.parent(of: path)) { return nil }
      throw error
    }
    do throws(SystemFailure) {
      return try folder.open(name, makingFile ? O_RDWR | O_CREAT : O_RDONLY, mode: 0o600)
    } catch {
      if !makingFile, error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw Self.failure(path, error)
    }
  }

  private func place(_ path: String) throws(AugerError) -> (folder: OpenFolder, name: String) {
    try access.place(writing: path) { Self.failure(path, $0) }
  }

  private func at(
    _ path: String, _ body: (OpenFolder, String) throws(SystemFailure) -> Void
  ) throws(AugerError) {
    let (folder, name) = try place(path)
    do throws(SystemFailure) { try body(folder, name) } catch { throw Self.failure(path, error) }
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  static func failure(_ path: String, _ failure: SystemFailure) -> AugerError {
    if [ENOSPC, EDQUOT, EFBIG].contains(failure.code) {
      return AugerError(
        .diskFull, operation: "write '\(path)'", "the disk is full",
        hint: "Free disk space and try again. No file was replaced.",
        underlying: failure.name)
    }
    return Self.failure(path, reason: failure.name)
  }

  static func failure(_ path: String, reason: String) -> AugerError {
    AugerError(
      .fileUnwritable, operation: "write '\(path)'", "it cannot be written",
      hint: "Check that the folder exists and is writable.", underlying: reason)
  }
}

extension Diagnostic.Code {
  package static let diskFull = Self("diskFull")
}
