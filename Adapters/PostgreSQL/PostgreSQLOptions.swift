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
        throw option.wrongValue(hint: "Use a number of connections from 1 to 1000.")
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
    A PostgreSQL database, read in read-only transactions. Its `url` can be a URL, keywords (`host=db dbname=erp`)
    or a service. An empty string uses the environment variables of libpq (`PGHOST`, ...).
    """,
    keys: [
      .option(
        "schemas", .texts, "the schemas to search for tables, in order; only their tables are listed",
        standard: "the database's search path", example: "[sales, public]"),
      .option(
        "poolSize", .whole(PostgreSQLOptions.poolSizes), "the maximum number of connections", standard: "4",
        example: "8"),
      .option(
        "idleTimeout", .optionDuration, "the time after which an idle connection is closed", standard: "60s",
        example: "5m"),
      .option(
        "lifetime", .optionDuration, "the age at which a connection is replaced", standard: "30m",
        example: "1h"),
      .option(
        "connectTimeout", .optionDuration, "the maximum wait for a connection", standard: "10s", example: "3s"),
      .option(
        "reconnect", .optionDuration,
        "the time for which a lost connection is retried, with increasing pauses", standard: "5s",
        example: "30s"),
      .option(
        "statementTimeout", .optionDuration, "the server's time limit for each statement",
        standard: "the server's setting",
        example: "1m"),
      .option(
        "applicationName", .text(), "the name of the connections on the server", standard: "auger",
        example: "nightly-report"),
      .option("maxRowBytes", .optionBytes, "the maximum size of a row", standard: "64MB", example: "256MB"),
    ],
    example: """
      sources:
        erp: { adapter: postgresql, url: "postgresql://reader@db/erp?sslmode=verify-full", schemas: [sales] }
      """)
}
