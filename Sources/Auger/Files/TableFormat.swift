import AugerArrow
import AugerColumns
import AugerExport

/// What a table is written as for programs: the numbers behind a chart, the result of a query.
package enum TableFormat: String, Sendable, CaseIterable {
  /// Rows as objects.
  case json
  case csv, tsv
  /// Arrow's file and stream.
  case arrow, arrows

  /// Hands on the bytes some at a time. Throws what `emit` throws, and `unwritableValue` for what Arrow cannot hold.
  ///
  /// - Parameter isSafe: whether csv and tsv keep a spreadsheet from computing texts.
  package func write(_ table: Table, isSafe: Bool = false, to emit: ([UInt8]) throws -> Void) throws {
    switch self {
    case .json: try JSONRows().write(table, to: emit)
    case .csv: try DelimitedText(isSafe: isSafe).write(table, to: emit)
    case .tsv: try DelimitedText(delimiter: UInt8(ascii: "\t"), isSafe: isSafe).write(table, to: emit)
    case .arrow: try ArrowIPC(.file).write(table, to: emit)
    case .arrows: try ArrowIPC(.stream).write(table, to: emit)
    }
  }

  /// The same bytes, made as they are asked for; nil for Arrow, which is written in batches of 65 536 rows.
  package func pieces(of table: Table, isSafe: Bool = false) -> TablePieces? {
    switch self {
    case .json: JSONRows().pieces(of: table)
    case .csv: DelimitedText(isSafe: isSafe).pieces(of: table)
    case .tsv: DelimitedText(delimiter: UInt8(ascii: "\t"), isSafe: isSafe).pieces(of: table)
    case .arrow, .arrows: nil
    }
  }
}
