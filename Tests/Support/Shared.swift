import Foundation

/// The repository, and the test data that lie beside it: what every target of tests has to find.
package enum Shared {
  /// The root of the repository.
  package static let repository: URL = {
    var url = URL(fileURLWithPath: #filePath)
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path), url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url
  }()

  /// `../shared` beside the repository, or where AUGER_SHARED says; it need not be there.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["AUGER_SHARED"] { return URL(fileURLWithPath: path) }
    return repository.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  package static func path(_ relative: String) -> String { folder.appendingPathComponent(relative).path }

  /// A file or folder of the shared data, nil where it is missing.
  package static func existing(_ relative: String) -> URL? {
    let url = folder.appendingPathComponent(relative)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  package static var isThere: Bool { existing("data/README.md") != nil }

  /// Why a test is skipped where the data are missing.
  package static let reason = "the shared test data are not there (../shared, or AUGER_SHARED)"
}
