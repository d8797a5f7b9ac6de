import AugerColumns
import AugerDiagnostics
import AugerQuery
import ByteScan
import Foundation

/// Reads ranges of rows into columns on a fast path. It finds the ends of fields 64 bytes at a time, skips fields
/// that were not requested, and reads values without copies.
///
/// The result equals that of `CSVScan`, or is nil. If a row is irregular, `CSVScan` reads the range: a field that
/// does not fit its column, a row of another length, a misplaced quote. Use a reader on one thread only.
@safe final class RangeReader {
  private let file: FileDescriptor
  private let title: String
  private let delimiter: UInt8
  private let quote: UInt8
  private let columnCount: Int
  private let columns: ColumnSinks
  // Sound: `columns` owns it.
  private let sinks: UnsafeMutablePointer<ColumnSink>
  private let sinkCount: Int
  /// The field of the first sink. `Int.max` if no sink exists.
  private let firstField: Int
  // Sound: allocated in init and when it grows, freed in deinit, with `padding` additional bytes after its size, all
  // initialized.
  private var buffer: UnsafeMutablePointer<UInt8>
  private var size: Int
  // Sound: the buffer, or the text of a range while its rows are read; initialized up to `padding` bytes after
  // `filled`.
  private var text: UnsafePointer<UInt8>
  /// The number of filled bytes in the buffer, and the offset of the next bytes in the file.
  private var filled = 0
  private var next = 0
  private var rangeEnd = 0
  private var unquoted: [UInt8] = []
  /// The memory of the bytes and of the batch made from them, until the next read.
  private let share: MemoryShare

  /// A block can begin at the last byte of the buffer and is examined as a whole.
  private static let padding = RowRanges.padding.count
  /// The size of rows above which `CSVScan` reads them, because it holds one field at a time.
  private static let largest = 64 << 20

  init(
    _ file: FileDescriptor, title: String, _ layout: CSVLayout, _ options: CSVOptions, _ request: ScanRequest,
    _ memory: MemoryBudget?
  ) {
    share = MemoryShare(of: memory)
    self.file = file
    self.title = title
    delimiter = layout.dialect.delimiter
    quote = layout.dialect.quote
    columnCount = layout.columnCount
    let capacity = min(request.chunkRows, layout.textByteCount ?? .max)
    columns = ColumnSinks(request, layout.shapes(options), options, capacity: capacity, sharesEntries: false)
    sinkCount = columns.count
    unsafe sinks = columns.pointer
    firstField = unsafe sinkCount > 0 ? sinks[0].field : .max
    size = min(options.readSize, max(64, file.byteCount + 1))
    unsafe buffer = .allocate(capacity: size + Self.padding)
    unsafe buffer.initialize(repeating: 0, count: size + Self.padding)
    unsafe text = UnsafePointer(buffer)
  }

  deinit {
    // Sound: the pointer came from init or `grow`; no span of it outlives a method.
    unsafe buffer.deallocate()
  }

  /// Returns the rows of a range. Nil if one of them is irregular. Throws errors of reading the file, and
  /// `cancelled`.
  func read(_ range: RowRange, _ control: RunControl) throws(AugerError) -> Batch? {
    guard !range.isIrregular, try readRows(range, control) else {
      // Discard the rows in the sinks.
      _ = columns.batch(rowCount: 0, firstRow: 0)
      return nil
    }
    // The strings are known and belong to the batch now. The values exist twice.
    if share.isLimited { try share.hold(size + 2 * range.rowCount * columns.rowBytes + columns.textBytes) }
    return columns.batch(rowCount: range.rowCount, firstRow: range.firstRow)
  }

  private func readRows(_ range: RowRange, _ control: RunControl) throws(AugerError) -> Bool {
    // Estimate the strings: the length of the text, plus a dictionary entry for new strings.
    let texts = columns.keepsTexts ? 3 * range.bytes.count : 0
    try share.hold(size + 2 * range.rowCount * columns.rowBytes + texts)
    if let held = range.text { return takeRows(of: range, held) }
    (filled, next, rangeEnd) = (0, range.bytes.lowerBound, range.bytes.upperBound)
    var row = 0
    var start = 0
    while row < range.rowCount {
      guard try fill(keeping: start) else { return false }
      try control.check()
      start = 0
      unsafe text = UnsafePointer(buffer)
      guard takeRows(from: &start, &row, upTo: range.rowCount) else { return false }
    }
    return true
  }

