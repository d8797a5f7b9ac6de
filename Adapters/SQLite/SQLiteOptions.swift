import AugerAdapterKit
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
    if let option = configuration.option("busyTimeout") { busyTimeout = try option.duration() }
    if let option = configuration.option("immutable") { isImmutable = try option.bool() }
    if let option = configuration.option("onTypeConflict") {
      onTypeConflict = try option.choice(of: TypeConflict.self)
    }
    if let option = configuration.option("onInvalidText") { onInvalidText = try option.choice(of: InvalidText.self) }
    unixTime = configuration.option("unixTime")?.values ?? []
    julian = configuration.option("julian")?.values ?? []
  }
}
