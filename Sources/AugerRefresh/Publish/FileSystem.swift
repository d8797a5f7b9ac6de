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

  /// Where files may be written: what a workspace names is never written through a link.
  package var access: FileAccess

  package init(
    _ access: FileAccess = .anywhere,
    before: @escaping @Sendable (Operation, String) throws(AugerError) -> Void = { _, _ throws(AugerError) in }
  ) {
    self.access = access
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

  /// Makes the names in a folder outlive a loss of power.
  func syncFolder(_ path: String) throws(AugerError) {
    try before(.syncFolder, path)
    try at(path + "/.") { folder, _ throws(SystemFailure) in try folder.sync() }
  }

  /// Gives a file, folder or link another name in the same file system, in the place of a file or link that has it.
  func move(_ path: String, to newPath: String) throws(AugerError) {
    try before(.rename, newPath)
    let (target, newName) = try place(newPath)
    try at(path) { folder, name throws(SystemFailure) in try folder.move(name, to: target, as: newName) }
  }

  /// Gives a file a second name in the same file system.
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

  /// Removes a file, or a folder with all that is in it; what is not there is fine.
  func remove(_ path: String) throws(AugerError) {
    try before(.remove, path)
    guard FileManager.default.fileExists(atPath: Self.parent(of: path)) else { return }
    try at(path) { folder, name throws(SystemFailure) in try folder.remove(name) }
  }

  /// Takes a file or folder, if it is there, from everyone but its user: older versions left what they made to all who
  /// could reach it. What belongs to another user, and what is no file or folder, stays as it is.
  func restrict(_ path: String) throws(AugerError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try at(path) { folder, name throws(SystemFailure) in try folder.restrict(name) }
  }

  /// Refuses a link or another name of a file where a library is about to write by name.
  func requireFile(_ path: String) throws(AugerError) {
    let (folder, name) = try place(path)
    guard let facts = folder.facts(name), facts.kind != .file || facts.names != 1 else { return }
    throw Self.failure(path, reason: "it must be a file of its own, without links to it")
  }

  /// `restrict` for the files of a folder whose names fulfil a condition.
  func restrictFiles(in folder: String, where isOurs: (String) -> Bool) throws(AugerError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isOurs(name) {
      try restrict(folder + "/" + name)
    }
  }

  /// Opens a file, or makes it for its user alone. A link is never opened. The caller closes it.
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
        .diskFull, operation: "write '\(path)'", "the disk is full", hint: "nothing was replaced",
        underlying: failure.name)
    }
    return Self.failure(path, reason: failure.name)
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
