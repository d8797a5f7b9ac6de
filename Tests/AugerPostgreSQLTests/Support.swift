import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import Foundation
import TestSupport
import Testing

/// The test server, which `Scripts/test` starts.
enum Server {
  static let url = ProcessInfo.processInfo.environment["AUGER_POSTGRESQL"]
  static let comment: Comment = "AUGER_POSTGRESQL names no server: Scripts/test starts one"

  static func open(_ location: String? = nil, _ options: [SourceOption] = []) throws -> any SQLSource {
    let server = try #require(url)
    let location = location ?? server
    let source = try PostgreSQLAdapter().open(
      SourceConfiguration(name: "test", location: location, options: options))
    return try #require(source.sql)
  }

  static func admin() throws -> Admin { try Admin(#require(url)) }

  /// Returns the server URL with another user or database, or with parameters.
  static func url(user: String? = nil, database: String? = nil, parameters: String = "") throws -> String {
    let server = try #require(url)
    var parts = try #require(URLComponents(string: server))
    if let user { (parts.user, parts.password) = (user, user) }
    if let database { parts.path = "/" + database }
    return try #require(parts.string) + parameters
  }

  /// Runs `body` with a new schema in which the setup statements were executed.
  static func withSchema<R>(_ setup: String, _ body: (_ schema: String) throws -> R) throws -> R {
    let schema = "test_" + UUID().uuidString.prefix(8).lowercased()
    let admin = try admin()
    try admin.execute(
      "SET client_min_messages = warning; CREATE SCHEMA \(schema); SET search_path = \(schema); \(setup)")
    defer { _ = try? admin.execute("DROP SCHEMA \(schema) CASCADE") }
    return try body(schema)
  }

  /// Runs `body` with a new user. The password equals the name.
  static func withUser<R>(_ attributes: String = "", _ body: (_ user: String) throws -> R) throws -> R {
    let user = "user_" + UUID().uuidString.prefix(8).lowercased()
    let admin = try admin()
    try admin.execute("CREATE USER \(user) PASSWORD '\(user)' \(attributes)")
    defer {
      _ = try? admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(user)'")
      _ = try? admin.execute("DROP OWNED BY \(user); DROP USER \(user)")
    }
    return try body(user)
  }

  /// Polls until a condition on the server holds, because the server sends no notification.
  static func eventually(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<500 {
      if try condition() { return true }
      usleep(10_000)
    }
    return false
  }

  /// The path of the shared test data. Nil if it does not exist.
  static let shared = Shared.existing("data")?.path

  static let root = Shared.repository

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
