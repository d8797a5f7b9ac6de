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
  var maxRowBytes = 64 << 20

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
    if let option = configuration.option("idleTimeout") { idleTimeout = try Self.duration(option) }
    if let option = configuration.option("lifetime") { lifetime = try Self.duration(option) }
    if let option = configuration.option("connectTimeout") { connectTimeout = try Self.duration(option) }
    if let option = configuration.option("reconnect") { reconnect = try Self.duration(option) }
    if let option = configuration.option("statementTimeout") { statementTimeout = try Self.duration(option) }
    applicationName = configuration.option("applicationName")?.text
    if let option = configuration.option("maxRowBytes") { maxRowBytes = try Self.bytes(option) }
  }

  private static func duration(_ option: SourceOption) throws(DiagnosticError) -> Duration {
    let units: [(suffix: String, size: Double)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("", 1),
    ]
    guard let value = number(option.text, units), value <= 86_400_000 else {
      throw option.wrongValue(hint: "write a duration: 30m, 5s, 250ms, 0")
    }
    return .milliseconds(Int64(value))
  }

  private static func bytes(_ option: SourceOption) throws(DiagnosticError) -> Int {
    let units: [(suffix: String, size: Double)] = [
      ("GB", 1_073_741_824), ("MB", 1_048_576), ("kB", 1024), ("", 1),
    ]
    guard let value = number(option.text, units), (1...1_099_511_627_776).contains(value) else {
      throw option.wrongValue(hint: "write a size: 64MB, 1GB, 4096")
    }
    return Int(value)
  }

  /// The number before the first unit that ends the text, in the unit's size.
  private static func number(_ text: String, _ units: [(suffix: String, size: Double)]) -> Double? {
    for unit in units where text.hasSuffix(unit.suffix) {
      guard case .float(let value)? = Scalar(text: String(text.dropLast(unit.suffix.count)), type: .float64) else {
        return nil
      }
      return value >= 0 ? value * unit.size : nil
    }
    return nil
  }
}
