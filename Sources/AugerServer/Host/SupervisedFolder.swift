import AugerColumns
import Foundation

/// The folder for communication between a supervisor and its server: a journal of running requests and a list of
/// blocked requests.
package struct SupervisedFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Creates a folder that only the owner can access.
  package static func make() throws -> SupervisedFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-supervisor-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return SupervisedFolder(path)
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  private var journalPath: String { path + "/journal" }
  private var blockedPath: String { path + "/blocked" }

  /// True if this server replaces an earlier one.
  package var isOfRestart: Bool { FileManager.default.fileExists(atPath: blockedPath) }

  /// Prepares the folder for a server that is about to start.
  ///
  /// - Parameter blocked: the requests to reject, and the time until which they are rejected. Nil for the first server.
  package func prepare(_ blocked: [RequestJournal.Entry: Date]?) throws {
    // Write zeros instead of a sparse file: without disk space, a write to a mapped page would crash the process.
    try Data(count: RequestJournal.byteCount).write(to: URL(fileURLWithPath: journalPath), options: .atomic)
    guard let blocked else { return }
    let lines = blocked.map { "\($0.value.timeIntervalSince1970) \($0.key.body) \($0.key.address)\n" }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: blockedPath), options: .atomic)
  }

  /// Returns the bytes of the journal. Empty if it cannot be read.
  package func journal() -> [UInt8] { Array((try? Data(contentsOf: URL(fileURLWithPath: journalPath))) ?? Data()) }

  /// Opens the journal of a server with the blocked requests.
  package func openJournal() throws -> RequestJournal {
    let text = String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: blockedPath))) ?? Data(), as: UTF8.self)
    var blocked: [RequestJournal.Entry: Date] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let until = Double(parts[0]), let body = UInt64(parts[1]) else { continue }
      blocked[RequestJournal.Entry(address: String(parts[2]), body: body)] = Date(timeIntervalSince1970: until)
    }
    return try RequestJournal(journalPath, blocked: blocked)
  }
}
