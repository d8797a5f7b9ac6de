import Foundation

/// The repository and the test data next to it, for all test targets.
package enum Shared {
  /// The root of the repository.
  package static let repository: URL = {
    var url = URL(fileURLWithPath: #filePath)
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path), url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url
  }()

  /// The folder `../shared` next to the repository, or the value of AUGER_SHARED. It may not exist.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["AUGER_SHARED"] { return URL(fileURLWithPath: path) }
    return repository.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  package static func path(_ relative: String) -> String { folder.appendingPathComponent(relative).path }

  /// Returns a file or folder of the shared data. Nil if it does not exist.
  package static func existing(_ relative: String) -> URL? {
    let url = folder.appendingPathComponent(relative)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  package static var isThere: Bool { existing("data/README.md") != nil }

  /// The reason for skipping a test if the data does not exist.
  package static let reason = "the shared test data are not there (../shared, or AUGER_SHARED)"
}
