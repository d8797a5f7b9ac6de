import AugerAdapterKit
import AugerColumns
import AugerDiagnostics

/// The parameters of a connection for libpq, in the order in which they are passed.
struct Conninfo: Sendable {
  var parameters: [(keyword: String, value: String)]
  /// The filter for secrets in libpq's messages.
  let redactor: SecretRedactor
  /// Pending requests to cancel.
  let cancellations = Cancellations()
  /// The location without its secrets, for messages.
  let described: String

  /// Creates parameters. `location` is a URL, keywords, a service or empty. libpq expands it because it is passed as
  /// a database name.
  init(location: String, _ options: PostgreSQLOptions) {
    redactor = SecretRedactor(location: location)
    described = location.isEmpty ? "the database of the environment" : "'\(redactor.redacted(location))'"
    parameters = [("fallback_application_name", "auger"), ("dbname", location)]
    if let name = options.applicationName { parameters.append(("application_name", name)) }
    // Text is transmitted in UTF-8 for any encoding of the database.
    parameters.append(("client_encoding", "UTF8"))
  }

  /// Returns the session settings. They make results independent of the server's and the user's defaults.
  static func settings(_ options: PostgreSQLOptions) -> String {
    var settings = [
      "SET default_transaction_read_only = on", "SET TimeZone = 'UTC'", "SET DateStyle = 'ISO, YMD'",
      "SET IntervalStyle = 'postgres'", "SET extra_float_digits = 1", "SET bytea_output = 'hex'",
      "SET standard_conforming_strings = on",
      // The statement of a caller that was killed ends too, if the server can detect this (PostgreSQL 14 on Linux).
      "SELECT set_config(name, '1000', false) FROM pg_catalog.pg_settings "
        + "WHERE name = 'client_connection_check_interval' AND version() LIKE '%linux%'",
    ]
    if let timeout = options.statementTimeout {
      let (seconds, attoseconds) = timeout.components
      settings.append("SET statement_timeout = \(seconds * 1000 + attoseconds / 1_000_000_000_000_000)")
    }
    if !options.schemas.isEmpty {
      settings.append("SET search_path = " + options.schemas.map(quoted).joined(separator: ", "))
    }
    return settings.joined(separator: "; ")
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacingBytes("\"", with: "\"\"") + "\"" }
}

/// A limited number of threads that send requests to cancel. libpq waits for an answer, which a server may never
/// send.
final class Cancellations: Sendable {
  private static let most = 4
  private let count = Locked(0)

  /// Starts a request. Returns false if the maximum number of threads is waiting. The caller then only closes the
  /// connection.
  func begin() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func end() { count.withLock { $0 -= 1 } }
}