  /// Reads the rows of a range that has its bytes in memory.
  private func takeRows(of range: RowRange, _ held: [UInt8]) -> Bool {
    // Sound: the array outlives the closure, which leaves no pointer; it has the padding at its end.
    unsafe held.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return range.rowCount == 0 }
      unsafe text = base
      filled = held.count - Self.padding
      defer { unsafe text = UnsafePointer(buffer) }
      var (row, start) = (0, 0)
      return takeRows(from: &start, &row, upTo: range.rowCount) && row == range.rowCount
    }
  }

  /// Moves the bytes from `start` to the front and reads more. Returns false if no bytes remain or the buffer cannot
  /// grow.
  private func fill(keeping start: Int) throws(AugerError) -> Bool {
    // Sound: source and target lie within the filled part.
    if start > 0 { unsafe buffer.update(from: buffer + start, count: filled - start) }
    filled -= start
    // The last row of a file can end without a line end. One is added, so that every row has one.
    guard next <= rangeEnd else { return false }
    if filled == size {
      guard size < Self.largest else { return false }
      grow()
    }
    if next == rangeEnd {
      unsafe buffer[filled] = 0x0A
      filled += 1
      next += 1
    } else {
      // Sound: the number of bytes does not exceed the free space after the filled part.
      let rest = unsafe UnsafeMutableRawBufferPointer(
        start: buffer + filled, count: min(size - filled, rangeEnd - next))
      let count = unsafe try file.fill(rest, at: next, title)
      guard count > 0 else { return false }
      filled += count
      next += count
    }
    // The padding must not contain the end of a field.
    unsafe (buffer + filled).update(repeating: 0, count: Self.padding)
    return true
  }

  private func grow() {
    // Sound: all of the new memory is initialized; the old is freed once.
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size * 2 + Self.padding)
    unsafe larger.update(from: buffer, count: size)
    unsafe (larger + size).initialize(repeating: 0, count: size + Self.padding)
    unsafe buffer.deallocate()
    unsafe buffer = larger
    size *= 2
  }

  /// Reads all rows that end in the buffer and moves `start` after them. Returns false for an irregular row.
  ///
  /// Sound: `at` and `end` are below `filled`, blocks begin below it and the padding follows them. Rows are below the
  /// capacity of the sinks, which the ranges respect. Sinks are indexed below `sinkCount`.
  private func takeRows(from start: inout Int, _ row: inout Int, upTo rows: Int) -> Bool {
    let (buffer, filled, delimiter, quote) = unsafe (text, self.filled, self.delimiter, self.quote)
    var at = start
    var block = at & ~63
    var ends = unsafe bytescan_ends(buffer + block, delimiter) & (~0 << UInt64(at & 63))
    while row < rows {
      // Line ends before a row belong to blank lines.
      var field = 0
      var sink = 0
      var wanted = firstField
      let rowStart = at
      while true {
        var isQuoted = false
        var end: Int
        if unsafe buffer[at] == quote, at < filled {
          switch endOfQuoted(from: at) {
          case .at(let found): end = found
          case .none: start = rowStart; return true
          case .irregular: return false
          }
          isQuoted = true
          block = end & ~63
          ends = unsafe bytescan_ends(buffer + block, delimiter) & (~1 << UInt64(end & 63))
        } else {
          while ends == 0 {
            block += 64
            guard block < filled else {
              start = rowStart
              return true
            }
            ends = unsafe bytescan_ends(buffer + block, delimiter)
          }
          end = block + ends.trailingZeroBitCount
          ends &= ends &- 1
        }
        let terminator = unsafe buffer[end]
        if field == 0, end == at, terminator != delimiter {
          // A blank line, or the line feed of a CRLF.
          at = end + 1
          field = -1
          break
        }
        if field == wanted {
          if isQuoted {
            guard unsafe takeQuoted(at + 1..<end - 1, sinks + sink, row) else { return false }
          } else if end == at {
            unsafe sinks[sink].takeEmpty(row: row)
          } else {
            let bytes = unsafe UnsafeBufferPointer(start: buffer + at, count: end - at).span
            guard unsafe sinks[sink].take(bytes, row: row) == .taken else { return false }
          }
          sink += 1
          wanted = unsafe sink < sinkCount ? sinks[sink].field : .max
        }
        field += 1
        at = end + 1
        if terminator != delimiter { break }
      }
      if field < 0 { continue }
      guard field == columnCount else { return false }
      row += 1
    }
    start = at
    return true
  }

  private enum QuotedEnd {
    /// The offset of the delimiter or line end after it.
    case at(Int)
    /// The field does not end in the filled part.
    case none
    case irregular
  }

  /// Returns the end of the field whose opening quote is at `at`.
  private func endOfQuoted(from at: Int) -> QuotedEnd {
    var from = at + 1
    while true {
      // Sound: memchr reads only the filled part after `from`, which never exceeds `filled`.
      guard let found = unsafe memchr(text + from, Int32(quote), filled - from) else { return .none }
      let index = unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - text
      guard index + 1 < filled else { return .none }
      let behind = unsafe text[index + 1]
      if behind == delimiter || behind == 0x0A || behind == 0x0D { return .at(index + 1) }
      guard behind == quote else { return .irregular }
      from = index + 2
    }
  }

  /// Appends a quoted field to `sink` and replaces each doubled quote with a single quote.
  private func takeQuoted(_ range: Range<Int>, _ sink: UnsafeMutablePointer<ColumnSink>, _ row: Int) -> Bool {
    // Sound: the range lies within the filled part.
    let field = unsafe UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    let bytes = unsafe field.span
    guard range.count > 1, LibCSV.firstIndex(of: quote, in: bytes, from: 0) != nil else {
      return unsafe sink.pointee.take(bytes, row: row) == .taken
    }
    // Moved out, so that its memory is reused.
    var single: [UInt8] = []
    swap(&single, &unquoted)
    defer { swap(&single, &unquoted) }
    single.removeAll(keepingCapacity: true)
    var index = 0
    while index < bytes.count {
      single.append(bytes[index])
      index += bytes[index] == quote ? 2 : 1
    }
    return unsafe sink.pointee.take(single.span, row: row) == .taken
  }
}
