import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The options of a PostgreSQL source, read.
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

  init() {}

  init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(known: [
      "schemas", "poolSize", "idleTimeout", "lifetime", "connectTimeout", "reconnect", "statementTimeout",
      "applicationName", "maxRowBytes",
    ])
    schemas = configuration.option("schemas")?.values ?? []
    if let option = configuration.option("poolSize") {
      guard let size = Int(option.text), (1...1000).contains(size) else {
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
