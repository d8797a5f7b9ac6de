/// Rows as keys of 64-bit words: one word of null bits for every 64 columns, then the value of each column.
///
/// Equal values of one column type have equal words. −0 equals 0, and all NaNs are equal. Strings and byte strings
/// are codes of a dictionary.
package enum KeyWords {
  package static func width(of types: [DataType]) -> Int {
    nullWords(types.count) + types.reduce(0) { $0 + wordCount($1) }
  }

  private static func nullWords(_ columns: Int) -> Int { max(1, (columns + 63) / 64) }

  /// Returns the number of words of a value of the type.
  static func wordCount(_ type: DataType) -> Int {
    switch type {
    case .decimal(let precision, _): precision > 18 ? 2 : 1
    case .interval: 2
    case .bool, .int64, .float64, .string, .date, .timestamp, .time, .binary: 1
    }
  }

  /// Returns the keys of all rows, one after another. If set, `codes[i]` translates the dictionary codes of a string
  /// column i, or contains the code of each row of a binary column.
  package static func encode(_ columns: [Column], rowCount: Int, codes: [[UInt32]?] = []) -> [UInt64] {
    let width = width(of: columns.map(\.type))
    var words = [UInt64](repeating: 0, count: width * rowCount)
    var at = nullWords(columns.count)
    for (index, column) in columns.enumerated() {
      switch column.values {
      case .bool(let bits): fill(&words, width, at, rowCount) { bits[$0] ? 1 : 0 }
      case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
        let span = buffer.span
        for row in 0..<rowCount { words[row * width + at] = UInt64(bitPattern: span[row]) }
      case .float64(let buffer):
        let span = buffer.span
        for row in 0..<rowCount { words[row * width + at] = bits(of: span[row]) }
      case .date(let buffer):
        let span = buffer.span
        for row in 0..<rowCount { words[row * width + at] = UInt64(bitPattern: Int64(span[row])) }
      case .decimal128(let buffer):
        let span = buffer.span
        for row in 0..<rowCount {
          words[row * width + at] = UInt64(truncatingIfNeeded: span[row])
          words[row * width + at + 1] = UInt64(truncatingIfNeeded: span[row] >> 64)
        }
      case .interval(let buffer):
        let span = buffer.span
        for row in 0..<rowCount {
          let value = span[row]
          words[row * width + at] =
            UInt64(UInt32(bitPattern: value.months)) << 32 | UInt64(UInt32(bitPattern: value.days))
          words[row * width + at + 1] = UInt64(bitPattern: value.microseconds)
        }
      case .binary(let buffer):
        var own = StringDictionaryBuilder()
        let rowCodes = (codes.isEmpty ? nil : codes[index]) ?? buffer.codes(column.validity, &own)
        for row in 0..<rowCount { words[row * width + at] = UInt64(rowCodes[row]) }
      case .string(let rowCodes, _):
        if let mapping = codes.isEmpty ? nil : codes[index] {
          let wide = rowCodes.widened
          for row in 0..<rowCount {
            words[row * width + at] = column.isNull(row) ? 0 : UInt64(mapping[Int(wide[row])])
          }
        } else {
          let wide = rowCodes.widened
          for row in 0..<rowCount { words[row * width + at] = UInt64(wide[row]) }
        }
      }
      if column.validity != nil {
        for row in 0..<rowCount where column.isNull(row) {
          words[row * width + index / 64] |= 1 << UInt64(index % 64)
          for word in at..<at + wordCount(column.type) { words[row * width + word] = 0 }
        }
      }
      at += wordCount(column.type)
    }
    return words
  }

  static func bits(of value: Double) -> UInt64 {
    value == 0 ? 0 : value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }

  private static func fill(_ words: inout [UInt64], _ width: Int, _ at: Int, _ rows: Int, _ word: (Int) -> UInt64) {
    for row in 0..<rows { words[row * width + at] = word(row) }
  }
}
