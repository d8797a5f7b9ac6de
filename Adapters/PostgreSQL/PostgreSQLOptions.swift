import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

struct PostgreSQLOptions: Sendable {
  var schemas: [String] = []
  var poolSize = 4
  var idleTimeout: Duration = .seconds(60)
  var lifetime: Duration = .seconds(1800)
  var connectTimeout: Duration = .seconds(10)
  var reconnect: Duration = .seconds(5)
  var statementTimeout: Duration?
  var applicationName: String?
  var maxRowBytes = PostgreSQLAdapter.standardRowBytes

  static let poolSizes: ClosedRange<Int> = 1...1000

  init() {}

  init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(PostgreSQLAdapter.options)
    schemas = configuration.option("schemas")?.values ?? []
    if let option = configuration.option("poolSize") {
      guard let size = Int(option.text), Self.poolSizes.contains(size) else {
        throw option.wrongValue(hint: "write a number of connections, 1 to 1000")
      }
      poolSize = size
    }
    if let option = configuration.option("idleTimeout") { idleTimeout = try option.duration() }
    if let option = configuration.option("lifetime") { lifetime = try option.duration() }
    if let option = configuration.option("connectTimeout") { connectTimeout = try option.duration() }
    if let option = configuration.option("reconnect") { reconnect = try option.duration() }
    if let option = configuration.option("statementTimeout") { statementTimeout = try option.duration() }
    applicationName = configuration.option("applicationName")?.text
    if let option = configuration.option("maxRowBytes") { maxRowBytes = try option.bytes() }
  }
}

extension PostgreSQLAdapter {
  package static let options = MappingDescription(
    "postgresql",
    """
    A PostgreSQL database, read in transactions that may only read. Its `url` is whatever libpq takes: a URL, keywords
    (`host=db dbname=erp`), a service, or an empty text, where the environment (`PGHOST`, ...) says all.
    """,
    keys: [
      .option(
        "schemas", .texts, "where tables without a schema are looked for, in order; only these are listed",
        standard: "the database's search path", example: "[sales, public]"),
      .option("poolSize", .whole(PostgreSQLOptions.poolSizes), "most connections at once", standard: "4", example: "8"),
      .option(
        "idleTimeout", .optionDuration, "how long an unused connection is kept", standard: "60s", example: "5m"),
      .option(
        "lifetime", .optionDuration, "how old a connection may grow before it is replaced", standard: "30m",
        example: "1h"),
      .option(
        "connectTimeout", .optionDuration, "how long to wait for a connection", standard: "10s", example: "3s"),
      .option(
        "reconnect", .optionDuration,
        "how long to try again, with growing pauses, when a server that was there has gone", standard: "5s",
        example: "30s"),
      .option(
        "statementTimeout", .optionDuration, "the server's own limit on each statement", standard: "the server's",
        example: "1m"),
      .option(
        "applicationName", .text(), "how the server's lists call the connections", standard: "auger",
        example: "nightly-report"),
      .option("maxRowBytes", .optionBytes, "a row that is larger is refused", standard: "64MB", example: "256MB"),
    ],
    example: """
      sources:
        erp: { adapter: postgresql, url: "postgresql://reader@db/erp?sslmode=verify-full", schemas: [sales] }
      """)
}
