import AugerColumns
import AugerDiagnostics

/// A column of strings over the batches of a reading. It has one dictionary while that is efficient.
final class TextSink: WireSink {
  enum Encoding { case plain, jsonb, uuid }

  private let encoding: Encoding
  private let isUnchecked: Bool
  private var codes = CodesBuilder()
  /// The codes of the rows being added.
  private var added: [UInt32] = []
  private var validity = ValidityBuilder()
  private var dictionary = StringDictionaryBuilder()
  private var last = StringDictionary.empty
  private var finished = 0

  private static let mostShared = 32 << 10
  private static let alwaysShared = 1024

  init(_ encoding: Encoding, isUnchecked: Bool) {
    self.encoding = encoding
    self.isUnchecked = isUnchecked
  }

  override var type: DataType { .string }
  override var memoryBytes: Int { codes.byteCount + dictionary.memoryBytes }
  override var byteCount: Int { codes.count * 4 + dictionary.byteCount }

  override func append(_ stage: WireStage, _ column: Int) throws {
    // Moved out, so that the loop uses local variables.
    var (added, dictionary) = (self.added, self.dictionary)
    self.added = []
    self.dictionary = StringDictionaryBuilder()
    defer { (self.added, self.dictionary) = (added, dictionary) }
    added.removeAll(keepingCapacity: true)
    var nulls = 0
    let (encoding, isUnchecked) = (encoding, isUnchecked)
    try unsafe stage.forEach(column) { field in
      let code: UInt32
      switch encoding {
      case .plain:
        // Sound: the span is used while the stage holds the field.
        let text = unsafe Span<UInt8>(_unsafeElements: field.assumingMemoryBound(to: UInt8.self))
        if isUnchecked { try Self.check(text) }
        code = dictionary.code(for: text)
      case .jsonb:
        // One byte for the version, followed by text.
        guard field.count >= 1, unsafe field[0] == 1 else { throw WireStage.malformed() }
        // Sound: like above, from byte 1.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: field[1...])
        let text = unsafe Span<UInt8>(_unsafeElements: rest.assumingMemoryBound(to: UInt8.self))
        if isUnchecked { try Self.check(text) }
        code = dictionary.code(for: text)
      case .uuid:
        guard field.count == 16 else { throw WireStage.malformed() }
        let text = unsafe Self.uuid(field)
        code = dictionary.code(for: text.span)
      }
      added.append(code)
    } null: {
      added.append(0)
      nulls += 1
    }
    codes.append(contentsOf: added, most: UInt32(truncatingIfNeeded: max(0, dictionary.count - 1)))
    stage.appendValidity(column, nulls: nulls, to: &validity)
  }

  /// Appends a string that was created here.
  func append(_ text: String?) {
    if let text {
      codes.append(dictionary.code(for: text))
      validity.appendPresent()
    } else {
      codes.append(0)
      validity.appendNull()
    }
  }

  private static func check(_ text: borrowing Span<UInt8>) throws(AugerError) {
    let bytes = text.indices.map { text[$0] }
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    throw AugerError(
      .unexpectedData, operation: "read the result",
      "the database keeps text without an encoding, and some is not UTF-8",
      hint: "Convert the text in the query: convert_from(column::bytea, 'LATIN1').")
  }

  private static func uuid(_ field: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      // Sound: the field has 16 bytes.
      let byte = unsafe field[index]
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return text
  }

  override func finish() -> Column {
    let grown = dictionary.count - last.count
    let isFirst = finished == 0
    let rows = codes.count
    if grown > 0 { last = dictionary.snapshot() }
    finished += rows
    // The code of a null must be an entry, unless the dictionary is empty.
    let column = Column(
      .string, .string(codes.finish(dictionaryCount: last.count), last), validity: validity.finish())
    let isLarge = dictionary.count > Self.mostShared
    if isLarge || (!isFirst && dictionary.count > Self.alwaysShared && grown > rows / 4) {
      // Copying a fast-growing dictionary repeatedly would take quadratic time.
      dictionary = StringDictionaryBuilder()
      last = .empty
    }
    return column
  }
}
