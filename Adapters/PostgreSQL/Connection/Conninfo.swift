import AugerAdapterKit
import AugerColumns
import AugerDiagnostics

/// The parameters of a connection as libpq takes them, in the order in which they are handed over.
struct Conninfo: Sendable {
  var parameters: [(keyword: String, value: String)]
  /// What libpq says of a connection passes it.
  let redactor: SecretRedactor
  /// Requests to cancel that the server has not taken.
  let cancellations = Cancellations()
  /// The location without its secrets, for messages.
  let described: String

  /// `location` is a URL, keywords, a service or nothing: libpq expands what it is given as a database name.
  init(location: String, _ options: PostgreSQLOptions) {
    redactor = SecretRedactor(location: location)
    described = location.isEmpty ? "the database of the environment" : "'\(redactor.redacted(location))'"
    parameters = [("fallback_application_name", "auger"), ("dbname", location)]
    if let name = options.applicationName { parameters.append(("application_name", name)) }
    // Text arrives in UTF-8 whatever the server keeps it in.
    parameters.append(("client_encoding", "UTF8"))
  }

  /// What the session is set to, so that equal data give equal tables whatever the server's and the user's defaults.
  static func settings(_ options: PostgreSQLOptions) -> String {
    var settings = [
      "SET default_transaction_read_only = on", "SET TimeZone = 'UTC'", "SET DateStyle = 'ISO, YMD'",
      "SET IntervalStyle = 'postgres'", "SET extra_float_digits = 1", "SET bytea_output = 'hex'",
      "SET standard_conforming_strings = on",
      // A statement whose caller was killed ends too, where the server can see that (PostgreSQL 14 on Linux).
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

/// The threads that ask a server to cancel, a bounded number: libpq waits for its answer, and a server may never give
/// one.
final class Cancellations: Sendable {
  private static let most = 4
  private let count = Locked(0)

  /// False if as many threads as may wait are waiting: then closing the connection has to do.
  func begin() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func end() { count.withLock { $0 -= 1 } }
}
