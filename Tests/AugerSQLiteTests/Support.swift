import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// Helpers of the SQLite tests.
enum SQLiteTests {
  static func open(_ path: String, _ options: [SourceOption] = []) throws -> any SQLSource {
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "test", location: path, options: options))
    return try #require(source.sql)
  }

  /// The path of the shared test data. Nil if it does not exist.
  static let shared = Shared.existing("data")?.path

  static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Expects an `AugerError` with the given code and returns it.
  @discardableResult
  static func expect(
    _ code: Diagnostic.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) -> AugerError? {
    let error = #expect(throws: AugerError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
    return error
  }
}
