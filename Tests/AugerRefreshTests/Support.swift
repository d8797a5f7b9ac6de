import AugerColumns
import AugerDiagnostics
import Foundation
import TestSupport

enum Fixture {
  static let repository: URL = {
    var url = URL(fileURLWithPath: #filePath)
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path), url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url
  }()

  static let folder = repository.appendingPathComponent("Fixtures")
}

enum Moment {
  /// Parses a UTC time such as `2024-01-01T10:07:31`.
  static func parse(_ text: String) -> Timestamp? {
    guard case .timestamp(let value)? = Scalar(text: text, type: .timestamp) else { return nil }
    return value
  }
}

/// A folder that is deleted with this value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("auger-refresh-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}

/// The permissions of files.
enum Mode {
  static func of(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  /// The permissions that the umask of the process leaves.
  static func ofNewFiles() -> Int? { Int(0o666 & ~mask) }

  static func ofNewFolders() -> Int? { Int(0o777 & ~mask) }

  /// Computed once: reading the umask requires setting it for a moment.
  private static let mask: mode_t = {
    let mask = umask(0)
    umask(mask)
    return mask
  }()
}
