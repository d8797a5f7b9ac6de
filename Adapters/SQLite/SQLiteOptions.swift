import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// The parsed options of a SQLite source.
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
    try configuration.checkOptions(SQLiteAdapter.options)
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

extension SQLiteAdapter {
  package static let options = MappingDescription(
    "sqlite", "A SQLite database, opened read-only.",
    keys: [
      .option(
        "busyTimeout", .optionDuration, "the maximum wait for a lock", standard: "5s", example: "250ms"),
      .option(
        "immutable", .toggle, "true if no process writes to the file; locks and the WAL are ignored",
        standard: "false", example: "true"),
      .option(
        "onTypeConflict", .choice(SQLiteOptions.TypeConflict.allCases.map(\.rawValue)),
        "the treatment of values that contradict the type of their column", standard: "widen", example: "\"null\""),
      .option(
        "onInvalidText", .choice(SQLiteOptions.InvalidText.allCases.map(\.rawValue)),
        "the treatment of text that is not UTF-8", standard: "fail", example: "\"null\""),
      .option(
        "unixTime", .texts,
        "columns that contain seconds since 1970-01-01 00:00 UTC: `table.column`, or `column` of a result",
        example: "[orders.created]"),
      .option("julian", .texts, "columns that contain Julian day numbers", example: "[orders.day]"),
    ],
    example: """
      sources:
        shop: { adapter: sqlite, path: shop.sqlite, unixTime: [orders.created] }
      """)
}
