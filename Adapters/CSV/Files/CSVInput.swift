import AugerDiagnostics

/// The conversion from the bytes of a file to parsed text.
package struct CSVForm: Sendable, Hashable {
  package var encoding = TextEncoding.utf8
  package var dialect = CSVDialect()
  /// The number of lines before the first row, such as a title.
  package var skippedLines = 0
}

/// The text of a file in pieces: decompressed UTF-8 without byte order mark, skipped lines and comments.
struct CSVInput: ~Copyable {
  private var reader: FileReader
  private var transcoder: Transcoder?
  private var filter: LineFilter?
  private var isFirst: Bool
  private var isOver = false

  /// Opens a file. A range contains whole rows of a file that needs no conversion.
  init(_ file: RereadableFile, _ form: CSVForm, _ range: Range<Int>? = nil) throws(AugerError) {
    reader = try file.open(range)
    isFirst = range == nil
    transcoder = form.encoding == .utf8 ? nil : Transcoder(form.encoding)
    filter = LineFilter(form.dialect, skippedLines: form.skippedLines)
  }

  /// The size of the file in bytes, before decompression. 0 if it has no size.
  var byteCount: Int { reader.byteCount }
  var isCompressed: Bool { reader.isCompressed }

  /// Passes the next bytes to `body`. Returns false at the end.
  mutating func next(_ body: (borrowing Span<UInt8>) throws -> Void) throws -> Bool {
    if isOver { return false }
    let bytes = try reader.next()
    isOver = bytes.isEmpty
    guard var transcoder else {
      if isOver { return try Self.passRest(&filter, body) }
      let text = isFirst && Self.hasByteOrderMark(bytes) ? bytes.extracting(droppingFirst: 3) : bytes.extracting(...)
      isFirst = false
      try Self.pass(text, &filter, body)
      return true
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3 / 2)
    transcoder.append(bytes, to: &text)
    if isOver { transcoder.finish(&text) }
    self.transcoder = transcoder
    if isOver, text.isEmpty { return try Self.passRest(&filter, body) }
    try Self.pass(text.span, &filter, body)
    if isOver { _ = try Self.passRest(&filter, body) }
    return true
  }

  /// Passes the bytes that the filter holds back at the end. Returns false if none remain.
  private static func passRest(
    _ filter: inout LineFilter?, _ body: (borrowing Span<UInt8>) throws -> Void
  ) throws -> Bool {
    var rest: [UInt8] = []
    filter?.finish(&rest)
    if !rest.isEmpty { try body(rest.span) }
    return !rest.isEmpty
  }

  private static func pass(
    _ text: borrowing Span<UInt8>, _ filter: inout LineFilter?, _ body: (borrowing Span<UInt8>) throws -> Void
  ) throws {
    guard filter?.isIdle == false else { return try body(text) }
    var passed: [UInt8] = []
    passed.reserveCapacity(text.count)
    filter?.append(text, to: &passed)
    try body(passed.span)
  }

  static func hasByteOrderMark(_ bytes: borrowing Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }
}
