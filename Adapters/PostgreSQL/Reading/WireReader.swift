import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Reads the rows of the running statement into the sinks of its columns.
struct WireReader {
  let columns: [ResultColumn]
  let sinks: [WireSink]
  private(set) var rowCount = 0
  private(set) var isAtEnd = false
  private let connection: PostgreSQLConnection
  private let stage: WireStage
  private let usesCopy: Bool

  init(_ columns: [ResultColumn], facts: [NumericFacts?], usesCopy: Bool, _ connection: PostgreSQLConnection) {
    self.columns = columns
    self.connection = connection
    self.usesCopy = usesCopy
    sinks = zip(columns, facts).map {
      WireSink.make($0.form, facts: $1, isTextUnchecked: connection.isTextUnchecked)
    }
    stage = WireStage(columnCount: columns.count, connection.rowLimit)
  }

  var byteCount: Int { sinks.reduce(0) { $0 + $1.byteCount } }

  /// The memory needed during the next batch, in bytes. One column at a time is moved to a larger block.
  private var memoryBytes: Int {
    let sizes = sinks.map(\.memoryBytes)
    return sizes.reduce(0, +) + (sizes.max() ?? 0) + stage.memoryBytes
  }

  /// Continues with the next COPY.
  mutating func restart() {
    stage.restart()
    rowCount = 0
    isAtEnd = false
  }

  /// Reads at most `limit` rows.
  ///
  /// Resizes `share` to the memory of rows that are not finished yet.
  mutating func readBatch(limit: Int, _ watch: Watch, _ share: MemoryShare) throws {
    if share.isLimited { try share.hold(memoryBytes) }
    stage.clear()
    let goesOn =
      usesCopy
      ? try connection.copyRows(into: stage, limit: limit, watch)
      : try connection.queryRows(into: stage, limit: limit, watch)
    isAtEnd = !goesOn
    for (index, sink) in sinks.enumerated() { try sink.append(stage, index) }
    rowCount += stage.rowCount
  }

  /// Returns warnings about the formats of columns.
  func warnings() -> Warnings {
    var warnings = Warnings()
    for (column, sink) in zip(columns, sinks) {
      switch column.form {
      case .cast(.fallback):
        warnings.add(
          Warning(.readAsText, "column '\(column.name)': values of type \(column.declaredType) are read as text"))
      case .numeric where sink.type == .string:
        warnings.add(
          Warning(
            .readAsText,
            "column '\(column.name)' is read as text: a numeric has more than 38 digits, is NaN or infinite"))
      default: break
      }
    }
    return warnings
  }
}
