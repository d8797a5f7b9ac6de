import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// What the tests of this target share.
enum SQLiteTests {
  static func open(_ path: String, _ options: [SourceOption] = []) throws -> any SQLSource {
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "test", location: path, options: options))
    return try #require(source as? any SQLSource)
  }

  /// The shared test data beside the repository, or where AUGER_SHARED says; nil where there are none.
  static let shared: String? = {
    var candidates: [String] = []
    if let path = ProcessInfo.processInfo.environment["AUGER_SHARED"] { candidates.append(path) }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    candidates.append(root.deletingLastPathComponent().appendingPathComponent("shared").path)
    return candidates.map { $0 + "/data" }.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Expects an `AugerError` of the code, and returns it.
  @discardableResult
  static func expect(
    _ code: Diagnostic.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) -> AugerError? {
    let error = #expect(throws: AugerError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
    return error
  }
}
