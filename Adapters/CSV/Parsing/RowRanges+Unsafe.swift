import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A range of whole rows of a file: a chunk of a scan.
struct RowRange: Sendable {
  /// The number of the chunk, from 0.
  var chunk: Int
  var firstRow: Int
  var rowCount: Int
  /// The byte range in the file; for a compressed file, in its text.
  var bytes: Range<Int>
  /// The bytes, if they cannot be read from the file. A line end and a block of zeros follow them.
  var text: [UInt8]?
  /// The physical line on which the range begins, from 1.
  var line: Int
  /// True if the range can only be read as an error: an unclosed quote, or a row that is too long.
  var isIrregular: Bool
}

/// The text of a compressed file, read sequentially. Sendable because only `RowRanges` owns it, behind its lock.
@safe private final class InflatedText: @unchecked Sendable {
  private var input: FileReader?

  init(_ file: FileDescriptor, title: String) { input = FileReader(file, title: title) }

  /// Copies the next bytes to the start of a buffer. Returns their number, 0 at the end and after an error.
  func next(into buffer: inout [UInt8]) throws(AugerError) -> Int {
    guard var reader = input.take() else { return 0 }
    let count = try Self.copy(reader.next(), to: &buffer)
    input = consume reader
    return count
  }

  private static func copy(_ bytes: borrowing Span<UInt8>, to buffer: inout [UInt8]) -> Int {
    for index in bytes.indices { buffer[index] = bytes[index] }
    return bytes.count
  }
}

/// The chunks of a file, distributed to threads in order.
///
/// A thread that requests a chunk finds the end of its rows under the lock. It reads the fields after releasing the
/// lock. The first step is a fast pass over every byte. The slow second step runs in parallel.
final class RowRanges: Sendable {
  private struct State {
    var boundaries: RowBoundaries
    var buffer: [UInt8]
    /// The numbers of bytes in the buffer that are filled and processed.
    var filled = 0
    var passed = 0
    /// The offset of the text in the file, after a byte order mark.
    var textStart = 0
    /// The offset of the next bytes in the file.
    var fileOffset = 0
    var isOver = false
    var chunk = 0
    var nextRow = 0
    var hasHeader: Bool
    /// The text of a compressed file processed since the last chunk.
    var text: [UInt8] = []
    /// True if the text of a chunk is too long to hold.
    var hasOverflowed = false
  }

  private let file: FileDescriptor
  private let title: String
  private let chunkRows: Int
  private let firstRows: Int
  private let longestText: Int
  private let inflated: InflatedText?
  private let state: Locked<State>

  /// Creates the chunks of a file. `firstRows` is the number of rows of the first chunk, if it is smaller than the
  /// others.
  init(
    _ file: FileDescriptor, title: String, _ layout: CSVLayout, _ options: CSVOptions, chunkRows: Int, firstRows: Int?
  ) {
    self.file = file
    self.title = title
    self.chunkRows = chunkRows
    longestText = options.longestHeldText
    self.firstRows = min(firstRows ?? .max, chunkRows)
    inflated = layout.isCompressed ? InflatedText(file, title: title) : nil
    // The inflater determines the size of its pieces.
    let size = layout.isCompressed ? FileReader.bufferSize : options.readSize
    state = Locked(
      State(
        boundaries: RowBoundaries(layout.dialect), buffer: [UInt8](repeating: 0, count: size),
        hasHeader: layout.hasHeader))
  }

  /// Returns the next chunk, or nil at the end. Sets `chunk` to its number, even if reading fails.
  func next(_ control: RunControl, reached chunk: inout Int) throws(AugerError) -> RowRange? {
    try control.check()
    let result: Result<RowRange?, AugerError> = state.withLock { state in
      chunk = state.chunk
      do throws(AugerError) {
        if state.hasHeader {
          state.hasHeader = false
          if let header = try take(1, &state), header.isIrregular { return .success(header) }
        }
        guard let range = try take(state.chunk == 0 ? firstRows : chunkRows, &state) else { return .success(nil) }
        state.chunk += 1
        state.nextRow += range.rowCount
        return .success(range)
      } catch {
        state.isOver = true
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The misplaced quotes in the processed text.
  var bareQuotes: (count: Int, firstOffset: Int?) {
    state.withLock { ($0.boundaries.bareQuotes, $0.boundaries.firstBareQuote) }
  }

  /// True if some chunks are not distributed, because a thread would hold too many bytes.
  var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

  /// The bytes that `RangeReader` examines after the end.
  static let padding = [UInt8](repeating: 0, count: 64)

  /// The number of rows of all chunks so far.
  var rowCount: Int { state.withLock { $0.nextRow } }

  private func take(_ wanted: Int, _ state: inout State) throws(AugerError) -> RowRange? {
    guard !state.isOver else { return nil }
    state.text.removeAll(keepingCapacity: true)
    var missing = wanted
    var isIrregular = false
    let (start, line) = (state.boundaries.offset, state.boundaries.line)
    // The start of the current row, or a later position in it.
    var progress = start
    while missing > 0, !state.isOver {
      if state.passed == state.filled, try !fill(&state) {
        state.isOver = true
        break
      }
      let before = missing
      pass(&state, until: &missing)
      let offset = state.boundaries.offset
      if state.text.count > longestText {
        (state.isOver, state.hasOverflowed) = (true, true)
        return nil
      }
      if missing != before { progress = offset }
      if offset - progress > CSVDialect.longestField { isIrregular = true }
      if state.boundaries.isQuoted, offset - state.boundaries.quotedFrom > CSVDialect.longestField + 1 {
        (state.isOver, isIrregular) = (true, true)
      }
    }
    if missing == 0, state.boundaries.endsWithReturn, state.passed == state.filled, try fill(&state) {
      // The line feed of a CRLF.
      pass(&state, until: &missing)
    }
    if missing > 0, state.boundaries.isInRow {
      missing -= 1
      isIrregular = isIrregular || state.boundaries.isUnterminated
    }
    guard missing < wanted else { return nil }
    let bytes = state.textStart + start..<state.textStart + state.boundaries.offset
    let text = inflated == nil ? nil : state.text + [0x0A] + Self.padding
    return RowRange(
      chunk: state.chunk, firstRow: state.nextRow, rowCount: wanted - missing, bytes: bytes, text: text, line: line,
      isIrregular: isIrregular)
  }

  private func pass(_ state: inout State, until missing: inout Int) {
    let buffer = state.buffer
    let rest = buffer.span.extracting(state.passed..<state.filled)
    let count = state.boundaries.pass(rest, until: &missing)
    if inflated != nil { state.text += buffer[state.passed..<state.passed + count] }
    state.passed += count
  }

  /// Reads more bytes. Returns false at the end of the file.
  private func fill(_ state: inout State) throws(AugerError) -> Bool {
    let offset = state.fileOffset
    let count = if let inflated { try inflated.next(into: &state.buffer) } else { try read(&state, at: offset) }
    (state.filled, state.passed) = (count, 0)
    state.fileOffset += count
    if offset == 0, CSVInput.hasByteOrderMark(state.buffer.span.extracting(first: count)) {
      (state.passed, state.textStart) = (3, 3)
    }
    return state.passed < state.filled
  }

  private func read(_ state: inout State, at offset: Int) throws(AugerError) -> Int {
    let (file, title) = (file, title)
    let read: Result<Int, AugerError> = unsafe state.buffer.withUnsafeMutableBytes { buffer in
      // Sound: the buffer is the array's, for the call.
      do throws(AugerError) { return .success(unsafe try file.fill(buffer, at: offset, title)) } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }
}
