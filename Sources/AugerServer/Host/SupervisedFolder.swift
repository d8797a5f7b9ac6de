import AugerColumns
import Foundation

/// The folder in which a supervisor and its server exchange what they know of requests: a journal of those that run,
/// and a list of those that are blocked.
package struct SupervisedFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// A new folder for the owner alone.
  package static func make() throws -> SupervisedFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-supervisor-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return SupervisedFolder(path)
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  private var journalPath: String { path + "/journal" }
  private var blockedPath: String { path + "/blocked" }

  /// True if a server ran before.
  package var isOfRestart: Bool { FileManager.default.fileExists(atPath: blockedPath) }

  /// Prepares the folder for a server that is about to start.
  ///
  /// - Parameter blocked: The requests that are not answered, and until when; nil for the first server.
  package func prepare(_ blocked: [RequestJournal.Entry: Date]?) throws {
    // Zeros, not a hole: a mapped page that the disk has no room for would end the process.
    try Data(count: RequestJournal.byteCount).write(to: URL(fileURLWithPath: journalPath), options: .atomic)
    guard let blocked else { return }
    let lines = blocked.map { "\($0.value.timeIntervalSince1970) \($0.key.body) \($0.key.address)\n" }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: blockedPath), options: .atomic)
  }

  /// The bytes of the journal; empty if it cannot be read.
  package func journal() -> [UInt8] { Array((try? Data(contentsOf: URL(fileURLWithPath: journalPath))) ?? Data()) }

  /// The journal of a server, with the requests that are blocked.
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
