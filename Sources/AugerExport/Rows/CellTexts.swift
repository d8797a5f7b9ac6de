import AugerColumns

/// The formatting of table cells in an output format.
package struct CellStyle: Sendable {
  /// The bytes for null.
  package var null: [UInt8] = []
  /// Returns true if values of a type are written unchanged. For floats, this applies to finite values.
  package var isPlain: @Sendable (DataType) -> Bool
  /// Appends a value that is not plain in the output format. Strings are untrusted data; other values are formatted by
  /// Auger.
  package var text: @Sendable (_ text: borrowing Span<UInt8>, _ isString: Bool, _ out: inout [UInt8]) -> Void

  package init(
    null: [UInt8] = [], isPlain: @escaping @Sendable (DataType) -> Bool,
    text: @escaping @Sendable (_ text: borrowing Span<UInt8>, _ isString: Bool, _ out: inout [UInt8]) -> Void
  ) {
    self.null = null
    self.isPlain = isPlain
    self.text = text
  }
}

/// The cells of a column in an output format, created in batches of rows.
///
/// The entries of a small dictionary are formatted once. An instant (a timestamp in a column with a time zone) ends
/// with `Z`. Otherwise a reader would interpret it as local time.
package struct CellTexts: Sendable {
  private let column: Column
  private let style: CellStyle
  private let isPlain: Bool
  /// True if the bytes contain the formatted dictionary entries for all rows, followed by null.
  private let isMadeOnce: Bool
  private var entryEnds: [Int] = []
  /// The bytes of the cells.
  package private(set) var bytes: [UInt8] = []
  /// The start of each cell of the current batch in the bytes.
  package private(set) var starts: [Int] = []
  package private(set) var ends: [Int] = []

  private static let mostKept = 1 << 12

  package init(_ column: Column, _ style: CellStyle) {
    self.column = column
    self.style = style
    isPlain = style.isPlain(column.type)
    guard case .string(_, let dictionary) = column.values, dictionary.count <= Self.mostKept else {
      isMadeOnce = false
      return
    }
    isMadeOnce = true
    for code in 0..<dictionary.count {
      style.text(dictionary.utf8(code), true, &bytes)
      entryEnds.append(bytes.count)
    }
    bytes += style.null
    entryEnds.append(bytes.count)
  }

  /// The number of bytes of the longest string in the column's storage, even if no row uses it.
  var longestText: Int {
    switch column.values {
    case .string(_, let dictionary):
      (0..<dictionary.count).reduce(0) { max($0, dictionary.offsets[$1 + 1] - dictionary.offsets[$1]) }
    case .binary(let buffer):
      (0..<column.count).reduce(0) { max($0, 2 * (buffer.offsets[$1 + 1] - buffer.offsets[$1])) }
    default: 0
    }
  }

  /// Formats the cells of some rows and discards the previous ones.
  package mutating func make(_ rows: Range<Int>) {
    starts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    if !isMadeOnce { bytes.removeAll(keepingCapacity: true) }
    let part = column[rows]
    switch part.values {
    case .string(let codes, let dictionary):
      switch codes {
      case .uint8(let buffer): take(part, buffer, dictionary)
      case .uint16(let buffer): take(part, buffer, dictionary)
      case .uint32(let buffer): take(part, buffer, dictionary)
      }
    case .int64(let buffer): each(part) { ValueBytes.append(buffer[$0], to: &$1) }
    case .date(let buffer): each(part) { ValueBytes.append(CivilDate(days: buffer[$0]), to: &$1) }
    case .time(let buffer): each(part) { ValueBytes.append(TimeOfDay(microseconds: buffer[$0]), to: &$1) }
    case .decimal64(let buffer):
      let scale = column.decimalScale
      each(part) { ValueBytes.append(unscaled: buffer[$0], scale: scale, to: &$1) }
    case .timestamp(let buffer):
      let isInstant = if case .timestamp(zone: .some) = column.type { true } else { false }
      each(part) { row, out in
        let moment = Timestamp(microseconds: buffer[row])
        ValueBytes.append(moment, to: &out)
        if isInstant, moment.isFinite { out.append(UInt8(ascii: "Z")) }
      }
    case .float64(let buffer):
      let style = style
      each(part) { row, out in
        guard buffer[row].isFinite else { return style.text(part.text(row).utf8.span, false, &out) }
        NumberBytes.append(buffer[row], to: &out)
      }
    case .bool, .decimal128, .interval, .binary: each(part) { $1 += part.text($0).utf8 }
    }
  }

  @inline(__always)
  private mutating func each(_ part: Column, _ append: (_ row: Int, _ out: inout [UInt8]) -> Void) {
    var (out, starts, ends) = ([UInt8](), [Int](), [Int]())
    swap(&out, &bytes)
    swap(&starts, &self.starts)
    swap(&ends, &self.ends)
    var text: [UInt8] = []
    for row in 0..<part.count {
      starts.append(out.count)
      if part.isNull(row) {
        out += style.null
      } else if isPlain {
        append(row, &out)
      } else {
        text.removeAll(keepingCapacity: true)
        append(row, &text)
        style.text(text.span, false, &out)
      }
      ends.append(out.count)
    }
    swap(&out, &bytes)
    swap(&starts, &self.starts)
    swap(&ends, &self.ends)
  }

  @inline(__always)
  private mutating func take<Code: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ part: Column, _ codes: Buffer<Code>, _ dictionary: StringDictionary
  ) {
    for row in 0..<part.count {
      let isNull = part.isNull(row)
      if isMadeOnce {
        let entry = isNull ? dictionary.count : Int(codes[row])
        starts.append(entry == 0 ? 0 : entryEnds[entry - 1])
        ends.append(entryEnds[entry])
      } else {
        starts.append(bytes.count)
        if isNull { bytes += style.null } else { style.text(dictionary.utf8(Int(codes[row])), true, &bytes) }
        ends.append(bytes.count)
      }
    }
  }
}
