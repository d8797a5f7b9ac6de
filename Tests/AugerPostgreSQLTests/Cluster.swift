import Foundation
import Testing

/// A separate server for one test. It is stopped when the test ends.
final class Cluster {
  let url: String
  private let directory: String

  init() throws {
    directory = "/tmp/auger-shard." + UUID().uuidString.prefix(8).lowercased()
    url = try Self.run(["start", directory]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { _ = try? Self.run(["stop", directory]) }

  var parts: URLComponents? { URLComponents(string: url) }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = Server.root.appendingPathComponent("Scripts/postgresql")
    process.arguments = arguments
    // A file, not a pipe: the server may hold the end of a pipe open.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("shard-" + UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
