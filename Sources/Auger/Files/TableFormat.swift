import AugerArrow
import AugerColumns
import AugerExport

/// An output format of a table for programs: the numbers of a chart, or the result of a query.
package enum TableFormat: String, Sendable, CaseIterable {
  /// Rows as objects.
  case json
  case csv, tsv
  /// The file format and the stream format of Arrow.
  case arrow, arrows

  /// Writes the bytes in pieces. Throws the errors of `emit`, and `unwritableValue` for values that Arrow cannot store.
  ///
  /// - Parameter isSafe: True if CSV and TSV values are escaped so that a spreadsheet does not evaluate them as
  ///   formulas.
  package func write(_ table: Table, isSafe: Bool = false, to emit: ([UInt8]) throws -> Void) throws {
    switch self {
    case .json: try JSONRows().write(table, to: emit)
    case .csv: try DelimitedText(isSafe: isSafe).write(table, to: emit)
    case .tsv: try DelimitedText(delimiter: UInt8(ascii: "\t"), isSafe: isSafe).write(table, to: emit)
    case .arrow: try ArrowIPC(.file).write(table, to: emit)
    case .arrows: try ArrowIPC(.stream).write(table, to: emit)
    }
  }

  /// Returns the same bytes, created on demand. Nil for Arrow, which is written in batches of 65,536 rows.
  package func pieces(of table: Table, isSafe: Bool = false) -> TablePieces? {
    switch self {
    case .json: JSONRows().pieces(of: table)
    case .csv: DelimitedText(isSafe: isSafe).pieces(of: table)
    case .tsv: DelimitedText(delimiter: UInt8(ascii: "\t"), isSafe: isSafe).pieces(of: table)
    case .arrow, .arrows: nil
    }
  }
}
