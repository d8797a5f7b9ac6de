import AugerColumns

/// The cells of a column as text; each entry of a dictionary is made once.
///
/// An instant - a timestamp whose column has a zone - ends with `Z`: without it a reader would take it for the time of
/// its own clock.
package struct CellText {
  private let column: Column
  private let entries: [[UInt8]]

  package init(_ column: Column) { self.init(column) { $0 } }

  /// With each text as `change` makes it; numbers and dates stay as they are.
  package init(_ column: Column, changing change: ([UInt8]) -> [UInt8]) {
    self.column = column
    if case .string(_, let dictionary) = column.values {
      entries = dictionary.strings.map { change(Array($0.utf8)) }
    } else {
      entries = []
    }
  }

  /// Appends the text of a row. False for null, which has none.
  package func append(_ row: Int, to out: inout [UInt8]) -> Bool {
    if column.isNull(row) { return false }
    switch column.values {
    case .string(let codes, _): out += entries[codes[row]]
    case .int64(let buffer): NumberBytes.append(buffer.span[row], to: &out)
    case .float64(let buffer) where buffer.span[row].isFinite: NumberBytes.append(buffer.span[row], to: &out)
    default: out += column.text(row).utf8
    }
    return true
  }
}
