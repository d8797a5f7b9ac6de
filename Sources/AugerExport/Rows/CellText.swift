import AugerColumns

/// The cells of a column as text; the entries of a small dictionary are made once.
///
/// An instant - a timestamp whose column has a zone - ends with `Z`: without it a reader would take it for the time of
/// its own clock.
package struct CellText {
  private let column: Column
  private let change: ([UInt8]) -> [UInt8]
  /// Nil where each text is made when it is asked for: all of them together would take more memory than the column.
  private let entries: [[UInt8]]?

  private static let mostKept = 1 << 12

  package init(_ column: Column) { self.init(column) { $0 } }

  /// With each text as `change` makes it; numbers and dates stay as they are.
  package init(_ column: Column, changing change: @escaping ([UInt8]) -> [UInt8]) {
    self.column = column
    self.change = change
    if case .string(_, let dictionary) = column.values, dictionary.count <= Self.mostKept {
      entries = (0..<dictionary.count).map { change(Self.bytes(of: $0, dictionary)) }
    } else {
      entries = nil
    }
  }

  private static func bytes(of code: Int, _ dictionary: StringDictionary) -> [UInt8] {
    dictionary.bytes[dictionary.offsets[code]..<dictionary.offsets[code + 1]].array
  }

  /// Appends the text of a row. False for null, which has none.
  package func append(_ row: Int, to out: inout [UInt8]) -> Bool {
    if column.isNull(row) { return false }
    switch column.values {
    case .string(let codes, let dictionary):
      let code = codes[row]
      if let entries { out += entries[code] } else { out += change(Self.bytes(of: code, dictionary)) }
    case .int64(let buffer): NumberBytes.append(buffer.span[row], to: &out)
    case .float64(let buffer) where buffer.span[row].isFinite: NumberBytes.append(buffer.span[row], to: &out)
    default: out += column.text(row).utf8
    }
    return true
  }
}
