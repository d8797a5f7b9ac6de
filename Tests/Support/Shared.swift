import Foundation

/// The data that lie beside the repository, and the repository itself.
package enum Shared {
  package static let repository: URL = {
    var url = URL(fileURLWithPath: #filePath)
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path), url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url
  }()

  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["AUGER_SHARED"] { return URL(fileURLWithPath: path) }
    return repository.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  package static func path(_ relative: String) -> String { folder.appendingPathComponent(relative).path }

  package static var isThere: Bool { FileManager.default.fileExists(atPath: path("data/README.md")) }

  package static let reason = "the shared test data are not there (../shared, or AUGER_SHARED)"
}
