import AugerDiagnostics
import AugerQuery

/// AugerPostgreSQL: PostgreSQL databases and servers with a compatible protocol as sources, using libpq. Programs and
/// the command line use `PostgreSQLAdapter`. All other code depends only on AugerQuery's protocols.

/// Opens PostgreSQL databases for reading only.
///
/// The location has a format of libpq: a URL (`postgresql://user@host:5432/database?sslmode=verify-full`), keywords
/// (`host=db dbname=erp`) or a service (`service=erp`). If it is empty, the environment (`PGHOST`, ...) determines
/// it. TLS, password files, Unix sockets and lists of hosts work like in libpq.
///
/// Every statement runs in a read-only transaction that is rolled back. Options:
///
/// - `schemas`: schemas in which unqualified tables are found, in order. Only their tables are listed (default: the
///   database's search path).
/// - `poolSize`: maximum number of connections (default 4).
/// - `idleTimeout`: time after which an unused connection is closed (default 60s).
/// - `lifetime`: maximum age of a connection before it is replaced (default 30m).
/// - `connectTimeout`: maximum time to wait for a connection (default 10s).
/// - `reconnect`: time during which lost connections are retried, with growing pauses (default 5s).
/// - `statementTimeout`: the server's limit for each statement (default: the server's).
/// - `applicationName`: name of the connections on the server (default auger).
/// - `maxRowBytes`: maximum size of a row (default 64MB). With a lower memory limit, a larger row fails before it is
///   in memory, otherwise soon afterwards.
///
/// Cancelling a query sends a request on a second connection, which libpq 15 opens without TLS.
public struct PostgreSQLAdapter: SourceAdapter {
  /// The default for the maximum size of a row, in bytes.
  package static let standardRowBytes = 64 << 20
  /// The maximum size of an answer that is not streamed by row: descriptions of tables, counts.
  package static let mostAnswerBytes = 32 << 20
  /// The maximum number of bytes that a server may send before it is ready.
  package static let mostGreetingBytes = 256 << 10

  /// Creates an adapter for PostgreSQL servers.
  public init() {}

  public var name: String { "postgresql" }

  public var pathExtensions: [String] { [] }

  /// Validates the options. Connections are opened when they are needed.
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
  /// No connection could be established.
  package static let connectionFailed = Self("connectionFailed")
  /// The server rejected the user or the password.
  package static let authenticationFailed = Self("authenticationFailed")
  /// The server accepts no more connections.
  package static let tooManyConnections = Self("tooManyConnections")
  /// The connection was lost during use.
  package static let connectionLost = Self("connectionLost")
  /// The user does not have permission to read the object.
  package static let permissionDenied = Self("permissionDenied")
  /// The server sent unexpected data.
  package static let unexpectedData = Self("unexpectedData")
  /// A type was read as text because no column type can hold it.
  package static let readAsText = Self("readAsText")
}
