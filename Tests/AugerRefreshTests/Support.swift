import AugerColumns
import AugerDiagnostics
import Foundation

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
  /// `2024-01-01T10:07:31`, UTC.
  static func parse(_ text: String) -> Timestamp? {
    guard case .timestamp(let value)? = Scalar(text: text, type: .timestamp) else { return nil }
    return value
  }
}

/// Chance that can be had again: SplitMix64.
struct SmallChance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A folder that is removed with the value.
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

  /// Those that the process's mask leaves to everyone.
  static func ofNewFiles() -> Int? {
    let mask = umask(0)
    umask(mask)
    return Int(0o666 & ~mask)
  }
}
