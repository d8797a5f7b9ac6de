import AugerDiagnostics
import Foundation

/// Writes files that appear complete or not at all.
package enum AtomicFile {
  /// Writes a temporary file in the same folder and renames it. A reader sees the old or the new file, never a part.
  ///
  /// A symbolic link is followed, unless another user created it in a shared folder. A device or a pipe is written
  /// to, not replaced. It does not sync to disk, so the file can be lost in a power failure. An existing file keeps
  /// its mode. Throws `fileUnwritable`.
  package static func write(_ bytes: [UInt8], to path: String) throws(AugerError) {
    do { try write(to: path) { try $0(bytes) } } catch let error as AugerError { throw error } catch {
      throw failure(path, (error as NSError).localizedDescription)
    }
  }

  /// Does the same with bytes that `body` provides in pieces. An error of `body` ends the writing and is rethrown.
  package static func write(to path: String, _ body: ((_ bytes: [UInt8]) throws -> Void) throws -> Void) throws {
    let url = URL(fileURLWithPath: try target(of: path))
    let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let unfinished = url.deletingLastPathComponent().appendingPathComponent(name).path
    func fail(_ reason: String) -> AugerError { failure(path, reason) }
    let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
    let kind = facts?[.type] as? FileAttributeType
    if kind == .typeDirectory { throw fail("a directory has this name") }
    if let kind, kind != .typeRegular {
      do {
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        return try body { try file.write(contentsOf: Data($0)) }
      } catch let error where error is AugerError || error is CancellationError {
        throw error
      } catch {
        throw fail((error as NSError).localizedDescription)
      }
    }
    do {
      // A restricted file must not become readable by others when it is replaced, not even briefly.
      if let mode = facts?[.posixPermissions] {
        guard FileManager.default.createFile(atPath: unfinished, contents: nil) else { throw POSIXError(.EACCES) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: unfinished)
      } else {
        try Data().write(to: URL(fileURLWithPath: unfinished), options: .withoutOverwriting)
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: unfinished))
      defer { try? file.close() }
      try body { try file.write(contentsOf: Data($0)) }
    } catch let error where error is AugerError || error is CancellationError {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw fail((error as NSError).localizedDescription)
    }
    // Sound: both arguments are strings that outlive the call; rename retains no pointer.
    guard unsafe rename(unfinished, url.path) == 0 else {
      let reason = String(describing: POSIXErrorCode(rawValue: errno) ?? .EIO)
      try? FileManager.default.removeItem(atPath: unfinished)
      throw fail(reason)
    }
  }

  /// Returns the target of the links of a path. Throws `fileUnwritable` for a link that another user created in a
  /// shared folder such as `/tmp`, because that user would choose the file to overwrite.
  package static func target(of path: String) throws(AugerError) -> String {
    var path = path
    for _ in 0..<40 {
      let url = URL(fileURLWithPath: path)
      guard let folder = try? OpenFolder(url.deletingLastPathComponent().path),
        let link = folder.facts(url.lastPathComponent), link.kind == .link
      else { return path }
      if let facts = folder.own, facts.mode & 0o022 != 0, link.owner != geteuid(), link.owner != facts.owner {
        throw AugerError(
          .fileUnwritable, operation: "write '\(path)'", "the name belongs to a link of another user", place: path,
          hint: "Choose another name, or remove the link.")
      }
      let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard let next else { return path }
      let target = next.hasPrefix("/") ? next : url.deletingLastPathComponent().path + "/" + next
      // Links of open files, such as /dev/stdout, lead to pipes that have no path.
      if OpenFile.facts(at: path) != nil, OpenFile.facts(at: target) == nil { return path }
      path = target
    }
    throw failure(path, "too many links")
  }

  static func failure(_ path: String, _ reason: String) -> AugerError {
    AugerError(
      .fileUnwritable, operation: "write '\(path)'", "the file cannot be written",
      hint: "Check that the folder exists and is writable.", underlying: reason)
  }
}

extension Diagnostic.Code {
  package static let fileUnwritable = Self("fileUnwritable")
}
