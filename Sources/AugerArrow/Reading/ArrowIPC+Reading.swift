import AugerColumns
import AugerDiagnostics

extension ArrowIPC {
  /// The table in bytes of a file or a stream, whichever they are; checked throughout.
  ///
  /// Integers of every width are ints - a `uint64` beyond them makes its column `decimal(20,0)` - floats of every width
  /// floats, and moments come in microseconds: what has nanoseconds is rounded down, with a warning (`precisionLost`).
  /// Lists, structs and maps are JSON; columns of unions, list views and runs are left out, with a warning
  /// (`unsupportedType`).
  /// Throws `notArrow`, `damagedArrow` and `unsupportedArrow`.
  package static func table(from bytes: [UInt8]) throws -> Table {
    var arrow = try ArrowTable(ArrowBytes(bytes))
    while true {
      do {
        var known = ArrowDictionaries()
        let hooks = ArrowTable.Hooks(checkpoint: { _ in }, dictionary: { try known.dictionary($0, make: $1) })
        let (columns, cut) = try arrow.read(Array(0..<arrow.schema.count), rows: 0..<arrow.rowCount, hooks)
        var warnings = arrow.warnings
        for (index, count) in cut.enumerated() { warnings.add(arrow.precisionLost(index, count)) }
        return Table(arrow.schema, columns, rowCount: arrow.rowCount, warnings: warnings)
      } catch let narrow as ColumnTooNarrow {
        arrow = arrow.widened(narrow.column)
      }
    }
  }
}

extension ArrowTable {
  /// What holds whatever is read.
  package var warnings: Warnings {
    Warnings(
      leftOut.map { Warning(.unsupportedType, "column '\($0.name)' is left out: \($0.type) has no place in a table") })
  }

  /// The warning of so many values of a column that have lost digits; none of 0.
  package func precisionLost(_ column: Int, _ count: Int) -> Warning {
    let field = schema[column]
    let unit = field.type == .date ? "days" : "microseconds"
    return Warning(.precisionLost, "column '\(field.name)': values are rounded down to \(unit)", count: count)
  }
}
