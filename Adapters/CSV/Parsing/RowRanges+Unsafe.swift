import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A stretch of whole rows of a file: a chunk of a scan.
struct RowRange: Sendable {
  /// Its number, from 0.
  var chunk: Int
  var firstRow: Int
  var rowCount: Int
  /// Where it lies in the file; in the text of a compressed one.
  var bytes: Range<Int>
  /// The bytes themselves, where they cannot be read from there: with a line's end and a block of zeros behind them.
  var text: [UInt8]?
  /// The physical line on which it begins, from 1.
  var line: Int
  /// Whether it can only be read as an error: a quote that does not end, a row beyond all bounds.
  var isIrregular: Bool
}

/// The text of a compressed file, from its beginning to its end. Sendable because `RowRanges` alone has it, behind its
/// lock.
@safe private final class InflatedText: @unchecked Sendable {
  private var input: FileReader?

  init(_ file: FileDescriptor, title: String) { input = FileReader(file, title: title) }

  /// Writes the next bytes to the front of a buffer; how many they are, 0 at the end and after an error.
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

/// The chunks of a file, handed out in their order to whichever thread asks next.
///
/// The asking thread looks for the end of its chunk's rows, which no other can do meanwhile, and reads the rows behind
/// the lock: a fast look at every byte in turn, so that the slow one can be taken side by side.
final class RowRanges: Sendable {
  private struct State {
    var boundaries: RowBoundaries
    var buffer: [UInt8]
    /// Bytes of the buffer that are filled, and that were passed.
    var filled = 0
    var passed = 0
    /// Where in the file the text begins, behind a byte order mark.
    var textStart = 0
    /// Where in the file the next bytes are.
    var fileOffset = 0
    var isOver = false
    var chunk = 0
    var nextRow = 0
    var hasHeader: Bool
    /// What was passed of a compressed file since the last chunk.
    var text: [UInt8] = []
    /// A chunk's text is too long to be kept.
    var hasOverflowed = false
  }

  private let file: FileDescriptor
  private let title: String
  private let chunkRows: Int
  private let firstRows: Int
  private let longestText: Int
  private let inflated: InflatedText?
  private let state: Locked<State>

  /// `firstRows`: rows of the first chunk, if they are fewer than those of the others.
  init(
    _ file: FileDescriptor, title: String, _ layout: CSVLayout, _ options: CSVOptions, chunkRows: Int, firstRows: Int?
  ) {
    self.file = file
    self.title = title
    self.chunkRows = chunkRows
    longestText = options.longestHeldText
    self.firstRows = min(firstRows ?? .max, chunkRows)
    inflated = layout.isCompressed ? InflatedText(file, title: title) : nil
    // What is inflated comes in pieces of its own size.
    let size = layout.isCompressed ? FileReader.bufferSize : options.readSize
    state = Locked(
      State(
        boundaries: RowBoundaries(layout.dialect), buffer: [UInt8](repeating: 0, count: size),
        hasHeader: layout.hasHeader))
  }

  /// The next chunk; nil when there is none. `chunk` becomes its number, also where reading fails.
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

  /// Quotes that stand where none should, in all that was passed.
  var bareQuotes: (count: Int, firstOffset: Int?) {
    state.withLock { ($0.boundaries.bareQuotes, $0.boundaries.firstBareQuote) }
  }

  /// Whether there are chunks that are not handed out, because a thread would have to hold too many bytes.
  var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

  /// What `RangeReader` looks at beyond the end.
  static let padding = [UInt8](repeating: 0, count: 64)

  /// Rows of all chunks so far.
  var rowCount: Int { state.withLock { $0.nextRow } }

  private func take(_ wanted: Int, _ state: inout State) throws(AugerError) -> RowRange? {
    guard !state.isOver else { return nil }
    state.text.removeAll(keepingCapacity: true)
    var missing = wanted
    var isIrregular = false
    let (start, line) = (state.boundaries.offset, state.boundaries.line)
    // Where the row that is being looked for began, or a later place in it.
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

  /// Reads on; false at the end of the file.
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
