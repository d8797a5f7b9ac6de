import AugerDiagnostics
import Foundation

/// Files that appear complete or not at all.
package enum AtomicFile {
  /// Writes beside the place and renames: a reader sees the old file or the new one, never a part.
  ///
  /// A link is followed, unless another user has put it into a folder that others write to. A device or a pipe is
  /// written to, not replaced. Nothing waits for the disk: what must outlive a loss of power is published by other
  /// means. A file that was there keeps its mode.
  /// Throws `fileUnwritable`.
  package static func write(_ bytes: [UInt8], to path: String) throws(AugerError) {
    do { try write(to: path) { try $0(bytes) } } catch let error as AugerError { throw error } catch {
      throw failure(path, (error as NSError).localizedDescription)
    }
  }

  /// As above, with bytes that `body` hands over some at a time. What it throws ends the writing, and is thrown.
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
      // A file that only some could read is not one that all can because its contents are new, not for a moment.
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
    // Sound: both arguments are strings that outlive the call; rename keeps no pointer.
    guard unsafe rename(unfinished, url.path) == 0 else {
      let reason = String(describing: POSIXErrorCode(rawValue: errno) ?? .EIO)
      try? FileManager.default.removeItem(atPath: unfinished)
      throw fail(reason)
    }
  }

  /// Where the links of a path lead. Throws `fileUnwritable` for one that another user has put into a folder that
  /// others write to, such as `/tmp`: it would have the user write a file that someone else has chosen.
  package static func target(of path: String) throws(AugerError) -> String {
    var path = path
    for _ in 0..<40 {
      let url = URL(fileURLWithPath: path)
      guard let folder = try? OpenFolder(url.deletingLastPathComponent().path),
        let link = folder.facts(url.lastPathComponent), link.kind == .link
      else { return path }
      if let facts = folder.own, facts.mode & 0o022 != 0, link.owner != geteuid(), link.owner != facts.owner {
        throw AugerError(
          .fileUnwritable, operation: "write '\(path)'", "a link of another user has this name", place: path,
          hint: "Choose another name, or remove the link.")
      }
      let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard let next else { return path }
      let target = next.hasPrefix("/") ? next : url.deletingLastPathComponent().path + "/" + next
      // The links of open files, such as /dev/stdout, lead to pipes that have no path.
      if OpenFile.facts(at: path) != nil, OpenFile.facts(at: target) == nil { return path }
      path = target
    }
    throw failure(path, "too many links")
  }

  static func failure(_ path: String, _ reason: String) -> AugerError {
    AugerError(
      .fileUnwritable, operation: "write '\(path)'", "the file cannot be written",
      hint: "the folder must exist and allow writing", underlying: reason)
  }
}

extension Diagnostic.Code {
  package static let fileUnwritable = Self("fileUnwritable")
}
