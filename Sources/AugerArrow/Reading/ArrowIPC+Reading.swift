import AugerColumns
import AugerDiagnostics

extension ArrowIPC {
  /// Returns the table in the bytes of a file or stream. The format is detected, and all data is validated.
  ///
  /// Integers of any width become ints, and a column with `uint64` values out of range becomes `decimal(20,0)`.
  /// Floats of any width become floats. Timestamps become microseconds; nanoseconds are rounded down with a warning
  /// (`precisionLost`).
  ///
  /// Lists, structs and maps become JSON. Columns of unions, list views and runs are omitted with a warning
  /// (`unsupportedType`). Throws `notArrow`, `damagedArrow` and `unsupportedArrow`.
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
  /// The warnings that do not depend on the rows read.
  package var warnings: Warnings {
    Warnings(
      leftOut.map { Warning(.unsupportedType, "column '\($0.name)' is left out: \($0.type) has no place in a table") })
  }

  /// Returns the warning for a number of rounded values of a column.
  package func precisionLost(_ column: Int, _ count: Int) -> Warning {
    let field = schema[column]
    let unit = field.type == .date ? "days" : "microseconds"
    return Warning(.precisionLost, "column '\(field.name)': values are rounded down to \(unit)", count: count)
  }
}
