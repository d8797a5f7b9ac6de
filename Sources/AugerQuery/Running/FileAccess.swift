import AugerDiagnostics
import Foundation

/// The files that a definition can read and write.
///
/// A user can name any file on the command line, and so can a program in its code. A workspace file can have another
/// author. It can write only below its own folder. A confined one can also read only there. The command line can
/// allow more.
package struct FileAccess: Sendable {
  /// The folders below which files can be written. Nil means anywhere.
  package var writable: [String]?
  /// The files and folders that can be read, with everything below them. Nil means anywhere.
  package var readable: [String]?
  /// The pipes, devices and sockets that can be read, although a read can block forever. Nil means all.
  package var special: [String]?

  /// The access of a user or a program: no limits.
  package static let anywhere = FileAccess()

  private init() {}

  /// Creates the access of a workspace file.
  ///
  /// - Parameters:
  /// - directory: The folder of the file.
  /// - allowed: The files and folders that the command line adds.
  /// - isConfined: True if no other files can be read.
  package init(ofWorkspaceIn directory: String, allowing allowed: [String] = [], isConfined: Bool = false) {
    // A file named without a folder is in the working directory.
    let folder = directory.isEmpty ? "." : directory
    writable = [folder] + allowed
    readable = isConfined ? [folder] + allowed : nil
    special = allowed
  }

  /// True if the workspace cannot read files outside its folder or connect to servers that it names.
  package var isConfined: Bool { readable != nil }

  // MARK: Reading

  /// Opens a file for reading; the caller closes it. Throws `pathNotAllowed`, `notAFile`, and the error that
  /// `failure` makes from the system error.
  package func open(
    _ path: String, _ failure: (SystemFailure) -> AugerError
  ) throws(AugerError) -> Int32 {
    do throws(SystemFailure) {
      if maySpecial(path) { return try OpenFile.open(path) }
      // Opening a device can have side effects, so it is not opened.
      guard OpenFile.facts(at: path)?.kind != .other else { throw SystemFailure(code: ENXIO) }
      let number = try readable == nil ? OpenFile.open(path, waits: false) : openBelow(path)
      guard OpenFile.facts(number)?.kind != .other else {
        close(number)
        throw SystemFailure(code: ENXIO)
      }
      return number
    } catch {
      switch error.code {
      case ENXIO: throw Self.notAFile(path)
      case EPERM where !mayRead(path): throw outside(path, "read")
      default: throw failure(error)
      }
    }
  }

  private func maySpecial(_ path: String) -> Bool { special?.contains { Self.isSame($0, path) } ?? true }

  /// Opens a file below the readable folders, without links in its path. A link created at the same time cannot
  /// redirect it.
  private func openBelow(_ path: String) throws(SystemFailure) -> Int32 {
    guard let real = OpenFile.realPath(path) else { throw SystemFailure.last }
    for root in (readable ?? []).compactMap(OpenFile.realPath) {
      guard var names = Self.names(real, below: root) else { continue }
      // The allowed path can be the file itself.
      guard let name = names.popLast() else { return try OpenFile.open(real, waits: false) }
      return try OpenFolder(root).folder(names).open(name, O_RDONLY)
    }
    throw SystemFailure(code: EPERM)
  }

  /// Throws `pathNotAllowed` or `notAFile` for a path that cannot be read, before other code opens it.
  package func checkReading(_ path: String) throws(AugerError) {
    guard mayRead(path) else { throw outside(path, "read") }
    if !maySpecial(path), OpenFile.facts(at: path)?.kind == .other { throw Self.notAFile(path) }
  }

  /// Returns the contents of a small file, such as a schema. Nil if it is not readable. Throws `pathNotAllowed` and
  /// `notAFile`.
  package func contents(of path: String, most: Int = 64 << 20) throws(AugerError) -> [UInt8]? {
    let number: Int32
    do throws(AugerError) {
      number = try open(path) { AugerError(.fileUnreadable, operation: "read '\(path)'", $0.reason, place: path) }
    } catch {
      if error.code == .fileUnreadable { return nil }
      throw error
    }
    defer { close(number) }
    guard let bytes = try? OpenFile.read(number, most: most), bytes.count < most else { return nil }
    return bytes
  }

  private func mayRead(_ path: String) -> Bool {
    guard let readable else { return true }
    // A missing file is reported as missing only if its folder is readable.
    guard let real = OpenFile.realPath(path) ?? OpenFile.realPath(Self.parent(of: path)) else {
      return readable.contains { Self.names(Self.absolute(path), below: Self.absolute($0)) != nil }
    }
    return readable.contains { root in
      OpenFile.realPath(root).map { Self.names(real, below: $0) != nil } ?? false
    }
  }

  private static func notAFile(_ path: String) -> AugerError {
    AugerError(
      .notAFile, operation: "read '\(path)'", "'\(path)' is a pipe, a device or a socket", place: path,
      hint: "Pass --allow-path \(path) to read it anyway.")
  }

  // MARK: Writing

  /// Throws `pathNotAllowed` for a path that cannot be written.
  package func checkWriting(_ path: String) throws(AugerError) {
    guard writable != nil, root(writing: path) == nil else { return }
    throw outside(path, "written")
  }

  /// Returns the folder and the name of a path to write. With `mode`, missing folders are created.
  ///
  /// Throws `pathNotAllowed`, and the error that `failure` makes from the system error.
  package func place(
    writing path: String, making mode: mode_t? = nil, _ failure: (SystemFailure) -> AugerError
  ) throws(AugerError) -> (folder: OpenFolder, name: String) {
    try checkWriting(path)
    do throws(SystemFailure) {
      guard let root = root(writing: path) else {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return (try OpenFolder(parent), slash.map { String(path[path.index(after: $0)...]) } ?? path)
      }
      var names = Self.names(Self.absolute(path), below: Self.absolute(root)) ?? []
      if path.hasSuffix("/.") { names.append(".") }
      guard let name = names.popLast() else { return (try OpenFolder(root), ".") }
      return (try OpenFolder(root).folder(names, making: mode), name)
    } catch {
      throw failure(error)
    }
  }

  private func root(writing path: String) -> String? {
    let path = Self.absolute(path)
    return writable?.first { Self.names(path, below: Self.absolute($0)) != nil }
  }

  /// Replaces or creates a whole file. If a workspace named it, only a file that Auger wrote is replaced, which its
  /// first bytes show.
  ///
  /// Throws `pathNotAllowed`, `fileNotReplaced` and `fileUnwritable`.
  package func replace(_ path: String, with bytes: [UInt8], beginning: [UInt8]) throws(AugerError) {
    guard writable != nil else { return try AtomicFile.write(bytes, to: path) }
    func failure(_ failure: SystemFailure) -> AugerError { AtomicFile.failure(path, failure.reason) }
    let (folder, name) = try place(writing: path, failure)
    // A name that starts with a dot can be a script or a settings file of another program.
    guard !name.hasPrefix(".") else {
      throw AugerError(
        .pathNotAllowed, operation: "write '\(path)'", "a hidden file is not written for a workspace", place: path,
        hint: "Choose a name that does not begin with a point.")
    }
    try Self.requireOwn(name, in: folder, path, beginning)
    let unfinished = ".\(name).\(UUID().uuidString)"
    do throws(SystemFailure) {
      let number = try folder.open(unfinished, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      defer { close(number) }
      try OpenFile.write(bytes, to: number)
      try folder.move(unfinished, to: folder, as: name)
    } catch {
      try? folder.remove(unfinished)
      throw failure(error)
    }
  }

  /// Throws unless a name is free, or is a file that begins with these bytes, has no other name and belongs to the
  /// user.
  private static func requireOwn(
    _ name: String, in folder: OpenFolder, _ path: String, _ beginning: [UInt8]
  ) throws(AugerError) {
    guard let facts = folder.facts(name) else { return }
    func refused(_ reason: String) -> AugerError {
      AugerError(
        .fileNotReplaced, operation: "write '\(path)'", reason, place: path,
        hint: "Move it away, or choose another name.")
    }
    switch facts.kind {
    case .link: throw refused("a link has this name")
    case .folder, .other: throw refused("something that is not a file has this name")
    case .file: break
    }
    guard facts.names == 1, facts.owner == geteuid(), let number = try? folder.open(name, O_RDONLY) else {
      throw refused("the file belongs to someone else or has another name")
    }
    defer { close(number) }
    guard (try? OpenFile.read(number, most: beginning.count)) == beginning else {
      throw refused("Auger did not write the file that has this name")
    }
  }

  private func outside(_ path: String, _ done: String) -> AugerError {
    AugerError(
      .pathNotAllowed, operation: done == "read" ? "read '\(path)'" : "write '\(path)'",
      "a file outside of the workspace's folder must not be \(done)", place: path,
      hint: "Pass --allow-path \(Self.parent(of: path)) to allow it.")
  }

  // MARK: Paths

  /// Returns an absolute path without `.` and `..`.
  static func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var names: [Substring] = []
    for name in full.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  private static func parent(of path: String) -> String {
    let path = absolute(path)
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Returns the names that lead from a folder to a path. Nil if the path is not below it. Both are absolute.
  private static func names(_ path: String, below root: String) -> [String]? {
    let (names, first) = (path.split(separator: "/"), root.split(separator: "/"))
    guard names.count >= first.count, zip(names, first).allSatisfy({ Name(String($0)) == Name(String($1)) }) else {
      return nil
    }
    return names.dropFirst(first.count).map(String.init)
  }

  private static func isSame(_ a: String, _ b: String) -> Bool { Name(absolute(a)) == Name(absolute(b)) }
}

extension Diagnostic.Code {
  /// A workspace names a file outside of its folder, or a server, without permission.
  package static let pathNotAllowed = Self("pathNotAllowed")
  /// A workspace names a file to write that Auger has not written before.
  package static let fileNotReplaced = Self("fileNotReplaced")
}
