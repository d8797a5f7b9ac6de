import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The options of a SQLite source, read.
struct SQLiteOptions: Sendable {
  enum TypeConflict: String, CaseIterable, Sendable { case widen, null, fail }
  enum InvalidText: String, CaseIterable, Sendable { case fail, null }

  var busyTimeout: Duration = .seconds(5)
  var isImmutable = false
  var onTypeConflict = TypeConflict.widen
  var onInvalidText = InvalidText.fail
  var unixTime: [String] = []
  var julian: [String] = []

  init() {}

  init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(
      known: ["busyTimeout", "immutable", "onTypeConflict", "onInvalidText", "unixTime", "julian"])
    if let option = configuration.option("busyTimeout") { busyTimeout = try Self.duration(option) }
    if let option = configuration.option("immutable") { isImmutable = try option.bool() }
    if let option = configuration.option("onTypeConflict") {
      onTypeConflict = try option.choice(of: TypeConflict.self)
    }
    if let option = configuration.option("onInvalidText") { onInvalidText = try option.choice(of: InvalidText.self) }
    unixTime = configuration.option("unixTime")?.values ?? []
    julian = configuration.option("julian")?.values ?? []
  }

  private static func duration(_ option: SourceOption) throws(DiagnosticError) -> Duration {
    let text = option.text
    let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("", 1)]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard case .float(let value)? = Scalar(text: String(text.dropLast(unit.suffix.count)), type: .float64) else {
        break
      }
      let milliseconds = value * unit.milliseconds
      if milliseconds >= 0, milliseconds <= 86_400_000 { return .milliseconds(Int64(milliseconds)) }
      break
    }
    throw option.wrongValue(hint: "write a duration: 5s, 250ms, 0")
  }
}
