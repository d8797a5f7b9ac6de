import AugerDiagnostics
import AugerQuery

/// AugerPostgreSQL: PostgreSQL databases, and what speaks their protocol, as sources, by libpq. A program or the
/// command line names `PostgreSQLAdapter`; everything else sees AugerQuery's protocols.

/// Opens PostgreSQL databases, for reading only.
///
/// The location is whatever libpq takes: a URL (`postgresql://user@host:5432/database?sslmode=verify-full`), keywords
/// (`host=db dbname=erp`), a service (`service=erp`), or nothing, where the environment (`PGHOST`, ...) says all. TLS,
/// password files, Unix sockets and lists of hosts are as libpq has them. Every statement runs in a transaction that
/// may only read, and that is rolled back. Options:
///
/// - `schemas`: where tables without a schema are looked for, in order (the database's search path); only these are
///   listed;
/// - `poolSize`: most connections at once (default 4);
/// - `idleTimeout`: how long an unused connection is kept (default 60s);
/// - `lifetime`: how old a connection may grow before it is replaced (default 30m);
/// - `connectTimeout`: how long to wait for a connection (default 10s);
/// - `reconnect`: how long to try again, with growing pauses, when a server that was there has gone (default 5s);
/// - `statementTimeout`: the server's own limit on each statement (default: the server's);
/// - `applicationName`: how the server's lists call the connections (default auger);
/// - `maxRowBytes`: a row that is larger is refused (default 64MB), before more than that of it is in memory where a
///   memory limit leaves less, and soon after otherwise.
///
/// Cancelling a query asks the server to stop by a second connection, which libpq 15 makes without TLS.
public struct PostgreSQLAdapter: SourceAdapter {
  /// The largest row that is read by default, in bytes.
  package static let standardRowBytes = 64 << 20
  /// The largest answer of which the rows do not come one by one: descriptions of tables, counts.
  package static let mostAnswerBytes = 32 << 20
  /// The bytes that a server may send before it is ready.
  package static let mostGreetingBytes = 256 << 10

  /// An adapter for PostgreSQL servers.
  public init() {}

  public var name: String { "postgresql" }

  public var pathExtensions: [String] { [] }

  /// Checks the options; connections are made when they are needed.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try PostgreSQLOptions(configuration)
    try configuration.requireServerAllowed()
    return PostgreSQLSource(name: configuration.name, location: configuration.location, options: options)
  }
}

extension PostgreSQLAdapter: RecognizedAdapter {
  package var recognition: Recognition { .server }
}

extension Diagnostic.Code {
  /// No connection could be made.
  package static let connectionFailed = Self("connectionFailed")
  /// The server refused the user or the password.
  package static let authenticationFailed = Self("authenticationFailed")
  /// The server takes no more connections.
  package static let tooManyConnections = Self("tooManyConnections")
  /// The connection broke while it was used.
  package static let connectionLost = Self("connectionLost")
  /// The user may not read that.
  package static let permissionDenied = Self("permissionDenied")
  /// What came over the wire is not what was asked for.
  package static let unexpectedData = Self("unexpectedData")
  /// A type came as text because no column type holds it.
  package static let readAsText = Self("readAsText")
}
