import Foundation
import TestSupport

/// A completed run of the built `auger`.
struct Auger {
  var exitCode: Int32
  var output: String
  var errors: String

  /// - Parameters:
  ///   - executable: A shell that runs the command. Default: `auger`.
  ///   - directory: The working directory. Default: the root of the repository.
  @discardableResult
  init(
    _ arguments: [String], running executable: String? = nil, in directory: URL = Shared.repository,
    environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL =
      executable.map { URL(fileURLWithPath: $0) } ?? Self.directory.appendingPathComponent("auger")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes: a full pipe would block the child process.
    let folder = try TemporaryFolder()
    let (out, err) = (folder.url("out"), folder.url("err"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationStatus
    output = String(decoding: try Data(contentsOf: out), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: err), as: UTF8.self)
  }

  /// The build folder, found from the location of the test bundle.
  static let directory: URL = {
    var candidate = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while candidate.path != "/" {
      if FileManager.default.isExecutableFile(atPath: candidate.appendingPathComponent("auger").path) {
        return candidate
      }
      candidate.deleteLastPathComponent()
    }
    return Shared.repository.appendingPathComponent(".build/debug")
  }()
}

/// A temporary folder that is deleted together with this object.
final class TemporaryFolder {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("auger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func url(_ name: String) -> URL { root.appendingPathComponent(name) }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url(name))
    return url(name).path
  }
}
