import AugerDiagnostics
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Access to files that a workspace names. An attacker may have chosen their paths.
@Suite struct FileAccessTests {
  private let root: String
  private let outside: String
  private let access: FileAccess

  private static let header = Array("header\n".utf8)
  private static let rows = Array("header\nrow\n".utf8)

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-access-\(UUID().uuidString)")
    (root, outside) = (folder.path + "/workspace", folder.path + "/outside")
    for path in [root + "/below", outside] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    access = FileAccess(ofWorkspaceIn: root)
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: (root as NSString).deletingLastPathComponent) }

  private func replace(_ path: String) throws(AugerError) {
    try access.replace(path, with: Self.rows, beginning: Self.header)
  }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    do { try body() } catch { return (error as? AugerError)?.code }
    return nil
  }

  @Test func listIsWrittenInsideTheFolderAndReplaced() throws {
    defer { cleanUp() }
    for path in [root + "/list.csv", root + "/below/list.csv", root + "/below/../again.csv"] {
      try replace(path)
      try replace(path)
      #expect(FileManager.default.contents(atPath: path).map(Array.init) == Self.rows)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/below") == ["list.csv"])
  }

  @Test func filesOutsideAreNotWritten() throws {
    defer { cleanUp() }
    for path in [outside + "/x.csv", root + "/../outside/x.csv", root + "x.csv", "/x.csv"] {
      #expect(code { try replace(path) } == .pathNotAllowed, "\(path)")
    }
    #expect(code { try replace(root + "/.profile") } == .pathNotAllowed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    var allowed = access
    allowed.writable?.append(outside)
    try allowed.replace(outside + "/x.csv", with: Self.rows, beginning: Self.header)
  }

  @Test func linksAreNotFollowedOnWrite() throws {
    defer { cleanUp() }
    try Data(Self.rows).write(to: URL(fileURLWithPath: outside + "/x.csv"))
    let links = ["/link.csv": outside + "/x.csv", "/dangling.csv": outside + "/new.csv", "/folder": outside]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: root + name, withDestinationPath: target)
    }
    try FileManager.default.linkItem(atPath: outside + "/x.csv", toPath: root + "/hard.csv")
    for name in ["/link.csv", "/dangling.csv", "/hard.csv"] {
      #expect(code { try replace(root + name) } == .fileNotReplaced, "\(name)")
    }
    #expect(code { try replace(root + "/folder/y.csv") } == .fileUnwritable)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["x.csv"])
  }

  @Test func foreignFilesAreNotReplaced() throws {
    defer { cleanUp() }
    for text in ["", "head", "export PATH\nheader\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/x.csv"))
      #expect(code { try replace(root + "/x.csv") } == .fileNotReplaced)
      #expect(FileManager.default.contents(atPath: root + "/x.csv") == Data(text.utf8))
    }
    #expect(Pipes.make(root + "/pipe.csv"))
    #expect(code { try replace(root + "/pipe.csv") } == .fileNotReplaced)
    #expect(code { try replace(root + "/below") } == .fileNotReplaced)
  }

  private func read(_ path: String, _ access: FileAccess) throws -> String? {
    try access.contents(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(.timeLimit(.minutes(1))) func onlyRegularFilesAreRead() throws {
    defer { cleanUp() }
    #expect(Pipes.make(root + "/pipe.csv"))
    for path in [root + "/pipe.csv", "/dev/zero", "/dev/tty"] {
      #expect(code { _ = try read(path, access) } == .notAFile, "\(path)")
      #expect(code { try access.checkReading(path) } == .notAFile, "\(path)")
    }
    #expect(try read("/dev/null", FileAccess(ofWorkspaceIn: root, allowing: ["/dev/null"])) == "")
    #expect(try read("/dev/null", .anywhere) == "")
  }

  @Test func confinedWorkspaceReadsItsOwnFiles() throws {
    defer { cleanUp() }
    try Data("own".utf8).write(to: URL(fileURLWithPath: root + "/below/own.csv"))
    try Data("other".utf8).write(to: URL(fileURLWithPath: outside + "/other.csv"))
    for (name, target) in ["inner.csv": "below/own.csv", "outer.csv": outside + "/other.csv", "folder": outside] {
      try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
    }
    let confined = FileAccess(ofWorkspaceIn: root, isConfined: true)
    #expect(try read(root + "/below/own.csv", confined) == "own" && read(root + "/inner.csv", confined) == "own")
    for path in [outside + "/other.csv", root + "/outer.csv", root + "/folder/other.csv", "/etc/passwd"] {
      #expect(code { _ = try read(path, confined) } == .pathNotAllowed, "\(path)")
      #expect(code { try confined.checkReading(path) } == .pathNotAllowed, "\(path)")
    }
    #expect(code { try confined.checkReading(root + "/missing.csv") } == nil)
    let wider = FileAccess(ofWorkspaceIn: root, allowing: [outside + "/other.csv"], isConfined: true)
    #expect(try read(root + "/outer.csv", wider) == "other")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a link somebody else's"))
  func outputDoesNotFollowForeignLinks() throws {
    defer { cleanUp() }
    try FileManager.default.createSymbolicLink(atPath: root + "/out.csv", withDestinationPath: outside + "/x.csv")
    #expect(try AtomicFile.target(of: root + "/out.csv") == outside + "/x.csv")
    #expect(Pipes.run("chown -h 1 \"$0/out.csv\" && chmod 777 \"$0\"", root))
    #expect(code { _ = try AtomicFile.target(of: root + "/out.csv") } == .fileUnwritable)
    #expect(code { try AtomicFile.write(Self.rows, to: root + "/out.csv") } == .fileUnwritable)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
  }
}
